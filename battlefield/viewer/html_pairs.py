"""What the replay page knows to measure: certificates of pairs, made here by the one measure there is.

The page measures nothing itself. Each pair of things that stand on the table is measured in every state in which it
stands differently, as `battlefield measure` does it, and kept in words; a page of a large battle keeps the nearest
pairs and says up to where it knows them. Lines of sight hang on everything else on the table and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from math import floor, hypot
from typing import Any, NamedTuple

from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.geometry.areas import area_bounds
from battlefield.geometry.measure import bounds
from battlefield.geometry.shapes import Point
from battlefield.geometry.solids import Solid
from battlefield.judge import Judge
from battlefield.named import area_of
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.scene_hover import point_of
from battlefield.viewer.telling import against, figure, margin

MOST = 1500
"""So many certificates a page holds at most: about as much as all the rest of it."""
NOWHERE = (0.0, 0.0, 0.0, 0.0)
Key = tuple[object, ...]


class Pair(NamedTuple):
    """Two names as they stand somewhere: the state to ask, and a distance that they are apart at least."""

    state: State
    a: str
    b: str
    least: float


@dataclass(slots=True)
class Known:
    """The pairs of a recording, each once as it stands, and which of them stands in which state."""

    pairs: dict[Key, Pair] = field(default_factory=dict)
    states: list[list[Key]] = field(default_factory=list)


def pairs_data(recording: Recording, judge: Judge | None = None) -> dict[str, Any]:
    """`names`: what can be tapped. `certificates`: in words. `states`: after each event what has become known or is
    known otherwise, as [a, b, number], and -1 for what is known no more. `within`: inches up to which every pair is
    known; left out when all are. `carried`: after each event, who has which Artifact from then on, None for nobody.
    """
    known = _pairs(recording)
    kept, within = _nearest(known.pairs)
    found: list[list[Any]] = []
    numbers: dict[Key, int] = {}
    for key, pair in kept.items():
        bare, about = _measured(pair, judge)
        if within is None or _length(bare) <= within:
            numbers[key] = len(found)
            found.append(told(bare, about))
    names = list(dict.fromkeys(name for key in numbers for name in (known.pairs[key].a, known.pairs[key].b)))
    places = {name: place for place, name in enumerate(names)}
    out: dict[str, Any] = {"names": names, "certificates": found, "states": []}
    before: dict[tuple[int, int], int] = {}
    for keys in known.states:
        pairs = [(known.pairs[key], numbers[key]) for key in keys if key in numbers]
        now = {(places[pair.a], places[pair.b]): number for pair, number in pairs}
        changed = [[*pair, number] for pair, number in now.items() if before.get(pair) != number]
        out["states"].append([*changed, *([*pair, -1] for pair in before if pair not in now)])
        before = now
    if within is not None:
        out["within"] = within
    out["carried"] = _carried(recording)
    return out


def told(bare: Certificate, about: tuple[Certificate, ...]) -> list[Any]:
    """A certificate in words: the distance, rows of name and value, the line to draw, what each rule says."""
    details = bare.details
    rows = [[name, f"{figure(details[name])} in"] for name in ("horizontal", "vertical")
            if isinstance(details.get(name), float | int)]  # fmt: skip
    ends = [point_of(details.get(key)) for key in ("here", "there")]
    for name, end in zip(("here", "there"), ends, strict=True):
        if end is not None:
            rows.append([name, f"({end[0]:.6f}, {end[1]:.6f})"])
    rows.append(["error", f"at most {bare.error:.0e} in" if bare.error else "none"])
    if bare.rulings:
        rows.append(["rulings", ", ".join(bare.rulings)])
    line = (ends[0], *details.get("corners", ()), ends[1]) if all(ends) else ()
    points = [[round(float(part), 3) for part in point[:2]] for point in line if point is not None]
    rules = [
        [each.rule, against(each), "" if each.margin is None else margin(each.margin), each.verdict or "",
         ", ".join(each.rulings)]
        for each in about
    ]  # fmt: skip
    return [figure(_length(bare)), rows, points, rules]


def _length(bare: Certificate) -> float:
    value = bare.details.get("distance", bare.value)
    return float(value[0] if isinstance(value, tuple) else value)


def _measured(pair: Pair, judge: Judge | None) -> tuple[Certificate, tuple[Certificate, ...]]:
    """The pair as `battlefield measure` tells it, without sight; without a judge the bare distance."""
    if judge is not None:
        with suppress(ValueError):  # a log of another program may lack what a rule goes by
            bare, about = judge.measure(pair.state, pair.a, pair.b)
            return bare, tuple(each for each in about if each.measure != "sight")
    a, b = (pair.b, pair.a) if area_of(pair.state, pair.a) is not None else (pair.a, pair.b)
    return gap_between(pair.state, "measure.distance", a, b), ()


def _pairs(recording: Recording) -> Known:
    known = Known()
    for state in recording.states:
        things = list(_things(state))
        keys: list[Key] = []
        for (a, one, facts), (b, other, more) in combinations(things, 2):
            if one is None and other is None:
                continue  # two areas: neither has a footprint
            key: Key = (a, b, one, other, facts, more, id(state.terrain) if state.boarding else 0)
            if key not in known.pairs:
                known.pairs[key] = Pair(state, a, b, _least(_round(state, a, one), _round(state, b, other)))
            keys.append(key)
        known.states.append(keys)
    return known


def _carried(recording: Recording) -> list[dict[str, str | None]]:
    """Who carries which Artifact from a state on: it is where its carrier is, and is measured so."""
    changes: list[dict[str, str | None]] = []
    before: dict[str, str | None] = {}
    for state in recording.states:
        now = {each.name: each.carrier for each in state.artifacts.values()}
        changes.append({name: who for name, who in now.items() if before.get(name) != who})
        before = now
    return changes


def _things(state: State) -> Iterator[tuple[str, Solid | None, Key]]:
    """What can be tapped in a state: its name, its footprint where it has one, and what else its rules go by."""
    marks: dict[str, Key] = {}
    for token in state.tokens.values():
        marks[token.holder] = (*marks.get(token.holder, ()), (token.name, token.value))
    for model in state.on_board():
        yield model.name, model.solid, marks.get(model.name, ())
    for artifact in state.lying():
        yield artifact.name, artifact.solid, (artifact.status, *marks.get(artifact.name, ()))
    for marker in state.markers.values():
        yield marker.name, marker.solid, ()
    taken = {*state.models, *state.units, *state.artifacts, *state.markers}
    for terrain in state.terrain:
        if terrain.name not in taken:
            yield terrain.name, None, ()


def _least(one: tuple[Point, float], other: tuple[Point, float]) -> float:
    """A distance that two things are apart at least, by the circles round them."""
    (ax, ay), far = one
    (bx, by), further = other
    return max(0.0, hypot(ax - bx, ay - by) - far - further)


def _round(state: State, name: str, solid: Solid | None) -> tuple[Point, float]:
    """A circle round a footprint, or round the area of that name."""
    area = None if solid is not None else area_of(state, name)
    x0, y0, x1, y1 = bounds(solid.shape) if solid is not None else area_bounds(area) if area is not None else NOWHERE
    return ((x0 + x1) / 2, (y0 + y1) / 2), hypot(x1 - x0, y1 - y0) / 2


def _nearest(pairs: dict[Key, Pair]) -> tuple[dict[Key, Pair], float | None]:
    """As many pairs as a page holds, those that can be nearest; and up to where none is missing, None for ever."""
    if len(pairs) <= MOST:
        return pairs, None
    ranked = sorted(pairs.items(), key=lambda each: each[1].least)
    within = floor(ranked[MOST][1].least * 10) / 10
    return {key: pair for key, pair in ranked if pair.least <= within}, within
