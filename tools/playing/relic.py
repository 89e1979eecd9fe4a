"""The Scrollhammer Relic in random play: at it, away with it, at the edge, forced ones too; passing, dropping, back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from battlefield.certify import base_contact
from battlefield.geometry.edges import OUTWARDS
from battlefield.geometry.inside import inside_rectangle
from battlefield.orders.base import Answer, Near, Order, Spot
from battlefield.orders.core import Destroy, Move, Phase, SetUp
from battlefield.orders.scrollhammer_relic import Capture, DropRelic, PassRelic
from battlefield.rules.scrollhammer_relic.terms import is_relic
from battlefield.state import OUT_OF_PLAY, Artifact, Model, State
from playing.kinds import Ask, Kind, apart

WAYS = (1.0, 3.0, 6.0, 6.000001, 8.0)
"""What a bearer tries to go: less than it may, what it may, a millionth more, and much more."""
OFTEN = 2
"""How many orders about the Relic are thought of besides each other one."""


def _things(chance: Random, models: list[str], size: tuple[float, float]) -> str:
    """A Relic in the middle of the board, or with somebody; often known already."""
    lines = ['[[artifacts]]\nname = "Casket"\nkind = "relic"']
    if chance.random() < 0.4:
        lines.append(f"identified = {chance.randint(3, 12)}")
    bearers = [each for each in models if "infantry" in each or "crew" in each]
    if bearers and chance.random() < 0.45:
        lines.append(f'carrier = "{chance.choice(bearers)}"')
    else:
        x, y = (round(each / 2 + chance.uniform(-4, 4), 3) for each in size)
        y = round(chance.choice((y, y, chance.uniform(1, 6), size[1] - chance.uniform(1, 6))), 3)
        lines.append(f"at = [{x}, {y}]")
    return "\n".join(lines)


def _asks(chance: Random, state: State) -> Iterator[Ask]:
    """Whatever brings the Relic nearer to somebody, or to an edge; the bearer's death, with a bearing for the drop."""
    relic = next(filter(is_relic, state.artifacts.values()), None)
    if relic is None:
        return
    bearer = state.models.get(relic.carrier or "")
    own = [each for each in state.on_board() if each.player == state.player]
    for _ in range(OFTEN):
        if relic.at is not None and own:
            yield Ask(_seize(chance, relic, chance.choice(own)))
        if bearer is not None:
            yield from _of_bearer(chance, state, bearer)
            yield from _passing(chance, state, bearer, own)
    yield from _back(chance, state)
    if state.phase != "movement":
        for _ in range(4 * OFTEN):
            yield Ask(Phase(phase="movement", player=chance.choice(state.players).name))


def _of_bearer(chance: Random, state: State, bearer: Model) -> Iterator[Ask]:
    mover = state.find_model(bearer.transport or "") if bearer.where == "embarked" else bearer
    if mover is not None and mover.pose is not None and mover.on_board:
        yield Ask(_carry_on(chance, mover))
        yield Ask(_home(chance, state, mover))
    bearing = float(chance.randrange(0, 360, 15))
    if chance.random() < 0.3:
        yield Ask(DropRelic(bearing=None if chance.random() < 0.4 else bearing))
    if bearer.on_board:
        yield Ask(_capture(chance, state, bearer))
        yield Ask(_capture(chance, state, bearer))
    if chance.random() < 0.15:
        told = (Answer(to="relic.drop", given=bearing),) if chance.random() < 0.5 else ()
        yield Ask(Destroy(model=bearer.name, stays=bearer.on_board and chance.random() < 0.2), told)


def _passing(chance: Random, state: State, bearer: Model, own: list[Model]) -> Iterator[Ask]:
    """To somebody who touches the bearer, or anybody; and somebody goes to touch it."""
    friends = [each for each in own if each.name != bearer.name]
    if not friends or not bearer.on_board:
        return
    touching = [each for each in friends if base_contact(state, each.name, bearer.name).holds]
    yield Ask(PassRelic(to=chance.choice(touching or friends).name))
    close = sorted(friends, key=lambda each: apart(each, bearer))[:3]
    place = Near(of=bearer.name, gap=0.0, bearing=float(chance.randrange(0, 360, 30)))
    yield Ask(Move(model=chance.choice(close).name, path=(place,)))


def _home(chance: Random, state: State, mover: Model) -> Order:
    """The bearer, or its transport, goes straight for its edge, or a little aside."""
    assert mover.pose is not None
    dx, dy = OUTWARDS[state.player_named(mover.player).board_edge or "south"]
    side, far = chance.choice((0.0, -1.0, 1.0)), min(5.9, mover.profile.move or 5.9)
    ahead = math.sqrt(far * far - side * side)
    to = Spot(mover.pose.x + ahead * dx + side * dy, mover.pose.y + ahead * dy + side * dx)
    return Move(model=mover.name, path=(to,))


def _towards(model: Model, x: float, y: float, way: float) -> Spot:
    pose = model.pose
    assert pose is not None
    share = way / (math.hypot(x - pose.x, y - pose.y) or 1.0)
    return Spot(pose.x + share * (x - pose.x), pose.y + share * (y - pose.y))


def _seize(chance: Random, relic: Artifact, model: Model) -> Order:
    """Somebody, or a whole unit, goes at the Relic, and perhaps past it."""
    assert relic.at is not None
    assert model.pose is not None
    far = math.dist(model.pose.point, relic.at.point) + chance.choice((0.0, -0.8, -1.2, 1.5))
    to = _towards(model, relic.at.x, relic.at.y, max(far, 0.1))
    kind = chance.choice(("normal", "normal", "normal", "advance", "fall_back"))
    forced = chance.random() < 0.15
    if chance.random() < 0.5:
        return Move(model=model.name, path=(to,), kind=kind, forced=forced)
    by = (to.x - model.pose.x, to.y - model.pose.y)
    return Move(unit=model.unit, by=by, kind=kind, forced=forced)


def _carry_on(chance: Random, mover: Model) -> Order:
    """The bearer, or its transport, goes somewhere."""
    assert mover.pose is not None
    way, turn = chance.choice(WAYS), chance.uniform(0, math.tau)
    to = Spot(mover.pose.x + way * math.cos(turn), mover.pose.y + way * math.sin(turn))
    if chance.random() < 0.3:
        to = replace(to, facing=chance.uniform(0, 360))
    kind = chance.choice(("normal", "normal", "fall_back", "advance"))
    return Move(model=mover.name, path=(to,), kind=kind, forced=chance.random() < 0.4)


def _capture(chance: Random, state: State, bearer: Model) -> Order:
    """The bearer's unit makes for its edge, some of it, in any order."""
    dx, dy = OUTWARDS[state.player_named(bearer.player).board_edge or "south"]
    paths = {}
    for model in chance.sample(list(state.models_of(bearer.unit)), len(state.units[bearer.unit].models)):
        if model.on_board and model.pose is not None and (model.name == bearer.name or chance.random() < 0.7):
            side = chance.uniform(-1, 1)
            paths[model.name] = (Spot(model.pose.x + 6 * dx + side * dy, model.pose.y + 6 * dy + side * dx),)
    return Capture(unit=bearer.unit, paths=paths)


def _back(chance: Random, state: State) -> Iterator[Ask]:
    """A unit in Reserves comes back somewhere near its edge."""
    waiting = [each for each in state.units if any(one.where == "reserves" for one in state.models_of(each))]
    if waiting:
        unit = chance.choice(waiting)
        models = [each for each in state.models_of(unit) if each.where != "gone"]
        low = state.player_named(models[0].player).board_edge == "south"
        off = chance.uniform(0.5, 6)
        x, y = chance.uniform(1, state.board.width - 6), off if low else state.board.height - off
        yield Ask(SetUp(unit=unit, at=tuple(Spot(x + 1.5 * step, y) for step in range(len(models)))))


def _faults(state: State) -> Iterator[str]:
    """A Relic is in exactly one place: on the ground of the board, with somebody who is there, or out of play."""
    for relic in filter(is_relic, state.artifacts.values()):
        bearer = state.models.get(relic.carrier or "")
        lies, held, gone = relic.at is not None, bearer is not None, relic.status in OUT_OF_PLAY
        if [lies, held, gone].count(True) != 1:
            yield f"{relic.name} is {relic.status}, lies: {lies}, held: {held}"
        if relic.at is not None:
            on_board = inside_rectangle(relic.disc_at(relic.at), state.board.width, state.board.height).holds
            if not on_board or relic.status not in ("field", "dropped"):
                yield f"{relic.name} is {relic.status} and lies at {relic.at}"
        if bearer is not None:
            there = state.find_model(bearer.transport or "") if bearer.where == "embarked" else bearer
            if relic.status != "carried" or there is None or there.where not in ("board", "reserves"):
                yield f"{relic.name} is {relic.status} with {bearer.name}, who is {bearer.where}"


SCROLLHAMMER_RELIC = Kind("scrollhammer-relic", _things, _asks, _faults)
