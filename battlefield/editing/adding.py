"""New units, models, terrain, Artifacts and objective markers, and second ones like those that are there."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from battlefield.editing.deleting import counted, written_out
from battlefield.editing.document import LISTS, Document
from battlefield.editing.keys import aligned, line, new_table, replaced, table_text, with_key
from battlefield.editing.mentions import names_of
from battlefield.editing.moving import Pen
from battlefield.geometry.shapes import Pose
from battlefield.scenario.forms import is_several, plain_name
from battlefield.scenario.names import MODEL, UNIT
from battlefield.scenario.order_entries import OLD, SCROLLHAMMER
from battlefield.scenario.patching import Patch, toml_text
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.workbench import (
    AddArtifact,
    AddModel,
    AddObjective,
    AddTerrain,
    AddUnit,
    Duplicate,
    EditError,
)

ROW = 5
"""Models in a row of a new unit."""
_BEFORE = {
    "terrain": ("players", "start", "board"),
    "units": ("profiles", "terrain", "players", "start", "board"),
    "artifacts": ("units", "terrain", "players"),
    "objectives": ("artifacts", "units", "terrain", "players"),
}


def fresh(document: Document, wanted: str) -> str:
    """A name that is free: the one that is wanted, else with a number behind it."""
    taken = set(document.each_name())
    stem, _, number = wanted.rpartition(" ")
    if not (stem and number.isdigit()):
        stem, number = wanted, "1"
    name, count = wanted, int(number)
    while name in taken:
        count += 1
        name = f"{stem} {count}"
    return name


def _new(document: Document, kind: str, lines: list[tuple[str, str]]) -> Patch:
    text = table_text(f"[[{kind}]]", lines, align=aligned(document, kind))
    return new_table(document, kind, text, _BEFORE[kind])


def new_unit(document: Document, edit: AddUnit) -> tuple[str, Patch]:
    """A unit in rows of five, behind the last one."""
    name = fresh(document, edit.name or (edit.profile or "unit").capitalize())
    first = Pen().point(Pose(edit.x, edit.y))
    rows = ceil(edit.count / ROW)
    grid = f"{{ grid = [{min(edit.count, ROW)}, {rows}], first = {first}, gap = 0.5 }}"
    lines = [("name", toml_text(name)), ("player", toml_text(edit.player))]
    lines.append(("base", toml_text(edit.base)) if edit.profile is None else ("profile", toml_text(edit.profile)))
    lines.append(("at", first if edit.count == 1 else grid))
    if edit.count % ROW and edit.count > ROW:
        lines.append(("count", str(edit.count)))
    return name, _new(document, "units", lines)


def new_terrain(document: Document, edit: AddTerrain) -> tuple[str, Patch]:
    """A terrain feature of a usual size, round a place."""
    name, figure, x, y = fresh(document, edit.name or "Terrain"), Pen().figure, edit.x, edit.y
    corners = [(x - 3, y - 1), (x, y - 2.5), (x + 3, y - 1), (x + 2, y + 2), (x - 2, y + 2)]
    area = {
        "rect": f"{{ rect = [{figure(x - 3)}, {figure(y - 2)}, 6, 4] }}",
        "circle": f"{{ circle = [{figure(x)}, {figure(y)}, 2.5] }}",
        "polygon": f"{{ polygon = [{', '.join(f'[{figure(px)}, {figure(py)}]' for px, py in corners)}] }}",
        "line": f"{{ line = [[{figure(x - 3)}, {figure(y)}], [{figure(x + 3)}, {figure(y)}]], width = 0.25 }}",
    }[edit.shape]
    lines = [("name", toml_text(name))]
    if edit.traits:
        lines.append(("traits", f"[{', '.join(map(toml_text, edit.traits))}]"))
    if edit.height:
        lines.append(("height", figure(edit.height)))
    return name, _new(document, "terrain", [*lines, ("area", area)])


def new_artifact(document: Document, edit: AddArtifact) -> tuple[str, Patch]:
    """An Artifact on the field; the Relic where the file plays for that alone."""
    systems = document.layout.scenario.table.systems
    kind = "artifact" if OLD in systems else "relic" if SCROLLHAMMER in systems else None
    if kind is None:
        raise EditError(f'an Artifact needs "{OLD}" or "{SCROLLHAMMER}" among the rules at the top of the file')
    name = fresh(document, edit.name or ("Artifact" if kind == "artifact" else "Relic"))
    lines = [("name", toml_text(name)), ("at", Pen().point(Pose(edit.x, edit.y)))]
    lines.insert(1, ("kind", '"relic"')) if kind == "relic" else lines.append(("state", '"field"'))
    return name, _new(document, "artifacts", lines)


def new_objective(document: Document, edit: AddObjective) -> tuple[str, Patch]:
    """An objective marker."""
    name = fresh(document, edit.name or "Objective")
    lines = [("name", toml_text(name)), ("at", Pen().point(Pose(edit.x, edit.y)))]
    return name, _new(document, "objectives", lines)


# --- models ---


def new_model(document: Document, edit: AddModel, like: str | None = None) -> Iterator[Patch]:
    """One more model of a unit, behind its last; `like`: the model whose own keys it gets."""
    if document.kind(edit.unit) != UNIT:
        raise EditError(f"{quoted(edit.unit)} is no unit")
    draft, table = document.layout.drafts[edit.unit], document.table(edit.unit)
    count, point = len(draft.unit.models) + 1, Pen().point(Pose(edit.x, edit.y))
    at, extra = draft.said.get("at"), _own_keys(document, table, like)
    own = at is not None and at[:2] == table
    if draft.grid is not None and own and at is not None:
        columns, rows = document.value(at)["grid"]
        if columns * rows < count:
            yield replaced(document, (*at, "grid", 1), str(rows + 1))
        yield from counted(document, edit.unit, count, needed=columns * rows != count)
        extra.insert(0, ("at", point))
    elif at is None and draft.places:
        extra.insert(0, ("at", point))
        yield from counted(document, edit.unit, count, needed=False)
    elif at is None:
        yield from counted(document, edit.unit, count, needed=True)
    else:
        if own and is_several(document.value(at)):
            yield _behind_last(document, at, point)
        elif own:
            yield replaced(document, at, f"[{document.written(at)}, {point}]")
        else:
            yield with_key(document, table, "at", written_out(document, draft.unit.models, [point]))
        yield from counted(document, edit.unit, count, needed=False)
    if extra:
        end = document.places.headed_tables(table)
        if not end:
            raise EditError("units is written as one list; add the model by hand")
        header = f"[units.models.{count}]"
        yield line(document, end[-1][2], table_text(header, extra, align=aligned(document, "units")))


def _behind_last(document: Document, at: Path, point: str) -> Patch:
    last = (*at, len(document.value(at)) - 1)
    start, stop = document.places.value_bytes(last)
    begin = document.body.rfind(b"\n", 0, start) + 1
    indent = document.body[begin:start].decode("utf-8")
    return Patch(stop, stop, f", {point}" if indent.strip() else f",\n{indent}{point}")


def _own_keys(document: Document, table: Path, like: str | None) -> list[tuple[str, str]]:
    """The keys that a model has for itself alone, without its name and its place."""
    path = (*table, "models", (like or "").rpartition("/")[2])
    if like is None or not document.says(path):
        return []
    keys = [key for key in document.value(path) if key not in ("name", "at")]
    return [(key, document.written((*path, key))) for key in keys]


# --- second ones ---


def copied(document: Document, edit: Duplicate) -> tuple[str, list[Patch]]:
    """What puts a second one like a unit, terrain feature, Artifact or marker behind it, in the same place."""
    kind, path = document.kind(edit.name), document.table(edit.name)
    if kind == MODEL:
        raise EditError(f"{quoted(edit.name)} is a model")
    name = fresh(document, edit.name)
    headed = document.places.headed_tables(path)
    if not headed:
        raise EditError(f"{LISTS[kind]} is written as one list; duplicate {quoted(edit.name)} by hand")
    own = names_of(document, edit.name) if kind == UNIT else frozenset({edit.name})
    called = {each: _renamed(document, each, edit.name, name) for each in own}
    texts = []
    for table, start, stop in headed:
        patches = [each for each in _called_anew(document, table, called) if start <= each.start < stop]
        texts.append(_part(document, start, stop, patches).rstrip())
    at = headed[-1][2]
    gap = "\n" if document.body[: headed[0][1]].endswith((b"\n\n", b"\n\r\n")) or not headed[0][1] else ""
    return name, [line(document, at, gap + "\n".join(texts))]


def _renamed(document: Document, each: str, old: str, new: str) -> str:
    return new + each[len(old) :] if each == old or each.startswith(f"{old}/") else fresh(document, each)


def _called_anew(document: Document, table: Path, called: dict[str, str]) -> Iterator[Patch]:
    """The names in a table that are those of what is copied, or of its models."""
    waiting = [(document.value(table), table)]
    while waiting:
        value, path = waiting.pop()
        if isinstance(value, dict):
            waiting += [(each, (*path, key)) for key, each in value.items() if key not in ("keywords", "player")]
        elif isinstance(value, list):
            waiting += [(each, (*path, index)) for index, each in enumerate(value)]
        elif isinstance(value, str) and plain_name(value) in called and path[-1] in ("name", "from"):
            yield replaced(document, path, toml_text(called[plain_name(value)]))


def _part(document: Document, start: int, stop: int, patches: list[Patch]) -> str:
    made, at = [], start
    for each in sorted(patches):
        made += [document.body[at : each.start].decode("utf-8"), each.text]
        at = each.stop
    return "".join([*made, document.body[at:stop].decode("utf-8")]).replace("\r\n", "\n")
