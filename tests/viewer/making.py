"""The parts that recordings are made of by hand: units, tables, events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, radians, sin
from typing import Any

from battlefield.certificate import Certificate
from battlefield.events.base import Event
from battlefield.events.core import (
    ModelMoved,
    PhaseBegan,
    Rolled,
    UnitSetUp,
)
from battlefield.geometry import areas
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Base, OvalBase, Pose, RoundBase, hull, rectangle_hull
from battlefield.recording import Entry, Recording
from battlefield.state import Artifact, Board, Marker, Model, Player, Profile, State, Terrain, Unit

MM = 1 / 25.4
RANGES: dict[str, float | tuple[float, float]] = {"engagement": (1.0, 5.0), "claim": 13.0, "expulsion": 6.0}
SIZES: dict[str, Base] = {
    "25mm": RoundBase(12.5 * MM),
    "32mm": RoundBase(16 * MM),
    "40mm": RoundBase(20 * MM),
    "60mm": RoundBase(30 * MM),
    "130mm": RoundBase(65 * MM),
    "75x42mm": OvalBase(37.5 * MM, 21 * MM),
    "170x109mm": OvalBase(85 * MM, 54.5 * MM),
    "7x4in": rectangle_hull(7, 4),
    "L": hull(((-3, -2), (3, -2), (3, 0), (0, 0), (0, 2), (-3, 2))),
}


def polygon(*points: tuple[float, float]) -> Area:
    """A polygon as an area."""
    return areas.polygon_area(points)


def unit(
    name: str, player: str, count: int, size: str = "25mm", keywords: Iterable[str] = (), wounds: int = 1
) -> tuple[Unit, list[Model]]:
    """A unit and its models, none of them on the table yet."""
    words = frozenset(keywords)
    profile = Profile(SIZES[size], size, words, wounds=wounds, move=6.0)
    names = [name] if count == 1 else [f"{name}/{number}" for number in range(1, count + 1)]
    models = [Model(each, name, player, profile, wounds) for each in names]
    return Unit(name, player, tuple(names), words), models


def table(
    title: str,
    size: tuple[float, float],
    units: Iterable[tuple[Unit, list[Model]]],
    *,
    players: tuple[Player, ...] = (Player("Red"), Player("Blue")),
    terrain: Iterable[Terrain] = (),
    artifacts: Iterable[Artifact] = (),
    markers: Iterable[Marker] = (),
    systems: tuple[str, ...] = ("core", "relics-of-old"),
) -> State:
    """An empty table on which everything waits at the side."""
    made = list(units)
    return State(
        title=title,
        systems=systems,
        board=Board(*size),
        players=players,
        ranges=RANGES,
        terrain=tuple(terrain),
        units={each.name: each for each, _ in made},
        models={model.name: model for _, models in made for model in models},
        artifacts={each.name: each for each in artifacts},
        markers={each.name: each for each in markers},
    )


def recording(state: State, events: Iterable[Event], order: int = 1) -> Recording:
    """Events in a row on a table."""
    return Recording(state, tuple(Entry(n, order, None, event) for n, event in enumerate(events, 1)), seed=7)


def grid(name: str, count: int, columns: int, x: float, y: float, step: float, facing: float = 0.0) -> dict[str, Pose]:
    """Poses in rows for the models of a unit."""
    return {
        f"{name}/{place + 1}": Pose(x + place % columns * step, y + place // columns * step, 0.0, facing)
        for place in range(count)
    }


def set_up(name: str, poses: Mapping[str, Pose], kind: str = "deployed") -> UnitSetUp:
    """A unit that is set up."""
    return UnitSetUp(rule="setup.zone", unit=name, kind=kind, models=poses)


def rolled(asks: str, of: str, roll: str, faces: tuple[int, ...], **more: Any) -> Rolled:
    """Dice of the seed."""
    return Rolled(rule=asks, asks=asks, of=of, roll=roll, faces=faces, total=sum(faces), source="seed", **more)


def gap(rule: str, a: str, b: str, value: float, limit: float) -> Certificate:
    """A certificate of a gap."""
    holds = value <= limit + 1e-7
    return Certificate(
        rule=rule,
        measure="gap",
        a=a,
        b=b,
        value=value,
        limit=limit,
        margin=limit - value,
        holds=holds,
        verdict="in" if holds else "out",
        error=1e-9,
    )


def throw(faces: tuple[int, int], *spots: tuple[float, float], **more: Any) -> Rolled:
    """Two dice on the field."""
    return Rolled(
        rule="artifact.expulsion.dice",
        asks="artifact.expulsion.dice",
        of="Ember Crown",
        roll="2D6",
        faces=faces,
        total=sum(faces),
        source="entered",
        throw=spots,
        **more,
    )


def move(name: str, *path: tuple[float, float], length: float, kind: str = "normal", **more: Any) -> ModelMoved:
    """A model that moves."""
    poses = tuple(Pose(x, y, 0.0, more.get("facing", 0.0)) for x, y in path)
    return ModelMoved(
        rule=f"move.{kind}",
        model=name,
        kind=kind,
        path=poses,
        length=length,
        moved_this_phase=length,
        allowance=6.0,
        over=more.get("over", ()),
    )


def phase(number: int, player: str, name: str) -> PhaseBegan:
    """A phase begins."""
    return PhaseBegan(rule="battle.sequence", round=number, player=player, phase=name)


def away(pose: Pose, bearing: float, far: float) -> tuple[float, float]:
    return pose.x + far * cos(radians(bearing)), pose.y + far * sin(radians(bearing))
