"""Holding a log against itself: is it whole, is it true, and does it come out the same again.

Floor 5. Who makes the digests anew after editing entered dice cannot be found out; the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from battlefield.battle import run
from battlefield.catalogue import digest
from battlefield.certificate import Certificate
from battlefield.certify import measured_again, same_measure
from battlefield.dice import meets, notation
from battlefield.events.base import Event
from battlefield.events.core import LogClosed, ModelMoved, OrderRefused, Reason, Rolled
from battlefield.events.relics_of_old import ArtifactDropped, ArtifactExpelled, ArtifactRecovered
from battlefield.events.scrollhammer_relic import RelicDropped
from battlefield.geometry.around import clear_of, disc_gap
from battlefield.geometry.lines import direction_between, distance_between, on_line, same_place
from battlefield.geometry.measure import TOLERANCE, within
from battlefield.geometry.paths import way_travelled
from battlefield.geometry.placement import centroid, holds_disc
from battlefield.log import Log, next_link
from battlefield.plain import written
from battlefield.recording import Entry
from battlefield.rules.core.seeing import COVER, covered, visible
from battlefield.rules.relics_of_old.expulsion import passed_over
from battlefield.scenario.scenario import ScenarioError
from battlefield.state import State
from battlefield.version import VERSION

MOST_FAULTS = 20
TRUSTED = "dice entered by hand are taken as they stand: whoever edits them and makes the digests anew is not found out"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one of the three questions: yes, no, or None where it cannot be asked; with every fault found."""

    question: str
    holds: bool | None
    faults: tuple[str, ...]
    note: str = ""


def verify(log: Log) -> tuple[Answer, Answer, Answer]:
    """The three answers, in order: whole, true, again."""
    return (whole(log), true(log), again(log))


def whole(log: Log) -> Answer:
    """Whether every line is there, in order, under a chain of digests that fits, and the last one closes the log."""
    faults = []
    if log.recording.warning is not None:
        faults.append(log.recording.warning)
    link = log.first_link
    for index, (line, entry) in enumerate(zip(log.lines, log.recording.entries, strict=True), start=1):
        where = f"line {index + 1}"
        if entry.n != index:
            faults.append(f"{where}: its number is {entry.n}, not {index}")
        if entry.because is not None and entry.because >= entry.n:
            faults.append(f"{where}: it answers event {entry.because}, which is not before it")
        claimed = str(line.get("chain"))
        bare = {key: value for key, value in line.items() if key != "chain"}
        if next_link(link, bare) != claimed:
            faults.append(f"{where}: its digest does not fit it and the lines before")
        link = claimed
    if not log.closed:
        faults.append("the last line does not close the log")
    else:
        closing = log.recording.entries[-1].event
        count = closing.events if isinstance(closing, LogClosed) else -1
        if count != len(log.lines) - 1:
            faults.append(f"the last line counts {count} events; there are {len(log.lines) - 1}")
    return _answer("whole", faults)


def true(log: Log) -> Answer:
    """Whether every claim, measured again in the state before its event, and every outcome fit their own figures."""
    states = log.recording.states
    faults = []
    for entry, before in zip(log.recording.entries, states, strict=False):
        for said in _untrue(entry.event, before):
            faults.append(f"event {entry.n} ({written(entry.event)['rule']}): {said}")
    return _answer("true", faults)


def again(log: Log) -> Answer:
    """Whether the header's scenario, seed and dice give the same lines; asked only of a log that this version made."""
    if (log.header.version, log.header.catalogue) != (VERSION, digest()):
        made = f"made by version {log.header.version} and another catalogue of rules"
        return Answer("again", None, (), f"not asked: the log was {made}")
    try:
        battle = run(log.header.scenario, log.header.seed)
    except (ScenarioError, ValueError, KeyError) as fault:
        return Answer("again", False, (f"it cannot be run again: {fault}",))
    old = [_unchained(entry) for entry in log.recording.entries if not isinstance(entry.event, LogClosed)]
    new = [_unchained(entry) for entry in battle.entries]
    faults = [
        f"event {index}: run again, it comes out differently"
        for index, (one, other) in enumerate(zip(old, new, strict=False), start=1)
        if one != other
    ]
    if len(old) != len(new):
        faults.append(f"run again, there are {len(new)} events, not {len(old)}")
    entered = any(isinstance(entry.event, Rolled) and entry.event.source == "entered" for entry in battle.entries)
    return _answer("again", faults, TRUSTED if entered else "")


def _answer(question: str, faults: list[str], note: str = "") -> Answer:
    more = len(faults) - MOST_FAULTS
    shown = faults[:MOST_FAULTS] + ([f"… and {more} more"] if more > 0 else [])
    return Answer(question, not faults, tuple(shown), note)


def _unchained(entry: Entry) -> object:
    return (entry.n, entry.order, entry.because, entry.event)


# --- true ---


def _untrue(event: Event, before: State) -> Iterator[str]:
    try:
        for claim in event.claims:
            measured = _measured(before, claim)
            if measured is not None and not same_measure(claim, measured):
                yield f"{claim.rule} of {claim.a} and {claim.b} says {claim.value}, measured again {measured.value}"
        for kind, judge in JUDGED.items():
            if isinstance(event, kind):
                yield from judge(event, before)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        yield f"it cannot be measured again: {fault}"


def _measured(before: State, claim: Certificate) -> Certificate | None:
    """The certificate measured anew; sight, which depends on what blocks it, by its rule."""
    if claim.measure == "sight" and claim.b is not None:
        return (covered if claim.rule == COVER else visible)(before, claim.a, claim.b)
    return measured_again(before, claim)


def _rolled(event: Rolled, before: State) -> Iterator[str]:
    del before
    kind = notation(event.roll)
    if len(event.faces) != kind.dice or not all(1 <= face <= kind.sides for face in event.faces):
        yield f"the faces {event.faces} are not those of {event.roll}"
    if event.total != sum(event.faces) + kind.plus + event.modifier:
        yield f"the total {event.total} is not the sum of {event.faces}, {kind.plus} and {event.modifier}"
    if event.needs is not None and event.passed != meets(event.total, event.needs):
        yield f"{event.total} against {event.needs} is not passed = {event.passed}"


def _refused(event: OrderRefused, before: State) -> Iterator[str]:
    reasons: tuple[Reason, ...] = event.reasons
    for reason in reasons:
        claim = reason.claim
        measured = None if claim is None else _measured(before, claim)
        if claim is not None and measured is not None and not same_measure(claim, measured):
            yield f"{reason.rule}: {claim.a} and {claim.b} say {claim.value}, measured again {measured.value}"


def _moved(event: ModelMoved, before: State) -> Iterator[str]:
    model = before.models[event.model]
    if model.pose is None:
        yield f"{event.model} was not on the battlefield"
        return
    length = way_travelled(model.profile.base, [model.pose, *event.path])
    if abs(length - event.length) > TOLERANCE:
        yield f"the path is {length:.9f} in long, not {event.length:.9f}"


def _recovered(event: ArtifactRecovered, before: State) -> Iterator[str]:
    if not before.artifacts[event.artifact].lies:
        yield f"{event.artifact} did not lie on the battlefield"
    if not any(claim.rule == "measure.engagement" and claim.holds for claim in event.claims):
        yield f"nothing shows {event.by} within Engagement Range of {event.artifact}"


def _dropped(event: ArtifactDropped, before: State) -> Iterator[str]:
    model = before.models[event.from_]
    space = before.find_model(model.transport) if model.transport is not None else model
    out = holds_disc(
        (space or model).footprint_at(event.footprint), event.at.point, before.artifacts[event.artifact].radius
    )
    if not event.centred and not within(out, 0.0):
        yield f"{event.artifact} sticks {out:.6f} in out of the space it was placed in"


def _expelled(event: ArtifactExpelled, before: State) -> Iterator[str]:
    machine, artifact = before.models[event.machine], before.artifacts[event.artifact]
    if not same_place(event.direction, direction_between(*event.dice)):
        yield "the direction is not that from the low die to the high one"
    if not same_place(event.through, centroid(machine.footprint)):
        yield f"the line does not run through the centre of {event.machine}"
    reach = before.range("expulsion")
    first = disc_gap(machine.footprint, event.first_place, artifact.radius)
    if abs(first - reach) > TOLERANCE or not _ahead(event):
        yield f"the first place is {first:.9f} in from {event.machine}, not {reach:g}, or not on the line"
    on_it = same_place(event.at.point, on_line(event.through, event.direction, event.travelled))
    if not on_it and not (event.edge and event.travelled == 0.0):
        yield f"the place is not {event.travelled:.9f} in down the line"
    obstacles = [each for _, each in passed_over(before, artifact)]
    nothing_free = event.edge and event.travelled == 0.0
    if not nothing_free and not clear_of(event.at.point, artifact.radius, obstacles):
        yield "the place is not clear of what is passed over"
    yield from _hopped(event)


def _ahead(event: ArtifactExpelled) -> bool:
    t = distance_between(event.through, event.first_place)
    return same_place(event.first_place, on_line(event.through, event.direction, t))


def _hopped(event: ArtifactExpelled) -> Iterator[str]:
    """Without anything passed over it lies at the first place; with, where the last of it lets go."""
    if event.edge:
        return
    if not event.passed:
        if not same_place(event.at.point, event.first_place):
            yield "nothing was passed over, and yet it does not lie at the first place"
    elif abs(max(hop.to for hop in event.passed) - event.travelled) > TOLERANCE:
        yield "it does not lie where the last thing passed over lets go"


def _relic_dropped(event: RelicDropped, before: State) -> Iterator[str]:
    relic, mover = before.artifacts[event.relic], before.models[event.mover]
    gap = disc_gap(mover.footprint_at(event.pose), event.asked_at, relic.radius)
    if "D13" not in event.rulings and abs(gap - before.range("relic_drop")) > TOLERANCE:
        yield f"the place asked for is {gap:.9f} in from {event.mover}"
    if not event.out_of and not same_place(event.asked_at, event.at.point):
        yield "it left nothing impassable, and yet does not lie where it was dropped"
    if event.out_of and not clear_of(event.at.point, relic.radius, [each.area for each in before.terrain if each.bars]):
        yield "it still lies in impassable terrain"


JUDGED: dict[type[Event], Callable[..., Iterator[str]]] = {
    Rolled: _rolled,
    OrderRefused: _refused,
    ModelMoved: _moved,
    ArtifactRecovered: _recovered,
    ArtifactDropped: _dropped,
    ArtifactExpelled: _expelled,
    RelicDropped: _relic_dropped,
}
