"""Exact places near to where something is wanted: 1 in away, base contact, coherency, up against an edge; legal ones.

Source rules: setup.*, measure.base_contact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, pairwise
from math import dist, hypot

from battlefield.editing.legality import Ground
from battlefield.figures import trimmed
from battlefield.geometry.areas import Area, PolygonArea, area_bounds
from battlefield.geometry.curves import box_gap
from battlefield.geometry.measure import CONTACT, bounds, more_than, support, vertical_gap, within
from battlefield.geometry.placement import Away, Behind, Condition, meeting
from battlefield.geometry.shapes import Base, Point, Pose, Shape
from battlefield.scenario.patching import EXACT_DECIMALS
from battlefield.state import Model, State
from battlefield.workbench import Snap

HAIR = 2e-6
"""Inches by which a place just outside of something is outside of it: enough to be so when it is written down."""
FARTHEST = 12.0
"""Inches within which a legal place is looked for."""
_MOST_LOOKS = 80
_ASIDE = 0.01
"""So far aside it is tried again from where two things have one centre, and no way out is the nearest."""
_ANY = 1.0
"""Inches from anything with a footprint that are worth a snap."""
_PAIR = 0.4
"""Of the pull: so much farther away may a place be that meets two conditions."""


@dataclass(frozen=True)
class Target:
    """A condition, in words; what it is measured from; whether a model may not be short of it."""

    condition: Condition
    words: str
    to: str | None = None
    bound: bool = False


@dataclass(frozen=True)
class Snapper:
    """A thing that is to be put somewhere: its base, and what it may be put up against."""

    ground: Ground
    name: str
    base: Base
    model: Model | None

    # --- snapping ---

    def snapped(self, pose: Pose, pull: float) -> Snap | None:
        """The exact place within `pull` inches; None where there is none.

        Of a model one that is legal, but for coherency: its comrades may be yet to follow.
        """
        near = sorted(self._meet(pose, self._targets(pose, pull), pull), key=lambda each: dist(each[1], pose.point))
        ranked: list[tuple[float, tuple[Target, ...], Point]] = []
        ranked += [(dist(at, pose.point), (target,), at) for target, at in near]
        for (one, _), (other, _) in combinations(near[:5], 2):
            both = meeting(self.base, pose, (one.condition, other.condition))
            if both is not None and within(dist(both.point, pose.point), pull):
                ranked.append((dist(both.point, pose.point) - _PAIR * pull, (one, other), both.point))
        for _, targets, at in sorted(ranked, key=lambda each: each[0]):
            found = self._snap(pose, at, targets)
            if self.model is None or not self._against(found.pose):
                return found
        return None

    def _against(self, pose: Pose) -> bool:
        return any(each.rule != "setup.coherency" for each in self.ground.reasons(self.name, pose))

    def _meet(self, pose: Pose, targets: Sequence[Target], pull: float) -> Iterator[tuple[Target, Point]]:
        for target in targets:
            if within(abs(target.condition.miss(self.base.at(pose))), 2 * pull):
                there = meeting(self.base, pose, (target.condition,))
                if there is not None and within(dist(there.point, pose.point), pull):
                    yield target, there.point

    def _snap(self, pose: Pose, at: Point, targets: Sequence[Target]) -> Snap:
        x, y = (round(each, EXACT_DECIMALS) for each in at)
        there = pose._replace(x=x, y=y)
        shape = self.base.at(there)
        return Snap(
            there,
            " and ".join(each.words for each in targets),
            tuple(each.to for each in targets if each.to is not None),
            tuple(each.condition.ends(shape) for each in targets),
        )

    # --- the nearest legal place ---

    def legal(self, pose: Pose) -> Snap | None:
        """The nearest place that is found at which nothing is against the model, best first; None for none."""
        bounding = [each for each in self._targets(pose, FARTHEST) if each.bound]
        mates = [each for each in self._targets(pose, FARTHEST) if each.words.startswith(_COHERENCY)]
        waiting: list[tuple[float, int, Point, tuple[Target, ...]]] = [(0.0, 0, pose.point, ())]
        met: set[tuple[float, float]] = set()
        aside = pose._replace(x=pose.x + _ASIDE, y=pose.y - _ASIDE / 3)
        for count in range(1, _MOST_LOOKS):
            if not waiting:
                return None
            _, _, at, held = heappop(waiting)
            shape = self.base.at(pose._replace(x=at[0], y=at[1]))
            short = sorted((each.condition.miss(shape), n) for n, each in enumerate(bounding))
            broken = [bounding[n] for miss, n in short if more_than(-miss, HAIR / 2) and bounding[n] not in held][:4]
            if not broken:
                found = self._snap(pose, at, held)
                reasons = self.ground.reasons(self.name, found.pose)
                if not reasons:
                    return found
                broken = mates if any(each.rule == "setup.coherency" for each in reasons) else []
            for more in broken:
                for kept in [held, ()] if len(held) < 2 else [*((each,) for each in held), ()]:
                    conditions = tuple(each.condition for each in (*kept, more))
                    there = meeting(self.base, pose, conditions) or meeting(self.base, aside, conditions)
                    key = (0.0, 0.0) if there is None else (round(there.x, 6), round(there.y, 6))
                    if there is None or key in met or not within(dist(there.point, pose.point), FARTHEST):
                        continue
                    met.add(key)
                    heappush(
                        waiting, (dist(there.point, pose.point), count * 100 + len(met), there.point, (*kept, more))
                    )
        return None

    # --- what it may be put up against ---

    def _targets(self, pose: Pose, reach: float) -> list[Target]:
        """Everything near that makes an exact place."""
        box = bounds(self.base.at(pose))
        state = self.ground.state
        found: list[Target] = []
        along = {self.name, *self.ground.followers(self.name)}
        for name, around in self.ground.boxes.items():
            if name not in along and within(box_gap(box, around), reach + 3.0):
                found += self._by_model(state.models[name], pose)
        for artifact in state.lying():
            if artifact.name not in along and artifact.at is not None:
                found += self._by_token(artifact.name, artifact.disc_at(artifact.at), bound=False)
        for marker in state.markers.values():
            if marker.name not in along:
                bound = self.model is not None and state.deploying and not state.boarding
                found += self._by_token(marker.name, marker.solid.shape, bound=bound)
                if self.model is not None:
                    far = state.range_pair("objective")[0]
                    words = f"in range of {marker.name}, by {trimmed(far)}″"
                    found.append(Target(Away(marker.solid.shape, far), words, marker.name))
        for terrain in state.terrain:
            if within(box_gap(box, area_bounds(terrain.area)), reach):
                bound = terrain.bars and self.model is not None
                found.append(Target(Away(terrain.area, 0.0), f"up against {terrain.name}", terrain.name, bound))
        return [*found, *self._by_edges(self.base.at(pose))]

    def _by_model(self, other: Model, pose: Pose) -> Iterator[Target]:
        state, shape = self.ground.state, other.footprint
        called = _called(state, other)
        if self.model is None:
            yield Target(Away(shape, 0.0), f"touching {called}", other.name)
            yield Target(Away(shape, _ANY), f"exactly 1″ from {called}", other.name)
            return
        mine, theirs = self.model.solid_at(pose), other.solid
        apart = vertical_gap(mine.low, mine.high, theirs.low, theirs.high)
        meet = within(apart, 0.0)
        plan = "" if meet else " in plan"
        foe = other.player != self.model.player
        engaged, deep = state.range_pair("engagement")
        engages = foe and within(apart, deep)
        if engages and state.deploying:
            words = f"just outside Engagement Range of {called}, {trimmed(engaged + HAIR)}″"
            yield Target(Away(shape, engaged + HAIR), words, other.name, bound=True)
            return
        yield Target(
            Away(shape, 0.0), f"{'in base contact with' if meet else 'touching'} {called}{plan}", other.name, bound=meet
        )
        if state.boarding:  # other distances go round Walls there, and these are straight
            return
        if engages:
            words = f"exactly {trimmed(engaged)}″ from {called}{plan}, within Engagement Range"
            yield Target(Away(shape, engaged), words, other.name)
        else:
            yield Target(Away(shape, _ANY), f"exactly 1″ from {called}{plan}", other.name)
        far, deep = state.range_pair("coherency")
        if other.unit == self.model.unit and within(apart, deep):
            yield Target(Away(shape, far), f"{_COHERENCY} with {called}, {trimmed(far)}″", other.name)

    def _by_token(self, name: str, shape: Shape, *, bound: bool) -> Iterator[Target]:
        yield Target(Away(shape, 0.0), f"touching {name}", name, bound)
        yield Target(Away(shape, _ANY), f"exactly 1″ from {name}", name)

    def _by_edges(self, shape: Shape) -> Iterator[Target]:
        board = self.ground.state.board
        sides = {"west": (-1.0, 0.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "north": (0.0, 1.0)}
        for side, normal in sides.items():
            at = max(0.0, normal[0] * board.width + normal[1] * board.height)
            yield Target(Behind(normal, at), f"at the {side} edge of the battlefield", bound=self.model is not None)
        if self.model is None or not self.ground.state.deploying:
            return
        player = self.ground.state.player_named(self.model.player)
        if player.zone is not None:
            for condition in _edges(player.zone, shape):
                yield Target(condition, f"at the edge of {player.name}'s deployment zone", bound=True)


_COHERENCY = "in coherency"


def _called(state: State, model: Model) -> str:
    """A model as people call it: by its own name, or by its unit's where that has no other."""
    return model.alias or (model.unit if len(state.units[model.unit].models) == 1 else model.name)


def _edges(area: Area, shape: Shape) -> Iterator[Behind]:
    """The straight edges of a polygon that a footprint may be up against from within."""
    if not isinstance(area, PolygonArea):
        return
    for a, b in pairwise((*area.ring, area.ring[0])):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if not length:
            continue
        along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        normal = (along[1], -along[0])
        x, y = support(shape, *normal)
        foot = (x - a[0]) * along[0] + (y - a[1]) * along[1]
        if within(-foot, CONTACT) and within(foot, length + CONTACT):
            yield Behind(normal, a[0] * normal[0] + a[1] * normal[1])


def snapper(ground: Ground, name: str) -> Snapper:
    """What finds exact places for a model, a lying Artifact or a marker."""
    known = ground.document.known(name)
    return Snapper(ground, known, ground.document.layout.setting.bases[known], ground.state.models.get(known))
