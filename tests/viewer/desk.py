"""A table that is being set up, under the hands of a test: the controls of a window without the window."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from battlefield.editing.session import Session
from battlefield.geometry.shapes import Point
from battlefield.judging import RulesJudge
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_editing import EditingTool
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_kit import standard_tools

DUEL = b"""format = 1
title  = "Duel"    # of two lines
[board]
width  = 40
height = 30
[[players]]
name            = "Red"
deployment_zone = { rect = [0, 0, 40, 15] }
[[players]]
name = "Blue"

[profiles.guard]
base = "40mm"

[[terrain]]
name   = "Rock"
traits = ["impassable"]
area   = { rect = [30, 2, 4, 4] }

[[units]]
name   = "Wardens"
player = "Red"
base   = "32mm"
at     = [[10, 10], [12, 10], [14, 10]]   # side by side

[[units]]
name    = "Foe"
player  = "Blue"
profile = "guard"
at      = [20, 14]   # alone

[[units]]
name   = "Hulk"
player = "Red"
base   = "75x42mm"
at     = [24, 6]     # an oval
facing = 90

[[orders]]
do    = "destroy"
model = "Foe"

[[expect]]
distance = ["Hulk", "Wardens"]
at_most  = 20
"""


class Desk:
    """A window's controls over a file, and all that was told of what the user did."""

    def __init__(self, path: Path, raw: bytes | None = DUEL, size: tuple[int, int] = (1280, 720)) -> None:
        if raw is not None:
            path.write_bytes(raw)
        self.path = path
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.session = Session(path)
        self.tool = EditingTool(self.session)
        options = ViewOptions(width=size[0], height=size[1])
        tools = standard_tools(*self.tool.tools())
        self.controls = Controls(self.session.played(), RulesJudge(), options, self._note, tools=tools)

    def _note(self, action: str, details: Mapping[str, object]) -> None:
        self.told.append((action, dict(details)))

    def last(self, action: str) -> dict[str, Any]:
        """What came with the last action of a name."""
        return next(details for said, details in reversed(self.told) if said == action)

    def keys(self, *names: str) -> None:
        """Keys, one after another, and half a second of rest."""
        for name in names:
            self.controls.key(name)
            self.controls.scene()
        self.controls.tick(0.5)

    def type(self, text: str) -> None:
        """Letters, one after another."""
        for letter in text:
            self.controls.text(letter)

    def at(self, spot: Point) -> Point:
        """The pixel of a place."""
        return self.controls.view.to_screen(spot)

    def click(self, spot: Point, *held: str) -> None:
        """Press and release over a place of the table."""
        x, y = self.at(spot)
        self.controls.press(x, y, "left", frozenset(held))
        self.controls.release(x, y)

    def drag(self, start: Point, end: Point, *held: str, drop: bool = True) -> None:
        """From one place to another in some steps, a picture at each."""
        controls, (x, y), (to_x, to_y) = self.controls, self.at(start), self.at(end)
        begin = (x, y)
        controls.move(x, y)
        controls.press(x, y, "left", frozenset(held))
        for step in range(1, 5):
            now = (begin[0] + (to_x - begin[0]) * step / 4, begin[1] + (to_y - begin[1]) * step / 4)
            controls.drag(*now, now[0] - x, now[1] - y)
            x, y = now
            controls.scene()
        if drop:
            controls.release(x, y)

    def drop(self, spot: Point) -> None:
        """Release over a place."""
        self.controls.release(*self.at(spot))

    def texts(self) -> list[str]:
        """Every text of the picture."""
        return [each.text for each in self.controls.scene().texts()]

    def answer(self, says: str) -> None:
        """The answer of those words to the question that is open."""
        question = self.tool.dialogue.question
        assert question is not None
        place = next(n for n, each in enumerate(question.choices) if each.says.startswith(says))
        self.tool.dialogue.answer(self.controls, place)

    def held(self) -> dict[str, float]:
        """By rule, the margin of what was last not put down."""
        return {each["rule"]: each["margin"] for each in self.last("held")["reasons"]}

    def wait(self) -> None:
        """Until the orders have been carried out anew."""
        assert self.tool.rerun is not None
        while self.tool.rerun.running:
            self.controls.tick(0.01)
