"""What an event belongs to: the legs of one move, the dice that halted it, the danger it met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battlefield.events.base import Event
from battlefield.events.core import ChargeDeclared, ChargeNeeds, Chose, ModelDestroyed, ModelMoved, Rolled
from battlefield.events.relics_of_old import ClaimAttempted
from battlefield.geometry import areas
from battlefield.geometry.measure import within
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.state import Model, State, Terrain
from battlefield.viewer.remember import by_identity
from battlefield.viewer.walk import Walk

DIFFICULT, DANGEROUS, ESCAPE = "move.difficult", "move.dangerous", "core.desperate_escape"
ADVANCE, CHARGE, INTERVENTION = "move.advance", "move.charge", "stratagem.heroic_intervention"
CLAIM = "artifact.claim"
ESCAPED = "Desperate Escape"
"""What a model is destroyed by that is given up for one that failed its test."""


@dataclass(frozen=True, slots=True)
class Course:
    """A move up to the end of a leg.

    `legs`: this leg's event and those before it. `start`: where the whole move began. `allowance`: how far the model
    might go when it began, None where nobody knows. `halted`: the dice of difficult ground that it used up.
    `danger`: the dangerous ground that it has just come into.
    """

    legs: tuple[ModelMoved, ...]
    start: Pose
    allowance: float | None
    halted: tuple[int, ...] = ()
    danger: str | None = None

    @property
    def length(self) -> float:
        """How far it has come."""
        return sum(each.length for each in self.legs)

    @property
    def before(self) -> float:
        """How far it had come before this leg."""
        return self.length - self.legs[-1].length


@by_identity(512)
def course_of(recording: Recording, index: int) -> Course:
    """The move that the leg at `index` belongs to."""
    event = recording.entries[index].event
    assert isinstance(event, ModelMoved)
    legs, first = [event], index
    for place, earlier in _earlier(recording, index):
        if legs[0].leg <= 1:
            break
        if isinstance(earlier, ModelMoved) and earlier.model == event.model and earlier.leg == legs[0].leg - 1:
            legs.insert(0, earlier)
            first = place
    start = recording.states[first].models[event.model].pose or event.path[0]
    made = Course(tuple(legs), start, legs[0].allowance)
    return Course(made.legs, start, made.allowance, _halted(recording, index, made), _danger(recording, index, event))


def _halted(recording: Recording, index: int, course: Course) -> tuple[int, ...]:
    """The dice of difficult ground, when the move ends exactly where they have it end."""
    event = course.legs[-1]
    dice = rolled_for(recording, index, DIFFICULT, event.model)
    if dice is None or not event.last:
        return ()
    most = float(max(dice.faces))
    return dice.faces if abs(course.length - most) < 1e-6 and within(most, course.allowance or most) else ()


def _danger(recording: Recording, index: int, event: ModelMoved) -> str | None:
    following = recording.entries[index + 1].event if index + 1 < len(recording.entries) else None
    if not isinstance(following, Rolled) or following.asks != DANGEROUS or following.of != event.model:
        return None
    found = dangerous_at(recording.states[index + 1], recording.states[index + 1].models[event.model])
    return None if found is None else found.name


def rolled_for(recording: Recording, index: int, asks: str, of: str) -> Rolled | None:
    """The last roll that an order made for a rule and a subject before the event at `index`."""
    for _, event in _earlier(recording, index):
        if isinstance(event, Rolled) and event.asks == asks and event.of == of:
            return event
    return None


def charge_needs(recording: Recording, index: int) -> ChargeNeeds | None:
    """What the charge declared earlier in the same order needs; None where the log does not say, or there is none."""
    declared = (event for _, event in _earlier(recording, index) if isinstance(event, ChargeDeclared))
    return next((event.needs for event in declared), None)


def dangerous_at(state: State, model: Model) -> Terrain | None:
    """The dangerous ground that a model touches, or the nearest to it."""
    dangers = [each for each in state.terrain if "dangerous" in each.traits]
    if model.pose is None or not dangers:
        return None
    shape = model.footprint
    return min(dangers, key=lambda each: areas.area_gap(shape, each.area).high)


def walk_after(recording: Recording, index: int, name: str) -> Walk | None:
    """The move that a model makes later in the same order: what it has declared, and is tested for."""
    order = recording.entries[index].order
    legs: list[ModelMoved] = []
    for place in range(index + 1, len(recording.entries)):
        entry = recording.entries[place]
        if entry.order != order:
            break
        if isinstance(entry.event, ModelMoved) and entry.event.model == name:
            legs.append(entry.event)
    model = recording.states[index].models.get(name)
    if not legs or model is None or model.pose is None:
        return None
    return Walk(model.profile.base, (model.pose, *(pose for leg in legs for pose in leg.path)))


def claims_of(recording: Recording, index: int) -> tuple[ClaimAttempted, ...]:
    """Every attempt at the Artifact that the attempt at `index` is for, in the order in which they are made."""
    event, order = recording.entries[index].event, recording.entries[index].order
    if not isinstance(event, ClaimAttempted):
        return ()
    found = (each.event for each in recording.entries if each.order == order)
    return tuple(each for each in found if isinstance(each, ClaimAttempted) and each.artifact == event.artifact)


def claim_after(recording: Recording, index: int, unit: str) -> ClaimAttempted | None:
    """The attempt that a unit's roll at `index` is for: it is told right after its dice."""
    for entry in recording.entries[index + 1 : index + 2]:
        if isinstance(entry.event, ClaimAttempted) and entry.event.unit == unit:
            return entry.event
    return None


def way_to_claim(state: State, event: ClaimAttempted) -> Walk | None:
    """The way that a claim needs, as the model would walk it; None without one."""
    model = None if event.model is None else state.models.get(event.model)
    if model is None or model.pose is None or not event.path:
        return None
    return Walk(model.profile.base, (model.pose, *event.path))


def given_up_for(recording: Recording, index: int, name: str) -> str | None:
    """The model whose failed Desperate Escape a destroyed model was chosen to pay for; None when it was its own."""
    for _, event in _earlier(recording, index):
        if isinstance(event, Chose) and event.asks == ESCAPE and event.answer == name:
            return None if event.of == name else event.of
    return None


def slain_by(before: State, event: ModelDestroyed) -> Terrain | None:
    """The dangerous ground that slew a model."""
    found = next((each for each in before.terrain if each.name == event.by), None)
    return found if found is not None and "dangerous" in found.traits else None


def _earlier(recording: Recording, index: int) -> Iterator[tuple[int, Event]]:
    """The events of the same order before one, the latest first."""
    order = recording.entries[index].order
    for place in range(index - 1, -1, -1):
        if recording.entries[place].order != order:
            return
        yield place, recording.entries[place].event
