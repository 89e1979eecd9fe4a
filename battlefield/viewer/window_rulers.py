"""Laying rulers and rings, keeping several, choosing and deleting them; with the mouse or by keyboard. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.drawing import Item, Layer, Line, Rect, Scene, Text, Widget
from battlefield.viewer.labels import box
from battlefield.viewer.options import NARROW, Card
from battlefield.viewer.panel_rulers import rulers_card
from battlefield.viewer.rulers import (
    LEAST,
    MOST,
    PRESETS,
    Answers,
    Mark,
    Ring,
    Ruler,
    Said,
    areas_named,
    end_at,
    inches_typed,
    instant,
    stands,
    told,
    unit_of,
)
from battlefield.viewer.scene_overlay import OFF
from battlefield.viewer.scene_rulers import TOLD, Laid, laid, line_of, told_once
from battlefield.viewer.window_pointing import PointingTool
from battlefield.viewer.window_rulers_commands import RING, RULER, rulers_commands, rulers_gestures
from battlefield.viewer.window_tool import Press, Tool, with_layer

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

USUAL = 6.0
CROWD = 60
"""With more models than this what is within a ring is asked of each event's end, and not on the way there."""


class RulersTool(Tool):
    """The rulers and rings that are laid on the table, and the one that is being laid."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.chosen: int | None = None
        self.answers = Answers()
        self._begun: str | None = None
        self._end: str | None = None
        self._ring: Ring | None = None
        self._typed = ""
        self._units = False
        self._before: str | None = None
        self._version = 0
        self._kept: tuple[object, State, list[Said], Laid] | None = None

    def commands(self) -> tuple[Command, ...]:
        """Laying them, what can be done while one is laid, and with those that lie there."""
        return rulers_commands(self)

    def gestures(self) -> tuple[Gesture, ...]:
        """The quick way."""
        return rulers_gestures()

    # --- rulers ---

    def begin(self, controls: Controls) -> None:
        """From the chosen thing, else from what is pointed at, else from the place under the pointer."""
        self._start(controls, controls.anchor or self._here(controls))

    def keep(self, controls: Controls) -> None:
        """It ends at what is pointed at."""
        made = self._live(controls.state)
        if not isinstance(made, Ruler) or made.a == made.b:
            controls.say("point at the other end first, with the mouse, Tab or PgDn")
            return
        self._done(controls)
        self._lay(controls, made)

    def _start(self, controls: Controls, name: str) -> None:
        self._enter(controls, RULER)
        self._begun, self._end, self.chosen = name, None, None
        controls.say(f"from {told(controls.state, name)} to …  click, Enter or D keeps it, Esc puts it away")
        controls.log("ruler", begun=name)
        controls.renew()

    def _here(self, controls: Controls) -> str:
        """What is pointed at, else the place under the pointer, else the middle of the table that is seen."""
        pointing = next((each for each in controls.tools if isinstance(each, PointingTool)), None)
        found = None if pointing is None else pointing.pointed(controls)
        if found is not None:
            return found
        return self._end_under(controls, controls.view.to_board(controls.pointed))

    def _end_under(self, controls: Controls, spot: Point) -> str:
        board = controls.recording.table.board
        held = (min(max(spot[0], 0.0), board.width), min(max(spot[1], 0.0), board.height))
        return end_at(controls.state, held, controls.view.inches(1.0))

    def picked(self, controls: Controls, name: str) -> bool:
        """A thing that is found by its name is the other end."""
        if self._begun is None:
            return False
        self._end = name
        self.keep(controls)
        return True

    def area(self, controls: Controls, by: int) -> None:
        """To the next area, as the other end."""
        names = areas_named(controls.state)
        place = names.index(self._end) + by if self._end in names else 0 if by > 0 else -1
        self._end = names[place % len(names)]
        controls.renew()

    def whole(self, controls: Controls) -> None:
        """Between whole units, or no more."""
        self._units = not self._units
        controls.say("between whole units" if self._units else "between models")
        controls.renew()

    def _live(self, state: State) -> Mark | None:
        """What is being laid."""
        if self._ring is not None:
            return self._ring
        if self._begun is None or self._end is None:
            return None
        ends = [unit_of(state, each) if self._units else each for each in (self._begun, self._end)]
        return Ruler(*ends)

    # --- rings ---

    def begin_ring(self, controls: Controls) -> None:
        """Round the chosen thing, else what is pointed at, else the place under the pointer."""
        name = controls.anchor or self._here(controls)
        if not stands(controls.state, name):
            spot = controls.view.to_board(controls.pointed)
            name = end_at(controls.state, spot, 0.0) if name == controls.anchor else name
        if not stands(controls.state, name):
            what = told(controls.state, name)
            controls.say(f"{what} is no footprint: a ring is laid round a base, a token or a point")
            return
        last = next((each.inches for each in reversed(self.marks) if isinstance(each, Ring)), USUAL)
        self._enter(controls, RING)
        self._ring, self._typed, self.chosen, controls.typing = Ring(name, last), "", None, True
        controls.say("type a range or step it with the arrows; Enter or G keeps the ring, Esc puts it away")
        controls.log("ring", begun=name)
        controls.renew()

    def keep_ring(self, controls: Controls) -> None:
        """It stays at this range."""
        ring = self._ring
        self._done(controls)
        if ring is not None:
            self._lay(controls, ring)

    def grow(self, controls: Controls, by: float) -> None:
        """The ring so many inches wider."""
        if self._ring is not None:
            self._resize(controls, self._ring.inches + by)

    def preset(self, controls: Controls, by: int) -> None:
        """The ring at the next range that is often asked for."""
        if self._ring is None:
            return
        now = self._ring.inches
        more = [each for each in PRESETS if (each > now + 1e-9 if by > 0 else each < now - 1e-9)]
        if more:
            self._resize(controls, more[0] if by > 0 else more[-1])

    def _resize(self, controls: Controls, inches: float) -> None:
        assert self._ring is not None
        self._typed = ""
        self._ring = replace(self._ring, inches=round(min(max(inches, LEAST), MOST), 3))
        controls.renew()

    def key(self, controls: Controls, name: str) -> bool:
        """While a ring is laid, Backspace takes back what was typed, and digits are no commands."""
        if self._ring is None:
            return False
        if name == "Backspace":
            self._typed = self._typed[:-1]
            self._read(controls)
            return True
        return len(name) == 1 and name.isdigit()

    def text(self, controls: Controls, text: str) -> bool:
        """The range of the ring that is laid, digit by digit."""
        if self._ring is None or not (text.isdigit() or text in ".,"):
            return False
        self._typed = (self._typed + text.replace(",", "."))[:6]
        self._read(controls)
        return True

    def _read(self, controls: Controls) -> None:
        inches = inches_typed(self._typed)
        if inches is not None and self._ring is not None:
            self._ring = replace(self._ring, inches=inches)
        controls.renew()

    # --- those that lie there ---

    def _lay(self, controls: Controls, mark: Mark) -> None:
        if mark in self.marks:
            self.chosen = self.marks.index(mark)
        else:
            self.marks.append(mark)
            self.chosen = len(self.marks) - 1
        said = self.said(controls, mark)
        value = None if said.bare is None else said.bare.value
        controls.log("laid", what=str(mark), value=value, rules=[each.rule for each in said.rules])
        controls.renew()

    def choose(self, controls: Controls, by: int) -> None:
        """Look at the next one."""
        place = -1 if self.chosen is None else self.chosen
        self.chosen = (place + by) % len(self.marks)
        controls.renew()

    def delete(self, controls: Controls) -> None:
        """The one that is looked at, else the last one."""
        self._drop(controls, len(self.marks) - 1 if self.chosen is None else self.chosen)

    def clear(self, controls: Controls) -> None:
        """All of them."""
        self.marks.clear()
        self.chosen = None
        controls.log("rulers", left=0)
        controls.renew()

    def _drop(self, controls: Controls, place: int) -> None:
        if 0 <= place < len(self.marks):
            self.marks.pop(place)
        self.chosen = min(place, len(self.marks) - 1) if self.marks else None
        controls.log("rulers", left=len(self.marks))
        controls.renew()

    def none(self, controls: Controls) -> str | None:
        """What bars doing something with one."""
        _ = controls
        return None if self.marks else "no ruler or ring is laid: D lays a ruler, G a ring"

    def _enter(self, controls: Controls, mode: str) -> None:
        """What keys mean while something is laid; afterwards they mean what they did."""
        if controls.mode not in (RULER, RING):
            self._before = controls.mode
        self._begun = self._end = self._ring = None
        controls.mode, controls.typing = mode, False

    def _done(self, controls: Controls) -> None:
        """Nothing is being laid any more."""
        self._begun = self._end = self._ring = None
        self._units, controls.mode, controls.typing = False, self._before, False
        controls.renew()

    # --- the mouse ---

    def press(self, controls: Controls, press: Press) -> bool:
        """The right button begins a ruler on the table."""
        on_table = press.widget is None and controls.view.viewport.holds(press.x, press.y)
        return press.button == "right" and on_table and controls.mode != RING and len(controls.shown) == 1

    def drag(self, controls: Controls, press: Press) -> None:
        """Its other end follows the pointer."""
        if self._begun is None:
            self._start(controls, self._end_under(controls, controls.view.to_board((press.x, press.y))))
        self._end = self._end_under(controls, controls.view.to_board(press.at))
        controls.renew()

    def release(self, controls: Controls, press: Press) -> bool:
        """And it is kept where the button is let go."""
        if press.dragging and self._begun is not None:
            self.keep(controls)
        return True

    def click(self, controls: Controls, press: Press) -> bool:
        """The other end, or the range, is settled; in the panel one is looked at, or taken away."""
        widget = press.widget
        if widget is not None and widget.name == "ruler":
            place = int(widget.value or 0)
            self.chosen = None if self.chosen == place else place
            controls.renew()
            return True
        if widget is not None and widget.name == "ruler off":
            self._drop(controls, int(widget.value or 0))
            return True
        if widget is not None and widget.name == OFF and self.chosen is not None:
            self.chosen = None
            controls.renew()
        if controls.mode not in (RULER, RING) or widget is not None:
            return False
        if self._ring is not None:
            self.keep_ring(controls)
        else:
            self.keep(controls)
        return True

    def hover(self, controls: Controls) -> bool:
        """The other end of the ruler is where one points."""
        if self._begun is not None and controls.press_held is None:
            here = self._here(controls)
            if here != self._end:
                self._end = here
                controls.renew()
        return False

    def escape(self, controls: Controls) -> bool:
        """What is being laid is put away; then nothing is looked at."""
        if self._begun is not None or self._ring is not None:
            self._done(controls)
            return True
        if self.chosen is not None:
            self.chosen = None
            controls.renew()
            return True
        return False

    def tick(self, controls: Controls, seconds: float) -> None:
        """What has been answered since."""
        if self._version != self.answers.version:
            self._version = self.answers.version
            controls.renew()

    # --- the picture ---

    def _now(self, controls: Controls) -> State:
        """The state on the screen, with what moves where it is just now."""
        if controls.options.table is not None or controls.options.inquiry is not None:
            return controls.state
        moment, elapsed = controls.film.at(controls.time)
        return instant(controls.recording, moment, elapsed)

    def said(self, controls: Controls, mark: Mark) -> Said:
        """What a mark says of the table on the screen."""
        self.answers.judge = controls.judge
        now = self._now(controls)
        slow = isinstance(mark, Ring) and (now.boarding or len(now.models) > CROWD)
        return self.answers.said(controls.state if slow else now, mark)

    def shown(self, controls: Controls) -> tuple[list[Said], int | None]:
        """Every mark with what it says, the one that is being laid last; and the place of the one looked at."""
        if len(controls.shown) > 1:  # two logs side by side: which of them is meant is not said
            return [], None
        live = self._live(controls.state)
        marks = [*self.marks, *((live,) if live is not None else ())]
        return [self.said(controls, each) for each in marks], len(self.marks) if live is not None else self.chosen

    def cards(self, controls: Controls) -> tuple[Card, ...]:
        """The rulers and rings, a line each, the one that is looked at in full."""
        said, chosen = self.shown(controls)
        if not said or (controls.options.width < NARROW and self.chosen is None):
            return ()  # over a narrow table only what is looked at is told
        state = self._now(controls)
        laid_now = tuple(said)

        def card(rect: Rect, y: float) -> tuple[tuple[Item, ...], tuple[Widget, ...], float]:
            return rulers_card(state, laid_now, chosen, len(self.marks), (rect, y))

        return (card,)

    def lines(self, controls: Controls) -> tuple[Line, ...]:
        """The rulers, but for what moves just now: names would jump about."""
        if controls.options.playing:
            return ()
        bare = [each.bare for each in self.shown(controls)[0] if each.bare is not None]
        return tuple(line for each in bare if (line := line_of(each)) is not None)

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """Rings below the models, rulers below the names, figures on top."""
        said, chosen = self.shown(controls)
        if not said:
            return scene
        view, board = scene.view, controls.recording.table.board
        scene = told_once(scene, self._now(controls), controls.options.hover, said, self._begun is not None)
        clip = Rect(0.0, 0.0, board.width, board.height)
        labels = [item for layer in scene.layers if layer.name in TOLD for item in layer.items]
        taken = [box(each, view.scale) for each in labels if isinstance(each, Text)]
        port = view.viewport
        room = Rect(port.x - view.x + 4, port.y - view.y + 4, port.width - 8, port.height - 8)
        found = self._drawn(self._now(controls), said, chosen, (view.scale, room), tuple(taken))
        if found.under:
            scene = with_layer(scene, Layer("rings laid", "board", found.under, clip), under="standing")
        if found.over:
            scene = with_layer(scene, Layer("rulers laid", "board", found.over), under="labels")
        return with_layer(scene, Layer("figures laid", "board", found.tags), under="rulers")

    def _drawn(
        self, state: State, said: list[Said], chosen: int | None, seen: tuple[float, Rect], taken: tuple[Rect, ...]
    ) -> Laid:
        """What is drawn of the marks, as it was as long as nothing has changed."""
        key = (tuple(map(id, said)), chosen, seen, taken)
        kept = self._kept
        if kept is None or kept[0] != key or kept[1] is not state:
            kept = self._kept = (key, state, said, laid(state, said, chosen, seen[0], seen[1], taken))
        return kept[3]
