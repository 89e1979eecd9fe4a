"""A player's copy of a log: what that player may not see is sealed, and the chain of digests still holds.

Floor 3. A line that is `for` others keeps its number and its digest, and nothing else. Such lines are salted, so that
trying every card against the digest finds nothing; the salts come from the seed, which the copy leaves out, with the
orders and with where the cards lay: of these it has a digest only. Source rule: artefakt.limit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

SEALED, READER, SALT = "sealed", "as", "salt"


class NoPlayerError(ValueError):
    """A copy for somebody who does not play; `names` are those who do."""

    def __init__(self, reader: str, names: tuple[str, ...]) -> None:
        super().__init__(f"no player is called {reader!r}; there is: {', '.join(names)}")
        self.reader = reader
        self.names = names


_SECRET = ("seed", "deal", "orders")
"""What a copy leaves out of the header's scenario."""


def compact(value: Mapping[str, Any]) -> str:
    """The one way a line is written."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def salt_of(seed: int, n: int) -> str:
    """What makes the digest of a line that not all may see impossible to guess, for whoever does not know the seed."""
    return sha256(f"{seed}/{n}/{SALT}".encode()).hexdigest()[:32]


def has_secrets(header: Mapping[str, Any]) -> bool:
    """Whether a log's header belongs to a game with hidden cards."""
    scenario = header.get("scenario")
    return SEALED in header or (isinstance(scenario, Mapping) and "deal" in scenario)


def public_header(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header without its secrets, which a digest stands for; the same of the log and of every copy of it."""
    if SEALED in header:
        return {key: value for key, value in header.items() if key != READER}
    scenario = header["scenario"]
    secret = {"seed": header["seed"], "scenario": {key: scenario[key] for key in _SECRET if key in scenario}}
    shown = {key: value for key, value in scenario.items() if key not in _SECRET}
    kept = {key: value for key, value in header.items() if key not in ("seed", "scenario")}
    return {**kept, SEALED: sha256(compact(secret).encode()).hexdigest()[:32], "scenario": shown}


def readable(header: Mapping[str, Any]) -> dict[str, Any]:
    """A copy's header with something in the place of what it leaves out, so that it is read as every other."""
    if SEALED not in header:
        return dict(header)
    return {**header, "seed": 0, "scenario": {**header["scenario"], "seed": 0}}


def players_of(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The players' names, as a header has them."""
    return tuple(str(each["name"]) for each in header["scenario"]["table"]["players"])


def copy_for(lines: Iterable[str], reader: str) -> Iterator[str]:
    """The lines of a log as a player may see them; where nothing is hidden, the log itself.

    ValueError for the name of no player, and for another player's copy.
    """
    every = iter(lines)
    first = next(every)
    header = json.loads(first)
    names = players_of(header)
    if reader not in names:
        raise NoPlayerError(reader, names)
    whose = header.get(READER)
    if whose is not None and whose != reader:
        raise ValueError(f"this is the copy of {whose}; what {reader} may see is not in it")
    if whose == reader or not has_secrets(header):
        yield first
        yield from every
        return
    yield compact({**public_header(header), READER: reader})
    for raw in every:
        line = json.loads(raw)
        hidden = "for" in line and reader not in line["for"]
        yield compact({"n": line["n"], "event": SEALED, "chain": line["chain"]}) if hidden else raw
