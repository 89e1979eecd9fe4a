"""Where everything stands at the start: relative places resolved in the order in which they depend on one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from battlefield.geometry.areas import Area, CircleArea, PolygonArea
from battlefield.geometry.placement import centroid
from battlefield.geometry.shapes import Base, Disc, Pose, Shape, hull, polygon
from battlefield.orders.base import Grid, Near, Place
from battlefield.places import grid_poses, resolve
from battlefield.scenario.armies import Draft
from battlefield.scenario.names import ARTIFACT, MODEL, OBJECTIVE, TERRAIN, Names
from battlefield.scenario.report import Report
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.state import Terrain

MOST_SHOWN = 8
_FOOTED = (MODEL, ARTIFACT, OBJECTIVE, TERRAIN)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that is to stand at a place, or the models of a unit in a grid.

    `level`: in place of the elevation that a neighbour gives. Of a grid, `turned` and `raised` are the models that have
    a facing or an elevation of their own, `elsewhere` those with a place of their own.
    """

    name: str
    place: Place | Grid
    base: Base
    path: Path
    facing: float = 0.0
    level: float | None = None
    for_models: tuple[str, ...] = ()
    turned: Mapping[str, float] = field(default_factory=dict)
    raised: Mapping[str, float] = field(default_factory=dict)
    elsewhere: frozenset[str] = frozenset()


@dataclass(slots=True)
class Setting:
    """Poses by name, as far as they could be found; models go by UNIT/N. `absent`: known to stand nowhere."""

    report: Report
    names: Names
    terrain: Mapping[str, Terrain]
    poses: dict[str, Pose] = field(default_factory=dict)
    bases: dict[str, Base] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)

    def place_all(self, wanted: Iterable[Wanted]) -> None:
        """Find a pose for everything, each after what it leans on."""
        jobs = {each.name: each for each in wanted}
        by_model = {model: each.name for each in jobs.values() for model in each.for_models if model not in jobs}
        ready: dict[str, Wanted] = {}
        leans: dict[str, str | None] = {}
        for name, job in jobs.items():
            near = _neighbour(job.place)
            if near is None:
                ready[name], leans[name] = job, None
                continue
            known = self.names.find(near.of, _FOOTED, _from(job))
            if known is None:
                continue
            ready[name] = replace(job, place=_leaning_on(job.place, known))
            leans[name] = by_model.get(known, known)
        for name in self._in_order(ready, leans):
            self._place(ready[name])

    def leans(self, place: Place | Grid) -> str | None:
        """What a place leans on, by the name it is known by; None where it leans on nothing."""
        near = _neighbour(place)
        return None if near is None else self.names.models.get(near.of, near.of)

    def _in_order(self, jobs: Mapping[str, Wanted], leans: Mapping[str, str | None]) -> list[str]:
        """What to place first; each thing leans on one other at most. A circle is a fault, told once and left out."""
        order: list[str] = []
        done: set[str] = set()
        for start in jobs:
            chain: list[str] = []
            met: dict[str, int] = {}
            name: str | None = start
            while name is not None and name in jobs and name not in done and name not in met:
                met[name] = len(chain)
                chain.append(name)
                name = leans[name]
            outside = len(chain) if name is None else met.get(name, len(chain))
            if chain[outside:]:
                self._tell_circle(jobs, chain[outside:])
            order += reversed(chain[:outside])
            done |= set(chain)
        return order

    def _tell_circle(self, jobs: Mapping[str, Wanted], circle: list[str]) -> None:
        first = min(circle, key=list(jobs).index)
        start = circle.index(first)
        turned = [*circle[start:], *circle[:start]]
        shown = [*map(quoted, turned[:MOST_SHOWN]), *(["…"] if len(turned) > MOST_SHOWN else []), quoted(first)]
        self.report.add(_from(jobs[first]), f"relative places lean on one another in a circle: {' on '.join(shown)}")

    def _place(self, job: Wanted) -> None:
        try:
            if isinstance(job.place, Grid):
                count = len(job.for_models)
                poses = grid_poses(job.place, count, job.base, job.facing, self._seen_from(job))
                found = dict(zip(job.for_models, poses, strict=True))
            else:
                found = {job.name: resolve(job.place, job.base, job.facing, job.level or 0.0, self._seen_from(job))}
        except ValueError as error:
            if str(error):
                self.report.add(job.path, f"there is no such place: {error}")
            return
        leaning = _neighbour(job.place) is not None
        for name, pose in found.items():
            level = job.raised.get(name, job.level if leaning else None)
            if name not in job.elsewhere:
                facing = job.turned.get(name, pose.facing)
                self.poses[name] = Pose(pose.x, pose.y, pose.z if level is None else level, facing)

    def _seen_from(self, job: Wanted) -> Callable[[str], tuple[Shape, float]]:
        """The look-up for one job; a ValueError without words says that a fault has been told already."""

        def lookup(name: str) -> tuple[Shape, float]:
            if name in self.poses:
                return self.bases[name].at(self.poses[name]), self.poses[name].z
            if name in self.terrain:
                return self._outline(self.terrain[name], job), self.terrain[name].elevation
            if name in self.absent:
                message = f"{quoted(name)} is not on the battlefield at the start, so that nothing can stand beside it"
                self.report.add(_from(job), message)
            raise ValueError("")

        return lookup

    def _outline(self, terrain: Terrain, job: Wanted) -> Shape:
        shape = outline_of(terrain.area)
        if shape is None:
            message = f"the area of {quoted(terrain.name)} is no single outline, so that it has no centre to lean on"
            self.report.add(_from(job), message)
            raise ValueError("")
        return shape


def outline_of(area: Area) -> Shape | None:
    """An area as a shape with its centre of gravity as its centre; None where it is no single outline."""
    if isinstance(area, CircleArea):
        return Disc(area.x, area.y, area.radius)
    if isinstance(area, PolygonArea) and not area.holes:
        x, y = centroid(polygon(area.ring))
        return hull(tuple((px - x, py - y) for px, py in area.ring)).at(Pose(x, y))
    return None


def wanted_of(draft: Draft) -> Iterable[Wanted]:
    """What a unit wants: each model that has a place of its own, and the grid of the others."""
    for name, (place, path) in draft.places.items():
        if name in draft.models:
            base, facing = draft.models[name].profile.base, draft.facings[name]
            yield Wanted(name, place, base, path, facing, draft.levels[name])
    if draft.grid is not None and draft.grid_base is not None and draft.whole:
        grid, path = draft.grid
        yield Wanted(
            draft.unit.name,
            grid,
            draft.grid_base,
            path,
            draft.facing,
            draft.level,
            draft.unit.models,
            {name: facing for name, facing in draft.facings.items() if facing != draft.facing},
            {name: level for name, level in draft.levels.items() if level is not None and level != draft.level},
            frozenset(draft.places),
        )


def _neighbour(place: Place | Grid) -> Near | None:
    one = place.first if isinstance(place, Grid) else place
    return one if isinstance(one, Near) else None


def _leaning_on(place: Place | Grid, name: str) -> Place | Grid:
    if isinstance(place, Grid):
        first = place.first
        return replace(place, first=replace(first, of=name)) if isinstance(first, Near) else place
    return replace(place, of=name) if isinstance(place, Near) else place


def _from(job: Wanted) -> Path:
    return (*job.path, "first", "from") if isinstance(job.place, Grid) else (*job.path, "from")
