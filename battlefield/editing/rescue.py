"""What is not saved yet, kept beside the file as NAME.autosave, so that nothing is lost when a session breaks off.

Sessions at one file each keep a copy of their own: NAME.autosave, NAME.autosave-2, …; its last line says whose it is.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic

from battlefield.scenario.saving import write_whole

ENDING = ".autosave"
SECONDS = 2.0
"""Between two writings at the least."""
MOST = 20
"""Copies beside one file that are looked at."""
_MARK = b"# kept by battlefield, process "


def _process(number: int) -> str | None:
    """A process as no other is called, by its number and when it began; None where it does not run, or is not told."""
    try:
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    return None if fields[0] in ("Z", "X") else f"{number} since {fields[19]} on {socket.gethostname()}"


def marked(raw: bytes) -> bytes:
    """A text with a last line that says which process keeps it."""
    gap = b"" if raw.endswith(b"\n") else b"\n"
    return raw + gap + _MARK + (_process(os.getpid()) or str(os.getpid())).encode() + (b"\n" if gap == b"" else b"")


def parted_mark(found: bytes) -> tuple[bytes, str]:
    """A kept text without its mark, and whose it is; "" for nobody's.

    >>> parted_mark(marked(b"a = 1"))[0], parted_mark(marked(b"a = 1\\n"))[0], parted_mark(b"a = 1")
    (b'a = 1', b'a = 1\\n', (b'a = 1', ''))
    """
    start = found.rfind(_MARK)
    if start < 0 or b"\n" in found[start:].removesuffix(b"\n"):
        return found, ""
    raw = found[:start] if found.endswith(b"\n") else found[: max(0, start - 1)]
    return raw, found[start + len(_MARK) :].decode("utf-8", "replace").strip()


def _lives(whose: str) -> bool:
    """Whether another process that keeps a copy still runs."""
    number = whose.partition(" ")[0]
    return number.isdecimal() and int(number) != os.getpid() and _process(int(number)) == whose


@dataclass
class Rescue:
    """The copies beside one file. `own`: where this session keeps its own; `kept`: the text that it holds."""

    path: Path
    kept: bytes | None = None
    own: Path | None = None
    _written: float = float("-inf")
    _told: bool = False

    def _places(self) -> Iterator[Path]:
        yield self.path.with_name(self.path.name + ENDING)
        yield from (self.path.with_name(f"{self.path.name}{ENDING}-{number}") for number in range(2, MOST + 1))

    def left(self, raw: bytes) -> tuple[Path, bytes] | None:
        """What a session that is no longer there left, and where, if that is another text than the file's."""
        for place in self._places():
            if place == self.own or not place.is_file():
                continue
            with suppress(OSError):
                found, whose = parted_mark(place.read_bytes())
                if found != raw and not _lives(whose):
                    return place, found
        return None

    def when(self, place: Path) -> str:
        """When it was written, in words."""
        return datetime.fromtimestamp(place.stat().st_mtime).strftime("%Y-%m-%d %H:%M:%S")

    def outdated(self, place: Path) -> bool:
        """Whether the file was written after it."""
        return self.path.exists() and self.path.stat().st_mtime > place.stat().st_mtime

    def keep(self, raw: bytes, *, at_once: bool = False) -> str | None:
        """Write a text, unless it is there or one was written a moment ago; words, once, where that cannot be done."""
        there = raw == self.kept and self.own is not None and self.own.exists()
        if there or (not at_once and monotonic() - self._written < SECONDS):
            return None
        place = self.own or next((each for each in self._places() if not os.path.lexists(each)), None)
        self._written = monotonic()
        try:
            if place is None:
                raise ValueError(f"{MOST} copies lie there already")
            write_whole(place, None, marked(raw))
        except (OSError, ValueError) as fault:
            if self._told:
                return None
            self._told = True
            reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            beside = place or self.path
            return f"{beside}: what is not saved cannot be kept there: {reason}; save now and then"
        self.kept, self.own, self._told = raw, place, False
        return None

    def adopt(self, place: Path) -> None:
        """Go on with what was left, in its place, which is this session's from now on."""
        if self.own is None:
            self.own, self.kept, self._written = place, None, float("-inf")
        else:
            self.throw(place)

    def set_aside(self, place: Path) -> Path:
        """Give what an earlier session left another name, under which it is offered no more; which."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.{number}{ENDING}")).exists():
            number += 1
        place.replace(aside)
        return aside

    def throw(self, place: Path) -> None:
        """Take a copy away that was left."""
        with suppress(OSError):
            place.unlink(missing_ok=True)

    def drop(self) -> None:
        """Take this session's own copy away, and no other's."""
        if self.own is not None:
            self.throw(self.own)
        self.kept = self.own = None
