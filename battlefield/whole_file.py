"""A file that is there whole or not at all: written under another name, it takes its own when all went well. Floor 1.

Everything that is written for a user is written here. The other name is nobody's: one of its own beside the target.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import FrameType

TAKEN = (FileExistsError, IsADirectoryError)
_BEGUN: dict[Path, Path] = {}
"""Of each file that is being written, where."""


@contextmanager
def whole_file(target: Path, called: str | None = None) -> Iterator[Path]:
    """The path to write to; what stood at the target stays there until all is written, and for good when it is not.

    A link is followed, the mode of the file kept, and its owner where that may be. `called`: the other name, where no
    file has it yet. OSError, with the name of the target, when it cannot be written; nothing is left then, nor when the
    process is told to end meanwhile.
    """
    place = target.resolve()
    with _ended_in_order():
        try:
            part = _begun(place.parent, called)
        except OSError as fault:
            raise _of(target, fault) from None
        _BEGUN[place] = part
        try:
            yield part
            if place.exists():
                _like(part, place)
            part.replace(place)
        except OSError as fault:
            if fault.filename in (None, str(part), part):
                raise _of(target, fault) from None
            raise
        finally:
            _BEGUN.pop(place, None)
            with suppress(OSError):
                part.unlink()


def give_up(target: Path) -> None:
    """Take away what has been written of a file that is not done, by a process that ends and waits for it no longer."""
    part = _BEGUN.pop(target.resolve(), None)
    if part is not None:
        with suppress(OSError):
            part.unlink()


def put(target: Path, data: bytes) -> None:
    """Bytes into a file, whole or not at all."""
    with whole_file(target) as part:
        part.write_bytes(data)


def _begun(folder: Path, called: str | None) -> Path:
    """A new empty file: no other is written over, and two processes never take the same one."""
    if called is not None:
        with suppress(OSError):  # there is one of that name, or the name is too long: another will do
            return _new(folder / called)
    while True:
        with suppress(*TAKEN):
            return _new(folder / f".{token_hex(6)}.part")


def _new(path: Path) -> Path:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return path


def _like(part: Path, place: Path) -> None:
    """Give a file the mode of another, and its owner where that is allowed."""
    was, made = place.stat(), part.stat()
    if hasattr(os, "chown") and (was.st_uid, was.st_gid) != (made.st_uid, made.st_gid):
        with suppress(OSError):
            os.chown(part, was.st_uid, was.st_gid)
    shutil.copymode(place, part)


def _of(target: Path, fault: OSError) -> OSError:
    """The same fault of the file that was asked for."""
    return OSError(fault.errno, fault.strerror, str(target)) if fault.errno is not None else fault


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """SIGTERM ends the process as an exception does, so that nothing half written stays; where nobody else hears it."""
    heard = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if not heard:
        yield
        return
    signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> None:
    del frame
    raise SystemExit(128 + number)
