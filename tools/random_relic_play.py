"""Random battles for the Scrollhammer Relic, checked all the way: `python tools/random_relic_play.py [N]`.

Orders are made up as a battle goes on: moves at the Relic, away with it and at the edge, forced ones too; passing,
dropping, capturing, riding, charging, dying, coming back. After every order the Relic is in exactly one place; in the
end the log is whole, true, and comes out the same again.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from battlefield.battle import Battle, carry_out, refusals, run
from battlefield.events.base import event_name
from battlefield.geometry.edges import OUTWARDS
from battlefield.geometry.inside import inside_rectangle
from battlefield.log import lines_of, loads
from battlefield.orders.base import Order, Spot
from battlefield.orders.core import Charge, Destroy, Disembark, Embark, Move, Phase, SetUp
from battlefield.orders.scrollhammer_relic import Capture, DropRelic, PassRelic
from battlefield.play import OrderError
from battlefield.rules.systems import in_play
from battlefield.scenario.load import loads as scenario_of
from battlefield.scenario.scenario import OrderEntry, Scenario
from battlefield.state import Artifact, Model, State
from battlefield.verify import verify

ORDERS, TRIES = 14, 3
WIDTH, HEIGHT = 24.0, 18.0
SIZES = ("25mm", "32mm", "40mm", "60x35mm")
TRAITS = ("impassable", "difficult", "dangerous", "dangerous")
Maker = Callable[[Random, State], Order | None]


@dataclass(frozen=True, slots=True)
class Played:
    """A random battle: how it went, and what is wrong with it (None: nothing)."""

    battle: Battle
    wrong: str | None


def play(seed: int) -> Played:
    """A battle made up from a seed, checked after every order and at its end."""
    chance = Random(seed)
    scenario = _scenario(chance)
    battle = run(scenario, seed, orders=0)
    systems, state = in_play(scenario.table.systems), battle.state
    entries: list[OrderEntry] = []
    for _ in range(ORDERS):
        try:
            order = _made_up(chance, state)
            entry = OrderEntry(order=order, plain={})
            state = carry_out(battle, state, systems, len(entries) + 1, entry)
        except OrderError:
            continue
        entries.append(entry)
        battle.after.append(len(battle.entries))
        for relic in state.artifacts.values():
            misplaced = _misplaced(state, relic)
            if misplaced is not None:
                return Played(battle, f"battle {seed}, after order {len(entries)} ({order}): {misplaced}")
        if state.ended:
            break
    whole = replace(scenario, orders=tuple(entries))
    return Played(battle, _unverified(seed, whole, battle))


def wrong(seed: int) -> str | None:
    """What is wrong with a random battle, in words; None when nothing is."""
    return play(seed).wrong


def _misplaced(state: State, relic: Artifact) -> str | None:
    """Why a Relic is not in exactly one place: on the ground of the board, with somebody there, or out of play."""
    bearer = state.models.get(relic.carrier or "")
    lies, held, gone = relic.at is not None, bearer is not None, relic.status in ("removed", "captured")
    if [lies, held, gone].count(True) != 1:
        return f"{relic.name} is {relic.status}, lies: {lies}, held: {held}"
    if relic.at is not None:
        if not inside_rectangle(relic.disc_at(relic.at), WIDTH, HEIGHT).holds:
            return f"{relic.name} lies off the board at {relic.at}"
        return None if relic.status in ("field", "dropped") else f"{relic.name} lies and is {relic.status}"
    if bearer is None:
        return None
    aboard = state.find_model(bearer.transport or "") if bearer.where == "embarked" else bearer
    if relic.status != "carried" or aboard is None or not aboard.on_board:
        return f"{relic.name} is {relic.status} with {bearer.name}, who is {bearer.where}"
    return None


def _unverified(seed: int, scenario: Scenario, battle: Battle) -> str | None:
    text = "\n".join(lines_of(scenario, seed, tuple(battle.entries))) + "\n"
    log = loads(text.encode(), "random")
    if log.recording.state != battle.state:
        return f"battle {seed}: the log does not lead to the same state"
    for answer in verify(log):
        if answer.holds is not True:
            return f"battle {seed}: not {answer.question}: {answer.faults[0]}"
    return None


# --- the table ---


def _scenario(chance: Random) -> Scenario:
    lines = ["format = 1", 'rules = ["core", "scrollhammer-relic"]', f"[board]\nwidth = {WIDTH}\nheight = {HEIGHT}"]
    lines.append(f'[start]\nround = {chance.randint(1, 3)}\nplayer = "Gold"\nphase = "movement"')
    for player, edge in (("Gold", "south"), ("Ash", "north")):
        lines.append(f'[[players]]\nname = "{player}"\nboard_edge = "{edge}"')
    for index in range(chance.randint(1, 3)):
        area = f"[{chance.uniform(1, 19):.2f}, {chance.uniform(2, 14):.2f}, {chance.uniform(1, 5):.2f}, 1.7]"
        lines.append(f'[[terrain]]\nname = "Ground {index}"\ntraits = ["{chance.choice(TRAITS)}"]')
        lines.append(f"area = {{ rect = {area}, angle = {chance.choice((0, 30, 90))} }}")
    lines += _units(chance)
    known = "" if chance.random() < 0.6 else f"identified = {chance.randint(3, 12)}\n"
    where = 'carrier = "Gold band/1"' if chance.random() < 0.35 else f"at = [{chance.uniform(9, 15):.3f}, 9]"
    lines.append(f'[[artifacts]]\nname = "Casket"\nkind = "relic"\n{known}{where}')
    return scenario_of("\n".join(lines), "random.toml")


def _units(chance: Random) -> Iterator[str]:
    for player, y in (("Gold", 5.0), ("Ash", 13.0)):
        x, apart = chance.uniform(5, 15), chance.choice((2.0, 25 / 25.4))
        places = ", ".join(f"[{x + apart * step:.9f}, {y}]" for step in range(3))
        yield _unit(
            f"{player} band", player, '"INFANTRY", "SCORING"', "25mm", f"at = [{places}]", chance.choice((5, 9))
        )
        alone = f"at = [{x - 2.5:.3f}, {y:.3f}]"
        yield _unit(f"{player} hero", player, '"CHARACTER"', chance.choice(SIZES), alone, chance.choice((6, 8)))
    cart = f"capacity = 4\nat = [{chance.uniform(3, 20):.2f}, 2]"
    yield _unit("Cart", "Gold", '"VEHICLE", "TRANSPORT"', "50mm", cart, 10)


def _unit(name: str, player: str, keywords: str, base: str, more: str, move: int) -> str:
    head = f'[[units]]\nname = "{name}"\nplayer = "{player}"\nkeywords = [{keywords}]'
    return f'{head}\nbase = "{base}"\nmove = {move}\nfacing = 30\n{more}'


# --- orders ---


def _made_up(chance: Random, state: State) -> Order:
    """The first legal order of a few, or an illegal one."""
    order: Order = Phase()
    for _ in range(TRIES):
        order = next(made for make in _makers(chance) if (made := make(chance, state)) is not None)
        if not refusals(state, order):
            break
    return order


def _makers(chance: Random) -> Iterator[Maker]:
    """What may be ordered next, the likeliest first more often; the last one always can be."""
    likely = [_seize] * 5 + [_carry_on] * 4 + [_capture] * 3 + [_pass] * 2 + [_drop] * 2 + [_back] * 3
    rare: list[Maker] = [_wander, _destroy, _embark, _disembark, _charge, _phase, _phase, _phase]
    while True:
        yield chance.choice([*likely, *rare])


def _relic(state: State) -> Artifact:
    return state.artifacts["Casket"]


def _own(chance: Random, state: State) -> Model | None:
    found = [each for each in state.on_board() if each.player == state.player]
    return chance.choice(found) if found else None


def _bearer(state: State) -> Model | None:
    return state.models.get(_relic(state).carrier or "")


def _towards(model: Model, x: float, y: float, way: float) -> Spot:
    assert model.pose is not None
    far = math.hypot(x - model.pose.x, y - model.pose.y) or 1.0
    share = way / far
    return Spot(model.pose.x + share * (x - model.pose.x), model.pose.y + share * (y - model.pose.y))


def _seize(chance: Random, state: State) -> Order | None:
    """Somebody, or a whole unit, goes at the Relic, and perhaps past it."""
    relic, model = _relic(state), _own(chance, state)
    if relic.at is None or model is None or model.pose is None:
        return None
    far = math.dist(model.pose.point, relic.at.point) + chance.choice((0.0, -0.8, -1.2, 1.5))
    kind = chance.choice(("normal", "normal", "normal", "advance", "fall_back"))
    forced = chance.random() < 0.15
    if chance.random() < 0.5:
        path = (_towards(model, relic.at.x, relic.at.y, max(far, 0.1)),)
        return Move(model=model.name, path=path, kind=kind, forced=forced)
    to = _towards(model, relic.at.x, relic.at.y, max(far, 0.1))
    by = (to.x - model.pose.x, to.y - model.pose.y)
    return Move(unit=model.unit, by=by, kind=kind, forced=forced)


def _carry_on(chance: Random, state: State) -> Order | None:
    """The bearer, or its transport, goes somewhere: 6 in, a millionth more, farther."""
    bearer = _bearer(state)
    if bearer is not None and bearer.where == "embarked":
        bearer = state.find_model(bearer.transport or "")
    if bearer is None or bearer.pose is None:
        return None
    way = chance.choice((1.0, 3.0, 6.0, 6.000001, 8.0))
    turn = chance.uniform(0, math.tau)
    to = Spot(bearer.pose.x + way * math.cos(turn), bearer.pose.y + way * math.sin(turn))
    if chance.random() < 0.3:
        to = replace(to, facing=chance.uniform(0, 360))
    kind = chance.choice(("normal", "normal", "fall_back", "advance"))
    return Move(model=bearer.name, path=(to,), kind=kind, forced=chance.random() < 0.4)


def _capture(chance: Random, state: State) -> Order | None:
    """The bearer's unit makes for its edge, some of it, in any order."""
    bearer = _bearer(state)
    if bearer is None or not bearer.on_board:
        return None
    edge = state.player_named(bearer.player).board_edge or "south"
    paths = {}
    for model in chance.sample(list(state.models_of(bearer.unit)), len(state.units[bearer.unit].models)):
        if model.on_board and model.pose is not None and (model.name == bearer.name or chance.random() < 0.7):
            dx, dy = OUTWARDS[edge]
            side = chance.uniform(-1, 1)
            paths[model.name] = (Spot(model.pose.x + 6 * dx + side * dy, model.pose.y + 6 * dy + side * dx),)
    return Capture(unit=bearer.unit, paths=paths)


def _pass(chance: Random, state: State) -> Order | None:
    taker = _own(chance, state)
    return None if taker is None or _bearer(state) is None else PassRelic(to=taker.name)


def _drop(chance: Random, state: State) -> Order | None:
    if _bearer(state) is None:
        return None
    return DropRelic(bearing=None if chance.random() < 0.4 else float(chance.randrange(0, 360, 15)))


def _back(chance: Random, state: State) -> Order | None:
    """A unit in Reserves comes back somewhere near its edge."""
    waiting = [each for each in state.units if any(m.where == "reserves" for m in state.models_of(each))]
    if not waiting:
        return None
    unit = chance.choice(waiting)
    models = [each for each in state.models_of(unit) if each.where != "gone"]
    y = chance.uniform(0.5, 6) if models[0].player == "Gold" else HEIGHT - chance.uniform(0.5, 6)
    x = chance.uniform(1, 18)
    return SetUp(unit=unit, at=tuple(Spot(x + 1.5 * step, y) for step in range(len(models))))


def _wander(chance: Random, state: State) -> Order | None:
    model = _own(chance, state)
    if model is None:
        return None
    return Move(unit=model.unit, by=(chance.uniform(-4, 4), chance.uniform(-4, 4)), forced=chance.random() < 0.2)


def _destroy(chance: Random, state: State) -> Order | None:
    found, bearer = list(state.on_board()), _bearer(state)
    if not found:
        return None
    model = bearer if bearer is not None and chance.random() < 0.4 else chance.choice(found)
    return Destroy(unit=model.unit) if chance.random() < 0.3 else Destroy(model=model.name)


def _embark(chance: Random, state: State) -> Order | None:
    model = _own(chance, state)
    return None if model is None else Embark(unit=model.unit, transport="Cart/1")


def _disembark(chance: Random, state: State) -> Order | None:
    aboard = [each for each in state.models.values() if each.where == "embarked"]
    cart = state.models["Cart/1"].pose
    if not aboard or cart is None:
        return None
    unit, turn = aboard[0].unit, chance.uniform(0, 360)
    count = sum(each.unit == unit for each in aboard)
    places = [math.radians(turn + 45 * step) for step in range(count)]
    return Disembark(unit=unit, at=tuple(Spot(cart.x + 2 * math.cos(a), cart.y + 2 * math.sin(a)) for a in places))


def _charge(chance: Random, state: State) -> Order | None:
    model = _own(chance, state)
    if model is None or state.phase != "charge":
        return None
    foes = [each.unit for each in state.enemies_of(model.player)]
    return Charge(unit=model.unit, targets=(chance.choice(foes),)) if foes else None


def _phase(chance: Random, state: State) -> Order | None:
    """On to the next phase, or to the next Movement phase."""
    if chance.random() < 0.4:
        return Phase()
    other = "Ash" if state.player == "Gold" else "Gold"
    return Phase(player=chance.choice((other, state.player)), phase="movement")


def main(arguments: list[str]) -> int:
    """Play so many battles, say what is wrong with any and how often each event of the Relic happened."""
    count = int(arguments[0]) if arguments else 1000
    happened: dict[str, int] = {}
    for seed in range(count):
        played = play(seed)
        if played.wrong is not None:
            print(played.wrong)
            return 1
        for event in played.battle.events:
            name = event_name(type(event))
            if name.startswith("relic") or name == "order_refused":
                happened[name] = happened.get(name, 0) + 1
    print(f"{count} battles, nothing wrong: " + ", ".join(f"{happened[each]} {each}" for each in sorted(happened)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
