"""Writing a file whole or not at all, and never over one that has become another meanwhile."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO


class ChangedMeanwhileError(ValueError):
    """The file on disk is no longer what it was when it was read."""


def write_whole(path: Path, was: bytes | None, now: bytes) -> None:
    """Write a file whole or not at all: beside its place under a name that nobody has, then moved into it.

    A link is followed, the mode of the file kept, and its owner where that may be.
    `was`: what it holds; None for whatever it holds, or none.
    OSError when it cannot be written, ValueError when it is no longer what it was; it is then left as it is.
    """
    place = path.resolve()
    there = place.exists()
    if there and not os.access(place, os.W_OK):
        raise ValueError(f"{path}: the file may not be written; it is left as it is")
    part, file = _part(place)
    try:
        with file:
            file.write(now)
            file.flush()
            os.fsync(file.fileno())
        if there:
            _like(part, place)
        if was is not None and place.read_bytes() != was:
            raise ChangedMeanwhileError(f"{path}: the file has been changed meanwhile; it is left as it is")
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)


def _part(place: Path) -> tuple[Path, BinaryIO]:
    """A new file beside a place; one that is there is left alone."""
    for number in count(1):
        part = place.with_name(f"{place.name}.part{'' if number == 1 else f'-{number}'}")
        with suppress(FileExistsError):
            return part, part.open("xb")
    raise AssertionError


def _like(part: Path, place: Path) -> None:
    """Give a file the mode of another, and its owner where that is allowed."""
    was, made = place.stat(), part.stat()
    if hasattr(os, "chown") and (was.st_uid, was.st_gid) != (made.st_uid, made.st_gid):
        with suppress(OSError):
            os.chown(part, was.st_uid, was.st_gid)
    shutil.copymode(place, part)
