"""Arriving from Reserves: Deep Strike, and Strategic Reserves from a board edge.

Source rule: move.deep_strike; ruling B8.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.events.core import Reason
from battlefield.geometry.areas import overlaps
from battlefield.geometry.edges import edge_distances
from battlefield.geometry.measure import closer_than, within
from battlefield.geometry.shapes import Pose
from battlefield.named import ZONE_SUFFIX
from battlefield.orders.core import SetUp
from battlefield.state import Model, State

RULE = "move.deep_strike"
ABILITY = "deep strike"
ARRIVED = "arrived"
ONGOING = "ongoing reserves"
"""A unit with this token comes back as the rule that put it there says, not by Deep Strike or Strategic Reserves."""
FIRST_ROUND, ANY_EDGE_ROUND = 2, 3


def arriving(state: State, order: SetUp, poses: dict[str, Pose]) -> Iterator[Reason]:
    """Everything against a unit's arriving from Reserves there, besides what speaks against any place."""
    unit = state.units[order.unit]
    if state.phase != "movement" or state.player != unit.player:
        yield Reason(rule=RULE, why=f"Reserves arrive in {unit.player}'s movement phase", of=unit.name)
    models = list(state.models_of(unit.name))
    if any(each.where != "reserves" for each in models if each.where != "gone"):
        yield Reason(rule=RULE, why=f"{unit.name} is not in Reserves", of=unit.name)
    if state.token(unit.name, ONGOING) is not None:
        return
    if order.kind == "deep_strike":
        without = [each.name for each in models if not _deep_strikes(each)]
        if without:
            why = f"{without[0]} has not the ability Deep Strike; every model of the unit needs it"
            yield Reason(rule=RULE, why=why, of=unit.name)
    else:
        yield from _from_an_edge(state, unit.player, poses)
    yield from _clear_of_enemies(state, unit.player, poses)


def _clear_of_enemies(state: State, player: str, poses: dict[str, Pose]) -> Iterator[Reason]:
    """More than 9 in horizontally from every enemy model: exactly 9 is not more."""
    limit = state.range("deep_strike")
    for name, pose in poses.items():
        shape = state.models[name].footprint_at(pose)
        for enemy in state.enemies_of(player):
            if closer_than(shape, enemy.footprint, limit):
                claim = gap_between(state, RULE, name, enemy.name, limit, a_pose=pose, plan=True)
                why = f"{name} would not be more than {limit:g} in from {enemy.name}"
                yield Reason(rule=RULE, why=why, claim=claim, of=name, at=pose.point)


def _from_an_edge(state: State, player: str, poses: dict[str, Pose]) -> Iterator[Reason]:
    """Strategic Reserves (B8): wholly within 6 in of a board edge, in round 2 not in the enemy's zone."""
    if state.round < FIRST_ROUND:
        yield Reason(rule=RULE, why=f"Strategic Reserves arrive from round {FIRST_ROUND} on")
    reach = state.range("strategic_reserves")
    for name, pose in poses.items():
        shape = state.models[name].footprint_at(pose)
        farthest = min(edge_distances(shape, state.board.width, state.board.height).values())
        if not within(farthest, reach):
            claim = too_far_in(RULE, name, pose, farthest, reach, ("B8",))
            why = f"{name} would not be wholly within {reach:g} in of a board edge"
            yield Reason(rule=RULE, why=why, claim=claim, of=name, at=pose.point)
        for other in state.players if state.round < ANY_EDGE_ROUND else ():
            if other.name != player and other.zone is not None and overlaps(shape, other.zone):
                why = f"{name} would be in the {other.name}{ZONE_SUFFIX}, where Reserves arrive from round 3 on"
                yield Reason(rule=RULE, why=why, of=name, at=pose.point)


def too_far_in(
    rule: str, model: str, pose: Pose, farthest: float, reach: float, rulings: tuple[str, ...]
) -> Certificate:
    """The certificate of a model whose farthest part is more than `reach` from a board edge."""
    return Certificate(
        rule=rule,
        measure="farthest",
        a=model,
        a_pose=pose,
        value=farthest,
        limit=reach,
        margin=reach - farthest,
        holds=False,
        verdict="out",
        rulings=rulings,
    )


def _deep_strikes(model: Model) -> bool:
    return any(each.strip().lower() == ABILITY for each in model.profile.abilities)
