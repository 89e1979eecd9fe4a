"""What would be so with things at places that they do not have yet: every finding, and how far all that is near is.

The rules are asked that judge a set-up, of what moves and of what follows it; what is too far away to matter is left
out by its box, so that a table of 300 models can be dragged over. Source rules: setup.*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from battlefield.certify import apart
from battlefield.editing.document import Document
from battlefield.events.core import Reason
from battlefield.geometry.areas import area_bounds, area_gap
from battlefield.geometry.curves import Box, box_gap
from battlefield.geometry.measure import bounds, within
from battlefield.geometry.shapes import Pose, Shape
from battlefield.geometry.solids import Solid
from battlefield.rooms import engagement_reach
from battlefield.rules.core import tokens
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.placing import Standing, against_deployment, against_standing, with_poses
from battlefield.rules.core.system import CORE
from battlefield.scenario.report import Report
from battlefield.scenario.setting import Setting
from battlefield.state import State, Terrain
from battlefield.workbench import Near, Trial

MOST_NEAR = 12
"""So many distances are told at the most, the nearest."""


@dataclass(frozen=True)
class Ground:
    """A document as things are tried out on it; what does not change while they are is kept."""

    document: Document

    @cached_property
    def state(self) -> State:
        """The set-up."""
        return self.document.state

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The box of every model that stands on the battlefield."""
        return {model.name: bounds(model.footprint) for model in self.state.on_board()}

    @cached_property
    def leaning(self) -> dict[str, list[str]]:
        """By name, what leans on a thing: other things, units in grids."""
        setting, wanted = self.document.layout.setting, self.document.layout.wanted
        found: dict[str, list[str]] = {}
        for name, each in wanted.items():
            on = setting.leans(each.place)
            if on is not None:
                found.setdefault(on, []).append(name)
        return found

    def followers(self, name: str) -> frozenset[str]:
        """Everything that leans on a thing, or on what leans on it: it comes along."""
        found, waiting, wanted = set[str](), [name], self.document.layout.wanted
        while waiting:
            for job in self.leaning.get(waiting.pop(), ()):
                models = [each for each in wanted[job].for_models if each not in wanted[job].elsewhere] or [job]
                waiting += [each for each in models if each not in found]
                found.update(models)
        return frozenset(found)

    def following(self, poses: Mapping[str, Pose], terrain: Terrain | None = None) -> dict[str, Pose]:
        """The poses of all that leans on things at these poses, or on a terrain feature that is another now."""
        wanted, setting = self.document.layout.wanted, self.document.layout.setting
        waiting = [*poses, *([terrain.name] if terrain is not None else [])]
        jobs: list[str] = []
        while waiting:
            for follower in self.leaning.get(waiting.pop(), ()):
                if follower not in jobs and follower not in poses:
                    jobs.append(follower)
                    models = wanted[follower].for_models
                    waiting += [each for each in models if each not in wanted[follower].elsewhere] or [follower]
        if not jobs:
            return {}
        grounds = dict(setting.terrain) if terrain is None else {**setting.terrain, terrain.name: terrain}
        moved = Setting(Report(self.document.name, ""), setting.names, grounds, {**setting.poses, **poses})
        moved.bases = setting.bases
        moved.place_all(wanted[name] for name in jobs)
        return {
            name: pose for name, pose in moved.poses.items() if pose != setting.poses.get(name) and name not in poses
        }

    # --- trying ---

    def trial(self, poses: Mapping[str, Pose], reach: float) -> Trial:
        """What is to be said of things at these poses; distances of the first of them to what is within `reach`."""
        known = {self.document.known(name): pose for name, pose in poses.items()}
        every = {**known, **self.following(known)}
        state = _with_tokens(self.state, every)
        models = {name: pose for name, pose in every.items() if name in state.models}
        first = next(iter(known), None)
        near = () if first is None else tuple(self._near(first, every, reach))
        return Trial(every, tuple(self._against(state, models, every)), near)

    def reasons(self, model: str, pose: Pose) -> tuple[Reason, ...]:
        """Every finding against one model at a pose, its followers and its unit's coherency among them."""
        known = {self.document.known(model): pose}
        every = {**known, **self.following(known)}
        return tuple(self._against(self.state, {name: at for name, at in every.items() if name in self.boxes}, every))

    def trial_of_terrain(self, terrain: Terrain, reach: float) -> Trial:
        """What is to be said with a terrain feature as it is not yet."""
        every = self.following({}, terrain)
        others = tuple(terrain if each.name == terrain.name else each for each in self.state.terrain)
        state = replace(self.state, terrain=others)
        box = area_bounds(terrain.area)
        on_it = {name: pose for name, pose in every.items() if name in state.models}
        for name, around in self.boxes.items():
            pose = state.models[name].pose
            if name not in on_it and pose is not None and within(box_gap(around, box), 0.0):
                on_it[name] = pose
        return Trial(every, tuple(self._against(state, on_it, every)), tuple(self._near_area(terrain, reach)))

    def _against(self, state: State, models: Mapping[str, Pose], every: Mapping[str, Pose]) -> Iterator[Reason]:
        """Every finding of `check` against models and tokens at their poses, and against their units' coherency."""
        if CORE.name not in state.systems:  # nobody judges places in such a game
            return
        units = {state.models[name].unit: None for name in models}
        standing = Standing(state, models, self._among(state, models, units))
        markers = [state.markers[name] for name in every if name in state.markers]
        for name in models:
            yield from against_standing(standing, name)
            if state.deploying:
                yield from against_deployment(standing, name)
        for marker in markers:
            yield from self._on_marker(state, marker.name)
        for unit in units:
            yield from against_coherency(state, unit, models, standing)
        if next(iter(state.lying()), None) is not None:
            for reason in tokens.judged(with_poses(state, models)):
                claim = reason.claim
                if reason.of in every or (claim is not None and (claim.a in every or claim.b in every)):
                    yield reason

    def _on_marker(self, state: State, marker: str) -> Iterator[Reason]:
        """Models on top of a marker that is elsewhere now (setup.objective)."""
        box = bounds(state.markers[marker].solid.shape)
        for name, around in self.boxes.items():
            pose = state.models[name].pose
            if state.deploying and pose is not None and within(box_gap(around, box), 0.0):
                reasons = against_deployment(Standing(state, {name: pose}, frozenset({name})), name)
                yield from (each for each in reasons if each.rule == "setup.objective")

    def _among(self, state: State, models: Mapping[str, Pose], units: Mapping[str, None]) -> frozenset[str]:
        """Those who may matter: near to what moves by their boxes, or of its units."""
        reach = max(engagement_reach(state), state.range_pair("coherency")[0])
        boxes = [bounds(state.models[name].footprint_at(pose)) for name, pose in models.items()]
        mates = {name for unit in units for name in state.units[unit].models}
        return frozenset(
            name
            for name, box in self.boxes.items()
            if name in mates or name in models or any(within(box_gap(box, each), reach) for each in boxes)
        )

    # --- distances ---

    def _near(self, name: str, poses: Mapping[str, Pose], reach: float) -> list[Near]:
        """How far all that is near to one thing is from it, as the rules measure: in Boarding Actions round Walls."""
        solids = dict(self._solids(poses))
        own = solids.get(name)
        if own is None:
            return []
        box, found = bounds(own.shape), list[Near]()
        for other, solid in solids.items():
            if other != name and within(box_gap(bounds(solid.shape), box), reach):
                reached = self._apart(other, own, solid)
                found += [] if reached is None else [reached]
        for terrain in self.state.terrain:
            if within(box_gap(area_bounds(terrain.area), box), reach):
                away = area_gap(own.shape, terrain.area)
                found.append(Near(terrain.name, away.high, away.here, away.there))
        found += self._edges(own.shape)
        found = [each for each in found if within(each.gap, reach)]
        return sorted(found, key=lambda each: each.gap)[:MOST_NEAR]

    def _near_area(self, terrain: Terrain, reach: float) -> list[Near]:
        box, found = area_bounds(terrain.area), list[Near]()
        for name, solid in self._solids({}):
            if within(box_gap(bounds(solid.shape), box), reach):
                away = area_gap(solid.shape, terrain.area)
                found.append(Near(name, away.high, away.there, away.here))
        return sorted((each for each in found if within(each.gap, reach)), key=lambda each: each.gap)[:MOST_NEAR]

    def _solids(self, poses: Mapping[str, Pose]) -> Iterator[tuple[str, Solid]]:
        """Every model, lying Artifact and marker with what it covers and how high it is."""
        state = self.state
        for model in state.on_board():
            pose = poses.get(model.name)
            yield model.name, model.solid if pose is None else model.solid_at(pose)
        for artifact in state.lying():
            yield artifact.name, replace(artifact, at=poses.get(artifact.name, artifact.at)).solid
        for marker in state.markers.values():
            yield marker.name, replace(marker, at=poses.get(marker.name, marker.at)).solid

    def _apart(self, name: str, own: Solid, other: Solid) -> Near | None:
        """How far another thing is; None where no way leads to it round the Walls."""
        away = apart(self.state, own, other)
        here, there = away.told.get("here"), away.told.get("there")
        if not isinstance(here, tuple) or not isinstance(there, tuple):
            return None
        return Near(name, away.distance, (here[0], here[1]), (there[0], there[1]))

    def _edges(self, shape: Shape) -> Iterator[Near]:
        x0, y0, x1, y1 = bounds(shape)
        x, y, board = (x0 + x1) / 2, (y0 + y1) / 2, self.state.board
        sides = (
            ("west edge", x0, (x0, y), (0.0, y)),
            ("east edge", board.width - x1, (x1, y), (board.width, y)),
            ("south edge", y0, (x, y0), (x, 0.0)),
            ("north edge", board.height - y1, (x, y1), (x, board.height)),
        )
        return (Near(name, max(away, 0.0), here, there) for name, away, here, there in sides)


def _with_tokens(state: State, poses: Mapping[str, Pose]) -> State:
    """The state with markers and lying Artifacts at these poses."""
    markers = {name: replace(state.markers[name], at=pose) for name, pose in poses.items() if name in state.markers}
    tokens = {name: replace(state.artifacts[name], at=pose) for name, pose in poses.items() if name in state.artifacts}
    if not markers and not tokens:
        return state
    return replace(state, markers={**state.markers, **markers}, artifacts={**state.artifacts, **tokens})
