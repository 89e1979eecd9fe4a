"""Where each part of a scenario file stands: line and column, columns in characters.

Reads the file's syntax tree; what it cannot place, it places at the table around it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from battlefield.scenario.scenario import Source

if TYPE_CHECKING:
    from tree_sitter import Node

Path = tuple[str | int, ...]
START = Source(1, 1)


@dataclass(slots=True)
class _Mark:
    """Something in the file: its key, its value, whether it has a header, and what is known to lie in it."""

    key: Node | None = None
    value: Node | None = None
    header: bool = False
    held: dict[str | int, _Mark] = field(default_factory=dict)
    opened: bool = False


class Whereabouts:
    """The places of a text's tables, keys and values. A path is like ("units", 3, "at", 0)."""

    def __init__(self, text: str) -> None:
        import tree_sitter_toml  # late: it costs more than the rest of a small file
        from tree_sitter import Language, Parser

        self._raw = text.encode("utf-8")
        self._lines = self._raw.split(b"\n")
        self._root = _Mark()
        self._headed: list[tuple[Path, Node]] = []
        tree = Parser(Language(tree_sitter_toml.language())).parse(self._raw)
        for node in tree.root_node.named_children:
            if node.type == "pair":
                self._pair(self._root, node)
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def of(self, path: Path, *, key: bool = False) -> Source:
        """Where the value at a path begins (its key, if asked for), else the nearest thing around it."""
        mark = self._root
        for part in path:
            inner = self._held(mark).get(part)
            if inner is None:
                return self._source(mark.value or mark.key)
            mark = inner
        return self._source((mark.key if key else mark.value) or mark.key or mark.value)

    def has_header(self, path: Path) -> bool:
        """Whether the table at a path has a header of its own, so that keys may fall into it."""
        mark = self._root
        for part in path:
            inner = self._held(mark).get(part)
            if inner is None:
                return False
            mark = inner
        return mark.header

    def value_bytes(self, path: Path) -> tuple[int, int]:
        """From which byte to which (left out) of the text's UTF-8 the value at a path stands; KeyError for none."""
        mark = self._mark(path)
        if mark.value is None:
            raise KeyError(path)
        return mark.value.start_byte, mark.value.end_byte

    def key_bytes(self, path: Path) -> tuple[int, int]:
        """From which byte to which the key of the value at a path stands; KeyError for none."""
        mark = self._mark(path)
        if mark.key is None:
            raise KeyError(path)
        return mark.key.start_byte, mark.key.end_byte

    def end_of_table(self, path: Path) -> int:
        """The byte behind the line on which a table's last value ends; KeyError when there is no such table."""
        node = self._mark(path).value
        if node is None:
            raise KeyError(path)
        return self._end(node)

    def end_of_line(self, path: Path) -> int:
        """The byte behind the line on which the value at a path ends; KeyError for none."""
        return self._behind(self.value_bytes(path)[1])

    def written_as(self, path: Path) -> str:
        """How it is written: "headed" (a table with a header), "inline", "list", "dotted", "value"; "" for nothing."""
        try:
            mark = self._mark(path)
        except KeyError:
            return ""
        if mark.header:
            return "headed"
        kind = "" if mark.value is None else mark.value.type
        return {"": "dotted", "inline_table": "inline", "array": "list"}.get(kind, "value")

    def headed_tables(self, path: Path) -> list[tuple[Path, int, int]]:
        """Every table with a header at a path or below it, in the order of the file.

        Each with its path, the byte at which the line of its header begins, and the byte behind its last value's line.
        """
        found = [(each, node) for each, node in self._headed if each[: len(path)] == path]
        return [(each, self._raw.rfind(b"\n", 0, node.start_byte) + 1, self._end(node)) for each, node in found]

    def pairs(self, path: Path) -> list[tuple[int, int, int, int]]:
        """The keys that stand in a table, in their order: from which byte to which the key, and the value, stands."""
        node = self._mark(path).value
        found = [] if node is None else [each for each in node.named_children if each.type == "pair"]
        parts = [[part for part in each.named_children if part.type != "comment"] for each in found]
        return [(key.start_byte, key.end_byte, value.start_byte, value.end_byte) for key, value in parts]

    def _end(self, node: Node) -> int:
        pairs = [each for each in node.named_children if each.type == "pair"]
        return self._behind(pairs[-1].named_children[1].end_byte if pairs else node.named_children[0].end_byte)

    def _behind(self, byte: int) -> int:
        end = self._raw.find(b"\n", byte)
        return len(self._raw) if end < 0 else end + 1

    def _mark(self, path: Path) -> _Mark:
        mark = self._root
        for part in path:
            mark = self._held(mark)[part]
        return mark

    def header(self, path: Path) -> str:
        """The header of the table at a path, as it is written in the file."""
        names = ".".join(str(part) for part in path if isinstance(part, str))
        return f"[[{names}]]" if path and isinstance(path[-1], int) else f"[{names}]"

    def _table(self, node: Node) -> None:
        names, rest = node.named_children[0], node.named_children[1:]
        mark = self._root
        parts = _key_parts(names)
        path: list[str | int] = []
        for index, (name, part) in enumerate(parts):
            mark = mark.held.setdefault(name, _Mark(key=part))
            path.append(name)
            if index < len(parts) - 1 and mark.held and all(isinstance(each, int) for each in mark.held):
                path.append(len(mark.held) - 1)
                mark = mark.held[len(mark.held) - 1]
        if node.type == "table_array_element":
            path.append(len(mark.held))
            mark = mark.held.setdefault(len(mark.held), _Mark(key=node))
        self._headed.append((tuple(path), node))
        mark.value, mark.header, mark.opened = node, True, True
        for pair in rest:
            if pair.type == "pair":
                self._pair(mark, pair)

    def _pair(self, mark: _Mark, node: Node) -> None:
        inner = [each for each in node.named_children if each.type != "comment"]
        if len(inner) < 2:
            return
        for name, part in _key_parts(inner[0]):
            mark.opened = True
            mark = mark.held.setdefault(name, _Mark(key=part))
        mark.value = inner[1]

    def _held(self, mark: _Mark) -> dict[str | int, _Mark]:
        """What lies in a list or an inline table, looked into when it is asked for."""
        if not mark.opened and mark.value is not None:
            mark.opened = True
            children = [each for each in mark.value.named_children if each.type != "comment"]
            if mark.value.type == "array":
                mark.held.update({n: _Mark(value=child) for n, child in enumerate(children)})
            elif mark.value.type == "inline_table":
                for child in children:
                    if child.type == "pair":
                        self._pair(mark, child)
        return mark.held

    def _source(self, node: Node | None) -> Source:
        if node is None:
            return START
        row, column = node.start_point
        line = self._lines[row] if row < len(self._lines) else b""
        return Source(row + 1, len(line[:column].decode("utf-8", "replace")) + 1)


def _key_parts(node: Node) -> list[tuple[str, Node]]:
    """The names of a key, dotted or not, each with its place."""
    parts: list[tuple[str, Node]] = []
    while node.type == "dotted_key" and node.named_children:
        *front, last = node.named_children
        parts.append((_name(last), last))
        if not front:
            break
        node = front[0]
    else:
        parts.append((_name(node), node))
    return parts[::-1]


def _name(node: Node) -> str:
    text = (node.text or b"").decode("utf-8", "replace")
    if text[:1] not in ('"', "'"):
        return text
    try:
        return str(tomllib.loads(f"x = {text}")["x"])
    except tomllib.TOMLDecodeError:
        return text
