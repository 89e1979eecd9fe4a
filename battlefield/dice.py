"""Chance: dice from a seed or as they were entered, and the notation of rolls.

Faces come from `random.Random`, whose stream Python promises to keep; nothing here uses a global source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from battlefield.geometry.shapes import Point
from battlefield.orders.base import EnteredDie, FieldDie, FromSeed


class Roll(NamedTuple):
    """A kind of roll: so many dice of so many sides, plus a number."""

    dice: int
    sides: int
    plus: int = 0


class Faces(NamedTuple):
    """What dice show, where they lie (for dice on the field), and whether they were entered or came from the seed."""

    faces: tuple[int, ...]
    source: str
    places: tuple[Point, ...] = ()


class DiceError(ValueError):
    """Entered dice that do not fit what the rules asked for."""


class Chance(Protocol):
    """Where faces come from. `asked` says, for messages, which rule asks and of what."""

    def roll(self, count: int, sides: int, asked: str) -> Faces:
        """Roll `count` dice of `sides` sides."""
        ...

    def throw(self, centre: Point, radius: float | None, board: Point, asked: str) -> Faces:
        """Throw two D6 onto the field: in a disc round `centre`, or over the whole board when `radius` is None."""
        ...

    def shuffle(self, count: int) -> tuple[int, ...]:
        """The numbers from 0 to `count` - 1 in a random order, each order as likely: always from the seed."""
        ...

    def finish(self) -> None:
        """Say that the order asks for no more dice; DiceError when entered ones are left."""
        ...


def notation(text: str) -> Roll:
    """Read a roll such as "D6", "2D6" or "2D3+3".

    >>> notation("2D3+3")
    Roll(dice=2, sides=3, plus=3)
    """
    found = re.fullmatch(r"(\d{0,3})D(\d{1,3})(?:\+(\d{1,3}))?", text)
    if not found:
        raise ValueError(f"{text!r} is not a roll such as D6, 2D6 or 2D3+3")
    count, sides, plus = found.groups()
    return Roll(int(count or 1), int(sides), int(plus or 0))


def meets(total: int, needs: str) -> bool:
    """Whether a total meets a need written "5+" or "<=3".

    >>> meets(4, "5+"), meets(3, "<=3")
    (False, True)
    """
    if needs.endswith("+"):
        return total >= int(needs[:-1])
    if needs.startswith("<="):
        return total <= int(needs[2:])
    raise ValueError(f"{needs!r} is not a need such as 5+ or <=3")


@dataclass
class Seeded:
    """Dice of one order, from the battle's seed: one stream an order, so that a new order leaves the others alone."""

    seed: int
    order: int
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(f"{self.seed}/{self.order}")

    def face(self, sides: int) -> int:
        """One face, 1 to `sides`."""
        return int(self._random.random() * sides) + 1

    def place(self, centre: Point, radius: float | None, board: Point) -> Point:
        """A point uniform in the disc, by rejection (no trigonometry: the same bytes everywhere), or on the board."""
        if radius is None:
            return (self._random.random() * board[0], self._random.random() * board[1])
        while True:
            x, y = 2 * self._random.random() - 1, 2 * self._random.random() - 1
            if x * x + y * y <= 1:
                return (centre[0] + radius * x, centre[1] + radius * y)

    def roll(self, count: int, sides: int, asked: str) -> Faces:  # noqa: ARG002 (the Protocol's signature)
        """Roll from the stream."""
        return Faces(tuple(self.face(sides) for _ in range(count)), "seed")

    def throw(self, centre: Point, radius: float | None, board: Point, asked: str) -> Faces:  # noqa: ARG002 (same)
        """Throw two dice from the stream: a face and a place each."""
        dice = [(self.face(6), self.place(centre, radius, board)) for _ in range(2)]
        return Faces(tuple(face for face, _ in dice), "seed", tuple(place for _, place in dice))

    def shuffle(self, count: int) -> tuple[int, ...]:
        """Shuffle from the stream: from the last place down, each changes with itself or one before it."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.face(last + 1) - 1
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def finish(self) -> None:
        """Nothing is ever left over."""


@dataclass
class Entered:
    """Dice as they were entered, eaten in the order in which the rules ask; "?" takes one from the seed."""

    dice: Sequence[EnteredDie]
    seeded: Seeded
    _at: int = 0
    _asked: list[str] = field(default_factory=list)

    def roll(self, count: int, sides: int, asked: str) -> Faces:
        """Take `count` dice; each must be a face that the die has."""
        self._asked.append(f"{count}D{sides} for {asked}")
        taken = [self._next() for _ in range(count)]
        faces = tuple(self._face(die, sides) for die in taken)
        seeded = all(isinstance(die, FromSeed) for die in taken)
        return Faces(faces, "seed" if seeded else "entered")

    def throw(self, centre: Point, radius: float | None, board: Point, asked: str) -> Faces:
        """Take two dice; one entered without a place takes its place from the seed."""
        self._asked.append(f"two D6 on the field for {asked}")
        taken = [self._next() for _ in range(2)]
        faces = tuple(self._face(die, 6) for die in taken)
        places = tuple(
            die.at if isinstance(die, FieldDie) else self.seeded.place(centre, radius, board) for die in taken
        )
        seeded = all(isinstance(die, FromSeed) for die in taken)
        return Faces(faces, "seed" if seeded else "entered", places)

    def shuffle(self, count: int) -> tuple[int, ...]:
        """Cards are shuffled from the seed: nobody sees how, so nobody enters it."""
        return self.seeded.shuffle(count)

    def finish(self) -> None:
        """Every entered die must have been asked for."""
        left = len(self.dice) - self._at
        if left:
            raise DiceError(f"{left} entered {_dice(left)} left over; the order asked for {self._story()}")

    def _next(self) -> EnteredDie:
        if self._at >= len(self.dice):
            raise DiceError(
                f"too few dice entered ({len(self.dice)}); the order asked so far for {self._story()}; "
                'add the missing faces, or "?" for one from the seed'
            )
        self._at += 1
        return self.dice[self._at - 1]

    def _face(self, die: EnteredDie, sides: int) -> int:
        if isinstance(die, FromSeed):
            return self.seeded.face(sides)
        face = die.face if isinstance(die, FieldDie) else die
        if not 1 <= face <= sides:
            raise DiceError(f"die {self._at} shows {face}; a D{sides} shows 1 to {sides} ({self._asked[-1]})")
        return face

    def _story(self) -> str:
        return "; ".join(self._asked) if self._asked else "no dice"


def _dice(count: int) -> str:
    return "die is" if count == 1 else "dice are"
