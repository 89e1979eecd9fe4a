"""The runner: one order carried out, event by event, each system reacting before the next thing happens.

A rule is a function of a `Play`. `play.do(event)` folds the event into `play.state`, writes it down and lets every
system react; `play.roll` and `play.ask` write themselves down and return faces and answers. Source rule:
battle.sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from math import inf
from typing import Any, NoReturn

from battlefield.certificate import Certificate
from battlefield.dice import Chance, meets, notation
from battlefield.events.base import Event
from battlefield.events.core import Chose, OrderRefused, Reason, Rolled
from battlefield.geometry.shapes import Point, Pose
from battlefield.orders.base import Answer, Order, Spot
from battlefield.plain import written
from battlefield.recording import Entry
from battlefield.scenario.scenario import Scenario
from battlefield.state import Model, State

DEPTH_LIMIT = 64
DECIMALS = 9


class OrderError(ValueError):
    """An order that cannot be carried out as written: wrong dice, an answer to a question that nobody asks."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a move is interrupted: inches along what is left of the path, and a key that is used once a move.

    `then` is what happens there; it is told how far along the whole move that is. `turned`: the degrees that the model
    has turned by then, along what is left of the path; they say how far it is in a turn on the spot.
    """

    at: float
    key: str
    then: Callable[[Play, float], None]
    turned: float = inf


def no_refusal(state: State, order: Order) -> Sequence[Reason]:
    """Refuses nothing."""
    del state, order
    return ()


def no_stop(state: State, model: Model, path: Sequence[Pose]) -> Iterable[Stop]:
    """Interrupts nothing."""
    del state, model, path
    return ()


def no_reaction(before: State, event: Event, play: Play) -> None:
    """Answers nothing."""
    del before, event, play


def no_adjustment(state: State, asks: str, of: str) -> int:
    """Adds nothing to a roll."""
    del state, asks, of
    return 0


def no_finding(state: State) -> Sequence[Reason]:
    """Finds nothing wrong with a set-up."""
    del state
    return ()


def nothing_laid_out(play: Play, scenario: Scenario) -> None:
    """Lays nothing out."""
    del play, scenario


def seen_by_all(order: Order) -> tuple[str, ...] | None:
    """Everybody may see it."""
    del order
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A rule system: what it carries out, refuses, interrupts, answers and adjusts, and how it judges a set-up.

    `sets_up` lays out what only this system knows, after the units and before the first phase. `seen_by` says who may
    see that an order was refused, and how it was put (None: everybody).
    """

    name: str
    orders: Mapping[type[Order], Callable[[Play, Any], None]] = field(default_factory=dict)
    refuses: Callable[[State, Order], Sequence[Reason]] = no_refusal
    on_the_way: Callable[[State, Model, Sequence[Pose]], Iterable[Stop]] = no_stop
    reacts: Callable[[State, Event, Play], None] = no_reaction
    adjusts: Callable[[State, str, str], int] = no_adjustment
    judges: Callable[[State], Sequence[Reason]] = no_finding
    sets_up: Callable[[Play, Scenario], None] = nothing_laid_out
    seen_by: Callable[[Order], tuple[str, ...] | None] = seen_by_all


@dataclass
class Play:
    """One order in progress: the current state, what has happened in it, where chance and choices come from."""

    state: State
    systems: Sequence[System]
    chance: Chance
    order: int = 0
    number: int = 0
    answers: list[Answer] = field(default_factory=list)
    foretold: frozenset[str] = frozenset()
    entries: list[Entry] = field(default_factory=list)
    ahead: Mapping[str, Sequence[Pose]] = field(default_factory=dict)
    """The ways that this order has other models go after the one that moves now, by name."""
    _because: list[int] = field(default_factory=list)
    _together: int = 0
    _settling: list[tuple[int | None, Callable[[Play], None]]] = field(default_factory=list)

    def do(self, event: Event) -> None:
        """Fold an event, write it down, and let every system react, depth first, in the scenario's order."""
        happened = rounded(event)
        before = self.state
        self.state = happened.apply(before)
        self.number += 1
        self.entries.append(Entry(self.number, self.order, self._because[-1] if self._because else None, happened))
        if len(self._because) >= DEPTH_LIMIT:
            self._too_deep()
        self._because.append(self.number)
        for system in self.systems:
            system.reacts(before, happened, self)
        self._because.pop()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Things that happen at one moment: what waits for them (`when_settled`) runs after the outermost block."""
        self._together += 1
        yield
        self._together -= 1
        while self._settling and not self._together:
            because, then = self._settling.pop(0)
            self._answering(because, then)

    def when_settled(self, then: Callable[[Play], None]) -> None:
        """Run `then` once everything of this moment has happened; at once when nothing else does."""
        if self._together:
            self._settling.append((self._because[-1] if self._because else None, then))
        else:
            then(self)

    def refuse(self, order: Order, reasons: tuple[Reason, ...]) -> None:
        """Write down that the order is refused; foretold when every foretold rule is among the reasons."""
        rules = {reason.rule for reason in reasons}
        foretold = bool(self.foretold) and self.foretold <= rules
        said = [seen for system in self.systems if (seen := system.seen_by(order)) is not None]
        refused = OrderRefused(rule=reasons[0].rule, asked=written(order), foretold=foretold, reasons=reasons)
        self.do(replace(refused, seen_by=said[0]) if said else refused)

    @property
    def opens(self) -> bool:
        """Whether the event that is being answered is the first one of its order."""
        return len(self.entries) == 1

    def roll(
        self,
        asks: str,
        of: str,
        roll: str,
        needs: str | None = None,
        rulings: tuple[str, ...] = (),
        like: str | None = None,
    ) -> Rolled:
        """Roll dice for a rule, with every system's adjustment, and write the roll down.

        `like`: the rule whose rolls are adjusted as this one is, where that is another.
        """
        kind = notation(roll)
        faces = self.chance.roll(kind.dice, kind.sides, f"{asks} ({of})")
        modifier = sum(system.adjusts(self.state, like or asks, of) for system in self.systems)
        total = sum(faces.faces) + kind.plus + modifier
        passed = None if needs is None else meets(total, needs)
        rolled = Rolled(
            rule=asks,
            asks=asks,
            of=of,
            roll=roll,
            faces=faces.faces,
            total=total,
            modifier=modifier,
            needs=needs,
            passed=passed,
            source=faces.source,
            rulings=rulings,
        )
        self.do(rolled)
        return rolled

    def throw(self, asks: str, of: str, centre: Point, radius: float | None, rulings: tuple[str, ...] = ()) -> Rolled:
        """Throw two D6 onto the field once and write down their faces and places, rounded as they will be read."""
        board = (self.state.board.width, self.state.board.height)
        faces = self.chance.throw(centre, radius, board, f"{asks} ({of})")
        places = tuple((rounded_number(x), rounded_number(y)) for x, y in faces.places)
        rolled = Rolled(
            rule=asks,
            asks=asks,
            of=of,
            roll="2D6",
            faces=faces.faces,
            total=sum(faces.faces),
            source=faces.source,
            throw=places,
            rulings=rulings,
        )
        self.do(rolled)
        return rolled

    def answer_to(self, asks: str, *of: str) -> Answer | None:
        """Take the first unused answer to a rule's question about a subject, by any of its names, if one was given."""
        for index, answer in enumerate(self.answers):
            if answer.to == asks and (answer.of is None or self.meant(answer.of, of) is not None):
                return self.answers.pop(index)
        return None

    def meant(self, given: str | float | Spot, names: Sequence[str]) -> str | None:
        """Which of the names is meant: the one given, or that of the model that has it as alias or as a unit of one."""
        if not isinstance(given, str) or given in names:
            return given if isinstance(given, str) else None
        model = self.state.find_model(given)
        return model.name if model is not None and model.name in names else None

    def ask(
        self, asks: str, player: str | None, of: str, options: Sequence[str], default: str, known_as: Sequence[str] = ()
    ) -> str:
        """Ask a player to choose one of the options; unanswered, the ruling's default is taken and written down.

        `known_as`: other names of the subject, which an answer may use.
        """
        answer = self.answer_to(asks, of, *known_as)
        chosen = default if answer is None else self.meant(answer.given, options)
        if chosen is None:
            said = "" if answer is None else answer.said
            raise OrderError(f"{said} is no answer to {asks} of {of}; allowed: {', '.join(options)}")
        self.chose(asks, player, of, options, chosen, answer is not None)
        return chosen

    def chose(
        self,
        asks: str,
        player: str | None,
        of: str,
        options: Sequence[str],
        answer: str,
        by_order: bool,
        claims: tuple[Certificate, ...] = (),
    ) -> None:
        """Write a choice down, with what was measured for the player to choose by."""
        self.do(
            Chose(
                rule=asks,
                claims=claims,
                asks=asks,
                player=player,
                of=of,
                options=tuple(options),
                answer=answer,
                by="order" if by_order else "default",
            )
        )

    def _answering(self, because: int | None, then: Callable[[Play], None]) -> None:
        if because is None:
            then(self)
            return
        self._because.append(because)
        then(self)
        self._because.pop()

    def _too_deep(self) -> NoReturn:
        by_number = {entry.n: type(entry.event).__name__ for entry in self.entries}
        chain = " → ".join(by_number.get(n, f"event {n}") for n in self._because[-6:])
        raise OrderError(f"rules answer one another without end: … {chain}")


def rounded(event: Event) -> Event:
    """The event with every coordinate and measure rounded to 1e-9 in, as it is folded and written."""
    return _rounded(event)  # type: ignore[no-any-return]  # the same type comes back


def rounded_number(value: float) -> float:
    """A number as the log writes it."""
    return round(value, DECIMALS) + 0.0


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return rounded_number(value)
    if isinstance(value, Pose):
        return Pose(*(rounded_number(part) for part in value))
    if isinstance(value, tuple):
        return tuple(_rounded(part) for part in value)
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _rounded(getattr(value, each.name)) for each in fields(value)})
    return value
