"""Random tables for random play: terrain, two armies of every kind of unit, and what a rule system brings besides.

A rule system that is to be played at random has a `Kind`: what it adds to the table, the orders that a player might
think of, legal or not, and what must hold at every moment. `KINDS` lists them; a further one is one value more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from battlefield.orders.base import Answer, Order, Spot
from battlefield.orders.core import Charge, Destroy, Disembark, Embark, Move, Wound
from battlefield.orders.relics_of_old import Exfiltrate, Extract, HandOver, Use
from battlefield.rules.relics_of_old.carrying import is_artifact
from battlefield.state import Model, State

BASES = ('"25mm"', '"32mm"', '"40mm"', '"60mm"')
BIG = ('"100mm"', '"105x70mm"', '{ hull = "5x3in", height = 3 }')
TERRAIN = ("unstable", "impassable", "wall", "difficult", "dangerous", "cover")


class Ask(NamedTuple):
    """An order with the answers that go with it."""

    order: Order
    answers: tuple[Answer, ...] = ()


class Kind(NamedTuple):
    """A rule system in random play: what it adds to the file, what it may ask for, and what must hold (faults)."""

    name: str
    things: Callable[[Random, list[str], tuple[float, float]], str]
    asks: Callable[[Random, State], Iterator[Ask]]
    faults: Callable[[State], Iterator[str]]


def table(chance: Random, kinds: tuple[Kind, ...]) -> str:
    """The text of a scenario: a position in play early in a battle."""
    wide, high = chance.choice(((30, 22), (36, 24), (44, 30)))
    systems = ", ".join(f'"{each.name}"' for each in kinds)
    text = [f'format = 1\ntitle = "Random play"\nrules = ["core", {systems}]\nseed = {chance.randrange(10**6)}']
    text.append(f"[board]\nwidth = {wide}\nheight = {high}")
    text.append(f'[start]\nround = {chance.randint(1, 4)}\nplayer = "{chance.choice(("Red", "Blue"))}"')
    text.append('[[players]]\nname = "Red"\n[[players]]\nname = "Blue"')
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
        for number in range(chance.randint(2, 4)):
            sort = chance.choice(
                ("INFANTRY", "INFANTRY", "CHARACTER", "VEHICLE", "MACHINE", "FORTIFICATION", "CARRIER")
            )
            name = f"{player} {number} {sort.lower()}"
            big = sort in ("VEHICLE", "MACHINE", "CARRIER", "FORTIFICATION")
            count = 1 if big or sort == "CHARACTER" else chance.randint(1, 3)
            x, y = _room(chance, size, 3.0 if big else 2.2, taken)
            places = [[round(x + 1.7 * step, 3), y] for step in range(count)]
            models += [f"{name}/{step + 1}" for step in range(count)]
            yield _unit(chance, name, player, sort, f"at = {places}")
            if sort == "CARRIER":
                models.append(f"{name} crew/1")
                yield _unit(chance, f"{name} crew", player, "INFANTRY", f'in = "{name}"')
        if chance.random() < 0.3:
            models.append(f"{player} reserve/1")
            yield _unit(chance, f"{player} reserve", player, "INFANTRY", 'reserves = true\nabilities = ["Deep Strike"]')


def _unit(chance: Random, name: str, player: str, sort: str, where: str) -> str:
    keywords = {
        "CHARACTER": ["INFANTRY", "CHARACTER"],
        "MACHINE": ["VEHICLE", "DARK MACHINE"],
        "CARRIER": ["VEHICLE", "TRANSPORT"],
    }.get(sort, [sort])
    if sort in ("MACHINE", "VEHICLE") and chance.random() < 0.2:
        keywords = [*keywords, chance.choice(("CHARACTER", "TITANIC", "FLY"))]
    small = sort in ("INFANTRY", "CHARACTER")
    words = ", ".join(f'"{each}"' for each in keywords)
    base = chance.choice(BASES[:3] if small else BIG)
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
            other = min(foes, key=lambda each: _apart(model, each))
            yield Ask(Charge(unit=model.unit, targets=(other.unit,)))
            yield Ask(_loss(chance, other, model))
    transport = next((each for each in here if "TRANSPORT" in each.keywords), None)
    if transport is not None and transport.pose is not None:
        aboard = [each for each in state.models.values() if each.where == "embarked"]
        if aboard:
            x, y = transport.pose.point
            spot = Spot(round(x + chance.uniform(-4, 4), 2), round(y + chance.uniform(-4, 4), 2))
            yield Ask(Disembark(unit=aboard[0].unit, at=(spot,)))
        yield Ask(Embark(unit=model.unit, transport=transport.name))


def _loss(chance: Random, victim: Model, by: Model) -> Order:
    if chance.random() < 0.5:
        return Wound(model=victim.name, count=chance.randint(1, 3), by=by.unit)
    return Destroy(model=victim.name, by=by.name)


def _apart(one: Model, other: Model) -> float:
    return math.inf if one.pose is None or other.pose is None else math.dist(one.pose.point, other.pose.point)


# --- Relics of Old ---


def _artifacts(chance: Random, models: list[str], size: tuple[float, float]) -> str:
    text = []
    for number in range(chance.randint(2, 4)):
        lines = [f'[[artifacts]]\nname = "Artifact {number}"']
        place = [round(chance.uniform(2, each - 2), 2) for each in size]
        sort = chance.random()
        if sort < 0.55:
            machines = [each for each in models if "machine" in each]
            known = machines if machines and chance.random() < 0.4 else models
            lines.append(f'carrier = "{chance.choice(known)}"')
        elif sort < 0.85:
            lines.append(f'kind = "mission"\nat = {place}')
            if chance.random() < 0.3:
                lines.append('recovery = "at the end"')
        else:
            lines.append(f'state = "dropped"\nowner = "{chance.choice(("Red", "Blue"))}"\nat = {place}')
        if chance.random() < 0.4:
            lines.append("one_use = true")
        text.append("\n".join(lines))
    return "\n".join(text)


def _relics_asks(chance: Random, state: State) -> Iterator[Ask]:
    """What may be done with a carried Artifact; and its carrier's death, with where the Artifact then goes."""
    carried = [each for each in state.artifacts.values() if each.carrier is not None and is_artifact(each)]
    if not carried:
        return
    artifact = chance.choice(carried)
    carrier = state.models[artifact.carrier or ""]
    if artifact.one_use and chance.random() < 0.5:
        yield Ask(Use(artifact=artifact.name))
    friends = [each for each in state.on_board() if each.player == carrier.player and each.name != carrier.name]
    if friends:
        near = min(friends, key=lambda each: _apart(carrier, each))
        yield Ask(HandOver(artifact=artifact.name, to=near.name))
        answer = Answer(to="artifact.drop", given=near.name, of=artifact.name)
        yield Ask(Destroy(model=carrier.name), (answer,))
    yield Ask(Exfiltrate(unit=carrier.unit) if "DARK MACHINE" in carrier.keywords else Extract(unit=carrier.unit))


def _relics_faults(state: State) -> Iterator[str]:
    """Every Artifact is in exactly one place; what is used stays so is for the battle to say."""
    for each in state.artifacts.values():
        if not is_artifact(each):
            continue
        held = each.status == "carried"
        if held != (each.carrier is not None) or (each.status in ("field", "dropped")) != (each.at is not None):
            yield f"{each.name} is {each.status}, with {each.carrier}, at {each.at}"
        if held and state.models[each.carrier or ""].where == "gone":
            yield f"{each.name} is with {each.carrier}, who is gone"
        if held and each.owner != state.models[each.carrier or ""].player:
            yield f"{each.name} is with {each.carrier} and last controlled by {each.owner}"
    for holder, name in state.tokens:
        if name == "quick extraction":
            artifact = state.artifacts[str(state.tokens[(holder, name)].value)]
            if artifact.carrier != holder or not state.models[holder].on_board:
                yield f"{holder} extracts {artifact.name}, which is with {artifact.carrier}"


KINDS = {"relics-of-old": Kind("relics-of-old", _artifacts, _relics_asks, _relics_faults)}
