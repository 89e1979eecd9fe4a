"""Everything that can be done in the window, as data: the palette, the help and the keys come from here alone.

To add a **command**, put a `Command` into the `commands()` of a tool: a slug (`ruler.begin`), what it says in a few
words, its group, its keys (`"M"`, `"Ctrl+Z"`, `"Shift+Left"`, `"?"`), what it does with the controls, and what bars it
for now, in words. Nothing else is needed: its keys work, the help lists it, the palette finds it, a widget of the scene
that is named by its slug runs it when clicked. What only the mouse can do in its own way (a drag, a wheel) is a
`Gesture` beside it in `gestures()`, and has a command besides: everything can be done from the keyboard.

To add a **tool**, write a `Tool` (`window_tool`) in a module of its own: whatever of press, drag, release, click,
hover, wheel, key, text, escape and tick it takes; `add` for what it draws over the scene, `cards` for what it says in
the panel. Then give it a line in `window_kit.standard_tools`, in front of what it goes before; or hand it to
`open_window`, if it needs something that only the command line can make.

A key is an X11-like name: letters as capitals, `Left`, `Space`, `PageUp`, `F1`, `Enter`, `Escape`, `Tab`, `Backspace`,
`Delete`, with `Ctrl+`, `Alt+`, `Shift+` before it in this order; signs (`?`, `[`, `:`) as themselves, without Shift,
since keyboards have them in different places. Two commands may share a key only if one of them has a `mode`: it goes
first, and only while `Controls.mode` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

Group = Literal["Replaying", "Table", "The chosen model", "Measuring", "Setting up", "Sharing", "Window"]
GROUPS: tuple[Group, ...] = get_args(Group)
_PRINTED = {
    "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Escape": "Esc", "PageUp": "PgUp", "PageDown": "PgDn",
    "Delete": "Del", "Backspace": "⌫", "-": "−",
}  # fmt: skip


def never(controls: Controls) -> str | None:
    """Nothing bars it, ever."""
    _ = controls
    return None


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be done. `unless`: what bars it now, in words to the user; None when it can be done.

    `mode`: only while `Controls.mode` is this, and then its keys go before all others.
    """

    slug: str
    says: str
    group: Group
    keys: tuple[str, ...]
    do: Callable[[Controls], None]
    unless: Callable[[Controls], str | None] = never
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Gesture:
    """What the mouse can do: `how` ("wheel", "drag") and what comes of it, for the help."""

    how: str
    says: str
    group: Group


class Commands:
    """The commands and gestures of all tools. ValueError when two have one slug, or one key in one mode."""

    def __init__(self, commands: Iterable[Command], gestures: Iterable[Gesture] = ()) -> None:
        self.every = tuple(commands)
        self.gestures = tuple(gestures)
        self._slugs: dict[str, Command] = {}
        self._keys: dict[tuple[str | None, str], Command] = {}
        for each in self.every:
            if each.slug in self._slugs:
                raise ValueError(f"two commands are called {each.slug}")
            self._slugs[each.slug] = each
            for key in each.keys:
                other = self._keys.setdefault((each.mode, key), each)
                if other is not each:
                    raise ValueError(f"{key} is a key of {other.slug} and of {each.slug}")

    def __contains__(self, slug: object) -> bool:
        """Whether there is a command of that slug."""
        return slug in self._slugs

    def called(self, slug: str) -> Command:
        """The command of a slug. KeyError when there is none."""
        return self._slugs[slug]

    def of_key(self, key: str, mode: str | None = None) -> Command | None:
        """What a key does in a mode: what the mode makes of it, else what it always does."""
        special = None if mode is None else self._keys.get((mode, key))
        return special or self._keys.get((None, key))

    def grouped(self, mode: str | None = None) -> tuple[tuple[Group, tuple[Command | Gesture, ...]], ...]:
        """What can be done in a mode, group by group, commands before gestures; no group is empty."""
        listed: list[tuple[Group, tuple[Command | Gesture, ...]]] = []
        for group in GROUPS:
            own: list[Command | Gesture] = [each for each in self.every if each.group == group and _in(each, mode)]
            own += [each for each in self.gestures if each.group == group]
            if own:
                listed.append((group, tuple(own)))
        return tuple(listed)

    def matching(self, typed: str, mode: str | None = None) -> tuple[Command, ...]:
        """The commands that hold every word typed, in what they say, their group or their slug; the best first."""
        words = typed.casefold().split()
        found = []
        for place, each in enumerate(self.every):
            said, rest = each.says.casefold(), f"{each.group} {each.slug}".casefold()
            if _in(each, mode) and all(word in said or word in rest for word in words):
                begun = sum(any(part.startswith(word) for part in said.split()) for word in words)
                told = sum(word in said for word in words)
                found.append((-begun, -told, GROUPS.index(each.group), place, each))
        return tuple(each for *_, each in sorted(found, key=lambda one: one[:4]))


def _in(command: Command, mode: str | None) -> bool:
    return command.mode is None or command.mode == mode


def printed(key: str) -> tuple[str, ...]:
    """A key as it stands on a keyboard, one text a key.

    >>> printed("Ctrl+Left"), printed("M"), printed("+")
    (('Ctrl', '←'), ('M',), ('+',))
    """
    if len(key) == 1:
        return (_PRINTED.get(key, key),)
    return tuple(_PRINTED.get(part, part) for part in key.split("+"))
