"""Judging a set-up of 200 models by every rule, beside a loop over polygons that asks the same questions."""

from __future__ import annotations

import shapely

from battlefield.battle import findings, run
from battlefield.geometry.outlines import to_shapely
from battlefield.scenario.load import loads
from battlefield.state import State
from benchmarks.placing import drawn
from benchmarks.timing import Result, Way, race

ENGAGEMENT, COHERENCY = 1.0, 2.0


def a_set_up_of_200() -> Result:
    """Twenty units of ten, two zones, six impassable pieces, five markers: a position that is legal but for a few."""
    state = run(loads(_scenario(), "bench.toml")).state
    ways = [
        Way("ours, every rule with certificates", lambda: findings(state)),
        Way("shapely, double loop", lambda: _naive(state), note="64 chords a base, polygons ready, plain yes and no"),
    ]
    found = len(findings(state))
    return Result(
        "Judging a set-up of 200 models",
        f"Board, overlap, impassable ground, zones, Engagement Range, markers, coherency; {found} faults are found.",
        race(ways, 5),
    )


def _scenario() -> str:
    zones = {"Red": "[0, 0, 60, 20]", "Blue": "[0, 24, 60, 20]"}
    text = ['format = 1\ntitle = "bench"\nrules = ["core"]\n[board]\nwidth = 60\nheight = 44']
    text += [f'[[players]]\nname = "{name}"\ndeployment_zone = {{ rect = {zone} }}' for name, zone in zones.items()]
    for index in range(6):
        area = f"{{ rect = [{4 + 9 * index}, 21, 3, 2], angle = 20 }}"
        text.append(f'[[terrain]]\nname = "T{index}"\ntraits = ["impassable"]\narea = {area}')
    text += [f'[[objectives]]\nname = "O{index}"\nat = [{6 + 12 * index}, 22]' for index in range(5)]
    for player, low in (("Red", 1.5), ("Blue", 26.0)):
        for index in range(10):
            x, y = 1.5 + (index % 5) * 11.5, low + (index // 5) * 7
            base = ("32mm", "60x35mm", "40mm")[index % 3]
            unit = f'[[units]]\nname = "{player}{index}"\nplayer = "{player}"\nbase = "{base}"'
            text.append(f"{unit}\nat = {{ grid = [5, 2], first = [{x}, {y}], gap = 0.3 }}")
    return "\n".join(text)


def _naive(state: State) -> int:
    """The same questions of 64-gons, each asked of everybody."""
    models = list(state.on_board())
    shapes = {model.name: _POLYGONS.setdefault(id(model), drawn(model.footprint)) for model in models}
    board = shapely.box(0, 0, state.board.width, state.board.height)
    barred = [to_shapely(each.area) for each in state.terrain if each.bars]
    markers = [drawn(each.solid.shape) for each in state.markers.values()]
    zones = {player.name: to_shapely(player.zone) for player in state.players if player.zone is not None}
    faults = 0
    for model in models:
        shape = shapes[model.name]
        faults += not board.covers(shape)
        faults += not zones[model.player].covers(shape)
        faults += sum(shape.intersection(each).area > 0 for each in (*barred, *markers))
        near = False
        for other in models:
            if other is not model:
                there = shapes[other.name]
                faults += shape.intersection(there).area > 0
                faults += other.player != model.player and shape.distance(there) <= ENGAGEMENT
                near = near or (other.unit == model.unit and shape.distance(there) <= COHERENCY)
        faults += not near
    return faults


_POLYGONS: dict[int, shapely.Polygon] = {}
