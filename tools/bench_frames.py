"""Measure how many frames a second the viewer draws, whole panel and all: `python tools/bench_frames.py [MODELS ...]`.

Needs OpenGL (software will do) and no display. Prints what it measured; nothing is asserted.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from battlefield.events.base import Event
from battlefield.events.core import ModelMoved, PhaseBegan, UnitSetUp
from battlefield.geometry.areas import circle_area, polygon_area, rect_area
from battlefield.geometry.shapes import Pose, RoundBase
from battlefield.recording import Entry, Recording
from battlefield.state import Board, Model, Player, Profile, State, Terrain, Unit
from battlefield.viewer.headless import open_painter
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.scene import film_of, scene_at

if TYPE_CHECKING:
    from battlefield.viewer.gl import Painter

MODELS = (50, 200, 300)
SIZES = ((1280, 720), (1600, 900))
FRAMES = 240
PANNED = 30
TERRAIN = (
    Terrain(
        "Ruins", polygon_area([(8, 31), (13, 36), (18, 33), (17, 26), (9, 24)]), frozenset({"obscuring", "cover"}), 4
    ),
    Terrain("Forest", polygon_area([(34, 33), (35, 39), (41, 40), (44, 35), (40, 31)]), frozenset({"cover"})),
    Terrain("Bog", polygon_area([(2, 16), (6, 19), (10, 17), (9, 12), (3, 10)]), frozenset({"difficult"})),
    Terrain("Sinkhole", rect_area(34, 20, 5, 4), frozenset({"unstable"})),
    Terrain("Crater", circle_area(50, 23, 3), frozenset({"dangerous"})),
)


class FrameRow(NamedTuple):
    """So many models in a picture of some size: frames a second while it plays, milliseconds of a frame, and at worst.

    `whole`: frames a second when every pixel is drawn anew, as while the table is moved.
    """

    models: int
    size: tuple[int, int]
    rate: float
    scene_ms: float
    paint_ms: float
    worst_ms: float
    whole: float


def rows(models: Sequence[int] = MODELS, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[FrameRow]:
    """Measure each number of models in each size, on the OpenGL that is here."""
    painter, _ = open_painter()
    for count in models:
        recording = crowd(count)
        for size in sizes:
            yield _measured(painter, recording, count, size)


def crowd(models: int) -> Recording:
    """Units of ten in two armies on 60 × 44 in, set up one after another; then five models of each unit move."""
    units, poses, events = {}, {}, list[Event]()
    profile = Profile(RoundBase(16 / 25.4), "32mm", frozenset({"INFANTRY"}), move=6.0)
    for place in range(models // 10):
        name, player = f"Company {place + 1}", ("Red", "Blue")[place % 2]
        members = tuple(f"{name}/{number}" for number in range(1, 11))
        units[name] = Unit(name, player, members, profile.keywords)
        x, y = (
            2 + place // 2 % 5 * 11.7,
            (2 if player == "Red" else 41) + (place // 10) * (4 if player == "Red" else -4),
        )
        poses[name] = {each: Pose(x + at % 5 * 1.7, y + at // 5 * 1.5) for at, each in enumerate(members)}
        events.append(UnitSetUp(rule="setup.zone", unit=name, kind="in play", models=poses[name]))
    for number, player in ((1, "Red"), (1, "Blue")):
        events.append(PhaseBegan(rule="battle.sequence", round=number, player=player, phase="movement"))
        for name, unit in units.items():
            if unit.player == player:
                events += [_moved(each, poses[name][each], player) for each in unit.models[:5]]
    people = {each: Model(each, unit.name, unit.player, profile, 1) for unit in units.values() for each in unit.models}
    players = (Player("Red", zone=rect_area(0, 0, 60, 9)), Player("Blue", zone=rect_area(0, 35, 60, 9)))
    table = State(
        f"{models} models", ("core",), Board(60, 44), players, {"engagement": (1.0, 5.0)}, TERRAIN, units, people
    )
    return Recording(table, tuple(Entry(n, 1, None, event) for n, event in enumerate(events, 1)))


def _moved(name: str, start: Pose, player: str) -> ModelMoved:
    end = Pose(start.x + 1, start.y + (4 if player == "Red" else -4))
    return ModelMoved(rule="move.normal", model=name, kind="normal", path=(end,), length=4.1, moved_this_phase=4.1,
                      allowance=6.0)  # fmt: skip


def _measured(painter: Painter, recording: Recording, models: int, size: tuple[int, int]) -> FrameRow:
    film, options = film_of(recording), ViewOptions(*size, playing=True)
    first = film.of_event(models // 10).start
    step = 1 / 30
    scenes, paints = [], []
    for frame in range(-5, FRAMES):
        begun = time.perf_counter()
        scene = scene_at(recording, film, first + frame * step, options)
        made = time.perf_counter()
        painter.paint(scene)
        painter.ctx.finish()
        if frame >= 0:
            scenes.append(made - begun)
            paints.append(time.perf_counter() - made)
    every = [a + b for a, b in zip(scenes, paints, strict=True)]
    begun = time.perf_counter()
    for frame in range(PANNED):
        panned = replace(options, centre=(25 + frame / 10, 22.0), zoom=1.2)
        painter.paint(scene_at(recording, film, film.duration, panned))
        painter.ctx.finish()
    whole = PANNED / (time.perf_counter() - begun)
    mean = sum(every) / len(every)
    return FrameRow(
        models,
        size,
        1 / mean,
        1e3 * sum(scenes) / len(scenes),
        1e3 * sum(paints) / len(paints),
        1e3 * max(every),
        whole,
    )


def main(arguments: Sequence[str]) -> int:
    """Print a table."""
    _, renderer = open_painter()
    load = f"load {os.getloadavg()[0]:.1f}, " if hasattr(os, "getloadavg") else ""
    print(f"{renderer}, {os.cpu_count()} processors, {load}Python {platform.python_version()}")
    print("models  size        playing: frames/s   scene     paint     at worst   moving the table: frames/s")
    for row in rows(tuple(map(int, arguments)) or MODELS):
        size = f"{row.size[0]}×{row.size[1]}"
        print(
            f"{row.models:6d}  {size:10s}  {row.rate:17.1f}  {row.scene_ms:5.1f} ms  {row.paint_ms:5.1f} ms  "
            f"{row.worst_ms:6.0f} ms  {row.whole:27.1f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
