"""Random tables for random play: terrain, two armies of every kind of unit, and what a rule system brings besides.

A rule system that is to be played at random has a `Kind`: what it adds to the table, the orders that a player might
think of, legal or not, and what must hold at every moment. `KINDS` lists them; a further one is one value more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from battlefield.geometry.shapes import MM_PER_INCH
from battlefield.orders.base import Answer, Order, Spot
from battlefield.orders.core import Charge, Destroy, Disembark, Embark, Move, SetUp, Wound
from battlefield.rules.core.wrecks import NEEDS, OUT_OF
from battlefield.state import Model, State
from playing.artifacts import RELICS_OF_OLD
from playing.kinds import Ask, Kind, apart
from playing.relic import SCROLLHAMMER_RELIC

KINDS = {each.name: each for each in (RELICS_OF_OLD, SCROLLHAMMER_RELIC)}

BASES = ('"25mm"', '"32mm"', '"40mm"', '"60mm"')
BIG = ('"100mm"', '"105x70mm"', '{ hull = "5x3in", height = 3 }')
WAITING = 'reserves = true\nabilities = ["Deep Strike"]'
LOSSES = 0.35
"""How often a loss is thought of, which is always legal: else armies melt before anybody moves."""
TERRAIN = ("unstable", "impassable", "wall", "difficult", "dangerous", "cover")


def table(chance: Random, kinds: tuple[Kind, ...]) -> str:
    """The text of a scenario: a position in play early in a battle."""
    wide, high = chance.choice(((30, 22), (36, 24), (44, 30)))
    systems = ", ".join(f'"{each.name}"' for each in kinds)
    text = [f'format = 1\ntitle = "Random play"\nrules = ["core", {systems}]\nseed = {chance.randrange(10**6)}']
    text.append(f"[board]\nwidth = {wide}\nheight = {high}")
    text.append(f'[start]\nround = {chance.randint(1, 4)}\nplayer = "{chance.choice(("Red", "Blue"))}"')
    for player, edge in (("Red", "south"), ("Blue", "north")):
        text.append(f'[[players]]\nname = "{player}"\nboard_edge = "{edge}"')
    for number in range(chance.randrange(5)):
        x, y, w, h = (round(chance.uniform(*part), 2) for part in ((2, wide - 8), (2, high - 8), (0.6, 6), (0.6, 6)))
        traits = chance.choice(TERRAIN)
        area = f"{{ rect = [{x}, {y}, {w}, {h}], angle = {chance.choice((0, 30))} }}"
        text.append(f'[[terrain]]\nname = "Ground {number}"\ntraits = ["{traits}"]\narea = {area}')
    models: list[str] = []
    text += _armies(chance, (wide, high), models)
    text += [each.things(chance, models, (wide, high)) for each in kinds]
    return "\n".join(text) + "\n"


def _armies(chance: Random, size: tuple[int, int], models: list[str]) -> Iterator[str]:
    """Two armies, their models' names noted: crowded on purpose, so that they meet."""
    taken: list[tuple[float, float, float]] = []
    for player in ("Red", "Blue"):
        guards: list[str] = []
        for number in range(chance.randint(2, 4)):
            sort = chance.choice(
                ("INFANTRY", "INFANTRY", "CHARACTER", "VEHICLE", "MACHINE", "FORTIFICATION", "CARRIER")
            )
            name = f"{player} {number} {sort.lower()}"
            big = sort in ("VEHICLE", "MACHINE", "CARRIER", "FORTIFICATION")
            count = 1 if big or sort == "CHARACTER" else chance.randint(1, 3)
            x, y = _room(chance, size, 3.0 if big else 2.2, taken)
            base = chance.choice(BIG if big else BASES[:3])
            touching = count > 1 and chance.random() < 0.4
            apart_by = float(base.strip('"m')) / MM_PER_INCH if touching else 1.7
            places = [[round(x + apart_by * step, 9), y] for step in range(count)]
            models += [f"{name}/{step + 1}" for step in range(count)]
            leads = f'\nleads = "{guards.pop()}"' if sort == "CHARACTER" and guards and chance.random() < 0.6 else ""
            guards += [name] if sort == "INFANTRY" else []
            where = f"at = {places}{leads}"
            if sort == "CARRIER" and chance.random() < 0.3:
                where = WAITING
            yield _unit(chance, name, player, sort, where, base)
            if sort == "CARRIER":
                crew = chance.randint(1, 4)
                models += [f"{name} crew/{step + 1}" for step in range(crew)]
                yield _unit(chance, f"{name} crew", player, "INFANTRY", f'count = {crew}\nin = "{name}"')
        if chance.random() < 0.3:
            models.append(f"{player} reserve/1")
            yield _unit(chance, f"{player} reserve", player, "INFANTRY", WAITING)


def _unit(chance: Random, name: str, player: str, sort: str, where: str, base: str | None = None) -> str:
    keywords = {
        "CHARACTER": ["INFANTRY", "CHARACTER"],
        "MACHINE": ["VEHICLE", "DARK MACHINE"],
        "CARRIER": ["VEHICLE", "TRANSPORT"],
    }.get(sort, [sort])
    if sort in ("MACHINE", "VEHICLE") and chance.random() < 0.2:
        keywords = [*keywords, chance.choice(("CHARACTER", "TITANIC", "FLY"))]
    small = sort in ("INFANTRY", "CHARACTER")
    if sort == "INFANTRY" and chance.random() < 0.6:
        keywords = [*keywords, "SCORING"]
    words = ", ".join(f'"{each}"' for each in keywords)
    base = base or chance.choice(BASES[:3] if small else BIG)
    more = f"move = {chance.randint(5, 10)}\nwounds = {1 if small else chance.randint(5, 9)}"
    return f'[[units]]\nname = "{name}"\nplayer = "{player}"\nkeywords = [{words}]\nbase = {base}\n{more}\n{where}'


def _room(
    chance: Random, size: tuple[int, int], radius: float, taken: list[tuple[float, float, float]]
) -> tuple[float, float]:
    """A place off what stands there already, if one is found soon."""
    x = y = 0.0
    for _ in range(30):
        x, y = (round(chance.uniform(radius, each - radius - 2), 2) for each in size)
        if all(math.dist((x, y), (ax, ay)) > radius + reach for ax, ay, reach in taken):
            break
    taken.append((x, y, radius))
    return x, y


# --- the core rules ---


def core_asks(chance: Random, state: State) -> Iterator[Ask]:
    """Moves, charges, boarding, and losses, of whoever is there, as the phase suggests and sometimes otherwise."""
    here = list(state.on_board())
    if not here:
        return
    model = chance.choice(here)
    foes = [each for each in here if each.player != model.player]
    if model.pose is not None:
        way, far = chance.uniform(0, 2 * math.pi), chance.uniform(0, model.profile.move or 6)
        step = (round(far * math.cos(way), 3), round(far * math.sin(way), 3))
        yield Ask(Move(unit=model.unit, by=step, kind=chance.choice(("normal", "normal", "advance", "fall_back"))))
        lying = [each.at.point for each in state.lying() if each.at is not None]
        if lying:
            x, y = min(lying, key=lambda at: math.dist(at, model.pose.point if model.pose is not None else at))
            share = min(1.0, (model.profile.move or 6) / max(math.dist((x, y), model.pose.point), 0.1))
            there = (share * (x - model.pose.x), share * (y - model.pose.y))
            yield Ask(Move(unit=model.unit, by=(round(there[0], 3), round(there[1], 3))))
        if foes:
            other = min(foes, key=lambda each: apart(model, each))
            yield Ask(Charge(unit=model.unit, targets=(other.unit,)))
            if chance.random() < LOSSES:
                yield Ask(_loss(chance, other, model))
    yield from _off_the_table(chance, state)
    transport = next((each for each in here if "TRANSPORT" in each.keywords), None)
    if transport is not None and transport.pose is not None:
        aboard = [each for each in state.models.values() if each.where == "embarked"]
        if aboard:
            x, y = transport.pose.point
            crew = [each for each in aboard if each.unit == aboard[0].unit]
            spot = Spot(round(x + chance.uniform(-4, 4), 2), round(y + chance.uniform(-4, 4), 2))
            spots = tuple(Spot(spot.x + 1.7 * step, spot.y) for step in range(len(crew)))
            yield Ask(Disembark(unit=crew[0].unit, at=spots))
            told = (Answer(to="move.disembark", given=spot, of=crew[-1].name),) if chance.random() < 0.3 else ()
            if chance.random() < LOSSES:
                yield Ask(Destroy(model=transport.name, by=model.name), told)
        yield Ask(Embark(unit=model.unit, transport=transport.name))


def _off_the_table(chance: Random, state: State) -> Iterator[Ask]:
    """Who waits in Reserves, or is aboard of something, is set up somewhere, or lost."""
    off = [each for each in state.models.values() if each.where in ("reserves", "embarked")]
    if not off or chance.random() < 0.5:
        return
    unit = chance.choice(off).unit
    count = sum(each.where != "gone" for each in state.models_of(unit))
    x, y = chance.uniform(2, state.board.width - 6), chance.uniform(2, state.board.height - 2)
    spots = tuple(Spot(round(x + 1.7 * step, 2), round(y, 2)) for step in range(count))
    yield Ask(SetUp(unit=unit, at=spots, kind=chance.choice(("deploy", "deep_strike"))))
    if chance.random() < LOSSES:
        yield Ask(Destroy(model=chance.choice(off).name))


def _loss(chance: Random, victim: Model, by: Model) -> Order:
    if chance.random() < 0.5:
        return Wound(model=victim.name, count=chance.randint(1, 3), by=by.unit)
    return Destroy(model=victim.name, by=by.name, stays=chance.random() < 0.15)


def core_faults(state: State) -> Iterator[str]:
    """Nobody is aboard of what is gone, and nobody is still getting out of it."""
    for model in state.models.values():
        if model.where == "embarked":
            transport = state.find_model(model.transport or "")
            if transport is None or transport.where == "gone":
                yield f"{model.name} is aboard of {model.transport}, which is gone"
    for holder, name in state.tokens:
        if name in (OUT_OF, NEEDS) or (name == "awaits removal" and state.models[holder].where == "gone"):
            yield f"{holder}: {name}, after it is over"
