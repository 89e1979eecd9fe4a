"""What a rule system brings into random play, and an order that a player might think of."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from battlefield.orders.base import Answer, Order
from battlefield.state import Model, State


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


def apart(one: Model, other: Model) -> float:
    """Inches between the centres of two models; infinite where one stands nowhere."""
    return math.inf if one.pose is None or other.pose is None else math.dist(one.pose.point, other.pose.point)
