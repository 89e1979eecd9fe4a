"""The least roll that makes a charge: for a model by its shortest way, for a unit with end places as witness.

Source rules: move.charge, move.charge_distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf

from battlefield.events.core import ChargeNeeds, ChargeWay
from battlefield.geometry.measure import TOLERANCE, within
from battlefield.geometry.shapes import Pose
from battlefield.rules.core.charge_places import end_places, standing
from battlefield.rules.core.coherency import coherency, neighbours_needed
from battlefield.rules.core.touching import Touching, charging_into_contact, engages
from battlefield.rules.core.ways_of import ModelWay, Ways, end_of
from battlefield.state import State

LEAST, MOST = 2, 12
WAYS_OF_2D6 = 36


@dataclass(frozen=True, slots=True)
class Reach:
    """What a charge of a unit at some targets needs.

    `bound`: no lower roll can do; None when no roll can. `roll`: the least for which end places were found, `ways` and
    `ends` are they. Where `roll` equals `bound` it is the least roll; else it lies between the two.
    `first`: the shortest way to each target, which gives the bound.
    """

    unit: str
    targets: tuple[str, ...]
    bound: int | None
    roll: int | None
    ways: tuple[ModelWay, ...]
    ends: dict[str, Pose]
    first: tuple[ModelWay, ...]

    @property
    def exact(self) -> bool:
        """Whether the bound and the roll found meet."""
        return self.bound == self.roll

    @property
    def chance(self) -> float:
        """The chance that 2D6 show at least the roll found; 0 when there is none."""
        return 0.0 if self.roll is None else chance_of(self.roll)


def chance_of(roll: int) -> float:
    """The exact chance that 2D6 show at least so much.

    >>> chance_of(7)
    0.5833333333333334
    """
    return sum(6 - abs(7 - total) for total in range(max(roll, LEAST), MOST + 1)) / WAYS_OF_2D6


def least_roll(length: float) -> int | None:
    """A length in inches, rounded up to a roll of 2D6; None beyond 12."""
    rolled = max(LEAST, ceil(length - TOLERANCE)) if length < inf else MOST + 1
    return rolled if rolled <= MOST else None


def reach_of(state: State, unit: str, targets: Sequence[str]) -> Reach:
    """The least roll with which a unit can charge these enemy units, with end places that show it."""
    finding = Ways(state, unit, frozenset(targets))
    here = [each for each in state.models_of(unit) if each.on_board]
    first: list[ModelWay] = []
    best: dict[str, dict[str, ModelWay]] = {}
    for target in targets:
        ways = [finding.to_engage(model, standing(state, target)) for model in here]
        best[target] = {each.model: each for each in ways}
        first.append(min(ways, key=lambda each: each.length))
    bound = least_roll(max(min(each.least for each in ways.values()) for ways in best.values()))
    for roll in range(bound or MOST + 1, MOST + 1):
        found = end_places(finding, here, tuple(targets), best, float(roll))
        if found is not None:
            ways_found, ends = found
            return Reach(unit, tuple(targets), bound, roll, tuple(ways_found), ends, tuple(first))
    return Reach(unit, tuple(targets), bound, None, (), {}, tuple(first))


def closing_in(state: State, reach: Reach, roll: float) -> tuple[ModelWay, ...]:
    """The ways of a charge that is made with a roll, in the order in which the models go, as close in as it allows.

    Each model goes into base contact where it can, given where those before it now stand (ruling B5), else to where it
    engages, else after the others. Where the unit so found would not be coherent, the end places of `reach` are kept
    for those that cannot do better one by one.
    """
    finding = Ways(state, reach.unit, frozenset(reach.targets))
    models = [state.models[each.model] for each in reach.ways]
    touching = charging_into_contact(finding, models, reach.targets, roll)
    start = _all_closing_in(touching, reach, roll) or (reach.ways, reach.ends)
    ways, ends = {each.model: each for each in start[0]}, dict(start[1])
    # One that goes on makes room, so those before it may find a place then; not where models are in one another's way.
    for _ in () if state.boarding else models:
        gone = dict(ends)
        for index, model in enumerate(models):
            if touching.touched(model, ends[model.name]) is None:
                found = touching.way(index, ends)
                if found is not None and found[0].way is not None:
                    ways[model.name] = found[0]
                    ends[model.name] = end_of(model, found[0])
        if ends == gone:
            break
    return tuple(ways.values())


def _all_closing_in(touching: Touching, reach: Reach, roll: float) -> tuple[Sequence[ModelWay], dict[str, Pose]] | None:
    """Ways for all models, one after the other as near as they come; None where the unit would not end as it must."""
    finding, state = touching.finding, touching.finding.state
    neighbours = neighbours_needed(len(touching.models))
    ends: dict[str, Pose] = {}
    ways: list[ModelWay] = []
    for index, model in enumerate(touching.models):
        way = finding.to_contact(model, touching.enemies, touching.places_taken(index, ends), roll)
        if not within(way.length, roll):
            way = finding.to_engage(model, touching.enemies, ends, roll)
        if not within(way.length, roll) and ends:
            way = finding.to_join(model, ends, roll, neighbours)
        if way.way is None or not within(way.length, roll):
            return None
        ways.append(way)
        ends[model.name] = end_of(model, way)
    engaged = all(engages(state, touching.models, ends, target) for target in reach.targets)
    return (ways, ends) if engaged and coherency(state, reach.unit, ends).holds else None


def needs_of(reach: Reach, state: State, tolerance: float = 1e-3) -> ChargeNeeds:
    """The same as plain values, the ways in straight legs that leave them by no more than `tolerance` inches."""
    first = zip(reach.first, reach.targets, strict=True)
    return ChargeNeeds(
        targets=reach.targets,
        bound=reach.bound,
        roll=reach.roll,
        chance=reach.chance,
        shortest=tuple(_way_of(each, target, state, tolerance) for each, target in first),
        ends=tuple(_way_of(each, None, state, tolerance) for each in reach.ways),
    )


def _way_of(found: ModelWay, target: str | None, state: State, tolerance: float) -> ChargeWay:
    way, pose = found.way, state.models[found.model].pose
    if way is None:
        return ChargeWay(model=found.model, target=target, blocker=found.blocker, kind=found.kind)
    path = tuple(way.corners(tolerance)) or (() if pose is None else (pose.point,))
    return ChargeWay(
        model=found.model,
        target=target,
        length=found.length,
        path=path,
        through=way.through,
        kind=found.kind,
        climb=found.climb,
    )
