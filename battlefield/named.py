"""What a name stands for on the battlefield: a footprint with its heights, or an area.

Floor 3. Names are those of models, Artifacts and markers (things with a footprint), of terrain, zones, deployment
zones and players' board edges (areas), and "battlefield" for the board. Two kinds of places need no name of their own:
"at/12.5,30" is a point, a footprint of no size, and "edge/north" an edge of the battlefield. Nothing in a scenario file
can be called so: names there hold no "/" but for the one before a model's number. Source rules: measure.footprint,
measure.within_area.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from battlefield.geometry.areas import Area
from battlefield.geometry.edges import OUTWARDS, beyond_edge
from battlefield.geometry.shapes import Disc, Point, Pose
from battlefield.geometry.solids import Solid
from battlefield.state import State

BATTLEFIELD = "battlefield"
ZONE_SUFFIX = " deployment zone"
EDGE_SUFFIX = " board edge"
POINT, EDGE = "at/", "edge/"
POINT_FORM = f"{POINT}X,Y or {POINT}X,Y,Z in inches"


def solid_of(state: State, name: str, pose: Pose | None = None) -> Solid:
    """The footprint and vertical extent of a model, Artifact, marker or point, at `pose` or where the state has it.

    ValueError when the name is unknown or has no footprint now.
    """
    model = state.find_model(name)
    if model is not None:
        if pose is None and model.where == "embarked":
            raise ValueError(f"{name} is embarked and has no footprint (move.embarked)")
        if pose is None and model.pose is None:
            raise ValueError(f"{name} is not on the battlefield")
        return model.solid_at(pose) if pose is not None else model.solid
    if name in state.artifacts:
        artifact = state.artifacts[name]
        if pose is None and artifact.status == "carried" and artifact.carrier is not None:
            carrier = state.models[artifact.carrier]
            aboard = carrier.transport if carrier.where == "embarked" else None
            return solid_of(state, aboard or carrier.name)  # D17: aboard, it is where the transport is
        if pose is None and not artifact.lies:
            raise ValueError(f"{name} is {artifact.status} and lies nowhere on the battlefield")
        return replace(artifact, at=pose).solid if pose is not None else artifact.solid
    if name in state.markers:
        return state.markers[name].solid
    if name.startswith(POINT):
        place = place_named(state, name)
        return Solid(Disc(place.x, place.y, 0.0), place.z, place.z)
    raise ValueError(f"nothing with a footprint is called {name!r}")


def area_of(state: State, name: str) -> Area | None:
    """The area of that name: terrain, a zone, a deployment zone, an edge of the battlefield; None for others.

    An edge is the strip just outside the battlefield, so that the gap to it is the distance from the edge.
    """
    for terrain in state.terrain:
        if terrain.name == name:
            return terrain.area
    for zone in state.zones:
        if zone.name == name:
            return zone.area
    for player in state.players:
        if f"{player.name}{ZONE_SUFFIX}" == name:
            return player.zone
        if player.board_edge is not None and f"{player.name}{EDGE_SUFFIX}" == name:
            return beyond_edge(player.board_edge, state.board.width, state.board.height)
    if name.removeprefix(EDGE) in OUTWARDS and name.startswith(EDGE):
        return beyond_edge(name.removeprefix(EDGE), state.board.width, state.board.height)
    return None


def elsewhere(state: State, name: str, pose: Pose | None) -> Pose | None:
    """The pose, unless that is where the state has the model anyway."""
    model = state.find_model(name)
    return None if model is not None and model.on_board and model.pose == pose else pose


def point_name(at: Point, height: float = 0.0) -> str:
    """The name of a point, to a millionth of an inch, with its height where it has one.

    >>> point_name((12.5, 30.0)), point_name((1 / 3, 2.0), 5.0)
    ('at/12.5,30', 'at/0.333333,2,5')
    """
    parts = (*at, height) if height else at
    return POINT + ",".join(f"{part:.6f}".rstrip("0").rstrip(".") for part in parts)


def place_named(state: State, name: str) -> Pose:
    """The place that a point's name stands for; ValueError when it is none, or does not lie on the battlefield."""
    try:
        parts = [float(part) for part in name.removeprefix(POINT).split(",")]
    except ValueError:
        parts = []
    if len(parts) not in (2, 3) or not all(map(isfinite, parts)):
        raise ValueError(f"{name!r} is no point: allowed is {POINT_FORM}")
    x, y = parts[:2]
    if not (0 <= x <= state.board.width and 0 <= y <= state.board.height):
        size = f"{state.board.width:g} × {state.board.height:g} in"
        raise ValueError(f"{name} does not lie on the battlefield, which is {size}")
    return Pose(x, y, parts[2] if len(parts) == 3 else 0.0)


def is_place(name: str) -> bool:
    """Whether a name is that of a point or of an edge of the battlefield, which nothing else can be called.

    >>> is_place("at/12.5,30"), is_place("edge/north"), is_place("Rangers/1")
    (True, True, False)
    """
    return name.startswith(POINT) or (name.startswith(EDGE) and name.removeprefix(EDGE) in OUTWARDS)
