"""Dragging one model over a table of 300: what is asked at every pose, beside judging the whole table anew."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from battlefield.battle import findings
from battlefield.editing.applying import applied
from battlefield.editing.document import opened
from battlefield.editing.legality import Ground
from battlefield.editing.snapping import snapper
from battlefield.geometry.shapes import Pose
from battlefield.rules.core.placing import with_poses
from battlefield.workbench import MoveTo
from benchmarks.timing import Result, Row

MODELS, POSES = 300, 200
Asked = Callable[[Pose], object]


def a_drag_over_300() -> Result:
    """Thirty units of ten, two zones, six impassable pieces; a model that is dragged about among its own and foes."""
    document = opened(_scenario(), "bench.toml")
    ground, rng = Ground(document), random.Random(7)
    model = "Red4/5"
    here = document.pose(model)
    poses = [Pose(here.x + rng.gauss(0, 4), here.y + rng.gauss(0, 4)) for _ in range(POSES)]
    snaps = snapper(ground, model)
    ways: dict[str, Asked] = {
        "every finding, and distances within 6 in": lambda pose: ground.trial({model: pose}, 6.0),
        "the exact place that it snaps to": lambda pose: snaps.snapped(pose, 0.4),
        "the nearest legal place": snaps.legal,
        "the whole table judged anew": lambda pose: findings(with_poses(ground.state, {model: pose})),
        "the text changed, read again, set up": lambda pose: applied(document, _move(model, pose))[0].state,
    }
    return Result(
        f"Dragging a model over a table of {MODELS}",
        f"One model of {MODELS}, at {POSES} poses in turn about its place. The time is the median of them.",
        tuple(_row(name, way, poses) for name, way in ways.items()),
    )


def _row(name: str, way: Asked, poses: list[Pose]) -> Row:
    """The median processor time over all poses; the first one once more, so that nothing is loaded in it."""
    way(poses[0])
    times = sorted(_time(way, pose) for pose in poses)
    return Row(name, times[len(times) // 2], f"nine in ten within {1000 * times[len(times) * 9 // 10]:.1f} ms")


def _time(way: Asked, pose: Pose) -> float:
    start = process_time()
    way(pose)
    return process_time() - start


def _move(model: str, pose: Pose) -> MoveTo:
    return MoveTo(name=model, x=pose.x, y=pose.y)


def _scenario() -> bytes:
    zones = {"Red": "[0, 0, 60, 20]", "Blue": "[0, 24, 60, 20]"}
    text = ['format = 1\ntitle = "bench"\nrules = ["core"]\n[board]\nwidth = 60\nheight = 44']
    text += [f'[[players]]\nname = "{name}"\ndeployment_zone = {{ rect = {zone} }}' for name, zone in zones.items()]
    for index in range(6):
        area = f"{{ rect = [{4 + 9 * index}, 21, 3, 2], angle = 20 }}"
        text.append(f'[[terrain]]\nname = "T{index}"\ntraits = ["impassable"]\narea = {area}')
    for player, low in (("Red", 1.5), ("Blue", 25.5)):
        for index in range(15):
            x, y = 1.5 + (index % 5) * 11.5, low + (index // 5) * 6
            base = ("32mm", "60x35mm", "40mm")[index % 3]
            unit = f'[[units]]\nname = "{player}{index}"\nplayer = "{player}"\nbase = "{base}"'
            text.append(f"{unit}\nat = {{ grid = [5, 2], first = [{x}, {y}], gap = 0.3 }}")
    return "\n".join(text).encode()
