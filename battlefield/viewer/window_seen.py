"""What is seen in the window, as plain state: the recording at a time, the view of it, the pointer. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from battlefield.geometry.shapes import Point
from battlefield.judge import Judge
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.drawing import View
from battlefield.viewer.looks import PLAIN, Look
from battlefield.viewer.options import ViewOptions, layout
from battlefield.viewer.scene import film_of, state_of
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.timeline import Moment, Timeline

Watch = Callable[[str, Mapping[str, object]], None]
"""Called with each thing that the user did and what came of it."""

ZOOM_STEP = 1.16
ZOOM_LEAST, ZOOM_MOST = 0.5, 24.0


def nobody(action: str, details: Mapping[str, object]) -> None:
    """Nobody watches."""
    _ = action, details


@dataclass(slots=True)
class Seen:
    """A recording as it is seen. `version` grows with everything that may change the picture.

    `anchor`: what was clicked, and is measured from and asked about. `at`: the pixel under the pointer. `window`: its
    size; a picture that is `shown_as` large has fewer pixels, each of them larger.
    """

    recording: Recording
    judge: Judge | None
    options: ViewOptions
    watch: Watch = nobody
    time: float = 0.0
    anchor: str | None = None
    version: int = 0
    shown_as: Look = PLAIN
    window: tuple[int, int] = (0, 0)
    at: Point | None = None

    # --- what is shown ---

    @property
    def film(self) -> Timeline:
        """The recording as a film."""
        return film_of(self.recording)

    @property
    def moment(self) -> Moment:
        """The moment on the screen."""
        return self.film.at(self.time)[0]

    @property
    def state(self) -> State:
        """The state on the screen: when the moment is over, or what is shown in its place."""
        return self.options.table or state_of(self.recording, self.moment)

    @property
    def view(self) -> View:
        """How the battlefield lies on the screen."""
        return layout(extent(self.recording.table), self.options).view

    @property
    def pointer(self) -> Point | None:
        """The place on the battlefield under the pointer, inches; None where there is none."""
        board = self.recording.table.board
        if self.at is None or not self.view.viewport.holds(*self.at):
            return None
        x, y = self.view.to_board(self.at)
        return (x, y) if 0 <= x <= board.width and 0 <= y <= board.height else None

    @property
    def pointed(self) -> Point:
        """The pixel under the pointer; the middle of the table's part of the screen when it is elsewhere."""
        port = self.view.viewport
        return self.at if self.at is not None and port.holds(*self.at) else port.centre

    @property
    def chosen(self) -> str | None:
        """The model that was clicked, if it is one and stands on the battlefield."""
        model = None if self.anchor is None else self.state.find_model(self.anchor)
        return model.name if model is not None and model.on_board else None

    # --- changing it ---

    def change(self, **changes: object) -> None:
        """Show something else: other values for some of the options."""
        self.options = replace(self.options, **changes)  # type: ignore[arg-type]
        self.version += 1

    def renew(self) -> None:
        """Something that the scene is made from has changed."""
        self.version += 1

    def log(self, action: str, **details: object) -> None:
        """Tell whoever watches what the user did."""
        self.watch(action, details)

    # --- the view ---

    def resize(self, width: int, height: int) -> None:
        """The window has another size, or another look: in its own pixels, of which a large look has fewer."""
        size = self.shown_as.sized(width, height)
        if size != (self.options.width, self.options.height):
            self.change(width=size[0], height=size[1])
            self.log("resize", width=width, height=height)
        self.window = (width, height)

    def fit(self) -> None:
        """The whole board."""
        self.change(zoom=1.0, centre=None)
        self.log("fit")

    def zoom(self, steps: float, x: float, y: float) -> None:
        """Nearer or farther; what is under (x, y) stays there."""
        under = self.view.to_board((x, y))
        near = max(ZOOM_LEAST, min(ZOOM_MOST, self.options.zoom * ZOOM_STEP**steps))
        self.change(zoom=near)
        there = self.view.to_board((x, y))
        self.shift((under[0] - there[0], under[1] - there[1]))
        self.log("zoom", zoom=round(near, 4), under=places(under))

    def shift(self, by: Point) -> None:
        """Move the camera by so many inches; its middle stays on the board."""
        board = extent(self.recording.table)
        x, y = self.options.centre or (board.width / 2, board.height / 2)
        centre = (max(0.0, min(board.width, x + by[0])), max(0.0, min(board.height, y + by[1])))
        self.change(centre=centre)
        self.change(pointer=self.pointer)

    def toggle(self, what: str) -> None:
        """Switch rings, claim_rings or labels on or off."""
        shown = not getattr(self.options, what)
        self.change(**{what: shown})
        self.log("toggle", what=what, shown=shown)


def places(point: Point) -> tuple[float, float]:
    """A place as it is told to whoever watches."""
    return (round(point[0], 3), round(point[1], 3))
