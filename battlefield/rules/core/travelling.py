"""One model on its way: legs, interruptions, how far it has come, how far it may.

Source rules: move.length, move.vertical; rulings A3, A4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from battlefield.certificate import Certificate
from battlefield.certify import length_of
from battlefield.events.core import ModelMoved
from battlefield.geometry.paths import cut, way_travelled
from battlefield.geometry.shapes import Pose
from battlefield.play import OrderError, Play, Stop
from battlefield.state import Model, State


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a model may still move in this phase (None: its M is not given), and how far it has moved."""

    left: float | None
    moved: float


def allowance_of(state: State, model: Model, extra: float = 0.0) -> Allowance:
    """What is left of a model's M, and what is added to it, in this phase."""
    token = state.token(model.name, "moved")
    moved = float(token.value) if token is not None and isinstance(token.value, float | int) else 0.0
    return Allowance(None if model.profile.move is None else model.profile.move + extra - moved, moved)


def length_claim(state: State, model: Model, path: Sequence[Pose], limit: float | None) -> Certificate | None:
    """The length of a path, its start left out, against a limit; None without one."""
    if limit is None:
        return None
    return length_of(
        state, "move.length", model.name, way_travelled(model.profile.base, whole(model, path)), limit, path
    )


def whole(model: Model, path: Sequence[Pose]) -> list[Pose]:
    """A path with its start; OrderError for a model that is not on the battlefield."""
    if model.pose is None or not model.on_board:
        raise OrderError(f"{model.name} is not on the battlefield")
    return [model.pose, *path]


def travel_in_turn(
    play: Play,
    ways: Mapping[str, Sequence[Pose]],
    kind: str,
    limits: Mapping[str, float | None],
    arrived: Callable[[str], bool] | None = None,
) -> None:
    """Models move one after the other, each as far as it is there to; rules may look at who is still to go.

    `arrived` is told whose way has ended and says whether the others still go.
    """
    left = dict(ways)
    for name in ways:
        path = left.pop(name)
        play.ahead = dict(left)
        if play.state.models[name].on_board:
            travel(play, name, path, kind, limits[name])
        if arrived is not None and not arrived(name):
            break
    play.ahead = {}


def travel(play: Play, name: str, path: Sequence[Pose], kind: str, limit: float | None) -> None:
    """One model moves, interrupted at each stop on its way as long as it is there to go on.

    `limit` is how far it may move in this move (None: not given); it is written down, not judged.
    """
    done: set[str] = set()
    rest, leg, gone = list(path), 1, 0.0
    while True:
        model = play.state.models[name]
        stop = _first_stop(play, model, rest, done)
        ahead, rest = cut(whole(model, [])[0], rest, stop.at, stop.turned) if stop else (list(rest), [])
        if ahead:
            limit = _walk(play, model, ahead, kind, leg, limit, last=not rest)
            leg += 1
        if stop:
            done.add(stop.key)
            gone += stop.at
            stop.then(play, gone)
        if not rest or not play.state.models[name].on_board:
            return


def _first_stop(play: Play, model: Model, path: Sequence[Pose], done: set[str]) -> Stop | None:
    found = [system.on_the_way(play.state, model, path) for system in play.systems]
    stops = [stop for several in found for stop in several if stop.key not in done]
    return min(stops, key=lambda stop: (stop.at, stop.turned), default=None)


def _walk(
    play: Play, model: Model, path: Sequence[Pose], kind: str, leg: int, limit: float | None, *, last: bool
) -> float | None:
    """Walk one leg, and say what is left of the limit."""
    length = way_travelled(model.profile.base, whole(model, path))
    claim = length_claim(play.state, model, path, limit)
    play.do(
        ModelMoved(
            rule="move.length",
            claims=() if claim is None else (claim,),
            model=model.name,
            kind=kind,
            path=tuple(path),
            length=length,
            moved_this_phase=allowance_of(play.state, model).moved + length,
            allowance=limit,
            leg=leg,
            last=last,
        )
    )
    return None if limit is None else limit - length
