"""Instances gathered into runs of one program, so that a layer takes few draw calls. Knows nothing of OpenGL."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

Bounds = tuple[float, float, float, float]
_LOOK_BACK = 6


def around(boxes: Iterable[Bounds]) -> Bounds | None:
    """The rectangle round all of them; None when there are none."""
    every = list(boxes)
    if not every:
        return None
    x0, y0, x1, y1 = zip(*every, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


@dataclass(slots=True)
class Run:
    """Instances of one program that are drawn together, and what each of them covers."""

    program: int
    parts: list[bytes]
    boxes: list[Bounds]
    whole: Bounds

    def meets(self, box: Bounds) -> bool:
        """Whether something of it lies under or over a rectangle."""
        return _overlap(self.whole, box) and any(_overlap(each, box) for each in self.boxes)


@dataclass(slots=True)
class Runs:
    """Runs in the order of drawing."""

    runs: list[Run] = field(default_factory=list)
    latest: list[Bounds] = field(default_factory=list)

    def add(self, program: int, data: bytes, box: Bounds) -> None:
        """Add instances: to an earlier run of their program when nothing that was drawn since lies beneath them."""
        self.latest.append(box)
        for run in self.runs[: -_LOOK_BACK - 1 : -1]:
            if run.program == program:
                run.parts.append(data)
                run.boxes.append(box)
                a, b = run.whole, box
                run.whole = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                return
            if run.meets(box):
                break
        self.runs.append(Run(program, [data], [box], box))

    def taken(self) -> Bounds | None:
        """What the instances cover that were added since this was last asked."""
        box = around(self.latest)
        self.latest.clear()
        return box

    def bounds(self) -> Bounds | None:
        """What all of them cover."""
        return around(run.whole for run in self.runs)


def _overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
