"""Taking things out of a file, with what has no meaning without them; what is behind a model in its unit moves up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from battlefield.editing.document import Document
from battlefield.editing.keys import replaced, with_key, without_item, without_key
from battlefield.editing.mentions import Named, named, names_of, told
from battlefield.editing.moving import Pen, height
from battlefield.scenario.forms import is_several
from battlefield.scenario.names import MODEL
from battlefield.scenario.patching import Patch, toml_text
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.workbench import Delete, EditError, Mention

Span = tuple[int, int]


def mentions_of(document: Document, names: Sequence[str]) -> tuple[Mention, ...]:
    """Every part of the file that names one of these things, each line once."""
    found: dict[int, Mention] = {}
    for each in _named(document, _whole(document, names)):
        mention = told(document, each)
        found.setdefault(mention.line, mention)
    return tuple(found[line] for line in sorted(found))


def deleted(document: Document, edit: Delete) -> Iterator[Patch]:
    """What takes things out, with what names them; EditError where that was not agreed to."""
    names = _whole(document, edit.names)
    mentions = list(_named(document, names))
    if mentions and not edit.with_mentions:
        said = "; ".join(f"line {each.line}: {each.says}" for each in mentions_of(document, edit.names))
        raise EditError(f"{', '.join(names)} is named elsewhere: {said}")
    tables = [document.table(each) for each in names if document.kind(each) != MODEL]
    fates = {(each.fate, each.whole): each for each in mentions}
    gone = [whole for fate, whole in fates if fate in ("order", "expectation")]
    yield from cut_out(document, [*tables, *gone])
    for each in fates.values():
        if not any(each.whole[: len(path)] == path for path in (*tables, *gone)):
            yield from _made_good(document, each)
    for unit in {document.unit_of(each): None for each in names if document.kind(each) == MODEL}:
        models = [each for each in names if document.kind(each) == MODEL and document.unit_of(each) == unit]
        gone_too = [*tables, *gone, *(each.whole for each in fates.values())]
        yield from _without_model(document, unit, models[0], gone_too)


def cut_out(document: Document, paths: Iterable[Path]) -> Iterator[Patch]:
    """What takes whole tables out, with the empty lines behind them; comments between tables stay."""
    spans: list[Span] = []
    for path in paths:
        headed = document.places.headed_tables(path)
        if not headed:
            yield without_item(document, path)
        spans += [(start, stop) for _, start, stop in headed]
    body = document.body
    joined: list[Span] = []
    for start, stop in sorted(spans):
        rest = len(body[stop:]) - len(body[stop:].lstrip(b" \t\r\n"))
        end = stop + rest
        if end < len(body):  # whole lines only: the indent of what follows stays
            end = max(body.rfind(b"\n", stop, end) + 1, stop)
        else:
            start = len(body[:start].rstrip(b" \t\r\n"))
            start = body.find(b"\n", start) + 1 or start
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    yield from (Patch(start, stop, "") for start, stop in joined)


def _whole(document: Document, names: Sequence[str]) -> tuple[str, ...]:
    """The things that go: the unit in place of its only model, no model beside its unit."""
    whole: dict[str, None] = {}
    for name in names:
        known = name
        if document.kind(name) == MODEL:
            unit = document.unit_of(name)
            known = unit if len(document.models(unit)) == 1 else document.known(name)
        whole[known] = None
    return tuple(each for each in whole if document.kind(each) != MODEL or document.unit_of(each) not in whole)


def _named(document: Document, names: Sequence[str]) -> Iterator[Named]:
    every = frozenset(each for name in names for each in names_of(document, name))
    own: list[Path] = []
    for name in names:
        table = document.table(name)
        is_model = document.kind(name) == MODEL
        own.append((*table, "models", name.rpartition("/")[2]) if is_model else table)
        if is_model and document.placed(name) and not document.wish(name)[1]:
            own.append(document.wish(name)[0].path)
    yield from named(document, every, own)


def _made_good(document: Document, found: Named) -> Iterator[Patch]:
    """What is written in place of a naming that is not taken out with what it stands in."""
    match found.fate:
        case "place":
            yield from _by_coordinates(document, found.whole)
        case "carrier":
            pose = document.pose(document.value(found.path))
            (start, end), (value, stop) = document.places.key_bytes(found.path), document.places.value_bytes(found.path)
            wide, between = len("carrier"), document.body[end:value].decode("utf-8")
            inline = document.places.written_as(found.path[:-1]) != "headed"
            lies = f'{", " if inline else chr(10)}{"state".ljust(wide)}{between}"field"'
            yield Patch(start, stop, f"{'at'.ljust(wide)}{between}{Pen(exact=True).point(pose)}{lies}")
        case "transport":
            start, stop = document.places.key_bytes(found.path)[0], document.places.value_bytes(found.path)[1]
            yield Patch(start, stop, "reserves = true")
        case "leads":
            yield without_key(document, found.path)


def _by_coordinates(document: Document, path: Path) -> Iterator[Patch]:
    """What writes a relative place out where it is."""
    for name, wanted in document.layout.wanted.items():
        first = path == (*wanted.path, "first")
        if path == wanted.path or first:
            inside = [each for each in wanted.for_models if each not in wanted.elsewhere]
            if first and inside[:1] != list(wanted.for_models[:1]):
                raise EditError(f"{quoted(name)} leans on it: give it a place of its own first")
            known = inside[0] if first else name
            pose, facing = document.pose(known), document.value(path).get("facing")
            text = Pen(exact=True).point(pose, height(document, known, pose))
            yield replaced(
                document, path, text if facing is None else f"{{ at = {text}, facing = {Pen().figure(facing)} }}"
            )
            return
    raise EditError(f"line {document.places.of(path).line} leans on it: give that a place of its own first")


# --- one model of several ---


def _without_model(document: Document, unit: str, model: str, gone: Sequence[Path]) -> Iterator[Patch]:
    count, number = len(document.models(unit)), int(model.rpartition("/")[2])
    table = document.table(unit)
    if any("models" in each for each in _profiles(document, unit)):
        raise EditError(f"a profile of {quoted(unit)} speaks of single models: take {model} out by hand")
    yield from _fewer_places(document, unit, number, count)
    for n in range(number, count + 1):
        path = (*table, "models", str(n))
        if n == number and document.says(path):
            headed = document.places.written_as(path) == "headed"
            yield from cut_out(document, [path]) if headed else [without_key(document, path)]
        elif document.says(path):
            yield Patch(*document.places.key_bytes(path), str(n - 1))
    later = {f"{unit}/{n}": f"{unit}/{n - 1}" for n in range(number + 1, count + 1)}
    for each in named(document, later):
        if not any(each.path[: len(path)] == path for path in gone):
            span = (document.places.key_bytes if each.as_key else document.places.value_bytes)(each.path)
            yield Patch(*span, toml_text(later[each.name]))


def _profiles(document: Document, unit: str) -> Iterator[dict[str, object]]:
    """The profiles that a unit takes, as they are written."""
    name = document.value(document.table(unit)).get("profile")
    while name is not None:
        profile = document.tables.get("profiles", {}).get(name, {})
        yield profile
        name = profile.get("profile")


def _fewer_places(document: Document, unit: str, number: int, count: int) -> Iterator[Patch]:
    draft, table = document.layout.drafts[unit], document.table(unit)
    at = draft.said.get("at")
    own = at is not None and at[:2] == table
    if own and at is not None and is_several(document.value(at)):
        yield without_item(document, (*at, number - 1))
        yield from counted(document, unit, count - 1, needed=False)
    elif at is None or (draft.grid is not None and number == count):
        yield from counted(document, unit, count - 1, needed=True)
    else:
        text = written_out(document, [each for n, each in enumerate(draft.unit.models, start=1) if n != number])
        yield replaced(document, at, text) if own else with_key(document, table, "at", text)
        yield from counted(document, unit, count - 1, needed=False)


def counted(document: Document, unit: str, count: int, *, needed: bool) -> Iterator[Patch]:
    """Another number of models, where the file says one, or where it is `needed`."""
    table, said = document.table(unit), document.layout.drafts[unit].said.get("count")
    if said is not None and said[:2] == table:
        yield replaced(document, said, str(count))
    elif needed or said is not None:
        yield with_key(document, table, "count", str(count))


def written_out(document: Document, models: Iterable[str], more: Sequence[str] = ()) -> str:
    """The places of models as a list of coordinates, as exact as they are, and some more."""
    texts = [
        Pen(exact=True).point(pose, height(document, each, pose)) for each in models if (pose := document.pose(each))
    ]
    return f"[{', '.join([*texts, *more])}]"
