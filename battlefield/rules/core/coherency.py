"""Unit coherency: one single group, every model with enough neighbours.

Source rule: setup.coherency.
"""

from __future__ import annotations

from collections.abc import Mapping

from battlefield.certificate import Certificate
from battlefield.certify import WALLS, Apart, apart, verdict_of
from battlefield.events.core import Reason
from battlefield.geometry.measure import vertical_gap, within
from battlefield.geometry.shapes import Pose
from battlefield.geometry.solids import Solid
from battlefield.rules.core.placing import Standing
from battlefield.state import State

LARGE_UNIT = 7

Gaps = dict[tuple[str, str], Apart]


def neighbours_needed(count: int) -> int:
    """How many models of its unit each of so many must be near."""
    return min(2 if count >= LARGE_UNIT else 1, count - 1)


def coherency(state: State, unit: str, poses: Mapping[str, Pose] | None = None) -> Certificate:
    """Whether a unit's models on the battlefield are coherent; `value` is the link that decides.

    `poses` puts models elsewhere than the state has them. The certificate's details list the groups, the model that
    decides (`of`) and its neighbour (`to`).
    """
    placed = poses or {}
    models = [each for each in state.models_of(unit) if each.on_board or each.name in placed]
    solids = {each.name: each.solid_at(placed[each.name]) if each.name in placed else each.solid for each in models}
    names = list(solids)
    gaps: Gaps = {}
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            gaps[one, other] = gaps[other, one] = apart(state, solids[one], solids[other])
    limit = state.range_pair("coherency")
    needed = neighbours_needed(len(names))
    groups = _groups(names, gaps, limit)
    link = _deciding_link(names, gaps, limit, needed, groups)
    holds = len(groups) <= 1 and (link is None or _linked(gaps[link], limit))
    value = (0.0, 0.0) if link is None else (gaps[link].length, gaps[link].vertical)
    margin = min(most - measured for measured, most in zip(value, limit, strict=True))
    details: dict[str, object] = {"groups": tuple(tuple(group) for group in groups), "neighbours": needed}
    if link is not None:
        details |= {"of": link[0], "to": link[1], **gaps[link].told}
    return Certificate(
        rule="setup.coherency",
        measure="coherency",
        a=unit,
        value=value,
        limit=limit,
        margin=margin,
        holds=holds,
        verdict=verdict_of(state, margin, holds),
        error=0.0 if link is None else gaps[link].error,
        rulings=(WALLS,) if state.boarding else (),
        details=details,
    )


def neighbours_of(state: State, model: str, pose: Pose, placed: Mapping[str, Pose]) -> int:
    """How many of some models of its unit, at the poses given, a model would be near enough to at a pose."""
    solid, limit = state.models[model].solid_at(pose), state.range_pair("coherency")
    others = [state.models[name].solid_at(there) for name, there in placed.items()]
    return sum(_linked(apart(state, solid, other), limit) for other in others)


def is_coherent(standing: Standing, unit: str) -> bool:
    """The verdict of `coherency` alone, from who stands near whom."""
    state = standing.state
    horizontal, vertical = limit = state.range_pair("coherency")
    names = [name for name in state.units[unit].models if name in standing.crowd.solids]
    needed = min(2 if len(names) >= LARGE_UNIT else 1, len(names) - 1)
    members, near = set(names), {}
    for name in names:
        solid = standing.solid(name)
        near[name] = [
            other
            for other in standing.crowd.near(name, horizontal)
            if other in members and _levels_meet(solid, standing.solid(other), vertical)
        ]
        if state.boarding:  # near is straight, and so never too little
            near[name] = [each for each in near[name] if _linked(apart(state, solid, standing.solid(each)), limit)]
        if len(near[name]) < needed:
            return False
    reached, edge = set(names[:1]), names[:1]
    while edge:
        edge = [other for name in edge for other in near[name] if other not in reached]
        reached.update(edge)
    return len(reached) == len(names)


def against_coherency(
    state: State, unit: str, poses: Mapping[str, Pose] | None = None, standing: Standing | None = None
) -> list[Reason]:
    """The reason against a unit's formation, if it is not coherent; none while fewer than two models stand."""
    if is_coherent(Standing(state, poses or {}) if standing is None else standing, unit):
        return []
    claim = coherency(state, unit, poses)
    groups = claim.details["groups"]
    why = (
        f"{unit} stands in {len(groups)} groups"
        if len(groups) > 1
        else f"{claim.details['of']} has fewer than {claim.details['neighbours']} models of {unit} near enough"
    )
    placed = {} if poses is None else dict(poses)
    pose = placed.get(claim.details["of"]) or state.models[claim.details["of"]].pose
    return [Reason(rule="setup.coherency", why=why, claim=claim, of=unit, at=None if pose is None else pose.point)]


def _levels_meet(one: Solid, other: Solid, reach: float) -> bool:
    return within(vertical_gap(one.low, one.high, other.low, other.high), reach)


def _linked(gap: Apart, limit: tuple[float, float]) -> bool:
    return within(gap.length, limit[0]) and within(gap.vertical, limit[1])


def _groups(names: list[str], gaps: Gaps, limit: tuple[float, float]) -> list[list[str]]:
    """The names in connected groups, in order of their first member."""
    left, groups = list(names), []
    while left:
        group = [left.pop(0)]
        for member in group:
            near = [each for each in left if _linked(gaps[member, each], limit)]
            group.extend(near)
            left = [each for each in left if each not in near]
        groups.append(sorted(group, key=names.index))
    return groups


def _deciding_link(
    names: list[str], gaps: Gaps, limit: tuple[float, float], needed: int, groups: list[list[str]]
) -> tuple[str, str] | None:
    """The pair on which the verdict hangs: between groups the closest pair, else the worst needed neighbour."""
    if len(names) < 2:
        return None

    def excess(link: tuple[str, str]) -> tuple[float, float]:
        gap = gaps[link]
        return (max(gap.length - limit[0], gap.vertical - limit[1]), gap.distance)

    if len(groups) > 1:
        return min(((one, other) for one in groups[0] for group in groups[1:] for other in group), key=excess)
    per_model = (sorted(((one, other) for other in names if other != one), key=excess)[needed - 1] for one in names)
    return max(per_model, key=excess)
