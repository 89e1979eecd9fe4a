"""The Scrollhammer Relic as one value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlefield.events.base import Event
from battlefield.events.core import Reason
from battlefield.geometry.shapes import Pose
from battlefield.orders.base import Order
from battlefield.orders.core import Charge, Move, SetUp
from battlefield.orders.scrollhammer_relic import Capture, DropRelic, PassRelic
from battlefield.play import Play, Stop, System
from battlefield.rules.scrollhammer_relic import (
    binding,
    capturing,
    carrying,
    dropping,
    effects,
    passing,
    seizing,
)
from battlefield.state import Model, State


def refuses(state: State, order: Order) -> Sequence[Reason]:
    """Every reason of these rules against an order."""
    return list(_reasons(state, order))


def on_the_way(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Stop]:
    """Where a Relic interrupts a move: it is dropped there, or seized."""
    yield from carrying.on_the_way(state, model, path)
    yield from seizing.on_the_way(state, model, path)


def reacts(before: State, event: Event, play: Play) -> None:
    """What these rules answer an event with."""
    effects.reacts(before, event, play)
    dropping.reacts(before, event, play)
    seizing.reacts(before, event, play)
    carrying.reacts(before, event, play)
    capturing.reacts(before, event, play)


def _reasons(state: State, order: Order) -> Iterator[Reason]:
    if isinstance(order, DropRelic | PassRelic | Capture):
        yield from dropping.of_the_destroyed(state, order)
    match order:
        case DropRelic():
            yield from dropping.refusals(state, order)
        case PassRelic():
            yield from passing.refusals(state, order)
        case Capture():
            yield from capturing.refusals(state, order)
        case Move():
            yield from binding.refusals(state, order)
            yield from carrying.refusals(state, order)
        case Charge():
            yield from binding.refusals(state, order)
        case SetUp():
            yield from capturing.returning(state, order)
    yield from passing.moves_after(state, order)


SCROLLHAMMER_RELIC = System(
    name="scrollhammer-relic",
    orders={DropRelic: dropping.drop, PassRelic: passing.pass_on, Capture: capturing.capture},
    refuses=refuses,
    on_the_way=on_the_way,
    reacts=reacts,
)
