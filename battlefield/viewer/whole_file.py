"""A file that is there whole or not at all: written under another name, it takes its own when all went well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """The path to write to; what stood at the target stays there until all is written, and for good when it is not."""
    part = part_of(target)
    try:
        yield part
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def part_of(target: Path) -> Path:
    """What a file is called while it is written."""
    return target.with_name(target.name + ".part")


def put(target: Path, data: bytes) -> None:
    """Bytes into a file, whole or not at all."""
    with whole_file(target) as part:
        part.write_bytes(data)
