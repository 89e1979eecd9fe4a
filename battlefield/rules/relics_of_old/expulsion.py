"""Expulsion: two dice on the field give a line; the Artifact is placed 6 in from the machine along it.

Source rules: artifact.expulsion.dice, .line, .distance, .unstable, .edge, artifact.expelled; rulings C10, C11,
C23 to C28.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlefield.certificate import Certificate
from battlefield.certify import gap_between, inside_of
from battlefield.events.core import Rolled
from battlefield.events.relics_of_old import ArtifactExpelled, Hop
from battlefield.geometry.areas import overlaps
from battlefield.geometry.lines import direction_between, on_line, same_place
from battlefield.geometry.measure import more_than
from battlefield.geometry.placement import (
    Obstacle,
    board_exit,
    centroid,
    first_at_gap,
    first_free,
    last_free,
    spans_near,
)
from battlefield.geometry.shapes import Point, Pose, RoundBase
from battlefield.named import BATTLEFIELD
from battlefield.orders.base import Place
from battlefield.places import resolve
from battlefield.play import OrderError, Play, rounded_number
from battlefield.rules.core.setting_up import footprint_of
from battlefield.rules.relics_of_old.dropping import resting
from battlefield.state import Artifact, Model, State, Terrain

DICE = "artifact.expulsion.dice"
DISTANCE = "artifact.expulsion.distance"
EDGE = "artifact.expulsion.edge"


@dataclass(frozen=True, slots=True)
class Landing:
    """Where an expelled Artifact comes to lie: the place, what holds it there, inches along the line, what it was
    carried over, by which rulings; `travelled` is 0 when nothing on the line was free."""

    at: Pose
    on: str | None
    travelled: float
    passed: tuple[Hop, ...]
    rulings: tuple[str, ...] = ()

    @property
    def edge(self) -> bool:
        """Whether the line left the battlefield before a free place came."""
        return EDGE in self.rulings


def expel(play: Play, name: str, machine: Model, throw: Place | None) -> None:
    """Throw the dice, carry their line onto the machine, and place the Artifact on it."""
    low, high = _throw(play, name, machine, throw)
    state = play.state
    artifact = state.artifacts[name]
    through = centroid(machine.footprint)
    direction = direction_between(low, high)
    reach = state.range("expulsion")
    start = six_inches(artifact, machine, through, direction, reach)
    landing = landing_of(state, artifact, machine, through, direction, start)
    first = Pose(*on_line(through, direction, start))
    claims = _claims(state, artifact, machine, first, landing.at, reach)
    rulings = ["artifact.expulsion.line", "C24", *(["C26"] if landing.passed else []), *landing.rulings]
    play.do(
        ArtifactExpelled(
            rule=EDGE if landing.edge else "artifact.expulsion.unstable" if landing.passed else DISTANCE,
            rulings=tuple(rulings),
            claims=claims,
            artifact=name,
            machine=machine.name,
            dice=(low, high),
            through=through,
            direction=direction,
            first_place=first.point,
            passed=landing.passed,
            at=landing.at,
            on=landing.on,
            travelled=landing.travelled,
            edge=landing.edge,
        )
    )


def six_inches(artifact: Artifact, machine: Model, through: Point, direction: Point, reach: float) -> float:
    """Inches from the machine's centre to where the token is exactly `reach` away, once the line has left it (C25).

    A line that never meets the hull, its centroid lying outside, has left it from the start.
    """
    try:
        return first_at_gap(artifact.radius, machine.footprint, reach, through, direction)
    except ValueError:
        near = spans_near(machine.footprint, through, direction, artifact.radius + reach)
        return next((end for _, end in near if more_than(end, 0.0)), 0.0)


def landing_of(
    state: State, artifact: Artifact, machine: Model, through: Point, direction: Point, start: float
) -> Landing:
    """The first free place on the line from 6 in on; else the last one short of the edge; else within the machine."""
    obstacles = passed_over(state, artifact)
    board = state.board
    end = board_exit(through, direction, artifact.radius, board.width, board.height)
    found = first_free(through, direction, artifact.radius, start, obstacles, end)
    if found.at is not None:
        hops = tuple(Hop(what=each.name, from_=each.start, to=each.end) for each in found.passed)
        return Landing(*ground_at(state, artifact, on_line(through, direction, found.at)), found.at, hops)
    back = last_free(through, direction, artifact.radius, end, obstacles, 0.0)
    hops = tuple(Hop(what=each.name, from_=each.start, to=each.end) for each in back.passed)
    if back.at is not None:
        return Landing(*ground_at(state, artifact, on_line(through, direction, back.at)), back.at, hops, (EDGE, "C27"))
    rest = resting(state, machine, artifact, None)
    return Landing(rest.place, None, 0.0, hops, (EDGE, "C27", *rest.rulings))


def passed_over(state: State, artifact: Artifact) -> list[tuple[str, Obstacle]]:
    """What an expelled Artifact cannot come to lie on (C26): bad ground, every base in plan, other tokens."""
    grounds: list[tuple[str, Obstacle]] = [(each.name, each.area) for each in state.terrain if _is_passed_over(each)]
    bases: list[tuple[str, Obstacle]] = [(each.name, each.footprint) for each in state.on_board()]
    tokens: list[tuple[str, Obstacle]] = [
        (each.name, each.disc_at(each.at)) for each in state.lying() if each.name != artifact.name and each.at
    ]
    return [*grounds, *bases, *tokens]


def _is_passed_over(terrain: Terrain) -> bool:
    """Bad ground (C26): Unstable, what nobody can stand on, and every Hatchway, open or shut."""
    return "unstable" in terrain.traits or terrain.bars or terrain.is_hatchway


def _throw(play: Play, name: str, machine: Model, throw: Place | None) -> tuple[Point, Point]:
    """Throw both dice until their faces differ and they lie apart; the lower die's place, then the higher one's."""
    state = play.state
    centre = _throw_point(state, machine, throw)
    radius = None if state.throw == "board" else state.range("throw")
    while True:
        rolled = play.throw(DICE, name, centre, radius, rulings=(DICE,))
        if rolled.throw is None:
            raise OrderError(f"the dice for {name} lie nowhere")
        if _tells(rolled):
            (one, two), (first, second) = rolled.faces, rolled.throw
            return (first, second) if one < two else (second, first)


def _tells(rolled: Rolled) -> bool:
    return rolled.throw is not None and rolled.faces[0] != rolled.faces[1] and not same_place(*rolled.throw)


def _throw_point(state: State, machine: Model, throw: Place | None) -> Point:
    if throw is None:
        return centroid(machine.footprint)
    try:
        pose = resolve(throw, RoundBase(0.0), 0.0, 0.0, lambda name: footprint_of(state, name))
    except ValueError as fault:
        raise OrderError(str(fault)) from fault
    return pose.point


def ground_at(state: State, artifact: Artifact, place: Point) -> tuple[Pose, str | None]:
    """A place with its elevation, and what holds the token there: the highest terrain under any part of it (C26)."""
    disc = artifact.disc_at(Pose(*place))
    under = [each for each in state.terrain if not _is_passed_over(each) and overlaps(disc, each.area)]
    highest = max(under, key=lambda each: each.top, default=None)
    return (Pose(*place), None) if highest is None else (Pose(*place, highest.top), highest.name)


def _claims(
    state: State, artifact: Artifact, machine: Model, first: Pose, at: Pose, reach: float
) -> tuple[Certificate, ...]:
    first, at = (Pose(*(rounded_number(part) for part in pose)) for pose in (first, at))
    distance = gap_between(
        state,
        DISTANCE,
        artifact.name,
        machine.name,
        reach,
        a_pose=first,
        plan=True,
        rulings=("C24",),
    )
    return (distance, inside_of(state, "setup.on_board", artifact.name, BATTLEFIELD, at))
