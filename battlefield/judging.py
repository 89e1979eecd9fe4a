"""The judge that the command line hands to the viewer: the rules' answers behind the Protocol. Floor 5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlefield.asking import closest, measure_pair, members, sighting
from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.events.core import Reason
from battlefield.geometry.areas import rings_of
from battlefield.geometry.shapes import Pose
from battlefield.judge import Charge, Fact, Reached, Sighting, Viewed
from battlefield.rules.core.placing import Standing, against_deployment, against_standing
from battlefield.rules.core.seeing import covered
from battlefield.state import State


class RulesJudge:
    """Answers by the rules in play; see `battlefield.judge.Judge`."""

    def measure(self, state: State, a: str, b: str) -> tuple[Certificate, tuple[Certificate, ...]]:
        """The bare certificate of a pair, and those of the rules that speak of it."""
        return measure_pair(state, a, b)

    def placing(self, state: State, model: str, pose: Pose) -> tuple[Reason, ...]:
        """Everything against a model's standing at a pose."""
        name = state.model(model).name
        standing = Standing(state, {name: pose})
        reasons = [*against_standing(standing, name)]
        if state.deploying:
            reasons.extend(against_deployment(standing, name))
        return tuple(reasons)

    def charges(self, state: State, unit: str) -> Iterator[Charge]:
        """What a charge of a unit at each enemy unit in range of one would need."""
        for target in chargeable(state, unit):
            yield charged(state, unit, target)

    def sights(self, state: State, a: str) -> Iterator[Sighting]:
        """A look at everything that may be seen, with the cover of each model that is seen."""
        for name in to_be_seen(state, a):
            yield looked_at(state, a, name)

    def reach(self, state: State, model: str, inches: float | None = None) -> Reached:
        """Where a model's centre can get to; ValueError when nobody says how far, or it is not on the battlefield."""
        return reached(state, model, inches)[0]

    def situation(self, state: State, model: str) -> Iterator[Fact]:
        """A model's situation, line by line."""
        from battlefield.situating import situation  # late: it stands on this module

        yield from situation(state, model)

    def within(self, state: State, name: str, inches: float) -> Iterator[Certificate]:
        """What is within so many inches of a thing."""
        from battlefield.situating import within_ring

        yield from within_ring(state, name, inches)

    def viewed(self, state: State, model: str) -> Viewed:
        """The ground that a model sees."""
        from battlefield.situating import viewed

        return viewed(state, model)


def charged(state: State, unit: str, target: str) -> Charge:
    """What a charge of a unit at one enemy unit would need."""
    from battlefield.rules.core.charge_reach import needs_of, reach_of  # late: ways need numpy

    return Charge(unit, needs_of(reach_of(state, unit, [target]), state))


def chargeable(state: State, unit: str) -> Iterator[str]:
    """The enemy units that are near enough to be declared targets of a charge (move.charge)."""
    limit = state.range("charge")
    player = state.units[unit].player
    for target in (each.name for each in state.units.values() if each.player != player):
        try:
            claim = closest(state, unit, target, lambda a, b: gap_between(state, "move.charge", a, b, limit))
        except ValueError:  # one of the two is not on the battlefield
            continue
        if claim.holds:
            yield target


def to_be_seen(state: State, a: str) -> Iterator[str]:
    """Everything on the battlefield that may be seen, but for those that look: models, Artifacts, Hatchways."""
    lookers = {state.model(name).name for name in members(state, a)}
    yield from (each.name for each in state.on_board() if each.name not in lookers)
    yield from (each.name for each in state.lying())
    yield from (each.name for each in state.terrain if "hatchway" in each.traits)


def looked_at(state: State, a: str, b: str) -> Sighting:
    """A look at one thing, units by their models; with its cover where a model is seen."""
    claim = sighting(state, a, b)
    model = None if claim.b is None else state.find_model(claim.b)
    return Sighting(claim, covered(state, claim.a, model.name) if claim.holds and model is not None else None)


def reached(state: State, model: str, inches: float | None = None) -> tuple[Reached, Any]:
    """Where a model's centre can get to in so many inches, by its M when not told; and the same as a shapely geometry.

    ValueError when nobody says how far, or it is not on the battlefield.
    """
    from battlefield.rules.core.ways_of import Ways  # late: ways need numpy

    mover = state.model(model)
    far = inches if inches is not None else mover.profile.move
    if far is None:
        raise ValueError(f"{mover.name} has no M: nobody says how far it can move")
    ways = Ways(state, mover.unit, frozenset(), longest=far, charging=False)
    area = ways.within(mover, far)
    parts = tuple((outer, *holes) for outer, holes in rings_of(area))
    return Reached(mover.name, far, float(area.area), parts, ways.bounding(mover, area)), area
