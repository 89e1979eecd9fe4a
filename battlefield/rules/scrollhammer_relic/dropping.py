"""Dropping the Relic: 1 in from its bearer, out of impassable terrain, never on a base or a token.

Source rules: relic.drop, relic.drop.impassable; rulings D12, D13, D17.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlefield.certificate import Certificate
from battlefield.certify import gap_between
from battlefield.events.base import Event
from battlefield.events.core import ModelDestroyed, ModelLeft, Reason
from battlefield.events.scrollhammer_relic import RelicDropped
from battlefield.geometry.areas import overlaps
from battlefield.geometry.around import is_clear, open_bearing, place_on_bearing
from battlefield.geometry.lines import bearing_between
from battlefield.geometry.measure import gap, within
from battlefield.geometry.placement import Obstacle, at_gap, nearest_free, nearest_free_to_shape
from battlefield.geometry.shapes import Point, Pose, RoundBase
from battlefield.orders.scrollhammer_relic import DropRelic
from battlefield.play import OrderError, Play, rounded_number
from battlefield.state import Artifact, Model, State

RULE = "relic.drop"
OUT = "relic.drop.impassable"


@dataclass(frozen=True, slots=True)
class Drop:
    """Where the Relic comes to lie: on which bearing, the place 1 in away, the place itself, what it had to leave."""

    bearing: float
    asked_at: Point
    at: Point
    out_of: tuple[str, ...]
    rulings: tuple[str, ...]


def drop(play: Play, order: DropRelic) -> None:
    """The bearer drops the Relic on the bearing ordered, else on the default one."""
    relic, bearer = _carried(play.state, order)
    mover = _mover(play.state, bearer)
    if mover is None:
        raise OrderError(f"{bearer.name} has no footprint to drop {relic.name} from")
    _lay(play, relic.name, bearer, mover, order.bearing, "chosen")


def refusals(state: State, order: DropRelic) -> Sequence[Reason]:
    """Somebody must carry it, and the bearing chosen must be open as long as any is (D13)."""
    held = _held(state, order)
    if len(held) != 1:
        why = "nobody carries a Relic" if not held else "several Relics are carried; name the model or the artifact"
        return [Reason(rule=RULE, why=why, of=order.model or order.artifact)]
    relic, bearer = held[0]
    mover = _mover(state, bearer)
    if mover is None:
        return [Reason(rule=RULE, why=f"{bearer.name} is not on the battlefield", of=bearer.name)]
    if order.bearing is None:
        return ()
    return _closed(state, relic, mover, order.bearing)


def reacts(before: State, event: Event, play: Play) -> None:
    """The Relic is dropped by itself when its bearer is removed, from the footprint it had (D12)."""
    if not isinstance(event, ModelDestroyed | ModelLeft):
        return
    model = before.models[event.model]
    held = [each.name for each in before.carried_by(model.name) if each.kind == "relic"]
    mover = _mover(before, model)
    if not held or mover is None:
        return
    why = "slain" if isinstance(event, ModelDestroyed) else "removed"
    for name in held:
        play.when_settled(lambda settled, name=name: _lay(settled, name, model, mover, None, why))  # type: ignore[misc]  # bound early


def dropped_at(state: State, relic: Artifact, mover: Model, bearing: float | None) -> Drop:
    """Where the Relic lies when it is dropped on a bearing (None: the default, turned to the nearest open one)."""
    shape, board = mover.footprint, (state.board.width, state.board.height)
    reach, base = state.range("relic_drop"), RoundBase(relic.radius)
    taken = _taken(state, relic, mover)
    rulings: tuple[str, ...] = () if mover.where != "embarked" else ("D17",)
    wanted = bearing if bearing is not None else default_bearing(state, mover)
    found = open_bearing(shape, relic.radius, reach, taken, board, wanted)
    if found is None:
        rulings = (*rulings, "D13")
        nearest = nearest_free_to_shape(shape, relic.radius, [*taken, *_impassable(state)], *board)
        if nearest is None:
            raise OrderError(f"there is no free place on the battlefield for {relic.name}")
        turned = bearing_between((mover.footprint.x, mover.footprint.y), nearest.at)
        return Drop(turned, nearest.at, nearest.at, (), rulings)
    if bearing is None:
        rulings = (*rulings, "D12")
    asked = at_gap(base, 0.0, shape, reach, found)
    bad = [each for each in state.terrain if each.bars and overlaps(relic.disc_at(Pose(*asked)), each.area)]
    if not bad:
        return Drop(found, asked, asked, (), rulings)
    out = nearest_free(asked, relic.radius, [*taken, *_impassable(state)], *board)
    if out is None:
        raise OrderError(f"there is no free place on the battlefield for {relic.name}")
    place = _nearest_to_bearer(mover, relic, out.ties)
    if len(out.ties) > 1:
        rulings = (*rulings, OUT)
    return Drop(found, asked, place, tuple(each.name for each in bad), rulings)


def default_bearing(state: State, mover: Model) -> float:
    """Back the way the bearer came, else away from the nearest enemy, else 0."""
    heading = state.token(mover.name, "heading")
    if heading is not None and isinstance(heading.value, float | int):
        return (float(heading.value) + 180.0) % 360.0
    shape = mover.footprint
    enemies = sorted(state.enemies_of(mover.player), key=lambda each: gap(shape, each.footprint).high)
    if not enemies or enemies[0].pose is None or mover.pose is None:
        return 0.0
    return bearing_between(enemies[0].pose.point, mover.pose.point)


def _lay(play: Play, name: str, bearer: Model, mover: Model, bearing: float | None, why: str) -> None:
    state = play.state
    relic = state.artifacts[name]
    if bearing is None:
        answer = play.answer_to(RULE, name, bearer.name, bearer.unit)
        if answer is not None:
            bearing = _told(answer.given, name)
            closed = _closed(state, relic, mover, bearing)
            if closed:
                raise OrderError(closed[0].why)
    dropped = dropped_at(state, relic, mover, bearing)
    if mover.pose is None:
        return
    at = Pose(*dropped.at, mover.pose.z)
    play.do(
        RelicDropped(
            rule=OUT if dropped.out_of else RULE,
            rulings=dropped.rulings,
            claims=_claims(state, relic, mover, dropped),
            relic=name,
            from_=bearer.name,
            mover=mover.name,
            pose=mover.pose,
            bearing=dropped.bearing,
            asked_at=dropped.asked_at,
            at=at,
            out_of=dropped.out_of,
            why=why,
        )
    )


def _told(given: object, name: str) -> float:
    try:
        return float(given)  # type: ignore[arg-type]  # a wrong kind is caught
    except (TypeError, ValueError):
        raise OrderError(f"{given!r} is no bearing for {name}; a number of degrees is allowed") from None


def _claims(state: State, relic: Artifact, mover: Model, dropped: Drop) -> tuple[Certificate, ...]:
    """The gap to the bearer at the place asked for, which is the 1 in unless no bearing was open."""
    asked = Pose(*(rounded_number(part) for part in dropped.asked_at))
    limit = state.range("relic_drop")
    claim = gap_between(state, RULE, relic.name, mover.name, limit, a_pose=asked, b_pose=mover.pose, plan=True)
    return (claim,)


def _closed(state: State, relic: Artifact, mover: Model, bearing: float) -> list[Reason]:
    board = (state.board.width, state.board.height)
    reach = state.range("relic_drop")
    taken = _taken(state, relic, mover)
    place = place_on_bearing(mover.footprint, relic.radius, reach, bearing)
    if place is not None and is_clear(place, relic.radius, taken, *board):
        return []
    found = open_bearing(mover.footprint, relic.radius, reach, taken, board, bearing)
    if found is None:
        return []
    why = (
        f"on bearing {bearing:g} the Relic would lie off the battlefield, on a base or on a token; {found:.1f} is open"
    )
    return [Reason(rule=RULE, why=why, of=mover.name, at=place)]


def _taken(state: State, relic: Artifact, mover: Model) -> list[Obstacle]:
    """Every base and every other token; the bearer's own base too while it stands."""
    bases: list[Obstacle] = [each.footprint for each in state.on_board()]
    tokens: list[Obstacle] = [
        each.disc_at(each.at) for each in state.lying() if each.name != relic.name and each.at is not None
    ]
    return [*bases, *tokens]


def _impassable(state: State) -> list[Obstacle]:
    return [each.area for each in state.terrain if each.bars]


def _nearest_to_bearer(mover: Model, relic: Artifact, ties: Sequence[Point]) -> Point:
    """Of equally near places the one nearest to the bearer, then the first counter-clockwise from its facing."""
    shape, facing = mover.footprint, 0.0 if mover.pose is None else mover.pose.facing
    gaps = {place: gap(shape, relic.disc_at(Pose(*place))).high for place in ties}
    least = min(gaps.values())
    near = [place for place in ties if within(gaps[place], least)]
    return min(near, key=lambda place: (bearing_between((shape.x, shape.y), place) - facing) % 360.0)


def _held(state: State, order: DropRelic) -> list[tuple[Artifact, Model]]:
    bearer = None if order.model is None else state.model(order.model).name
    return [
        (each, state.models[each.carrier])
        for each in state.artifacts.values()
        if each.kind == "relic" and each.status == "carried" and each.carrier is not None
        if order.artifact in (None, each.name) and bearer in (None, each.carrier)
    ]


def _carried(state: State, order: DropRelic) -> tuple[Artifact, Model]:
    return _held(state, order)[0]


def _mover(state: State, bearer: Model) -> Model | None:
    """Whose footprint it is dropped from: the bearer's, or its transport's while it is aboard (D10, D17)."""
    if bearer.where == "embarked" and bearer.transport is not None:
        return state.find_model(bearer.transport)
    return bearer if bearer.on_board else None
