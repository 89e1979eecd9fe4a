"""Writing a file whole or not at all, and never over one that has become another meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

from battlefield.whole_file import whole_file


class ChangedMeanwhileError(ValueError):
    """The file on disk is no longer what it was when it was read."""


def write_whole(path: Path, was: bytes | None, now: bytes) -> None:
    """Write a file whole or not at all. `was`: what it holds; None for whatever it holds, or none.

    OSError when it cannot be written, ValueError when it is no longer what it was; it is then left as it is.
    """
    place = path.resolve()
    if place.exists() and not os.access(place, os.W_OK):
        raise ValueError(f"{path}: the file may not be written; it is left as it is")
    with whole_file(path) as part:
        with part.open("wb") as file:
            file.write(now)
            file.flush()
            os.fsync(file.fileno())
        if was is not None and place.read_bytes() != was:
            raise ChangedMeanwhileError(f"{path}: the file has been changed meanwhile; it is left as it is")
