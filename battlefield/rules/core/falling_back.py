"""Falling back: through Engagement Range but not to its end, and the Desperate Escape tests before anybody moves.

Source rules: move.fall_back, core.desperate_escape; rulings B2, B3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.events.core import Reason, TokenSet
from battlefield.geometry.shapes import Pose
from battlefield.orders.core import Move
from battlefield.play import Play
from battlefield.rules.core.doing import against_moving, battle_shocked, engaged_pair, note_move
from battlefield.rules.core.grounds import as_far_as_dice_let
from battlefield.rules.core.judging_moves import against_ends, against_length, against_ways
from battlefield.rules.core.placing import Standing, against_engagement
from battlefield.rules.core.planning import Paths, ends_of, units_of
from battlefield.rules.core.swept import FALLING_BACK, enemies_passed
from battlefield.rules.core.travelling import travel_in_turn
from battlefield.rules.core.wounds import destroy_models
from battlefield.state import Model, State

ESCAPE = "core.desperate_escape"
TESTED = "desperate escape tested"
UNHINDERED = frozenset({"TITANIC", "FLY"})


def falling_back(state: State, order: Move, paths: Paths) -> Iterator[Reason]:
    """Everything against a Fall Back: it must be engaged, and no model of the unit may end within range of an enemy."""
    units = units_of(state, paths)
    if not order.forced:
        yield from against_moving(state, units, "fall_back")
    for unit in units:
        if engaged_pair(state, unit) is None:
            yield Reason(rule="move.fall_back", why=f"{unit} is not engaged", of=unit)
    yield from against_length(state, paths, 0.0)
    yield from against_ways(state, paths, FALLING_BACK)
    yield from against_ends(state, paths)
    for unit in units:
        yield from _left_behind(state, unit, paths)


def fall_back(play: Play, order: Move, paths: Paths) -> None:
    """All tests are rolled from the declared paths, then the victims removed, then the survivors move.

    Difficult ground is rolled for last; where it ends the move at places that are not legal, nobody moves.
    """
    play.ahead = dict(paths)
    for unit in units_of(play.state, paths):
        note_move(play, unit, "fall_back")
    escape(play, paths)
    survivors = {name: path for name, path in paths.items() if play.state.models[name].on_board}
    going, limits = as_far_as_dice_let(play, survivors)
    if going != survivors:
        reasons = tuple(against_ends(play.state, going))
        if reasons:
            play.ahead = {}
            play.refuse(order, reasons)
            return
    travel_in_turn(play, going, "fall_back", limits)


def escape(play: Play, paths: Paths) -> None:
    """Every Desperate Escape test that the declared paths ask for, then the victims are removed."""
    victims: list[str] = []
    for name, path in paths.items():
        if _must_test(play.state, play.state.models[name], path):
            play.do(TokenSet(rule=ESCAPE, holder=name, token=TESTED, until="phase"))
            if not play.roll(ESCAPE, name, "D6", needs="3+").passed:
                victims.append(_victim(play, name, victims))
    if victims:
        destroy_models(play, victims, "Desperate Escape")


def _must_test(state: State, model: Model, path: Sequence[Pose]) -> bool:
    """A Battle-shocked unit's every model; else one passing over an enemy, TITANIC and FLY excepted; once a phase."""
    if state.token(model.name, TESTED) is not None:
        return False
    if battle_shocked(state, model.unit):
        return True
    return not model.keywords & UNHINDERED and bool(enemies_passed(state, model.name, path))


def _victim(play: Play, tested: str, chosen: list[str]) -> str:
    """The model of the unit that its player gives up; untold, the one that failed, or the next that is left."""
    model = play.state.models[tested]
    left = [each.name for each in play.state.models_of(model.unit) if each.on_board and each.name not in chosen]
    default = tested if tested in left else left[0]
    return play.ask(ESCAPE, model.player, tested, left, default)


def _left_behind(state: State, unit: str, paths: Paths) -> Iterator[Reason]:
    """A model that the order leaves where it stands must be clear of every enemy too."""
    standing = Standing(state, ends_of(paths))
    for model in state.models_of(unit):
        if model.on_board and model.name not in standing.poses:
            yield from against_engagement(standing, model.name)
