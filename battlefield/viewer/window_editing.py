"""Setting up: a mode in which things on the table are chosen, carried, turned, added, copied and taken away. Pure."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from battlefield.events.core import Reason
from battlefield.geometry import measure
from battlefield.geometry.areas import contains
from battlefield.geometry.shapes import Point
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer.carrying import (
    Carried,
    carried,
    everything,
    holds,
    shape_at,
    terrain_now,
    terrain_of,
)
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.drawing import Layer, Rect, Scene
from battlefield.viewer.options import Card
from battlefield.viewer.panel_editing import editing_card, strip
from battlefield.viewer.scene import colours_of, thing_at
from battlefield.viewer.scene_editing import carried_ground, carried_items, chosen_items, found_items
from battlefield.viewer.window_adding import AddingTool
from battlefield.viewer.window_carrying import ALONE, Carrying
from battlefield.viewer.window_dialogue import Choice, DialogueTool, Question, nothing
from battlefield.viewer.window_editing_commands import MODE, editing_commands, finer, gestures, in_front
from battlefield.viewer.window_editing_words import Words
from battlefield.viewer.window_guarding import Guarded
from battlefield.viewer.window_rerunning import Rerun
from battlefield.viewer.window_saving import Saving
from battlefield.viewer.window_tool import Press, Tool, with_layer
from battlefield.workbench import Edit, EditError, Workbench

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

NO_FILE = "only a scenario file can be changed; this window shows a log"


class EditingTool(Carrying):
    """The mode of setting up, over a workbench; without one its key says `why` not."""

    def __init__(self, bench: Workbench | None, why: str = NO_FILE) -> None:
        bench = None if bench is None else Guarded(bench)
        super().__init__(bench)
        self.why = why
        self.dialogue = DialogueTool()
        self.adding = AddingTool(bench, self.added)
        self.faults: tuple[Reason, ...] = ()
        self.saving = None if bench is None else Saving(bench, self.dialogue, self.refresh)
        self.rerun = None if bench is None else Rerun(bench)
        self._played: Recording | None = None
        self._turning = 15.0
        self._from: Point = (0.0, 0.0)
        self._words = Words()
        self._about: tuple[Press, Carried] | None = None

    @property
    def dragging(self) -> bool:
        """Whether the mouse has hold of something."""
        return self._about is not None

    def tools(self) -> tuple[Tool, ...]:
        """It and those that go with it, the frontmost first."""
        return (self.dialogue, self.adding, self)

    def commands(self) -> tuple[Command, ...]:
        """Everything by key."""
        return editing_commands(self)

    def gestures(self) -> tuple[Gesture, ...]:
        """What the mouse does."""
        return gestures()

    # --- the mode ---

    def on(self, controls: Controls) -> bool:
        """Whether a table is being set up."""
        return controls.mode == MODE

    def barred(self, controls: Controls) -> str | None:
        """Why nothing can be changed here."""
        _ = controls
        return None if self.bench is not None else self.why

    def begin(self, controls: Controls) -> None:
        """Show the set-up, to be changed."""
        if self.bench is None:
            return
        self._played, controls.mode, controls.anchor = controls.recording, MODE, None
        controls.change(playing=False, hover=None, inquiry=None, setting_up=True)
        self.refresh(controls)
        controls.log("setting up", on=True)

    def end(self, controls: Controls) -> None:
        """Show the battle again; where the set-up is another, the orders are carried out anew first."""
        assert self.bench is not None
        assert self.rerun is not None
        self.chosen, self.carry, controls.mode = (), None, None
        controls.change(table=None, setting_up=False)
        if self.rerun.due:
            controls.replay(self.bench.set_up(), inf)
            controls.say("the orders are carried out anew")
            self.rerun.begin()
        elif self._played is not None:
            controls.replay(self._played)
        controls.log("setting up", on=False, anew=self.rerun.running)

    def refresh(self, controls: Controls) -> None:
        """Another text is shown: the set-up as it is now."""
        if self.bench is None:
            return
        if not self.on(controls):
            self.begin(controls)
            return
        state = self.bench.state()
        names = set(everything(state))
        self.chosen = tuple(name for name in self.chosen if name in names)
        self.carry, self._rest = None, None
        self.faults = self.bench.found()
        controls.change(table=state)
        controls.replay(self.bench.set_up(), 0.0)

    # --- choosing ---

    def choose(self, controls: Controls, names: tuple[str, ...]) -> None:
        """Other things are chosen."""
        self.drop(controls)
        self.chosen = names
        self.new_fold()
        controls.renew()
        controls.log("chosen", what=names)

    def added(self, controls: Controls, edit: Edit) -> None:
        """Something is added where the list was opened, and chosen."""
        new = self.do(controls, (edit,))
        if new:
            unit = self.state.units.get(new[0])
            self.choose(controls, new if unit is None else tuple(unit.models))
            controls.log("added", what=new)

    # --- the mouse ---

    def _ready(self, controls: Controls) -> bool:
        return self.on(controls) and self.bench is not None

    def press(self, controls: Controls, press: Press) -> bool:
        """On something chosen, or on a model, token or marker: it may be dragged."""
        if not self._ready(controls) or press.widget is not None or press.button != "left":
            return False
        if not controls.view.viewport.holds(press.x, press.y):
            return False
        self.settle(controls)
        spot = controls.view.to_board((press.x, press.y))
        if self.carry is not None and any(_under(self.state, self.carry, name, spot) for name in self.carry.names):
            return True
        state = controls.state
        return self._grasped(state, spot) is not None

    def _grasped(self, state: State, spot: Point) -> str | None:
        """What a press takes hold of: terrain only when it is chosen, so that the table can be panned over it."""
        if any(holds(state, name, spot) for name in self.chosen):
            return next(name for name in self.chosen if holds(state, name, spot))
        found = thing_at(state, spot)
        return None if found is None or terrain_of(state, found) is not None else found

    def drag(self, controls: Controls, press: Press) -> None:
        """What was taken hold of goes with the pointer; Ctrl takes its whole unit, Alt does not snap."""
        if self._about is None or self._about[0] is not press:
            begun = self._begin_drag(controls, press)
            if begun is None:
                return
            self._about = (press, begun)
        begin, now = controls.view.to_board((press.x, press.y)), controls.view.to_board(press.at)
        carry = self._about[1]
        from_ = self._from
        carry.snaps = "Alt" not in press.held
        digits = 2 if controls.view.scale < 100 else 3
        carry.to((round(from_[0] + now[0] - begin[0], digits), round(from_[1] + now[1] - begin[1], digits)))
        self.carry = carry
        controls.change(pointer=controls.pointer)

    def _begin_drag(self, controls: Controls, press: Press) -> Carried | None:
        spot = controls.view.to_board((press.x, press.y))
        self._turning = 1.0 if "Shift" in press.held else 15.0
        if self.carry is not None and any(_under(self.state, self.carry, name, spot) for name in self.carry.names):
            self.carry.shift((0.0, 0.0))
            self._from = self.carry.by
            return self.carry
        self.drop(controls)
        name = self._grasped(controls.state, spot)
        if name is None:
            return None
        if name not in self.chosen:
            self.choose(controls, (name,))
        if "Ctrl" in press.held:
            self.choose(controls, self.with_unit(name))
        self.new_fold()
        self._from = (0.0, 0.0)
        controls.change(hover=None)
        found = carried(self.state, self.chosen)
        if found is None:
            controls.say(ALONE)
        return found

    def with_unit(self, name: str) -> tuple[str, ...]:
        """A model's whole unit, as far as it stands on the table; of anything else itself."""
        model = self.state.find_model(name)
        if model is None:
            return (name,)
        return tuple(each.name for each in self.state.models_of(model.unit) if each.on_board)

    def release(self, controls: Controls, press: Press) -> bool:
        """Put down what was dragged."""
        if press.dragging:
            self._about = None
            self.put(controls)
        return press.dragging

    def click(self, controls: Controls, press: Press) -> bool:
        """Choose what is there; with Shift, besides what is chosen."""
        if not self._ready(controls) or press.widget is not None:
            return False
        if not controls.view.viewport.holds(*press.at):
            return False
        found = thing_at(controls.state, controls.view.to_board(press.at))
        if "Shift" in press.held and found is not None:
            rest = tuple(name for name in self.chosen if name != found)
            self.choose(controls, rest if found in self.chosen else (*rest, found))
        else:
            self.choose(controls, () if found is None or self.chosen == (found,) else (found,))
        return True

    def hover(self, controls: Controls) -> bool:
        """While a table is set up, distances are told of what is chosen alone."""
        return self.on(controls)

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        """What is dragged is turned."""
        if self.carry is None or self._about is None:
            return False
        self.carry.turn += self._turning * (1 if steps > 0 else -1)
        self.carry.stale = True
        controls.renew()
        return True

    def escape(self, controls: Controls) -> bool:
        """What is carried goes back; then nothing is chosen; then the mode ends; then the window asks to be left."""
        if self.on(controls):
            self.settle(controls)
            if not self.drop(controls):
                if self.chosen:
                    self.choose(controls, ())
                else:
                    self.end(controls)
            return True
        if self.bench is not None and self.saving is not None and self.bench.dirty:
            self.saving.leave(controls)
            return True
        return False

    def key(self, controls: Controls, name: str) -> bool:
        """The arrows, and Q and W, with Shift or Alt: other steps of what the commands do."""
        if not self._ready(controls) or controls.typing or "+" not in name or in_front(controls):
            return False
        return finer(self, controls, name)

    def closing(self, controls: Controls) -> bool:
        """Ask about what is not saved; asked again while that is open, close."""
        if self.bench is None or self.saving is None or self.dialogue.question is not None:
            return False
        self.settle(controls)
        if self.bench.dirty:
            self.saving.leave(controls)
        return self.bench.dirty

    # --- time ---

    def tick(self, controls: Controls, seconds: float) -> None:
        """Keep safe what is not saved, and show the battle when its orders have been carried out anew."""
        if self.saving is not None:
            self.saving.tick(controls, seconds)
        if self.on(controls) and controls.options.playing:
            controls.change(playing=False)
        self.rest(controls, seconds)
        found = None if self.rerun is None else self.rerun.fetch()
        if found is None:
            return
        if isinstance(found, EditError):
            self._unplayed(controls, found)
        elif self.on(controls):
            self._played = found
        else:
            controls.replay(found)
            if self.rerun is not None and self.rerun.due:
                self.rerun.begin()
        controls.log("played anew", fault=str(found) if isinstance(found, EditError) else None)

    def _unplayed(self, controls: Controls, fault: EditError) -> None:
        """The set-up stands there, and why the orders were not carried out is told until it has been read."""
        controls.say(str(fault).splitlines()[0])
        if self.on(controls) or self.bench is None:
            return
        controls.replay(self.bench.set_up(), inf)
        choices = (Choice("E", "set up again", lambda on, _: self.begin(on)), Choice("Escape", "look at it", nothing))
        lines = tuple(line for line in str(fault).splitlines() if line.strip())
        self.dialogue.ask(controls, Question("The set-up without its orders", lines, choices))

    # --- the picture ---

    def cards(self, controls: Controls) -> tuple[Card, ...]:
        """What is chosen, what is against it, what is near."""
        if not self._ready(controls):
            return ()
        self.consider(controls)
        said = self._words.of(self)
        return (lambda rect, y: editing_card(said, rect, y),)

    def add(self, controls: Controls, scene: Scene) -> Scene:
        """Rings round what is chosen, what is carried on top of it all, and the strip of buttons."""
        if not self._ready(controls) or self.bench is None:
            return scene
        state, scale = self.state, scene.view.scale
        board = state.board
        clip = Rect(-board.width, -board.height, 3 * board.width, 3 * board.height)
        if self.carry is not None:
            below = carried_ground(self.carry)
            scene = with_layer(scene, Layer("carried ground", "board", below, clip), under="rings") if below else scene
            items = carried_items(state, self.carry, colours_of(controls.recording.table), scale)
        else:
            items = (*found_items(state, self.faults, scale), *chosen_items(state, self.chosen, scale))
        if items:
            scene = with_layer(scene, Layer("editing", "board", items, clip), under="rulers")
        buttons, widgets = strip(scene.view.viewport, self.bench.dirty)
        return with_layer(scene, Layer("editing strip", "screen", buttons), widgets=widgets)


def _under(state: State, carry: Carried, name: str, spot: Point) -> bool:
    """Whether a place lies on a thing where it is carried to."""
    pose, terrain = carry.poses.get(name), terrain_now(carry)
    if terrain is not None:
        return contains(terrain.area, spot)
    return pose is not None and measure.contains(shape_at(state, name, pose), spot)
