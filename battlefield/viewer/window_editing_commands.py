"""What can be done while a table is set up, by key: the commands of the tool of setting up, and what they do. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battlefield.figures import trimmed
from battlefield.geometry import measure
from battlefield.geometry.areas import area_bounds
from battlefield.geometry.shapes import Point
from battlefield.viewer.carrying import everything, middle_at, pose_of, shape_at, terrain_of
from battlefield.viewer.commands import Command, Gesture
from battlefield.viewer.telling import called
from battlefield.viewer.window_chooser import Chooser
from battlefield.viewer.window_dialogue import Choice, Question, nothing
from battlefield.workbench import Delete, Duplicate, EditError

if TYPE_CHECKING:
    from battlefield.viewer.window_editing import EditingTool
    from battlefield.viewer.window_input import Controls

MODE = "setting up"
STEP, TURN = 0.1, 15.0
STEPS = {"Shift": 1.0, "Alt": 0.01}
"""Inches of a step with a key held, in place of STEP."""
TURNS = {"Q": 1.0, "W": -1.0}
WAYS = (("Left", -1, 0, "left"), ("Right", 1, 0, "right"), ("Up", 0, 1, "up"), ("Down", 0, -1, "down"))
APART = 0.5
"""Inches between a thing and its double."""


def editing_commands(tool: EditingTool) -> tuple[Command, ...]:
    """The mode's own, and beginning it."""

    def kept(slug: str, says: str, keys: tuple[str, ...], do: Callable[[Controls], None]) -> Command:
        return Command(f"edit.{slug}", says, "Setting up", keys, do, mode=MODE)

    def own(slug: str, says: str, keys: tuple[str, ...], do: Callable[[Controls], None]) -> Command:
        def settled(controls: Controls) -> None:
            tool.settle(controls)
            do(controls)

        return kept(slug, says, keys, settled)

    saving = tool.saving
    return (
        Command("edit.begin", "set up: change the scenario", "Setting up", ("E",), tool.begin, unless=tool.barred),
        own("end", "done: the battle with its orders", ("E",), tool.end),
        own("next", "choose the next thing", ("Tab",), lambda on: walk(tool, on, 1)),
        own("previous", "choose the thing before", ("Shift+Tab",), lambda on: walk(tool, on, -1)),
        own("unit", "choose its whole unit", ("U",), lambda on: whole_unit(tool, on)),
        own("fault", "choose the next that is not legal", ("G",), lambda on: next_fault(tool, on)),
        *(
            kept(word, f"move {word} by 0.1″; with Shift 1″, Alt 0.01″", (key,), _nudges(tool, (x * STEP, y * STEP)))
            for key, x, y, word in WAYS
        ),
        kept("turn_left", "turn left by 15°; with Shift by 1°", ("Q",), _turns(tool, TURN)),
        kept("turn_right", "turn right by 15°; with Shift by 1°", ("W",), _turns(tool, -TURN)),
        own("place", "type its place", ("P",), lambda on: ask_place(tool, on)),
        own("snap", "snapping on, off", ("X",), lambda on: toggle_snapping(tool, on)),
        own("legal", "to the legal place nearby", ("Enter",), tool.to_legal),
        own("anyway", "put it here all the same", ("Shift+Enter",), lambda on: tool.put(on, anyway=True)),
        own("add", "add a unit, terrain, a marker", ("A",), lambda on: ask_what(tool, on)),
        own("duplicate", "duplicate", ("D", "Ctrl+D"), lambda on: duplicate(tool, on)),
        own("delete", "delete", ("Delete", "Backspace"), lambda on: delete(tool, on)),
        own("undo", "undo", ("Ctrl+Z",), lambda on: back(tool, on)),
        own("redo", "redo", ("Ctrl+Shift+Z", "Ctrl+Y"), lambda on: forth(tool, on)),
        own("save", "save", ("Ctrl+S",), lambda on: saving.save(on) if saving is not None else None),
        own("save_as", "save as", ("Ctrl+Shift+S",), lambda on: saving.save_as(on) if saving is not None else None),
    )


def gestures() -> tuple[Gesture, ...]:
    """What the mouse does while a table is set up."""
    return (
        Gesture("drag", "with Ctrl: its unit; with Alt: no snapping", "Setting up"),
        Gesture("drag, wheel", "turn it by 15°; begun with Shift by 1°", "Setting up"),
        Gesture("click", "choose; with Shift one more", "Setting up"),
    )


def _nudges(tool: EditingTool, by: Point) -> Callable[[Controls], None]:
    return lambda controls: tool.nudge(controls, by)


def _turns(tool: EditingTool, degrees: float) -> Callable[[Controls], None]:
    return lambda controls: tool.nudge(controls, (0.0, 0.0), degrees)


def finer(tool: EditingTool, controls: Controls, name: str) -> bool:
    """Arrows, Q and W with Shift or Alt held; whether it was one of those."""
    held, _, key = name.partition("+")
    way = next(((x, y) for each, x, y, _ in WAYS if each == key), None)
    if way is not None and held in STEPS:
        tool.nudge(controls, (way[0] * STEPS[held], way[1] * STEPS[held]))
        return True
    if held == "Shift" and key in TURNS:
        tool.nudge(controls, (0.0, 0.0), TURNS[key])
        return True
    return False


def in_front(controls: Controls) -> bool:
    """Whether the help or a list is open in front of the table."""
    return controls.help or any(isinstance(each, Chooser) and each.open for each in controls.tools)


# --- choosing ---


def walk(tool: EditingTool, controls: Controls, by: int) -> None:
    """To the next thing on the table."""
    names = everything(tool.state)
    if not names:
        controls.say("nothing stands on the table: A adds something")
        return
    here = tool.chosen[0] if tool.chosen else None
    place = names.index(here) + by if here in names else 0 if by > 0 else -1
    tool.choose(controls, (names[place % len(names)],))


def whole_unit(tool: EditingTool, controls: Controls) -> None:
    """All models of the chosen one's unit; chosen already, the first alone."""
    if not tool.chosen:
        controls.say("choose a model first")
        return
    unit = tool.with_unit(tool.chosen[0])
    tool.choose(controls, unit[:1] if set(tool.chosen) == set(unit) else unit)


def next_fault(tool: EditingTool, controls: Controls) -> None:
    """The next model or unit that something is against."""
    state = tool.state
    found: dict[str | None, None] = {}
    for reason in tool.faults:
        unit = state.units.get(reason.of or "")
        found[reason.of if unit is None else unit.models[0]] = None
    names = [name for name in found if name is not None]
    if not names:
        controls.say("nothing is against this set-up")
        return
    here = tool.chosen[0] if tool.chosen else None
    place = names.index(here) + 1 if here in names else 0
    tool.choose(controls, (names[place % len(names)],))


# --- asking ---


def ask_place(tool: EditingTool, controls: Controls) -> None:
    """Ask for coordinates."""
    if not tool.chosen:
        controls.say("choose something first")
        return
    first = tool.chosen[0]
    pose, at = pose_of(tool.state, first), middle_at(tool.state, first)
    if at is None:
        return
    at = at if pose is None else pose.point
    figures = (*at, pose.facing) if pose is not None and pose.facing else at
    typed = ", ".join(trimmed(each, 9) for each in figures)

    def put(on: Controls, now: str) -> None:
        if now.strip() == typed:
            on.say("it stays where it is")
        else:
            tool.go_to(on, now)

    choices = (
        Choice("Enter", "put it there", put),
        Choice("Escape", "leave it", nothing),
    )
    lines = ("Inches from the lower left corner, x to the right, y up; a facing in degrees may follow.",)
    tool.dialogue.ask(controls, Question(f"Where to put {called(tool.state, first)}", lines, choices, "x, y", typed))


def ask_what(tool: EditingTool, controls: Controls) -> None:
    """Open the list of what can be added; it will stand under the pointer, else in the middle of what is seen."""
    board = tool.state.board
    x, y = controls.pointer or controls.view.to_board(controls.view.viewport.centre)
    tool.adding.spot = (round(max(0.0, min(board.width, x)), 1), round(max(0.0, min(board.height, y)), 1))
    model = tool.state.find_model(tool.chosen[0]) if tool.chosen else None
    tool.adding.unit = None if model is None else model.unit
    tool.adding.show(controls)


def duplicate(tool: EditingTool, controls: Controls) -> None:
    """A second one beside the chosen thing: of a unit that is chosen whole, the unit."""
    if not tool.chosen:
        controls.say("choose something first")
        return
    name = tool.chosen[0]
    model = tool.state.find_model(name)
    if model is not None and set(tool.chosen) == set(tool.with_unit(name)):
        name = model.unit
    elif len(tool.chosen) > 1:
        controls.say("one thing, or one whole unit, is duplicated at a time: choose that alone")
        return
    wide = _width(tool, tool.chosen) + APART
    right = _right(tool, tool.chosen) + wide <= tool.state.board.width
    new = tool.do(controls, (Duplicate(name=name, dx=round(wide if right else -wide, 2)),))
    if new:
        unit = tool.state.units.get(new[0])
        tool.choose(controls, new if unit is None else tuple(unit.models))
        controls.log("duplicated", what=name, new=new)


def _boxes(tool: EditingTool, names: tuple[str, ...]) -> list[tuple[float, float, float, float]]:
    state, found = tool.state, []
    for name in names:
        terrain, pose = terrain_of(state, name), pose_of(state, name)
        if terrain is not None:
            found.append(area_bounds(terrain.area))
        elif pose is not None:
            found.append(measure.bounds(shape_at(state, name, pose)))
    return found


def _width(tool: EditingTool, names: tuple[str, ...]) -> float:
    boxes = _boxes(tool, names)
    return max((box[2] for box in boxes), default=0.0) - min((box[0] for box in boxes), default=0.0)


def _right(tool: EditingTool, names: tuple[str, ...]) -> float:
    return max((box[2] for box in _boxes(tool, names)), default=0.0)


def delete(tool: EditingTool, controls: Controls) -> None:
    """Take the chosen things out; what names them is told first."""
    if not tool.chosen or tool.bench is None:
        controls.say("choose something first")
        return
    names = _wholes(tool)
    try:
        mentions = tool.bench.mentions(names)
    except EditError as fault:
        controls.say(str(fault).splitlines()[0])
        controls.log("refused", why=str(fault))
        return
    if not mentions:
        _deleted(tool, controls, names)
        return
    said = names[0] if len(names) == 1 else f"{len(names)} things"
    lines = tuple(f"line {each.line}: {each.says} — {each.becomes}" for each in mentions)
    choices = (
        Choice("Delete", "delete, and that with it", lambda on, _: _deleted(tool, on, names)),
        Choice("Escape", "leave everything as it is", nothing),
    )
    tool.dialogue.ask(controls, Question(f"Delete {said}? It is named elsewhere", lines, choices))


def _wholes(tool: EditingTool) -> tuple[str, ...]:
    """What is chosen, units that are chosen whole by their names."""
    state, chosen, names = tool.state, set(tool.chosen), dict[str, None]()
    for name in tool.chosen:
        model = state.find_model(name)
        whole = model is not None and set(tool.with_unit(name)) <= chosen
        names[model.unit if model is not None and whole else name] = None
    return tuple(names)


def _deleted(tool: EditingTool, controls: Controls, names: tuple[str, ...]) -> None:
    if tool.do(controls, (Delete(names=names, with_mentions=True),)) is not None:
        tool.choose(controls, ())
        controls.log("deleted", what=names)


# --- back and forth ---


def toggle_snapping(tool: EditingTool, controls: Controls) -> None:
    """Draw what is carried to exact places, or not."""
    tool.snapping = not tool.snapping
    controls.say("things snap to exact places" if tool.snapping else "no snapping")
    controls.log("snapping", on=tool.snapping)


def back(tool: EditingTool, controls: Controls) -> None:
    """Undo; what is carried goes back first."""
    assert tool.bench is not None
    if not tool.drop(controls):
        _gone(tool, controls, tool.bench.undo, "undone", "nothing to undo")


def forth(tool: EditingTool, controls: Controls) -> None:
    """Redo."""
    assert tool.bench is not None
    tool.drop(controls)
    _gone(tool, controls, tool.bench.redo, "done again", "nothing to redo")


def _gone(tool: EditingTool, controls: Controls, go: Callable[[], str | None], done: str, nothing: str) -> None:
    tool.new_fold()
    try:
        what = go()
    except EditError as fault:
        controls.say(str(fault))
        return
    tool.refresh(controls)
    controls.say(nothing if what is None else f"{done}: {what}")
    controls.log(done, what=what)
