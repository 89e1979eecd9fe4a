"""The registry of what can be done, and who of the tools takes what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from viewer.test_window_input import Seen, click, controls_of, spot_of

from battlefield.recording import Recording
from battlefield.viewer.commands import Command, Commands, Gesture
from battlefield.viewer.drawing import Ellipse, Layer, Scene
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_kit import standard_tools
from battlefield.viewer.window_tool import Press, Tool, with_layer


def command(slug: str, *keys: str, says: str = "something", mode: str | None = None) -> Command:
    return Command(slug, says, "Table", keys, lambda on: on.say(slug), mode=mode)


# --- the registry ---


def test_two_commands_have_neither_slug_nor_key_in_common() -> None:
    with pytest.raises(ValueError, match=r"two commands are called a\.b"):
        Commands([command("a.b"), command("a.b")])
    with pytest.raises(ValueError, match=r"M is a key of a\.b and of c\.d"):
        Commands([command("a.b", "M"), command("c.d", "N", "M")])


def test_a_key_of_a_mode_goes_first_and_only_in_it() -> None:
    plain, special = command("a.b", "Left"), command("c.d", "Left", mode="editing")
    commands = Commands([plain, special])
    assert commands.of_key("Left") is plain
    assert commands.of_key("Left", "editing") is special
    assert commands.of_key("Left", "other") is plain
    assert commands.of_key("Q", "editing") is None
    assert [row for _, rows in commands.grouped() for row in rows] == [plain]
    assert [row for _, rows in commands.grouped("editing") for row in rows] == [plain, special]


def test_what_is_typed_finds_a_command_by_any_word_and_by_its_slug() -> None:
    rings, names = command("table.rings", says="rings of every model"), command("table.names", says="their names")
    play = Command("replay.play", "play, pause", "Replaying", (), lambda on: None)
    commands = Commands([rings, names, play])
    assert commands.matching("") == (play, rings, names), "in the order of the help"
    assert commands.matching("ring") == (rings,)
    assert commands.matching("MODEL rin") == (rings,)
    assert commands.matching("replaying") == (play,)
    assert commands.matching("table") == (rings, names)
    assert commands.matching("nam") == (names,), "a word that begins so goes before one that only holds it"
    assert commands.matching("zz") == ()


def test_every_command_of_the_window_has_a_key_and_words_of_its_own(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    assert [each.slug for each in controls.commands.every if not each.keys] == []
    said = [each.says for each in controls.commands.every]
    assert len(set(said)) == len(said)
    assert all(each.slug.count(".") == 1 for each in controls.commands.every)


# --- keys ---


def test_keys_signs_and_names_of_widgets_run_commands(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    assert controls.key("Right")
    assert seen.last[0] == "step"
    assert controls.text("]")
    assert seen.last == ("speed", {"speed": 2.0})
    assert not controls.text("r"), "letters come as keys: what they type is for who is typed into"
    assert controls.key("R")
    assert seen.last == ("toggle", {"what": "rings", "shown": False})
    assert not controls.key("Ctrl+Alt+F7")
    controls.key("Shift+Right")
    assert seen.last[0] == "pan"


def test_the_scrubber_has_keys_too(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(12)
    before = controls.time
    controls.play()
    controls.key("Alt+Right")
    assert controls.time == pytest.approx(before + 0.1)
    assert seen.last[0] == "scrub"
    assert not controls.options.playing
    for _ in range(9):
        controls.key("Alt+Left")
    assert controls.time == pytest.approx(before - 0.8)
    controls.jump(0)
    controls.show(0.05)
    controls.key("Alt+Left")
    assert controls.time == 0.0


def test_what_is_barred_says_why() -> None:
    barred = Command("a.b", "something", "Table", ("Q",), lambda on: on.play(), unless=lambda on: "not on a Sunday")
    controls = having(Lent(own=(barred,)))
    assert controls.key("Q")
    assert controls.options.message == "not on a Sunday"
    assert not controls.options.playing


# --- tools ---


@dataclass
class Lent(Tool):
    """A tool that takes what it is told to take, and notes what it is asked."""

    takes: frozenset[str] = frozenset()
    own: tuple[Command, ...] = ()
    noted: list[str] = field(default_factory=list)

    def _asked(self, what: str) -> bool:
        self.noted.append(what)
        return what in self.takes

    def commands(self) -> tuple[Command, ...]:
        return self.own

    def gestures(self) -> tuple[Gesture, ...]:
        return (Gesture("wink", "nothing", "Sharing"),)

    def press(self, controls: Controls, press: Press) -> bool:
        return self._asked("press")

    def drag(self, controls: Controls, press: Press) -> None:
        self.noted.append(f"drag {press.by[0]:g} {press.by[1]:g} {press.button} {'+'.join(sorted(press.held))}")

    def click(self, controls: Controls, press: Press) -> bool:
        return self._asked("click")

    def wheel(self, controls: Controls, steps: float, x: float, y: float) -> bool:
        return self._asked("wheel")

    def key(self, controls: Controls, name: str) -> bool:
        return self._asked(f"key {name}")

    def escape(self, controls: Controls) -> bool:
        return self._asked("escape")

    def turned(self, controls: Controls) -> None:
        self.noted.append("turned")

    def cards(self, controls: Controls) -> tuple[Any, ...]:
        return (lambda rect, y: ((Ellipse((rect.x, y), 1, 1),), (), y + 10.0),)

    def add(self, controls: Controls, scene: Scene) -> Scene:
        return with_layer(scene, Layer("lent", "board", (Ellipse((1, 1), 1, 1),)), under="standing")


def having(tool: Tool, recording: Recording | None = None) -> Controls:
    from viewer.recordings import worked_example

    tools = (tool, *standard_tools())
    return Controls(recording or worked_example(), None, ViewOptions(1200, 700), Seen(), tools=tools)


def test_a_tool_that_takes_a_press_has_its_drag_and_what_it_does_not_take_goes_on() -> None:
    tool = Lent(frozenset({"press"}))
    controls = having(tool)
    controls.press(400, 300, "right", frozenset({"Shift"}))
    controls.drag(401, 300, 1, 0)
    controls.drag(420, 310, 19, 10)
    controls.release(420, 310)
    assert [each for each in tool.noted if each != "turned"] == ["press", "drag 20 10 right Shift"]
    assert controls.options.centre is None, "the camera had none of it"
    tool.takes = frozenset()
    controls.press(400, 300)
    controls.drag(420, 310, 20, 10)
    assert controls.options.centre is not None


def test_a_press_that_was_taken_and_not_dragged_is_a_click_for_all() -> None:
    tool = Lent(frozenset({"press"}))
    controls = having(tool)
    controls.jump(23)
    click(controls, *spot_of(controls, "Wardens/1"))
    assert "click" in tool.noted
    assert controls.anchor == "Wardens/1"


def test_a_tool_may_take_keys_the_wheel_and_escape_before_all_others() -> None:
    tool = Lent(frozenset({"key Space", "wheel", "escape"}))
    controls = having(tool)
    controls.key("Space")
    assert not controls.options.playing
    controls.wheel(3, 400, 300)
    assert controls.options.zoom == 1.0
    controls.escape()
    assert not controls.quit
    controls.key("R")
    assert not controls.options.rings, "what it does not take goes on"


def test_a_tool_adds_to_the_scene_and_to_the_panel_and_hears_of_other_events() -> None:
    tool = Lent()
    controls = having(tool)
    controls.step(1)
    names = [each.name for each in controls.scene().layers]
    assert names.index("lent") + 1 == names.index("standing")
    assert "card 0" in names
    assert "turned" in tool.noted
    assert set(tool.gestures()) <= set(dict(controls.commands.grouped())["Sharing"])


def test_a_state_may_stand_in_for_the_event(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    shown = worked.states[12]
    controls.change(table=shown)
    controls.turned()
    assert controls.state is shown
    assert "standing" in [each.name for each in controls.scene().layers]
    controls.change(table=None)
    assert controls.state is worked.states[23]


def test_another_recording_may_take_the_place_of_the_first(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    shorter = Recording(worked.table, worked.entries[:10])
    controls.replay(shorter, controls.time)
    assert controls.moment.n == 10
    assert controls.state is shorter.state
