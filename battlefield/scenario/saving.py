"""Writing a file whole or not at all, and never over one that has become another meanwhile."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


class ChangedMeanwhileError(ValueError):
    """The file on disk is no longer what it was when it was read."""


def write_whole(path: Path, was: bytes | None, now: bytes) -> None:
    """Write a file whole or not at all: beside its place as NAME.part, then moved into it.

    A link is followed, the mode of the file kept. `was`: what it holds; None for whatever it holds, or none.
    OSError when it cannot be written, ValueError when it is no longer what it was; it is then left as it is.
    """
    place = path.resolve()
    there = place.exists()
    if there and not os.access(place, os.W_OK):
        raise ValueError(f"{path}: the file may not be written; it is left as it is")
    part = place.with_name(place.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(now)
            file.flush()
            os.fsync(file.fileno())
        if there:
            shutil.copymode(place, part)
        if was is not None and place.read_bytes() != was:
            raise ChangedMeanwhileError(f"{path}: the file has been changed meanwhile; it is left as it is")
        part.replace(place)
    finally:
        if part.is_file():
            part.unlink()
