"""A model's situation: all that the rules say of it where it stands, a line at a time, each with its certificate.

Floor 5. What is quick comes first; ways of charges come last. Source rules: measure.engagement, setup.coherency,
core.objective, artifact.recover, artifact.hand_over, artifact.claim, relic.seize, relic.pass, measure.within_area,
measure.wholly_within, measure.visible, core.cover, move.charge, move.charge_distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import hypot

from battlefield.asking import closest, members
from battlefield.certificate import Certificate
from battlefield.certify import base_contact, engagement, gap_between, inside_of
from battlefield.figures import trimmed
from battlefield.geometry.measure import closer_than
from battlefield.judge import Fact, Viewed
from battlefield.judging import chargeable, charged
from battlefield.named import BATTLEFIELD, ZONE_SUFFIX, solid_of
from battlefield.rules.core.coherency import coherency
from battlefield.rules.core.objectives import controller
from battlefield.rules.core.seeing import covered, field_of, visible
from battlefield.state import Artifact, Model, State

FEW = 6
"""So many neighbours, enemies or objectives are told of at most beside those for whom a rule holds."""


def situation(state: State, name: str) -> Iterator[Fact]:
    """The lines of a model's situation; ValueError when it is not on the battlefield."""
    unit = state.units.get(name)
    if unit is not None and len(unit.models) > 1:
        raise ValueError(f"{name} is a unit of {len(unit.models)} models: name one of them, such as {unit.models[0]}")
    model = state.model(name)
    if not model.on_board:
        raise ValueError(f"{model.name} is not on the battlefield ({model.where})")
    yield from _engaged(state, model)
    yield from _coherent(state, model)
    yield from _objectives(state, model)
    yield from _artifacts(state, model)
    yield from _ground(state, model)
    yield from _sight(state, model)
    yield from _charges(state, model)


def within_ring(state: State, name: str, inches: float) -> Iterator[Certificate]:
    """What is within so many inches of a thing, and what would be but for the measurement error: one by one."""
    members(state, name)  # nothing is within so much of a model that is gone
    here = solid_of(state, name).shape
    own = state.find_model(name)
    things = [(each.name, each.footprint) for each in state.on_board() if own is None or each.name != own.name]
    things += [(each.name, each.disc_at(each.at)) for each in state.lying() if each.at is not None]
    things += [(each.name, each.solid.shape) for each in state.markers.values()]
    far = inches + state.measurement_error
    for other, shape in things:
        if other != name and closer_than(here, shape, far):
            claim = gap_between(state, "measure.within", other, name, inches)
            if claim.holds or claim.verdict == "on the line":
                yield claim


def viewed(state: State, name: str) -> Viewed:
    """The ground that a model sees, and from which it is seen; ValueError when it is not on the battlefield."""
    from battlefield.geometry.views import view  # late: shapely, which a small check does without

    model = state.model(name)
    top, blockers = field_of(state, model)
    found = view(model.footprint, blockers, state.board.width, state.board.height)
    names = tuple(dict.fromkeys(each for each, _ in blockers))
    return Viewed(model.name, top, found.area, found.parts, names, found.tolerance)


def _engaged(state: State, model: Model) -> Iterator[Fact]:
    """Every enemy within Engagement Range, else the nearest."""
    enemies = _nearest(model, state.enemies_of(model.player))
    claims = [engagement(state, model.name, each.name) for each in enemies[:FEW]]
    claims += [claim for each in enemies[FEW:] if (claim := engagement(state, model.name, each.name)).holds]
    holding = [each for each in claims if each.holds]
    nearest = sorted(claims, key=lambda claim: claim.details["distance"])[:1]
    for claim in holding or nearest:
        yield Fact(
            "engaged",
            f"engaged with {_called(state, claim.b)}"
            if claim.holds
            else f"not engaged, nearest {_called(state, claim.b)}",
            claim,
        )


def _coherent(state: State, model: Model) -> Iterator[Fact]:
    """Whether its unit is coherent, and the comrades near it."""
    comrades = [each for each in state.models_of(model.unit) if each.on_board and each.name != model.name]
    if not comrades:
        return
    claim = coherency(state, model.unit)
    groups = len(claim.details["groups"])
    said = "coherent" if claim.holds else f"not coherent, in {groups} groups" if groups > 1 else "not coherent"
    yield Fact("coherency", f"{model.unit} is {said}", claim)
    limit = state.range_pair("coherency")
    near = (gap_between(state, "setup.coherency", model.name, each.name, limit) for each in _nearest(model, comrades))
    for link in list(near)[:FEW]:
        yield Fact("coherency", f"{'near' if link.holds else 'not near'} {_called(state, link.b)}", link)


def _objectives(state: State, model: Model) -> Iterator[Fact]:
    """Every objective in range of which it is, and the nearest."""
    limit = state.range_pair("objective") if state.markers else (0.0, 0.0)
    claims = [gap_between(state, "core.objective", model.name, each, limit) for each in state.markers]
    claims.sort(key=lambda claim: (not claim.holds, claim.details["distance"]))
    for place, claim in enumerate(claims):
        if claim.holds or place == 0:
            holder = controller(state, claim.b or "")
            held = "contested" if holder == "contested" else f"held by {holder}"
            yield Fact("objectives", f"{'in range of' if claim.holds else 'nearest'} {claim.b}", claim, held)


def _artifacts(state: State, model: Model) -> Iterator[Fact]:
    """What it could recover, claim, seize, hand over or be handed."""
    for artifact in state.lying():
        if artifact.kind == "relic":
            claim = replace(base_contact(state, model.name, artifact.name), rule="relic.seize")
            yield Fact("artifacts", f"touches {artifact.name}" if claim.holds else f"to {artifact.name}", claim)
        else:
            yield from _lying(state, model, artifact)
    for artifact in state.artifacts.values():
        carrier = state.models.get(artifact.carrier or "")
        if artifact.status == "carried" and carrier is not None and carrier.on_board and carrier.player == model.player:
            yield from _handed(state, model, artifact, carrier)


def _lying(state: State, model: Model, artifact: Artifact) -> Iterator[Fact]:
    from battlefield.rules.relics_of_old.carrying import may_take
    from battlefield.rules.relics_of_old.recovery import recoverable

    taken = replace(engagement(state, model.name, artifact.name), rule="artifact.recover")
    claim = gap_between(state, "artifact.claim", model.name, artifact.name, state.range("claim"))
    note = "" if may_take(model, artifact) else f"{_called(state, model.name)} may not take it"
    if taken.holds or recoverable(artifact):
        yield Fact("artifacts", f"{'recovers' if taken.holds else 'to recover'} {artifact.name}", taken, note)
    if claim.holds:
        yield Fact("artifacts", f"within reach to claim {artifact.name}", claim, note)


def _handed(state: State, model: Model, artifact: Artifact, carrier: Model) -> Iterator[Fact]:
    """Hand-overs from the carrier, if that is the model, to friends in reach; else from the carrier to the model."""
    relic = artifact.kind == "relic"
    takers = (
        [model]
        if carrier.name != model.name
        else _nearest(model, (each for each in state.on_board() if each.player == model.player))
    )
    for taker in takers[: 2 * FEW]:
        if taker.name == carrier.name:
            continue
        claim = (base_contact if relic else engagement)(state, carrier.name, taker.name)
        if claim.holds:
            word = "pass" if relic else "hand"
            claim = replace(claim, rule="relic.pass" if relic else "artifact.hand_over")
            says = f"{word} {artifact.name} to {_called(state, taker.name)}"
            yield Fact("artifacts", says, claim, _against(state, artifact, taker))


def _against(state: State, artifact: Artifact, taker: Model) -> str:
    """What is against a hand-over now."""
    if artifact.kind == "relic":
        from battlefield.orders.scrollhammer_relic import PassRelic
        from battlefield.rules.scrollhammer_relic import passing

        reasons = list(passing.refusals(state, PassRelic(artifact=artifact.name, to=taker.name)))
    else:
        from battlefield.orders.relics_of_old import HandOver
        from battlefield.rules.relics_of_old import handing_over

        reasons = list(handing_over.refusals(state, HandOver(artifact=artifact.name, to=taker.name)))
    return reasons[0].why if reasons else ""


def _ground(state: State, model: Model) -> Iterator[Fact]:
    """The terrain and the zones that it is within, and whether wholly; and the battlefield, where it sticks out."""
    zones = [f"{each.name}{ZONE_SUFFIX}" for each in state.players if each.zone is not None]
    for name in (*(each.name for each in state.terrain), *(each.name for each in state.zones), *zones):
        touching = gap_between(state, "measure.within_area", model.name, name, 0.0)
        if touching.holds:
            wholly = inside_of(state, "measure.wholly_within", model.name, name)
            yield Fact("ground", f"{'wholly within' if wholly.holds else 'partly within'} {name}", wholly)
    on = inside_of(state, "setup.on_board", model.name, BATTLEFIELD)
    if not on.holds:
        yield Fact("ground", "partly off the battlefield", on)


def _sight(state: State, model: Model) -> Iterator[Fact]:
    """Each enemy: whether it sees it, and is seen by it, and has cover from it; the nearest first."""
    for enemy in _nearest(model, state.enemies_of(model.player)):
        seen = visible(state, enemy.name, model.name)
        if not state.boarding:  # what hides one from the other hides the other from the one
            words = "sees and is seen by" if seen.holds else "hidden from"
            yield Fact("sight", f"{words} {_called(state, enemy.name)}", seen, _cover(state, enemy, model, seen))
            continue
        sees = visible(state, model.name, enemy.name)
        yield Fact("sight", f"{'sees' if sees.holds else 'does not see'} {_called(state, enemy.name)}", sees)
        words = "seen by" if seen.holds else "not seen by"
        yield Fact("sight", f"{words} {_called(state, enemy.name)}", seen, _cover(state, enemy, model, seen))


def _cover(state: State, enemy: Model, model: Model, seen: Certificate) -> str:
    if not seen.holds:
        return ""
    claim = covered(state, enemy.name, model.name)
    if not claim.holds:
        return ""
    if claim.measure == "inside":
        return f"in cover, wholly within {claim.b}"
    return f"in cover, partly behind {', '.join(claim.details.get('blockers', ()))}"


def _charges(state: State, model: Model) -> Iterator[Fact]:
    """What charges of its unit would need, and charges at its unit."""
    limit = state.range("charge")
    for target in chargeable(state, model.unit):
        yield _charge(state, model.unit, target, limit)
    for foe in (each.name for each in state.units.values() if each.player != model.player):
        if model.unit in chargeable(state, foe):
            yield _charge(state, foe, model.unit, limit)


def _charge(state: State, unit: str, target: str, limit: float) -> Fact:
    claim = closest(state, unit, target, lambda a, b: gap_between(state, "move.charge", a, b, limit))
    needs = charged(state, unit, target).needs
    way = min((each.length for each in needs.shortest if each.length is not None), default=None)
    roll = "no roll does it" if needs.roll is None else f"on {needs.roll}+"
    note = roll if way is None else f"{roll}, shortest way {trimmed(way)} in"
    return Fact("charges", f"{unit} charge {target}", claim, note, needs)


def _called(state: State, name: str | None) -> str:
    """What a model is called: its own name, or its unit's where it is the only one of it."""
    model = state.models.get(name or "")
    if model is None:
        return name or ""
    return model.alias or (model.unit if len(state.units[model.unit].models) == 1 else model.name)


def _nearest(model: Model, others: Iterable[Model]) -> list[Model]:
    """Others by how near their centres are, which is near enough for an order."""
    at = model.pose

    def far(other: Model) -> float:
        return 0.0 if at is None or other.pose is None else hypot(other.pose.x - at.x, other.pose.y - at.y)

    return sorted((each for each in others if each.name != model.name), key=far)
