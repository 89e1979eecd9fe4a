"""Writes what changed into a campaign file: the values that are different, and nothing beside them.

Each value is replaced at the bytes where the file's syntax tree has it, and new tables are put behind the last of their
kind; comments, order, spacing, line ends and a byte order mark stay as they are.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from battlefield.campaign.ledger import Campaign, Fought, Kept
from battlefield.campaign.reading import loads
from battlefield.scenario.scenario import ScenarioError
from battlefield.scenario.whereabouts import Whereabouts

_MARK = b"\xef\xbb\xbf"
_BEFORE_COMMENT = re.compile(rb" +(?=#)")
_Edit = tuple[int, int, str]


def rewritten(raw: bytes, before: Campaign, now: Campaign) -> bytes:
    """The bytes of a campaign's file with what is different now; ValueError where the file cannot say it.

    `before` is what the bytes say. What comes out is read again, and must say exactly what `now` does.
    """
    mark, body = (_MARK, raw[len(_MARK) :]) if raw.startswith(_MARK) else (b"", raw)
    places = Whereabouts(body.decode("utf-8"))
    end = "\r\n" if body.partition(b"\n")[0].endswith(b"\r") else "\n"
    edits = [*_cards(places, body, before, now), *_artifacts(places, body, before, now)]
    edits += _new_tables(places, body, before, now)
    made = body
    for start, stop, text in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        made = made[:start] + text.replace("\n", end).encode("utf-8") + made[stop:]
    made = mark + made
    try:
        same = loads(made, before.path) == now
    except ScenarioError as fault:
        raise ValueError(f"the change cannot be written, and the file is left as it is: {fault}") from None
    if not same:
        raise ValueError(f"{before.path}: the change cannot be written into this file; it is left as it is")
    return made


def write_whole(path: Path, was: bytes, now: bytes) -> None:
    """Write a file whole or not at all: beside its place as NAME.part, then moved into it.

    OSError when it cannot be written, ValueError when it is no longer what it was; it is then left as it is.
    """
    place = path.resolve()
    if not os.access(place, os.W_OK):
        raise ValueError(f"{path}: the file may not be written; it is left as it is")
    part = place.with_name(place.name + ".part")
    try:
        part.write_bytes(now)
        shutil.copymode(place, part)
        if place.read_bytes() != was:
            raise ValueError(f"{path}: the file has been changed meanwhile; it is left as it is")
        part.replace(place)
    finally:
        if part.is_file():
            part.unlink()


def _cards(places: Whereabouts, body: bytes, before: Campaign, now: Campaign) -> Iterator[_Edit]:
    for index, (unit, card) in enumerate(before.cards.items()):
        points = now.cards[unit].crusade_points
        if points != card.crusade_points:
            yield _value(body, places.value_bytes(("cards", index, "crusade_points")), str(points))


def _artifacts(places: Whereabouts, body: bytes, before: Campaign, now: Campaign) -> Iterator[_Edit]:
    for index, (name, was) in enumerate(before.artifacts.items()):
        kept = now.artifacts[name]
        if (was.holder, was.state) == (kept.holder, kept.state):
            continue
        old, new = _key(was), _key(kept)
        path, text = ("artifacts", index, old), _text(kept.holder or kept.state or "")
        start, stop = places.value_bytes(path)
        if old != new:
            key, behind = places.key_bytes(path)
            text = _other_key(body[key:behind], new, body[behind:start].decode("utf-8")) + text
            start = key
        yield _value(body, (start, stop), text)


def _other_key(old: bytes, new: str, between: str) -> str:
    """A key in the place of another, and what stands between it and its value; "=" stays in its column if it can."""
    room = len(between) - len(between.lstrip(" ")) - 1
    longer = min(max(len(new) - len(old), 0), max(room, 0))
    return new.ljust(len(old)) + between[longer:]


def _value(body: bytes, at: tuple[int, int], text: str) -> _Edit:
    """A value replaced; a comment behind it stays in its column while there is room."""
    start, stop = at
    space = _BEFORE_COMMENT.match(body, stop)
    if space is None:
        return start, stop, text
    longer = len(text) - len(body[start:stop].decode("utf-8"))
    return start, space.end(), text + " " * max(1, len(space[0]) - longer)


def _new_tables(places: Whereabouts, body: bytes, before: Campaign, now: Campaign) -> Iterator[_Edit]:
    """The tables that are new, each list's behind the last one that is there; at one place artifacts come first."""
    artifacts = [_artifact_table(kept) for name, kept in now.artifacts.items() if name not in before.artifacts]
    battles = [_battle_table(battle) for battle in now.battles[len(before.battles) :]]
    texts: dict[int, str] = {}
    for key, there, tables in (("artifacts", before.artifacts, artifacts), ("battles", before.battles, battles)):
        if tables:
            at = places.end_of_table((key, len(there) - 1)) if there else len(body)
            texts[at] = texts.get(at, "") + "".join("\n" + table for table in tables)
    for at, text in texts.items():
        yield at, at, text if body[at - 1 : at] == b"\n" else "\n" + text


def _artifact_table(kept: Kept) -> str:
    lines = [f"name     = {_text(kept.name)}", f"{_key(kept):<8} = {_text(kept.holder or kept.state or '')}"]
    if kept.carriers:
        lines.append(f"carriers = [{', '.join(map(_text, kept.carriers))}]")
    if kept.one_use:
        lines.append("one_use  = true")
    return "\n".join(["[[artifacts]]", *lines, ""])


def _battle_table(battle: Fought) -> str:
    lines = [f"title   = {_text(battle.title)}", f"log     = {_text(battle.log)}", f"chain   = {_text(battle.chain)}"]
    if battle.course:
        lines.append(f"course  = {_text(battle.course)}")
    changes = [f"    {_text(each)}," for each in battle.changes]
    lines += ["changes = [", *changes, "]"] if changes else ["changes = []"]
    return "\n".join(["[[battles]]", *lines, ""])


def _key(kept: Kept) -> str:
    return "state" if kept.holder is None else "holder"


def _text(text: str) -> str:
    """A text as TOML has it, which is as JSON has it but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
