"""Whether each event fits its own figures: claims measured again, sums added again, places found again.

Floor 5. What is asked here needs only the event, the state before it and the dice that lay before it; whether the rules
would have let it happen then is for running the battle again. Two places are rule enough to be found anew: where an
expelled Artifact comes to lie, and where a Relic is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import dist, inf

from battlefield import truth_artifacts, truth_cards, truth_wrecks
from battlefield.certificate import Certificate
from battlefield.certify import measured_again, same_figures, same_measure
from battlefield.dice import meets, notation
from battlefield.events.base import Event
from battlefield.events.core import ChargeDeclared, HatchwayOperated, ModelDestroyed, ModelMoved, OrderRefused, Rolled
from battlefield.events.relics_of_old import (
    EXTRACTION,
    ArtifactAssigned,
    ArtifactDropped,
    ArtifactExpelled,
    ArtifactRecovered,
    ArtifactUsed,
    ClaimAttempted,
    ExtractionBegan,
    ExtractionCompleted,
)
from battlefield.events.scrollhammer_relic import (
    RESULTS,
    RelicCaptured,
    RelicDropped,
    RelicIdentified,
    RelicPassed,
    RelicPickedUp,
    RelicSeized,
    identity_of,
)
from battlefield.geometry.lines import direction_between, on_line, same_place
from battlefield.geometry.measure import TOLERANCE, more_than, within
from battlefield.geometry.paths import way_travelled
from battlefield.geometry.placement import centroid, deepest_point, holds_disc
from battlefield.geometry.shapes import Point, Pose
from battlefield.play import rounded_number
from battlefield.recording import Entry
from battlefield.rules.core.charging import RULE as CHARGE
from battlefield.rules.core.seeing import COVER, covered, visible
from battlefield.rules.relics_of_old.carrying import crusade_points, is_fortification, may_carry, may_take
from battlefield.rules.relics_of_old.exfiltration import success_on
from battlefield.rules.relics_of_old.expulsion import landing_of, six_inches
from battlefield.rules.relics_of_old.prospects import RULE as CLAIM
from battlefield.rules.relics_of_old.prospects import prospect_of
from battlefield.rules.scrollhammer_relic.landing import dropped_at, dropped_at_edge
from battlefield.rules.systems import in_play
from battlefield.state import State

ROUNDED = 1e-9
"""Inches by which a length in a log may be beside what was found."""
Dice = dict[str, tuple[Point, Point]]
ADJUSTED_LIKE = {CLAIM: CHARGE}
"""Rules whose rolls are adjusted as those of another are: a claim is a charge (C15)."""


def untrue(entries: Sequence[Entry], states: Sequence[State]) -> Iterator[tuple[Entry, str]]:
    """Every entry that does not fit its own figures, with what is wrong. `states[k]` is the state before entry k."""
    thrown: Dice = {}
    fallen: dict[str, State] = {}
    for entry, before in zip(entries, states, strict=False):
        event = entry.event
        for said in _faults(event, before, thrown, fallen):
            yield entry, said
        if isinstance(event, ModelDestroyed):
            fallen[event.model] = before
        if isinstance(event, Rolled) and event.throw is not None and len(event.throw) == len(event.faces) == 2:
            low = event.faces.index(min(event.faces))
            thrown[event.of] = (event.throw[low], event.throw[1 - low])


def _faults(event: Event, before: State, thrown: Dice, fallen: dict[str, State]) -> Iterator[str]:
    try:
        for claim in event.claims:
            measured = _measured(before, claim)
            if measured is not None and not same_measure(claim, measured):
                yield f"{claim.rule} of {claim.a} and {claim.b} says {claim.value}, measured again {measured.value}"
        for kind, judge in JUDGED.items():
            if isinstance(event, kind):
                yield from judge(event, before)
        if isinstance(event, ArtifactExpelled) and not _same_dice(event, thrown):
            yield "the line is not that of the dice thrown for it"
        yield from truth_artifacts.placeless(event, before, fallen)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as fault:
        yield f"it cannot be measured again: {fault}"


def _measured(before: State, claim: Certificate) -> Certificate | None:
    """The certificate measured anew; sight, which depends on what blocks it, by its rule."""
    if claim.measure == "sight" and claim.b is not None:
        return (covered if claim.rule == COVER else visible)(before, claim.a, claim.b)
    return measured_again(before, claim)


def _same_dice(event: ArtifactExpelled, thrown: Dice) -> bool:
    found = thrown.get(event.artifact)
    return found is not None and all(same_place(*pair) for pair in zip(found, event.dice, strict=True))


def _rolled(event: Rolled, before: State) -> Iterator[str]:
    kind = notation(event.roll)
    if len(event.faces) != kind.dice or not all(1 <= face <= kind.sides for face in event.faces):
        yield f"the faces {event.faces} are not those of {event.roll}"
    adjusted = (
        0
        if event.throw is not None
        else sum(
            system.adjusts(before, ADJUSTED_LIKE.get(event.asks, event.asks), event.of)
            for system in in_play(before.systems)
        )
    )
    if event.modifier != adjusted:
        yield f"the modifier is {event.modifier}, and nothing gives it"
    if event.total != sum(event.faces) + kind.plus + event.modifier:
        yield f"the total {event.total} is not the sum of {event.faces}, {kind.plus} and {event.modifier}"
    wanted = _needs(event, before)
    if wanted is not None and event.needs != wanted:
        yield f"it needs {wanted}, not {event.needs}"
    if event.needs is not None and event.passed != meets(event.total, event.needs):
        yield f"{event.total} against {event.needs} is not passed = {event.passed}"


def _needs(event: Rolled, before: State) -> str | None:
    """What a roll needs where the state alone says so."""
    asks = event.asks
    if asks == "artifact.exfiltration":
        return success_on(before)
    if asks == "artifact.exfiltration_loss":
        return f"<={6 - before.round}"
    return truth_wrecks.needed(event, before)


def _refused(event: OrderRefused, before: State) -> Iterator[str]:
    for reason in event.reasons:
        claim = reason.claim
        measured = None if claim is None else _measured(before, claim)
        if claim is not None and measured is not None and not same_measure(claim, measured):
            yield f"{reason.rule}: {claim.a} and {claim.b} say {claim.value}, measured again {measured.value}"


def _declared(event: ChargeDeclared, before: State) -> Iterator[str]:
    """What a charge needs, by its own figures: the bound by the longest of the ways, the chance by the roll."""
    from battlefield.rules.core.charge_reach import chance_of, least_roll  # late: ways need numpy

    needs = event.needs
    if needs is None:
        return
    if needs.targets != event.targets:
        yield f"it needs something for {needs.targets}, and is declared at {event.targets}"
    longest = max((inf if each.length is None else each.length for each in needs.shortest), default=inf)
    if needs.bound not in {least_roll(longest - ROUNDED), least_roll(longest + ROUNDED)}:
        yield f"the bound is {needs.bound}, and the ways to the targets give {least_roll(longest)}"
    if needs.roll is not None and (needs.bound is None or needs.roll < needs.bound):
        yield f"the roll {needs.roll} is less than the bound {needs.bound}"
    if needs.chance != rounded_number(0.0 if needs.roll is None else chance_of(needs.roll)):
        yield f"the chance is {needs.chance}, and that of {needs.roll} is another"
    for way in (*needs.shortest, *needs.ends):
        pose = before.models[way.model].pose
        if way.path and (pose is None or not same_place(way.path[0], pose.point)):
            yield f"the way of {way.model} does not begin where it stands"
        gone = sum(dist(*leg) for leg in pairwise(way.path))
        if way.length is not None and more_than(way.length - way.climb, gone):
            legs = f"its legs are {gone:.9f} in, and {way.climb:.9f} in are climbed"
            yield f"the way of {way.model} is {way.length:.9f} in long, and {legs}"


def _moved(event: ModelMoved, before: State) -> Iterator[str]:
    model = before.models[event.model]
    if model.pose is None:
        yield f"{event.model} was not on the battlefield"
        return
    length = way_travelled(model.profile.base, [model.pose, *event.path])
    if abs(length - event.length) > TOLERANCE:
        yield f"the path is {length:.9f} in long, not {event.length:.9f}"


def _operated(event: HatchwayOperated, before: State) -> Iterator[str]:
    """The results are dice with Toughness, the higher decides, and the Hatchway changes when that is the operator's."""
    hatchway = before.hatchway(event.hatchway)
    if hatchway is None or (hatchway.open != event.open) != event.success:
        yield f"{event.hatchway} does not change, or changes, as success = {event.success} says"
    if event.opposed_by is None:
        if not event.success or event.results is not None:
            yield "an attempt that nobody opposes succeeds without dice"
        return
    results = event.results or {}
    if set(results) != {event.model, event.opposed_by}:
        yield "the results are not those of the two models"
        return
    for name, result in results.items():
        if not 1 <= result - (before.models[name].profile.toughness or 0) <= 6:
            yield f"{result} is no D6 with the Toughness of {name}"
    if (results[event.model] > results[event.opposed_by]) != event.success:
        yield f"the higher of {results} is not what success = {event.success} says"


def _recovered(event: ArtifactRecovered, before: State) -> Iterator[str]:
    artifact, model = before.artifacts[event.artifact], before.models[event.by]
    if not artifact.lies:
        yield f"{event.artifact} did not lie on the battlefield"
    if not model.on_board or not may_take(model, artifact):
        yield f"{event.by} may not take {event.artifact} from the battlefield"
    wanted = ("measure.engagement", event.by, event.artifact)
    if not any((claim.rule, claim.a, claim.b) == wanted and claim.holds for claim in event.claims):
        yield f"nothing shows {event.by} within Engagement Range of {event.artifact}"


def _assigned(event: ArtifactAssigned, before: State) -> Iterator[str]:
    """Whoever gets it may carry it, whoever gives it had it, and the card gains what the rule says."""
    artifact, taker = before.artifacts[event.artifact], before.models[event.to]
    if not may_carry(taker, artifact) and event.how != "declared":
        yield f"{event.to} may not carry {event.artifact}"
    if event.from_ is not None and artifact.carrier != event.from_:
        yield f"{event.from_} did not carry {event.artifact}"
    if event.how == "handed over":
        if taker.player != before.models[event.from_ or ""].player or is_fortification(before, taker):
            yield f"{event.artifact} may not be handed over to {event.to}"
        if not any((each.rule, each.b) == ("measure.engagement", event.to) and each.holds for each in event.claims):
            yield f"nothing shows {event.to} within Engagement Range of who hands it over"
    points = crusade_points(before, artifact, taker.unit) if event.how == "declared" else None
    if event.crusade_points not in (None, points):
        yield f"the card gains {event.crusade_points}, and the rule gives {points}"


def _used(event: ArtifactUsed, before: State) -> Iterator[str]:
    artifact = before.artifacts[event.artifact]
    if artifact.carrier != event.by:
        yield f"{event.by} did not carry {event.artifact}"
    if artifact.one_use and artifact.used:
        yield f"the one-time effect of {event.artifact} had been used"


def _extracting(event: ExtractionBegan | ExtractionCompleted, before: State) -> Iterator[str]:
    if before.artifacts[event.artifact].carrier != event.model:
        yield f"{event.model} did not carry {event.artifact}"
    token = before.token(event.model, EXTRACTION)
    if isinstance(event, ExtractionCompleted) and (token is None or token.value != event.artifact):
        yield f"{event.model} had not begun to extract {event.artifact}"


def _claimed(event: ClaimAttempted, before: State) -> Iterator[str]:
    """The distance, the way and what it needs, or what bars the unit, found again."""
    found = prospect_of(before, event.unit, before.artifacts[event.artifact])
    if found is None:
        yield f"{event.unit} is not eligible, or not within {before.range('claim'):g} in of {event.artifact}"
        return
    if not same_figures((event.distance, event.length or 0.0), (found.distance, found.length or 0.0)):
        yield f"its distance and way are {found.distance:.9f} and {found.length} in"
    if (event.needs, event.blockers) != (found.needs, found.blockers):
        yield f"it needs {found.needs} and is barred by {found.blockers}"
    if event.model is not None and event.model not in found.paths:
        yield f"{event.model} has not the shortest way"
    elif event.model is not None and not same_figures(event.path, found.paths[event.model]):
        yield f"the way of {event.model} is another"
    done = event.needs is not None and (event.needs == 0 or (event.roll or 0) >= event.needs)
    if event.success != done:
        yield f"{event.roll} against {event.needs} is not success = {event.success}"


def _dropped(event: ArtifactDropped, before: State) -> Iterator[str]:
    model = before.models[event.from_]
    space = before.find_model(model.transport) if model.transport is not None else model
    shape = (space or model).footprint_at(event.footprint)
    if event.centred:
        if not same_place(event.at.point, deepest_point(shape)[0]):
            yield f"{event.artifact} is not in the middle of the space it was placed in"
    elif not within(holds_disc(shape, event.at.point, before.artifacts[event.artifact].radius), 0.0):
        yield f"{event.artifact} sticks out of the space it was placed in"


def _expelled(event: ArtifactExpelled, before: State) -> Iterator[str]:
    """The line, the place 6 in away, what was passed over, and where it lies, all found again."""
    machine, artifact = before.models[event.machine], before.artifacts[event.artifact]
    if not same_place(event.direction, direction_between(*event.dice)):
        yield "the direction is not that from the low die to the high one"
    if not same_place(event.through, centroid(machine.footprint)):
        yield f"the line does not run through the centre of {event.machine}"
        return
    start = six_inches(artifact, machine, event.through, event.direction, before.range("expulsion"))
    if not same_place(event.first_place, on_line(event.through, event.direction, start)):
        yield f"the first place is not {before.range('expulsion'):g} in from {event.machine}"
    found = landing_of(before, artifact, machine, event.through, event.direction, start)
    if not same_place(event.at.point, found.at.point) or abs(event.travelled - found.travelled) > TOLERANCE:
        yield f"it lies elsewhere than {found.travelled:.9f} in down the line, where it comes to rest"
    hops = tuple((hop.what, rounded_number(hop.from_), rounded_number(hop.to)) for hop in found.passed)
    if not same_figures(hops, tuple((hop.what, hop.from_, hop.to) for hop in event.passed)):
        yield "what it was carried over is not what lies on the line"
    if event.edge != found.edge or (event.at.z, event.on) != (found.at.z, found.on):
        yield "the ground that holds it, or the ruling for the edge, is another"


def _relic_dropped(event: RelicDropped, before: State) -> Iterator[str]:
    """Where it lies, found again from the footprint and the bearing."""
    relic, mover = before.artifacts[event.relic], before.models[event.mover]
    if mover.pose is None or not same_place(mover.pose.point, event.pose.point):
        yield f"{event.mover} is not where it is said to have dropped it"
        return
    if event.edge is not None:
        found = dropped_at_edge(before, relic, mover, event.edge)
    else:
        found = dropped_at(before, relic, mover, event.bearing)
    near = any(same_place(event.at.point, each) for each in found.ties)
    if not same_place(event.asked_at, found.asked_at) or not near:
        place = Pose(*found.at)
        yield f"dropped on bearing {event.bearing:g} it lies at ({place.x:.6f}, {place.y:.6f})"
    if event.out_of != found.out_of:
        yield "the impassable ground that it had to leave is another"


def _relic_in_hand(event: RelicSeized | RelicPickedUp | RelicPassed, before: State) -> Iterator[str]:
    """Somebody on the battlefield touches the Relic, or who has it."""
    relic, model = before.artifacts[event.relic], before.models[event.model]
    other = event.from_ if isinstance(event, RelicPassed) else event.relic
    if isinstance(event, RelicPassed) and relic.carrier != event.from_:
        yield f"{event.from_} did not have {event.relic}"
    if not isinstance(event, RelicPassed) and not relic.lies:
        yield f"{event.relic} did not lie on the battlefield"
    pairs = ((event.model, other), (other, event.model))
    if not model.on_board or not any(
        claim.rule == "measure.base_contact" and (claim.a, claim.b) in pairs and claim.holds for claim in event.claims
    ):
        yield f"nothing shows {event.model} in base contact with {other}"


def _relic_identified(event: RelicIdentified, before: State) -> Iterator[str]:
    """The roll means that find, and nobody knew it before."""
    if RESULTS.get(event.roll) != event.result or event.rule != f"relic.table.{event.roll}":
        yield f"a {event.roll} does not find {event.result}"
    if event.removed != (event.roll == min(RESULTS)):
        yield f"{event.result} {'stays in' if event.removed else 'is removed from'} play"
    if identity_of(before, event.relic) is not None:
        yield f"{event.relic} was identified already"


def _relic_captured(event: RelicCaptured, before: State) -> Iterator[str]:
    """Its bearer touches its own player's edge."""
    relic, model = before.artifacts[event.relic], before.models[event.model]
    if relic.carrier != event.model or model.player != event.player:
        yield f"{event.model} of {event.player} did not have {event.relic}"
    if before.player_named(event.player).board_edge != event.edge:
        yield f"the {event.edge} edge is not that of {event.player}"
    if not any(claim.rule == "relic.capture" and claim.a == event.model and claim.holds for claim in event.claims):
        yield f"nothing shows {event.model} at the edge"


JUDGED: dict[type[Event], Callable[..., Iterator[str]]] = {
    ChargeDeclared: _declared,
    Rolled: _rolled,
    OrderRefused: _refused,
    ModelMoved: _moved,
    HatchwayOperated: _operated,
    ArtifactRecovered: _recovered,
    ArtifactAssigned: _assigned,
    ArtifactUsed: _used,
    ExtractionBegan: _extracting,
    ExtractionCompleted: _extracting,
    ClaimAttempted: _claimed,
    ArtifactDropped: _dropped,
    ArtifactExpelled: _expelled,
    RelicDropped: _relic_dropped,
    RelicSeized: _relic_in_hand,
    RelicPickedUp: _relic_in_hand,
    RelicPassed: _relic_in_hand,
    RelicIdentified: _relic_identified,
    RelicCaptured: _relic_captured,
    **truth_artifacts.JUDGED,
    **truth_cards.JUDGED,
    **truth_wrecks.JUDGED,
}
