"""The charge: declared, rolled for, and made along given or found ways; or failed, and nobody moves.

Source rules: move.charge, core.charge_bonus, stratagem.heroic_intervention; rulings A16, B1, B5, B6.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from battlefield.certify import gap_between
from battlefield.events.core import ChargeDeclared, ChargeFailed, Reason, TokenSet
from battlefield.figures import measured
from battlefield.geometry.measure import within
from battlefield.geometry.paths import way_travelled
from battlefield.geometry.shapes import Pose
from battlefield.orders.core import Charge, Move
from battlefield.play import Play
from battlefield.rules.core import intervening
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.doing import DISEMBARKED, WRECK, engaged_pair, moved_as
from battlefield.rules.core.grounds import as_far_as_dice_let
from battlefield.rules.core.intervening import against_intervening
from battlefield.rules.core.placing import Standing, against_engagement, against_standing
from battlefield.rules.core.planning import Paths, ends_of, planned
from battlefield.rules.core.seeing import unit_visible
from battlefield.rules.core.swept import CHARGING, against_paths
from battlefield.rules.core.travelling import length_claim, travel, whole
from battlefield.state import State

if TYPE_CHECKING:
    from battlefield.rules.core.charge_reach import Reach
    from battlefield.rules.core.ways_of import ModelWay

RULE, BONUS = "move.charge", "core.charge_bonus"
FINER = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
DRAWN = 5e-3
"""Inches by which the legs may leave a way that is written down beforehand: nobody goes along them."""
CHARGED, FIGHTS_FIRST = "charge declared", "fights first"


def charging(state: State, order: Charge) -> Iterator[Reason]:
    """Everything against declaring the charge: whose turn it is, what the unit did, its targets' distances."""
    unit = state.units[order.unit]
    if order.intervention:
        yield from against_intervening(state, order)
    elif state.phase != "charge" or state.player != unit.player:
        yield Reason(rule=RULE, why=f"only in {unit.player}'s charge phase", of=unit.name)
    yield from against_declaring(state, order)


def against_declaring(state: State, order: Charge) -> Iterator[Reason]:
    """Everything against declaring the charge but the moment: what the unit did, where its targets are."""
    unit = state.units[order.unit]
    if not any(each.on_board for each in state.models_of(unit.name)):
        yield Reason(rule=RULE, why=f"{unit.name} is not on the battlefield", of=unit.name)
        return
    if moved_as(state, unit.name) in ("advance", "fall_back"):
        yield Reason(rule=RULE, why=f"{unit.name} has Advanced or Fallen Back this turn", of=unit.name)
    disembarked = state.token(unit.name, DISEMBARKED)
    if disembarked is not None and disembarked.value != "before":
        wreck = disembarked.value == WRECK
        why = f"{unit.name} {'got out of a wreck this turn' if wreck else 'disembarked after its transport had moved'}"
        yield Reason(rule="move.disembark", why=why, of=unit.name)
    if state.token(unit.name, CHARGED) is not None:
        yield Reason(rule=RULE, why=f"{unit.name} has declared a charge this turn", of=unit.name)
    engaged = engaged_pair(state, unit.name)
    if engaged is not None:
        why = f"{unit.name} is engaged already and cannot declare a charge"
        yield Reason(rule=RULE, why=why, claim=engaged.claim, of=unit.name, at=engaged.at)
    for target in order.targets:
        yield from _against_target(state, unit.name, unit.player, target)


def charge(play: Play, order: Charge) -> None:
    """Declare, roll 2D6, and move every model within the roll if the unit can end as it must; else it fails."""
    reach = _declared(play, order)
    play.do(TokenSet(rule=RULE, holder=order.unit, token=CHARGED, until="turn"))
    rolled = play.roll(RULE, order.unit, "2D6")
    paths = _paths(play, order, float(rolled.total), reach)
    if paths is None:
        return
    going, limits = as_far_as_dice_let(play, paths, limits=dict.fromkeys(paths, float(rolled.total)))
    if going != paths:
        reasons = tuple(_against_ends(play.state, order, ends_of(going)))
        if reasons:
            play.do(ChargeFailed(rule=RULE, unit=order.unit, targets=order.targets, needs=None, reasons=reasons))
            return
    for name, path in going.items():
        if path and play.state.models[name].on_board:
            travel(play, name, path, "charge", limits[name])
    play.do(TokenSet(rule=RULE, holder=order.unit, token=intervening.CHARGE_MOVED, until="turn"))
    if not order.intervention:
        play.do(TokenSet(rule=BONUS, holder=order.unit, token=FIGHTS_FIRST, until="turn"))


def against_charge_move(state: State, order: Charge, paths: Paths, roll: float) -> Iterator[Reason]:
    """Everything against a charge move along given paths with that roll."""
    allowed = frozenset(order.targets)
    for name, path in paths.items():
        claim = length_claim(state, state.models[name], path, roll)
        if claim is not None and not claim.holds:
            why = f"{name} would move {measured(claim)} in and may move {roll:g} in"
            yield Reason(rule="move.length", why=why, claim=claim, of=name, at=path[-1].point, path_at=roll)
    yield from against_paths(state, paths, CHARGING, others=allowed)
    ends = ends_of(paths)
    reasons = list(_against_ends(state, order, ends))
    yield from reasons
    if not reasons:
        yield from _against_leaving_contact(state, order, ends, roll)


def _against_ends(state: State, order: Charge, ends: dict[str, Pose]) -> Iterator[Reason]:
    """Everything against where a charge ends: bases, enemies that are no targets, targets not engaged, coherency."""
    allowed = frozenset(order.targets)
    standing = Standing(state, ends)
    engaged: set[str] = set()
    for model in (each for each in state.models_of(order.unit) if each.on_board):
        yield from against_standing(standing, model.name)
        for reason in against_engagement(standing, model.name):
            enemy = state.models[reason.claim.b] if reason.claim is not None and reason.claim.b is not None else None
            if enemy is not None and enemy.unit in allowed:
                engaged.add(enemy.unit)
            else:
                yield reason
    for target in order.targets:
        if target not in engaged:
            yield Reason(
                rule=RULE, why=f"{order.unit} would not end within Engagement Range of {target}", of=order.unit
            )
    yield from against_coherency(state, order.unit, ends)


def _against_leaving_contact(state: State, order: Charge, ends: dict[str, Pose], roll: float) -> Iterator[Reason]:
    """Every model that does not end in base contact and could, in the order in which they go, the others after them."""
    from battlefield.rules.core.touching import charging_into_contact  # late: ways need numpy
    from battlefield.rules.core.ways_of import Ways

    here = {each.name: each for each in state.models_of(order.unit) if each.on_board}
    models = [here[name] for name in dict.fromkeys((*ends, *here)) if name in here]
    finding = Ways(state, order.unit, frozenset(order.targets))
    yield from charging_into_contact(finding, models, order.targets, roll).reasons(RULE, ends)


def _declared(play: Play, order: Charge) -> Reach | None:
    """Declare the charge; when its ways are left open, with what it needs."""
    rule = intervening.RULE if order.intervention else RULE
    if order.paths:
        play.do(ChargeDeclared(rule=rule, unit=order.unit, targets=order.targets))
        return None
    from battlefield.rules.core.charge_reach import needs_of, reach_of  # late: ways need numpy, a small check does not

    reach = reach_of(play.state, order.unit, order.targets)
    needs = needs_of(reach, play.state, DRAWN)
    play.do(ChargeDeclared(rule=rule, unit=order.unit, targets=order.targets, needs=needs))
    return reach


def _paths(play: Play, order: Charge, roll: float, reach: Reach | None) -> Paths | None:
    """The ways to go: those given, judged, or those found; None, and the failure written down, when there are none."""
    state = play.state
    if reach is None:
        paths = planned(state, Move(unit=order.unit, paths=order.paths))
        reasons = tuple(against_charge_move(state, order, paths, roll))
        if reasons:
            play.do(ChargeFailed(rule=RULE, unit=order.unit, targets=order.targets, needs=None, reasons=reasons))
            return None
        return paths
    from battlefield.rules.core.charge_reach import closing_in  # late: ways need numpy

    if reach.roll is None or reach.roll > roll:
        play.do(ChargeFailed(rule=RULE, unit=order.unit, targets=order.targets, needs=reach.roll, reasons=()))
        return None
    ways = closing_in(state, reach, roll)
    return {each.model: legs_of(state, each, roll) for each in ways if each.way is not None}


def legs_of(state: State, found: ModelWay, roll: float) -> tuple[Pose, ...]:
    """A found way as straight legs, drawn so finely round its bends that they are no longer than the roll.

    Where it climbs, that is its first leg.
    """
    model = state.models[found.model]
    pose = whole(model, [])[0]
    z = pose.z if found.z is None else found.z
    climb = (pose._replace(z=z),) if found.climb else ()
    path: tuple[Pose, ...] = ()
    if found.way is None:
        return path
    for tolerance in FINER:
        path = (*climb, *(Pose(x, y, z, pose.facing) for x, y in found.way.corners(tolerance)[1:]))
        if not path or within(way_travelled(model.profile.base, whole(model, path)), roll):
            break
    return path


def _against_target(state: State, unit: str, player: str, target: str) -> Iterator[Reason]:
    enemies = [each for each in state.models_of(target) if each.on_board]
    if state.units[target].player == player or not enemies:
        yield Reason(rule=RULE, why=f"{target} is no enemy unit on the battlefield", of=target)
        return
    limit = state.range("charge")
    here = [each for each in state.models_of(unit) if each.on_board]
    claims = [gap_between(state, RULE, one.name, other.name, limit) for one in here for other in enemies]
    closest = max(claims, key=lambda claim: claim.margin or 0.0)
    if not closest.holds:
        why = f"{target} is not within {limit:g} in of {unit}"
        yield Reason(rule=RULE, why=why, claim=closest, of=unit)
    if state.boarding:
        looks = [unit_visible(state, each.name, target) for each in here]
        if not any(look.holds for look in looks):
            why = f"{unit} does not see {target}; in Boarding Actions charge targets must be visible"
            yield Reason(rule=RULE, why=why, claim=looks[0], of=unit)
