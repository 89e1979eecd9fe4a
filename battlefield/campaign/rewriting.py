"""Writes what changed into a campaign file: the values that are different, and nothing beside them.

Each value is replaced at the bytes where the file's syntax tree has it, and new tables are put behind the last of their
kind; comments, order, spacing, line ends and a byte order mark stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.campaign.ledger import Campaign, Fought, Kept
from battlefield.campaign.reading import loads
from battlefield.scenario.patching import Patch, parted, patched, toml_text
from battlefield.scenario.scenario import ScenarioError
from battlefield.scenario.whereabouts import Whereabouts


def rewritten(raw: bytes, before: Campaign, now: Campaign) -> bytes:
    """The bytes of a campaign's file with what is different now; ValueError where the file cannot say it.

    `before` is what the bytes say. What comes out is read again, and must say exactly what `now` does.
    """
    body = parted(raw)[1]
    places = Whereabouts(body.decode("utf-8"))
    edits = [*_cards(places, before, now), *_artifacts(places, body, before, now)]
    edits += _new_tables(places, body, before, now)
    made = patched(raw, edits)
    try:
        same = loads(made, before.path) == now
    except ScenarioError as fault:
        raise ValueError(f"the change cannot be written, and the file is left as it is: {fault}") from None
    if not same:
        raise ValueError(f"{before.path}: the change cannot be written into this file; it is left as it is")
    return made


def _cards(places: Whereabouts, before: Campaign, now: Campaign) -> Iterator[Patch]:
    for index, (unit, card) in enumerate(before.cards.items()):
        points = now.cards[unit].crusade_points
        if points != card.crusade_points:
            yield Patch(*places.value_bytes(("cards", index, "crusade_points")), str(points))


def _artifacts(places: Whereabouts, body: bytes, before: Campaign, now: Campaign) -> Iterator[Patch]:
    for index, (name, was) in enumerate(before.artifacts.items()):
        kept = now.artifacts[name]
        if (was.holder, was.state) == (kept.holder, kept.state):
            continue
        old, new = _key(was), _key(kept)
        path, text = ("artifacts", index, old), toml_text(kept.holder or kept.state or "")
        start, stop = places.value_bytes(path)
        if old != new:
            key, behind = places.key_bytes(path)
            text = _other_key(body[key:behind], new, body[behind:start].decode("utf-8")) + text
            start = key
        yield Patch(start, stop, text)


def _other_key(old: bytes, new: str, between: str) -> str:
    """A key in the place of another, and what stands between it and its value; "=" stays in its column if it can."""
    room = len(between) - len(between.lstrip(" ")) - 1
    longer = min(max(len(new) - len(old), 0), max(room, 0))
    return new.ljust(len(old)) + between[longer:]


def _new_tables(places: Whereabouts, body: bytes, before: Campaign, now: Campaign) -> Iterator[Patch]:
    """The tables that are new, each list's behind the last one that is there; at one place artifacts come first."""
    artifacts = [_artifact_table(kept) for name, kept in now.artifacts.items() if name not in before.artifacts]
    battles = [_battle_table(battle) for battle in now.battles[len(before.battles) :]]
    texts: dict[int, str] = {}
    for key, there, tables in (("artifacts", before.artifacts, artifacts), ("battles", before.battles, battles)):
        if tables:
            at = places.end_of_table((key, len(there) - 1)) if there else len(body)
            texts[at] = texts.get(at, "") + "".join("\n" + table for table in tables)
    for at, text in texts.items():
        yield Patch(at, at, text if body[at - 1 : at] == b"\n" else "\n" + text)


def _artifact_table(kept: Kept) -> str:
    lines = [
        f"name     = {toml_text(kept.name)}",
        f"{_key(kept):<8} = {toml_text(kept.holder or kept.state or '')}",
    ]
    if kept.carriers:
        lines.append(f"carriers = [{', '.join(map(toml_text, kept.carriers))}]")
    if kept.one_use:
        lines.append("one_use  = true")
    return "\n".join(["[[artifacts]]", *lines, ""])


def _battle_table(battle: Fought) -> str:
    lines = [
        f"title   = {toml_text(battle.title)}",
        f"log     = {toml_text(battle.log)}",
        f"chain   = {toml_text(battle.chain)}",
    ]
    if battle.course:
        lines.append(f"course  = {toml_text(battle.course)}")
    changes = [f"    {toml_text(each)}," for each in battle.changes]
    lines += ["changes = [", *changes, "]"] if changes else ["changes = []"]
    return "\n".join(["[[battles]]", *lines, ""])


def _key(kept: Kept) -> str:
    return "state" if kept.holder is None else "holder"
