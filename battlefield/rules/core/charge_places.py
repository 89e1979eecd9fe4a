"""End places for a charge: where each model of a unit goes so that together they end as they must.

The models find their places one after the other. Which way of doing so works is not known beforehand, so several are
tried, the plainest first; that none of them finds places does not prove that there are none.
Source rules: move.charge, move.charge_distance, setup.coherency.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from battlefield.geometry.measure import gap, within
from battlefield.geometry.shapes import Pose
from battlefield.geometry.ways import Group
from battlefield.rules.core.coherency import coherency, neighbours_needed, neighbours_of
from battlefield.rules.core.ways_of import ModelWay, Ways, end_of
from battlefield.state import Model, State

HALVINGS = 8
"""How often the distance is halved to which a model leans towards another target."""

Places = tuple[list[ModelWay], dict[str, Pose]]
Best = dict[str, dict[str, ModelWay]]
"""The shortest way of each model to each target, by the names of both."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How places are found one after the other.

    `together`: who engages far from those that have their places joins them instead. `beside`: who engages a further
    target does so coherently with those. `leaning`: who engages one target goes as near to the next as the roll allows.
    """

    together: bool = True
    beside: bool = False
    leaning: bool = False


PLAIN = Manner(together=False)
MANNERS = (PLAIN, Manner(), Manner(beside=True), Manner(beside=True, leaning=True), Manner(leaning=True))


def end_places(
    finding: Ways, models: Sequence[Model], targets: tuple[str, ...], best: Best, roll: float
) -> Places | None:
    """Ways and end places for every model within `roll` inches of way: engaged with every target, coherent, on nobody.

    Each target is engaged by the model closest to it; the others, the closest first, engage where they can, join two
    groups where there are two, or else join those already placed.
    """
    order = list(_order(models, targets, best))
    manners = MANNERS if len(targets) > 1 and not finding.state.boarding else MANNERS[:2]
    for manner in manners:
        placing = _Placing(finding, targets, roll, manner, neighbours_needed(len(models)))
        if placing.all(order):
            return placing.ways, placing.ends
    return None


@dataclass
class _Placing:
    finding: Ways
    targets: tuple[str, ...]
    roll: float
    manner: Manner
    neighbours: int
    ends: dict[str, Pose] = field(default_factory=dict)
    ways: list[ModelWay] = field(default_factory=list)

    def all(self, order: Sequence[tuple[Model, tuple[str, ...]]]) -> bool:
        """Find a place for each; whether all have one and end as they must."""
        for number, (model, must) in enumerate(order):
            later = [name for _, names in order[number + 1 :] for name in names]
            way = self._first(model, must, later) if must else self._other(model)
            if way.way is None or not within(way.length, self.roll):
                return False
            self.ways.append(way)
            self.ends[model.name] = end_of(model, way)
        return bool(coherency(self.finding.state, self.finding.unit, self.ends).holds)

    def _first(self, model: Model, must: tuple[str, ...], later: Sequence[str]) -> ModelWay:
        """The way of a model that must engage some targets; further ones are left to others."""
        state = self.finding.state
        groups = [standing(state, name) for name in must]
        also: tuple[Group, ...] = ()
        if self.manner.beside and self.ends:
            own = tuple(state.models[name].footprint_at(pose) for name, pose in self.ends.items())
            also = ((own, state.range_pair("coherency")[0]),)
        if len(must) == 1 and not also and not self.manner.leaning:
            return self.finding.to_engage(model, groups[0], self.ends, self.roll)
        way = self.finding.to_engage_all(model, groups, self.roll, self.ends, also)
        if not self.manner.leaning or not later or way.way is None:
            return way
        shapes = tuple(each.footprint for name in later for each in standing(state, name))
        far, near = min(gap(model.footprint_at(end_of(model, way)), shape).high for shape in shapes), 0.0
        for _ in range(HALVINGS):
            middle = (near + far) / 2
            found = self.finding.to_engage_all(model, groups, self.roll, self.ends, (*also, (shapes, middle)))
            if found.way is not None and within(found.length, self.roll):
                way, far = found, middle
            else:
                near = middle
        return way

    def _other(self, model: Model) -> ModelWay:
        """The way of a model that need not engage anything itself."""
        state, finding = self.finding.state, self.finding
        groups = self._groups() if self.manner.together else []
        if len(groups) > 1:
            way = finding.to_bridge(model, groups[:2], self.ends, self.roll)
            if within(way.length, self.roll):
                return way
        enemies = [each for name in self.targets for each in standing(state, name)]
        way = finding.to_engage(model, enemies, self.ends, self.roll)
        apart = self.manner.together and way.way is not None and not self._beside(model, way)
        if self.ends and (apart or not within(way.length, self.roll)):
            way = finding.to_join(model, self.ends, self.roll, self.neighbours)
        return way

    def _beside(self, model: Model, way: ModelWay) -> bool:
        """Whether a model at the end of its way is near as many as it needs of those that have found their places."""
        near = neighbours_of(self.finding.state, model.name, end_of(model, way), self.ends)
        return near >= min(self.neighbours, len(self.ends))

    def _groups(self) -> list[list[str]]:
        """Those that have found their places, in groups that hang together."""
        state, found = self.finding.state, list[list[str]]()
        for name, pose in self.ends.items():
            touched = [
                group
                for group in found
                if neighbours_of(state, name, pose, {other: self.ends[other] for other in group})
            ]
            found = [group for group in found if group not in touched]
            found.append([name, *(other for group in touched for other in group)])
        return found


def standing(state: State, unit: str) -> list[Model]:
    """The models of a unit that are on the battlefield."""
    return [each for each in state.models_of(unit) if each.on_board]


def _order(models: Sequence[Model], targets: tuple[str, ...], best: Best) -> Iterator[tuple[Model, tuple[str, ...]]]:
    """Who finds a place when, and the targets that it must engage: each target by the closest model that is free.

    Where there are more targets than models, the closest one takes it besides. The rest follow, the closest first.
    """
    by_name = {model.name: model for model in models}
    must: dict[str, list[str]] = {}
    for target in targets:
        closest = [each.model for each in sorted(best[target].values(), key=lambda each: each.length)]
        free = [name for name in closest if name not in must]
        must.setdefault((free or closest)[0], []).append(target)
    for name, names in must.items():
        yield by_name[name], tuple(names)
    rest = [each for each in models if each.name not in must]
    for model in sorted(rest, key=lambda each: min(best[target][each.name].length for target in targets)):
        yield model, ()
