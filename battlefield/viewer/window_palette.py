"""The palette: everything that can be done, every thing on the table and every event, found by typing. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from battlefield.viewer.commands import Command
from battlefield.viewer.story import caption
from battlefield.viewer.telling import called
from battlefield.viewer.window_chooser import Chooser, Entry, Row

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

LETTERS = 2
"""Things on the table are listed from so many letters on: there may be hundreds."""


class PaletteTool(Chooser):
    """Commands first, then what is on the table; a number is an event."""

    name = "palette"
    asks = "a command, a model, the number of an event"
    nothing = "no command, thing or event is called so"

    def commands(self) -> tuple[Command, ...]:
        """The palette is opened, too."""
        return (Command("window.palette", "the palette: find by typing", "Window", (":", "Ctrl+P"), self.show),)

    def entries(self, controls: Controls, typed: str) -> Sequence[Entry]:
        """What can be done, with its keys or with what bars it; then things to choose; first of all an event."""
        entries: list[Entry] = []
        number = typed.strip()
        if number.isdecimal() and int(number) <= controls.film.moments[-1].n:
            entries.append(_event(controls, int(number)))
        for command in controls.commands.matching(typed, controls.mode):
            if command.slug != "window.palette":
                barred = command.unless(controls)
                row = Row(_capital(command.says), barred or command.group, command.keys, barred is not None)
                entries.append(Entry(row, _runs(command.slug)))
        if len(number) >= LETTERS:
            entries += _things(controls, number.casefold())
        return entries


def _runs(slug: str) -> Callable[[Controls], None]:
    return lambda controls: _done(controls.run(slug))


def _done(ran: bool) -> None:
    _ = ran


def _event(controls: Controls, n: int) -> Entry:
    headline = "The table" if n == 0 else caption(controls.recording, controls.film.of_event(n).index).headline
    return Entry(Row(f"Event {n}: {headline}", "go there"), lambda on: on.jump(n))


def _things(controls: Controls, typed: str) -> list[Entry]:
    """Models, tokens and markers whose name holds what was typed."""
    state = controls.state
    models = [(each.name, called(state, each.name)) for each in state.on_board()]
    others = [(name, name) for name in (*(each.name for each in state.lying()), *state.markers)]
    return [
        Entry(Row(label, "choose it"), _chooses(name))
        for name, label in (*models, *others)
        if typed in label.casefold() or typed in name.casefold()
    ]


def _chooses(name: str) -> Callable[[Controls], None]:
    def picks(controls: Controls) -> None:
        if not any(each.picked(controls, name) for each in controls.tools):
            controls.choose(name)

    return picks


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
