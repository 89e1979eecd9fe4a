"""Consolidating: up to 3 in towards the closest enemy, else towards the closest objective marker.

Source rule: move.consolidate; rulings A5, B5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from battlefield.certificate import Certificate
from battlefield.certify import base_contact, engagement, gap_between
from battlefield.events.core import Reason, TokenSet
from battlefield.figures import measured
from battlefield.geometry.measure import more_than, within
from battlefield.geometry.shapes import Pose
from battlefield.orders.core import Move
from battlefield.play import Play
from battlefield.rooms import engagement_reach
from battlefield.rules.core.coherency import against_coherency, coherency
from battlefield.rules.core.grounds import as_far_as_dice_let
from battlefield.rules.core.judging_moves import against_ways
from battlefield.rules.core.placing import Standing, against_objectives, against_standing, with_poses
from battlefield.rules.core.planning import Paths, ends_of, units_of
from battlefield.rules.core.swept import CLOSING
from battlefield.rules.core.travelling import length_claim, travel
from battlefield.state import Model, State

RULE = "move.consolidate"
CONSOLIDATED = "consolidated"


def consolidate(play: Play, order: Move, paths: Paths) -> None:
    """Each model moves along its path."""
    going, limits = as_far_as_dice_let(play, paths, limits=dict.fromkeys(paths, play.state.range("consolidate")))
    if going != paths:
        reasons = tuple(consolidating(play.state, order, going))
        if reasons:
            play.refuse(order, reasons)
            return
    for name, path in going.items():
        if play.state.models[name].on_board:
            travel(play, name, path, "consolidate", limits[name])
            play.do(TokenSet(rule=RULE, holder=name, token=CONSOLIDATED, until="phase"))


def consolidating(state: State, order: Move, paths: Paths) -> Iterator[Reason]:
    """Everything against a consolidation: its length, its way, where each model and the unit end."""
    if state.phase != "fight" and not order.forced:
        yield Reason(rule=RULE, why=f"units consolidate in the fight phase; it is the {state.phase} phase")
    for name in paths:
        if state.token(name, CONSOLIDATED) is not None:
            yield Reason(rule=RULE, why=f"{name} has consolidated in this phase", of=name)
    limit = state.range("consolidate")
    for name, path in paths.items():
        claim = length_claim(state, state.models[name], path, limit)
        if claim is not None and not claim.holds:
            why = f"{name} would consolidate {measured(claim)} in; {limit:g} in at most"
            yield Reason(rule=RULE, why=why, claim=claim, of=name, at=path[-1].point, path_at=limit)
    yield from against_ways(state, paths, CLOSING)
    ends = ends_of(paths)
    standing = Standing(state, ends)
    for name in ends:
        yield from against_standing(standing, name)
        yield from against_objectives(standing, name)
    for unit in units_of(state, paths):
        yield from against_coherency(state, unit, ends)
        yield from _against_form(state, unit, ends)


def _against_form(state: State, unit: str, ends: dict[str, Pose]) -> Iterator[Reason]:
    """The first form, towards enemies, where it ends engaged; else the second, towards an objective marker."""
    after = with_poses(state, ends)
    engaged = any(
        engagement(after, model.name, enemy.name).holds
        for model in after.models_of(unit)
        if model.on_board
        for enemy in after.enemies_of(model.player)
    )
    moved = [state.models[name] for name in ends if state.models[name].unit == unit]
    if engaged:
        for model in moved:
            yield from _towards_enemy(state, model, ends[model.name])
        yield from _against_leaving_contact(state, unit, moved, ends)
        return
    reachable = _enemy_in_reach(state, unit)
    if reachable is not None:
        why = (
            f"{unit} must end within Engagement Range of an enemy unit as long as it can; {reachable.b} may be in reach"
        )
        yield Reason(rule=RULE, why=why, claim=reachable, of=unit)
        return
    yield from _towards_objective(state, after, unit, moved, ends)


def _against_leaving_contact(state: State, unit: str, moved: list[Model], ends: dict[str, Pose]) -> Iterator[Reason]:
    """Every model that moves, does not end in base contact and could, still ending closer to the closest enemy."""
    from battlefield.rules.core.touching import Touching  # late: ways need numpy, which a small check does without
    from battlefield.rules.core.ways_of import Ways

    enemies = list(state.enemies_of(moved[0].player)) if moved else []
    limit = state.range("consolidate")

    def will_do(name: str, there: Mapping[str, Pose]) -> bool:
        closer = not any(_towards_enemy(state, state.models[name], there[name]))
        return closer and coherency(state, unit, there).holds is True

    finding = Ways(state, unit, frozenset(each.unit for each in enemies), longest=limit, charging=False)
    yield from Touching(finding, moved, enemies, limit, will_do).reasons(RULE, ends)


def _towards_enemy(state: State, model: Model, end: Pose) -> Iterator[Reason]:
    """Not already in contact, and closer at its end to the enemy model that was closest at its start (A5)."""
    enemies = list(state.enemies_of(model.player))
    claims = [base_contact(state, model.name, each.name) for each in enemies]
    touching = next((claim for claim in claims if claim.holds), None)
    if touching is not None:
        why = f"{model.name} is in base contact with {touching.b} and does not move"
        yield Reason(rule=RULE, why=why, claim=touching, of=model.name)
        return
    closest = min((gap_between(state, RULE, model.name, each.name) for each in enemies), key=_value)
    before = _value(closest)
    there = gap_between(state, RULE, model.name, closest.b or "", before, a_pose=end)
    if not more_than(before, _value(there)):
        why = f"{model.name} would not end closer to {closest.b}, the enemy model that was closest to it"
        yield Reason(rule=RULE, why=why, claim=there, of=model.name, at=end.point)


def _towards_objective(
    state: State, after: State, unit: str, moved: list[Model], ends: dict[str, Pose]
) -> Iterator[Reason]:
    """Closer to the closest marker, and the unit within range of it."""
    if not state.markers:
        yield Reason(rule=RULE, why=f"there is neither an enemy nor an objective marker for {unit} to move towards")
        return
    limit = state.range_pair("objective")
    marker = min(
        state.markers,
        key=lambda name: min(_value(gap_between(state, RULE, model.name, name)) for model in moved),
    )
    in_range = [
        gap_between(state, "core.objective", each.name, marker, limit, a_pose=ends.get(each.name))
        for each in after.models_of(unit)
        if each.on_board
    ]
    if not any(claim.holds for claim in in_range):
        best = max(in_range, key=lambda claim: claim.margin or 0.0)
        yield Reason(rule=RULE, why=f"{unit} would not end within range of {marker}", claim=best, of=unit)
    for model in moved:
        before = _value(gap_between(state, RULE, model.name, marker))
        there = gap_between(state, RULE, model.name, marker, before, a_pose=ends[model.name])
        if not more_than(before, _value(there)):
            why = f"{model.name} would not end closer to {marker}, the closest objective marker"
            yield Reason(rule=RULE, why=why, claim=there, of=model.name, at=ends[model.name].point)


def _enemy_in_reach(state: State, unit: str) -> Certificate | None:
    """The enemy that some model could engage by a legal way of 3 in: then the first form is not impossible."""
    from battlefield.rules.core.ways_of import Ways  # late: ways need numpy, which a small check does without

    limit = state.range("consolidate")
    for model in (each for each in state.models_of(unit) if each.on_board):
        enemies = list(state.enemies_of(model.player))
        finding = Ways(state, unit, frozenset(each.unit for each in enemies), longest=limit, charging=False)
        for enemy in enemies:
            straight = gap_between(state, RULE, model.name, enemy.name, limit + engagement_reach(state), plan=True)
            if straight.holds and within(finding.to_engage(model, [enemy], most=limit).length, limit):
                return straight
    return None


def _value(claim: Certificate) -> float:
    return claim.value[0] if isinstance(claim.value, tuple) else claim.value
