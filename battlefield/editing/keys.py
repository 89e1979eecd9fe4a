"""Keys and tables put into a file and taken out of it, in the file's own style."""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.editing.document import Document
from battlefield.scenario.patching import Patch
from battlefield.scenario.whereabouts import Path
from battlefield.workbench import EditError

Lines = Sequence[tuple[str, str]]
"""The keys of a new table and the texts of their values."""


def replaced(document: Document, path: Path, text: str) -> Patch:
    """Another text for the value at a path."""
    return Patch(*document.places.value_bytes(path), text)


def with_key(document: Document, table: Path, key: str, text: str) -> Patch:
    """One more key in a table, behind its last one; its "=" stands below the others."""
    how = document.places.written_as(table)
    pairs = document.places.pairs(table) if how in ("headed", "inline") else []
    if how == "inline":
        if pairs:
            return Patch(pairs[-1][3], pairs[-1][3], f", {key} = {text}")
        start, stop = document.places.value_bytes(table)
        return Patch(start, stop, f"{{ {key} = {text} }}")
    if how != "headed":
        raise EditError(f"{'.'.join(map(str, table))} is written in a way that is to be changed by hand")
    at = document.places.end_of_table(table)
    indent = ""
    widths = {value - start for start, _, value, _ in pairs}
    if pairs:
        first = pairs[0][0]
        indent = " " * (first - document.body.rfind(b"\n", 0, first) - 1)
    width = widths.pop() if len(widths) == 1 else 0
    return line(document, at, f"{indent}{key.ljust(width - 2) if len(key) < width - 2 else key + ' '}= {text}")


def line(document: Document, at: int, text: str) -> Patch:
    """One or more whole lines put in before a byte that begins a line, or behind the file's last line."""
    whole = document.body[at - 1 : at] in (b"\n", b"")
    return Patch(at, at, f"{text}\n" if whole else f"\n{text}")


def without_key(document: Document, path: Path) -> Patch:
    """A key taken out of its table: its line, with what is said behind it, or its part of an inline table."""
    body, pairs = document.body, document.places.pairs(path[:-1])
    start, stop = document.places.key_bytes(path)[0], document.places.value_bytes(path)[1]
    if document.places.written_as(path[:-1]) == "headed":
        begin = body.rfind(b"\n", 0, start) + 1
        return Patch(begin, document.places.end_of_line(path), "")
    return _without_part(start, stop, [(each[0], each[3]) for each in pairs])


def without_item(document: Document, path: Path) -> Patch:
    """One part taken out of a list."""
    *before, index = path
    count = len(document.value(tuple(before)))
    spans = [document.places.value_bytes((*before, n)) for n in range(count)]
    start, stop = spans[int(index)]
    body = document.body
    found = _without_part(start, stop, spans)
    lone = body.rfind(b"\n", 0, start) + 1
    end = body.find(b"\n", stop)
    if b"\n" in body[found.start : found.stop] and not body[lone:start].strip() and end >= 0:
        rest = body[stop:end].strip()
        if rest in (b"", b",") or rest.lstrip(b", ").startswith(b"#"):  # it has a line of its own
            return Patch(lone, end + 1, "")
    return found


def _without_part(start: int, stop: int, spans: Sequence[tuple[int, int]]) -> Patch:
    """What is cut out with one of several parts that commas divide."""
    index = list(spans).index((start, stop))
    if index + 1 < len(spans):
        return Patch(start, spans[index + 1][0], "")
    return Patch(spans[index - 1][1] if index else start, stop, "")


def aligned(document: Document, kind: str) -> bool:
    """Whether the tables of a list have their "=" one below the other; so too where there are none yet."""
    tables = [path for path, _, _ in document.places.headed_tables((kind,)) if len(path) == 2]
    if not tables:
        return True
    for path in reversed(tables):
        pairs = document.places.pairs(path)
        if len({stop - start for start, stop, _, _ in pairs}) > 1:
            return len({value - start for start, _, value, _ in pairs}) == 1
    return False


def table_text(header: str, lines: Lines, *, align: bool) -> str:
    """A new table: its header and a line for each key."""
    width = max(len(key) for key, _ in lines) if align else 0
    return "\n".join([header, *(f"{key.ljust(width)} = {text}" for key, text in lines)])


def new_table(document: Document, kind: str, text: str, before: Sequence[str]) -> Patch:
    """A table put behind the last of its list; where there is none, behind the last of the lists `before` it."""
    for each in (kind, *before):
        found = document.places.headed_tables((each,))
        if found:
            at = found[-1][2]
            break
        if document.places.written_as((each,)):
            if each != kind:
                continue
            raise EditError(f"{each} is written as one list; put a new one in by hand, as [[{each}]]")
    else:
        at = len(document.body)
    body = document.body
    missing = "" if body[at - 1 : at] in (b"\n", b"") else "\n"
    loose = "\n" if body[at:].lstrip(b"\r\n") and not body[at:].startswith((b"\n", b"\r\n")) else ""
    return Patch(at, at, f"{missing}\n{text}\n{loose}")
