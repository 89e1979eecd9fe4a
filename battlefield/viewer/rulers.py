"""Rulers and rings that the window's user has laid: what they are, what they are laid between, what they say now. Pure.

An end is a name: of a model, a unit, an Artifact, a marker, terrain, a zone, or of a place (`named`). So rulers and
rings follow what moves, and `battlefield measure` is given the very same names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from battlefield.certificate import Certificate
from battlefield.events.core import ModelMoved
from battlefield.geometry.edges import OUTWARDS
from battlefield.geometry.shapes import Point
from battlefield.judge import Judge
from battlefield.named import EDGE, ZONE_SUFFIX, is_place, place_named, point_name, solid_of
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.inquiry import Job, in_background
from battlefield.viewer.plan import eased
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene import thing_at
from battlefield.viewer.telling import called
from battlefield.viewer.timeline import Moment
from battlefield.viewer.walk import Walk

PRESETS = (1.0, 2.0, 3.0, 6.0, 9.0, 12.0, 13.0, 18.0, 24.0)
"""Ranges that rules often ask for, inches."""
LEAST, MOST = 0.1, 99.0
NEAR_EDGE = 8.0
"""Pixels from the edge of the battlefield within which an end is that edge."""
KEPT = 128


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler between two things or places."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring so many inches round a thing or a place."""

    name: str
    inches: float


Mark = Ruler | Ring


@dataclass(frozen=True, slots=True)
class Said:
    """What a mark says in a state: of a ruler the bare certificate and those of the rules, of a ring what is within.

    `fault`: why it says nothing. `done`: nothing more comes.
    """

    mark: Mark
    claims: tuple[Certificate, ...] = ()
    rules: tuple[Certificate, ...] = ()
    fault: str | None = None
    done: bool = True

    @property
    def bare(self) -> Certificate | None:
        """The certificate of a ruler itself."""
        return self.claims[0] if isinstance(self.mark, Ruler) and self.claims else None


@by_identity(4)
def instant(recording: Recording, moment: Moment, elapsed: float) -> State:
    """The state as it stands on the screen: while a model moves, where it is just now."""
    index = moment.index
    after = recording.states[index + 1]
    event = recording.entries[index].event if index >= 0 else None
    if not isinstance(event, ModelMoved):
        return after
    share = eased(moment.progress("move", elapsed))
    before = recording.states[index]
    model = before.models[event.model]
    if share >= 1.0 or model.pose is None:
        return after
    pose = Walk(model.profile.base, (model.pose, *event.path)).at(share)
    return before.with_models({model.name: replace(model, pose=pose)})


def end_at(state: State, spot: Point, unit: float) -> str:
    """What an end of a ruler is at a place: the thing there, else an edge close by, else the point.

    `unit`: inches in a pixel.
    """
    found = thing_at(state, spot)
    if found is not None:
        return found
    x, y = spot
    far = {"west": x, "east": state.board.width - x, "south": y, "north": state.board.height - y}
    edge = min(far, key=lambda each: far[each])
    if far[edge] <= NEAR_EDGE * unit:
        return EDGE + edge
    return point_name((round(x, 3), round(y, 3)))


def areas_named(state: State) -> list[str]:
    """The areas that a ruler may end at, in order: terrain, zones, deployment zones, the edges of the battlefield."""
    zones = [f"{each.name}{ZONE_SUFFIX}" for each in state.players if each.zone is not None]
    return [*(each.name for each in state.terrain), *(each.name for each in state.zones), *zones,
            *(EDGE + each for each in OUTWARDS)]  # fmt: skip


def told(state: State, name: str) -> str:
    """What an end is called in the panel.

    >>> from battlefield.state import Board
    >>> told(State("", (), Board(9, 9), (), {}), "at/3,4.5"), told(State("", (), Board(9, 9), (), {}), "edge/north")
    ('(3, 4.5)', 'the north edge')
    """
    if is_place(name):
        if name.startswith(EDGE):
            return f"the {name.removeprefix(EDGE)} edge"
        try:
            place = place_named(state, name)
        except ValueError:
            return name
        return f"({place.x:g}, {place.y:g})" + (f" at {place.z:g} in" if place.z else "")
    return called(state, name)


def unit_of(state: State, name: str) -> str:
    """The unit of a model; the name of what is none."""
    model = state.find_model(name)
    return name if model is None else model.unit


def inches_typed(text: str) -> float | None:
    """The range that a ring is typed to; None while that is no range."""
    try:
        inches = float(text)
    except ValueError:
        return None
    return inches if LEAST <= inches <= MOST else None


def stands(state: State, name: str) -> bool:
    """Whether a ring can be laid round something of that name now: it has a footprint there."""
    model = state.find_model(name)
    if model is not None and not model.on_board:
        return False
    try:
        solid_of(state, name)
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class Answers:
    """What marks say, asked of a judge and kept: rulers at once, rings in a thread where Walls make them slow.

    `work` runs a job now or later; `version` grows with every answer that comes later.
    """

    judge: Judge | None = None
    work: Callable[[Job], None] = in_background
    version: int = 0
    _known: dict[tuple[int, Mark], tuple[State, Said]] = field(default_factory=dict)

    def said(self, state: State, mark: Mark) -> Said:
        """What a mark says in a state by now."""
        key = (id(state), mark)
        known = self._known.get(key)
        if known is not None and known[0] is state:
            return known[1]
        while len(self._known) >= KEPT:
            self._known.pop(next(iter(self._known)))
        if isinstance(mark, Ruler):
            said = self._ruler(state, mark)
            self._known[key] = (state, said)
            return said
        self._known[key] = (state, Said(mark, done=False))
        job = self._ring(key, state, mark)
        if state.boarding:
            self.work(job)
        else:
            job()
        return self._known[key][1]

    def _ruler(self, state: State, mark: Ruler) -> Said:
        if self.judge is None:
            return Said(mark, fault="nobody is here to measure")
        try:
            bare, rules = self.judge.measure(state, mark.a, mark.b)
        except ValueError as fault:
            return Said(mark, fault=str(fault))
        return Said(mark, (bare,), rules)

    def _ring(self, key: tuple[int, Mark], state: State, mark: Ring) -> Job:
        def job() -> None:
            found = Said(mark, done=False)
            try:
                for claim in self._within(state, mark):
                    found = replace(found, claims=(*found.claims, claim))
                    if key not in self._known:
                        return
                    self._put(key, state, found)
            except ValueError as fault:
                found = replace(found, fault=str(fault))
            self._put(key, state, replace(found, done=True))

        return job

    def _within(self, state: State, mark: Ring) -> Iterator[Certificate]:
        if self.judge is None:
            raise ValueError("nobody is here to measure")
        yield from self.judge.within(state, mark.name, mark.inches)

    def _put(self, key: tuple[int, Mark], state: State, said: Said) -> None:
        if key in self._known:
            self._known[key] = (state, said)
            self.version += 1
