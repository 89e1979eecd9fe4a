"""The window that `bench_window.py` measures: `python tools/measured_window.py MODELS`, driven from outside.

It notes what it takes of a core while nothing happens, then plays and counts its frames, then says `keys` and notes how
long each key takes to its picture, until it is closed; and tells all of it in a line of JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

import arcade
from bench_frames import crowd
from bench_window import SIZE

from battlefield.judging import RulesJudge
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_frame import Frame
from battlefield.viewer.window_input import Controls

SETTLE, IDLE, PLAYED = 1.5, 8.0, 6.0
"""Seconds before anything is measured, and seconds of each measure."""


class MeasuredFrame(Frame):
    """A window that notes when a key came, and when its picture was there."""

    def __init__(self, controls: Controls, count: int) -> None:
        self.waiting: tuple[float, float] | None = None
        self.took: list[tuple[float, float]] = []
        self.drawn = 0
        self.found: dict[str, float] = {}
        self.clock, self.mark = -SETTLE, (0.0, 0.0)
        self.first = count // 10 + 1
        super().__init__(controls, "Measured")

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key: from here on its picture is waited for."""
        self.waiting = _now()
        super().on_key_press(symbol, modifiers)

    def on_draw(self) -> None:
        """A picture more."""
        super().on_draw()
        self.drawn += 1

    def draw(self, dt: float) -> None:
        """Paint, and note when it is on the screen."""
        before = self.drawn
        super().draw(dt)
        if self.drawn > before and self.waiting is not None and self.context is not None:
            self.ctx.finish()
            clock, spent = _now()
            self.took.append((1e3 * (clock - self.waiting[0]), 1e3 * (spent - self.waiting[1])))
            self.waiting = None

    def on_update(self, delta_time: float) -> None:
        """Go on with what is measured."""
        super().on_update(delta_time)
        controls = self.controls
        if controls is None:
            return
        before, self.clock = self.clock, self.clock + delta_time
        if before < 0 <= self.clock:
            self.mark = _now()
        elif before < IDLE <= self.clock:
            clock, spent = _now()
            self.found["idle"] = (spent - self.mark[1]) / (clock - self.mark[0])
            controls.show(controls.film.of_event(self.first).start)
            controls.play()
            self.drawn, self.mark = 0, _now()
        elif before < IDLE + PLAYED <= self.clock:
            clock, spent = _now()
            self.found["rate"] = self.drawn / (clock - self.mark[0])
            self.found["frame"] = 1e3 * (spent - self.mark[1]) / max(1, self.drawn)
            controls.play()
            print("keys", flush=True)


def main() -> int:
    """Open the window and tell what it noted."""
    count = int(sys.argv[1])
    frame = MeasuredFrame(Controls(crowd(count), RulesJudge(), ViewOptions(*SIZE)), count)
    arcade.run()
    took = frame.took[1:-1]  # the first picture after playing, and what closes the window, are no answers
    clock, spent = (sorted(each) for each in zip(*took, strict=True))
    found = {"key": statistics.median(clock), "worst": clock[-1], "spent": statistics.median(spent)}
    print(json.dumps({**frame.found, **found}), flush=True)
    return 0


def _now() -> tuple[float, float]:
    """The clock, and the processor time of this process, in seconds."""
    return time.perf_counter(), time.process_time()


if __name__ == "__main__":
    sys.exit(main())
