"""Moving off the player's own board edge with the Relic, which wins the game; and what happens when that fails.

Source rules: relic.capture, relic.capture.interrupted; rulings D9, D15, D16.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.events.base import Event
from battlefield.events.core import BattleEnded, ModelLeft, Reason, TokenCleared, TokenSet, UnitSetUp
from battlefield.events.scrollhammer_relic import RelicCaptured
from battlefield.figures import measured, telling
from battlefield.geometry.edges import edge_distances
from battlefield.geometry.measure import within
from battlefield.geometry.paths import cut
from battlefield.geometry.shapes import Pose
from battlefield.geometry.sweep import first_within
from battlefield.named import EDGE_SUFFIX, area_of
from battlefield.orders.core import Move, SetUp
from battlefield.orders.scrollhammer_relic import Capture
from battlefield.play import Play
from battlefield.rules.core.doing import against_moving, note_move
from battlefield.rules.core.falling_back import escape
from battlefield.rules.core.grounds import as_far_as_dice_let
from battlefield.rules.core.judging_moves import against_ends, against_length, against_ways
from battlefield.rules.core.placing import Standing, against_engagement, against_objectives, against_standing
from battlefield.rules.core.planning import Paths, planned
from battlefield.rules.core.reserves import ONGOING, too_far_in
from battlefield.rules.core.setting_up import planned as places_of
from battlefield.rules.core.swept import FALLING_BACK
from battlefield.rules.core.travelling import travel_in_turn, whole
from battlefield.rules.scrollhammer_relic.carrying import too_far
from battlefield.rules.scrollhammer_relic.dropping import CAPTURING
from battlefield.rules.scrollhammer_relic.terms import carried_by
from battlefield.state import Model, State

RULE, INTERRUPTED = "relic.capture", "relic.capture.interrupted"
KIND, RETREAT = "capture", "fall_back"
LEFT_NOW = "went into Reserves"


def refusals(state: State, order: Capture) -> Iterator[Reason]:
    """Everything against the capture: who carries the Relic, which edge, when, how far and past what."""
    unit, player = state.units[order.unit], state.player_named(state.units[order.unit].player)
    bearers = _bearers(state, unit.name)
    if not bearers:
        yield Reason(rule=RULE, why=f"nobody of {unit.name} has the Relic on the battlefield", of=unit.name)
        return
    if player.board_edge is None:
        why = f"{player.name} has no board edge to leave by; the scenario gives it as board_edge"
        yield Reason(rule=RULE, why=why, of=unit.name)
        return
    for reason in against_moving(state, [unit.name], RETREAT):
        yield replace(reason, rule=RULE) if reason.rule == "move.fall_back" else reason
    paths = _cut_at_edge(state, _planned(state, order), player.name)
    ways = {name: path for name, path in paths.items() if state.models[name].on_board}
    for name in (each for each in paths if each not in ways):
        yield Reason(rule=RULE, why=f"{name} is not on the battlefield ({state.models[name].where})", of=name)
    for bearer in bearers:
        yield from _against_bearer(state, bearer, ways.get(bearer.name), player.name)
    yield from against_length(state, ways, 0.0)
    yield from against_ways(state, ways, FALLING_BACK)
    yield from _against_ends(state, ways, player.name)


def capture(play: Play, order: Capture) -> None:
    """Desperate Escape first, then model by model; the game is won when the bearer is off, and lost ground when not."""
    state, player = play.state, play.state.player_named(play.state.units[order.unit].player)
    paths = _cut_at_edge(state, _planned(state, order), player.name)
    token = TokenSet(rule=RULE, holder=order.unit, token=CAPTURING, value=player.board_edge, until="phase")
    play.do(token)
    note_move(play, order.unit, RETREAT)
    had = _held(play.state, order.unit)
    escape(play, paths)
    ways = {name: path for name, path in paths.items() if play.state.models[name].on_board}
    if _held(play.state, order.unit) == had and _march_off(play, order, ways, had, player.name):
        return
    if _held(play.state, order.unit) != had:
        _into_reserves(play, order.unit, player.board_edge or "")
    play.do(TokenCleared(rule=RULE, holder=order.unit, token=CAPTURING))


def returning(state: State, order: SetUp) -> Iterator[Reason]:
    """Against the places of a unit that comes back: in the next Movement phase, wholly within 6 in of its edge."""
    token = state.token(order.unit, ONGOING)
    if token is None or state.phase is None:
        return
    if state.token(order.unit, LEFT_NOW) is not None:
        why = f"{order.unit} went into Ongoing Reserves this turn; it comes back in its player's next Movement phase"
        yield Reason(rule=INTERRUPTED, why=why, of=order.unit)
    reach, edge = state.range("ongoing_reserves"), str(token.value)
    for name, pose in places_of(state, order).items():
        shape = state.models[name].footprint_at(pose)
        far = edge_distances(shape, state.board.width, state.board.height)[edge]
        if not within(far, reach):
            told = telling(far, reach, 6)
            why = f"{name} would reach {told} in from the {edge} edge; wholly within {reach:g} in is allowed"
            claim = too_far_in(INTERRUPTED, name, pose, far, reach, ("D16",))
            yield Reason(rule=INTERRUPTED, why=why, claim=claim, of=name, at=pose.point)


def reacts(before: State, event: Event, play: Play) -> None:
    """A unit that is back from Ongoing Reserves is no longer there."""
    if isinstance(event, UnitSetUp) and before.token(event.unit, ONGOING) is not None:
        play.do(TokenCleared(rule=INTERRUPTED, holder=event.unit, token=ONGOING))


def _march_off(play: Play, order: Capture, paths: Paths, had: Mapping[str, str], player: str) -> bool:
    """The models move and leave in turn; True when nothing is left to do: the game is won, or nobody may move so.

    `had`: the bearers, by Relic; with the first of these that falls the move is over (D16).
    """
    going, limits = as_far_as_dice_let(play, paths)
    off = all(_touches(play.state, name, going[name], player) for name in had.values())
    if not off:
        reasons = tuple(against_ends(play.state, going))
        if reasons:
            play.refuse(order, reasons)
            play.do(TokenCleared(rule=RULE, holder=order.unit, token=CAPTURING))
            return True

    def arrived(name: str) -> bool:
        if off and play.state.models[name].on_board and _touches(play.state, name, (), player):
            _leaves(play, name, player)
        return not play.state.ended and _held(play.state, order.unit) == had

    travel_in_turn(play, going, KIND, limits, arrived)
    return play.state.ended


def _leaves(play: Play, name: str, player: str) -> None:
    """A model is off the battlefield; with the Relic its player wins at once (D15)."""
    state = play.state
    model, edge = state.models[name], state.player_named(player).board_edge or ""
    if model.pose is None:
        return
    carried = [each.name for each in carried_by(state, name)]
    claim = _gap_to_edge(state, name, model.pose, player)
    for relic in carried:
        captured = RelicCaptured(
            rule=RULE,
            rulings=("D15",),
            claims=(claim,),
            relic=relic,
            player=player,
            unit=model.unit,
            model=name,
            edge=edge,
            at=model.pose,
        )
        play.do(captured)
    play.do(ModelLeft(rule=RULE, rulings=("D15",), model=name, to="edge", pose=model.pose))
    if carried:
        play.do(BattleEnded(rule=RULE, winner=player, why=f"{carried[0]} was taken off over the {edge} edge"))


def _into_reserves(play: Play, unit: str, edge: str) -> None:
    """All that survive of the unit, moved or not, even those that were off already, go to Ongoing Reserves (D16).

    Another Relic that one of them has is left behind, against that edge too.
    """
    left = [
        each for each in play.state.models_of(unit) if each.on_board or (each.where == "gone" and each.wounds_left > 0)
    ]
    for each in left:
        pose = each.pose if each.on_board else None
        play.do(ModelLeft(rule=INTERRUPTED, rulings=("D16",), model=each.name, to="reserves", pose=pose))
    if left:
        play.do(TokenSet(rule=INTERRUPTED, rulings=("D16",), holder=unit, token=ONGOING, value=edge))
        play.do(TokenSet(rule=INTERRUPTED, holder=unit, token=LEFT_NOW, value=True, until="turn"))


def _planned(state: State, order: Capture) -> Paths:
    return planned(state, Move(unit=order.unit, paths=order.paths, kind=RETREAT))


def _bearers(state: State, unit: str) -> list[Model]:
    return [each for each in state.models_of(unit) if each.on_board and any(carried_by(state, each.name))]


def _held(state: State, unit: str) -> dict[str, str]:
    """Who of a unit has which Relic on the battlefield, by Relic."""
    return {relic.name: bearer.name for bearer in _bearers(state, unit) for relic in carried_by(state, bearer.name)}


def _cut_at_edge(state: State, paths: Paths, player: str) -> Paths:
    """Paths that end where the model first touches its player's board edge; they may have been aimed beyond it."""
    strip = area_of(state, f"{player}{EDGE_SUFFIX}")
    done: dict[str, tuple[Pose, ...]] = {}
    for name, path in paths.items():
        model = state.models[name]
        done[name] = path
        if strip is not None and path and model.on_board:
            way = whole(model, path)
            found = first_within(model.profile.base, way, strip, 0.0)
            if found is not None:
                done[name] = tuple(cut(way[0], path, found.travelled, found.turned)[0])
    return done


def _gap_to_edge(state: State, name: str, pose: Pose | None, player: str) -> Certificate:
    return gap_between(state, RULE, name, f"{player}{EDGE_SUFFIX}", 0.0, a_pose=pose)


def _touches(state: State, name: str, path: Sequence[Pose], player: str) -> bool:
    pose = path[-1] if path else state.models[name].pose
    return bool(_gap_to_edge(state, name, pose, player).holds)


def _against_bearer(state: State, bearer: Model, path: Sequence[Pose] | None, player: str) -> Iterator[Reason]:
    """The bearer needs a path that brings it to the edge within 6 in."""
    end = path[-1] if path else bearer.pose
    claim = _gap_to_edge(state, bearer.name, end, player)
    if path is None:
        yield Reason(rule=RULE, why=f"{bearer.name} has the Relic and needs a path to the edge", of=bearer.name)
    elif not claim.holds and end is not None:
        why = f"{bearer.name} would not touch the board edge of {player}: {measured(claim)} in are missing"
        yield Reason(rule=RULE, why=why, claim=claim, of=bearer.name, at=end.point)
    if path:
        yield from too_far(state, bearer, path)


def _against_ends(state: State, paths: Paths, player: str) -> Iterator[Reason]:
    """Where each model ends, one after the other: those at the edge leave and only must not stand on anything."""
    now = state
    placed: dict[str, Pose] = {}
    for name, path in paths.items():
        standing = Standing(now, {name: path[-1]} if path else {})
        leaves = _touches(state, name, path, player)
        if path:
            for reason in against_standing(standing, name):
                yield _with_pose_of_other(reason, placed)
            if not leaves:
                yield from against_engagement(standing, name)
                yield from against_objectives(standing, name)
        model = now.models[name]
        if leaves:
            now = now.with_model(replace(model, where="gone"))
        else:
            placed[name] = standing.pose(name)
            now = now.with_model(replace(model, pose=placed[name]))


def _with_pose_of_other(reason: Reason, placed: Mapping[str, Pose]) -> Reason:
    """A reason measured against a model that has moved before: its certificate says where that one stands then."""
    claim = reason.claim
    if claim is None or claim.b is None or claim.b not in placed:
        return reason
    return replace(reason, claim=replace(claim, b_pose=placed[claim.b]))
