"""What a unit near an Artifact could do at the end of the battle: its distance, its shortest way, or what bars it.

Source rules: artifact.claim, move.charge_distance; rulings C15, C19.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, inf

from battlefield.certificate import Certificate
from battlefield.certify import engagement, gap_between
from battlefield.geometry.measure import vertical_gap, within
from battlefield.geometry.shapes import Point, Pose
from battlefield.named import BATTLEFIELD
from battlefield.play import rounded_number
from battlefield.rules.core.attached import attached, models_as_one
from battlefield.rules.core.charging import legs_of
from battlefield.rules.core.doing import engaged_pair
from battlefield.rules.relics_of_old.carrying import is_artifact, may_take
from battlefield.state import Artifact, Model, State

RULE = "artifact.claim"
FARTHEST = 24.0
"""Inches of way that are looked for, beyond what a roll can be, to say what a barred unit would need."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A unit within reach of an Artifact, with what it needs to claim it.

    `near`: its closest part to the token. `paths`: for each model whose way is the shortest, that way, its start left
    out, `length` inches long. `needs`: the least roll; 0 for a unit that is there already, None for one that is barred,
    by `blockers` (an enemy in Engagement Range: `engaged`) or by a way longer than any roll.
    """

    unit: str
    player: str
    near: Certificate
    paths: dict[str, tuple[Pose, ...]]
    length: float | None = None
    needs: int | None = None
    blockers: tuple[str, ...] = ()
    engaged: Certificate | None = None

    @property
    def distance(self) -> float:
        """Inches from the unit's closest part to the token, in space."""
        return float(self.near.details["distance"])


def prospect_of(state: State, unit: str, artifact: Artifact) -> Prospect | None:
    """What a unit could do about an Artifact; None when that does not lie there, or it is not eligible or too far.

    A Leader and its Bodyguard are one unit, by the name of the Bodyguard (C19).
    """
    if not artifact.lies or not is_artifact(artifact):
        return None
    if attached(state, unit)[0] != unit:
        return None
    here = [each for each in models_as_one(state, unit) if each.on_board]
    takers = [each for each in here if may_take(each, artifact)]
    if not takers:
        return None
    limit = state.range("claim")
    claims = [gap_between(state, RULE, each.name, artifact.name, limit) for each in here]
    near = min(claims, key=lambda claim: float(claim.details["distance"]))
    if not near.holds:
        return None
    pairs = (engaged_pair(state, part) for part in attached(state, unit))
    player, engaged = state.units[unit].player, next(filter(None, pairs), None)
    if engaged is not None and engaged.claim is not None and engaged.claim.b is not None:
        return Prospect(unit, player, near, {}, blockers=(engaged.claim.b,), engaged=engaged.claim)
    return _by_ways(state, Prospect(unit, player, near, {}), here, takers, artifact)


def _by_ways(state: State, bare: Prospect, here: list[Model], takers: list[Model], artifact: Artifact) -> Prospect:
    """The prospect with the shortest ways of its models to where one would have the Artifact."""
    from battlefield.geometry.ways import Barrier  # late: ways need numpy, which a small check does without
    from battlefield.rules.core.charge_reach import least_roll
    from battlefield.rules.core.ways_of import Ways

    ways = {part: Ways(state, part, frozenset(), longest=FARTHEST) for part in {each.unit for each in takers}}
    token, found, blockers = artifact.disc_at(artifact.at or Pose(0.0, 0.0)), [], []
    for model in takers:
        climber, finding = _at_its_height(state, model, artifact), ways[model.unit]
        comrades = [Barrier(each.name, each.footprint) for each in here if each.name != model.name]
        way = finding.to_token(climber, token, comrades, FARTHEST)
        if way.way is not None and not _engages(state, climber, artifact, way.way.end):
            way = finding.to_token(climber, token, comrades, FARTHEST, 0.0)  # a wall is between (A15): on to the token
        found.append(way)
    length = min((each.length for each in found), default=inf)
    if length == inf:
        blockers += [each.blocker or BATTLEFIELD for each in found if each.blocker is not None]
        return Prospect(bare.unit, bare.player, bare.near, {}, blockers=tuple(dict.fromkeys(blockers)))
    shortest = [each for each in found if within(each.length, length)]
    most = float(max(ceil(length), 1))
    paths = {each.model: legs_of(state, each, most) for each in shortest if each.way is not None}
    needs = 0 if within(length, 0.0) else least_roll(length)
    hugged = tuple(shortest[0].way.through) if needs is None and shortest[0].way is not None else ()
    return Prospect(bare.unit, bare.player, bare.near, paths, length, needs, blockers=hugged)


def _engages(state: State, model: Model, artifact: Artifact, place: Point) -> bool:
    """Whether a model whose way ends there is within Engagement Range of the token, round Walls where they count."""
    pose = model.pose or Pose(*place)
    there = Pose(rounded_number(place[0]), rounded_number(place[1]), pose.z, pose.facing)
    return bool(engagement(state, model.name, artifact.name, a_pose=there).holds)


def _at_its_height(state: State, model: Model, artifact: Artifact) -> Model:
    """The model; as it would stand at the token's height where it is too far up or down to be in range of it."""
    here, there = model.solid, artifact.solid
    if within(vertical_gap(here.low, here.high, there.low, there.high), state.range_pair("engagement")[1]):
        return model
    return replace(model, pose=None if model.pose is None else model.pose._replace(z=there.low))
