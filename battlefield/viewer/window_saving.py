"""Saving what was set up, and the questions about it: a file that changed, what was left, leaving. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battlefield.viewer.window_dialogue import Choice, DialogueTool, Question, nothing
from battlefield.workbench import EditError, Workbench

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

SAFE = 1.0
"""Seconds between looks at whether something is to be kept safe."""


class Saving:
    """The file under the workbench; `shown` is called where another text is shown because of it."""

    def __init__(self, bench: Workbench, dialogue: DialogueTool, shown: Callable[[Controls], None]) -> None:
        self._bench, self._dialogue, self._shown = bench, dialogue, shown
        self._since = 0.0
        self._offered = False

    def save(self, controls: Controls) -> None:
        """Write the file, or ask what to do where it changed meanwhile."""
        try:
            done = self._bench.save()
        except EditError as fault:
            controls.say(str(fault))
            controls.log("save", done="refused", why=str(fault))
            return
        controls.log("save", done=done, path=self._bench.path)
        if done == "changed meanwhile":
            self._conflict(controls)
            return
        if done == "gone":
            self._gone(controls)
            return
        controls.say(f"{self._bench.path}: {'saved' if done == 'saved' else 'nothing to save'}")
        controls.renew()

    def save_as(self, controls: Controls) -> None:
        """Ask for another name."""
        choices = (Choice("Enter", "save under this name", self._to), _away("not now"))
        self._dialogue.ask(
            controls,
            Question("Save as", ("The window goes on with the new file.",), choices, "a file name", self._bench.path),
        )

    def _to(self, controls: Controls, path: str) -> None:
        try:
            self._bench.save_as(path)
        except EditError as fault:
            controls.say(str(fault))
            controls.log("save as", done="refused", why=str(fault))
            return
        controls.say(f"{self._bench.path}: saved")
        controls.log("save as", done="saved", path=self._bench.path)
        controls.renew()

    def _conflict(self, controls: Controls) -> None:
        choices = (
            Choice("A", "save mine under another name", lambda on, _: self.save_as(on)),
            Choice("L", "load theirs; mine can be had back by undoing", lambda on, _: self._theirs(on)),
            Choice("O", "write mine over theirs", lambda on, _: self._over(on)),
            _away("leave both as they are"),
        )
        lines = (f"{self._bench.path} is not what it was when it was read here: somebody else has written it.",)
        self._dialogue.ask(controls, Question("The file changed meanwhile", lines, choices))

    def _gone(self, controls: Controls) -> None:
        choices = (
            Choice("O", "write it anew", lambda on, _: self._over(on)),
            Choice("A", "save under another name", lambda on, _: self.save_as(on)),
            _away("leave it so"),
        )
        lines = (f"{self._bench.path} is no longer there: it was deleted, or has another name now.",)
        self._dialogue.ask(controls, Question("The file is gone", lines, choices))

    def _over(self, controls: Controls) -> None:
        try:
            self._bench.save(over=True)
        except EditError as fault:
            controls.say(str(fault))
            return
        controls.say(f"{self._bench.path}: saved")
        controls.log("save", done="saved over", path=self._bench.path)
        controls.renew()

    def _theirs(self, controls: Controls) -> None:
        try:
            self._bench.load_theirs()
        except EditError as fault:
            controls.say(str(fault))
            return
        controls.say("theirs is loaded; Ctrl+Z brings yours back")
        controls.log("loaded", path=self._bench.path)
        self._shown(controls)

    # --- nothing is lost ---

    def tick(self, controls: Controls, seconds: float) -> None:
        """Offer once what was left by a session that broke off; keep safe, now and then, what is not saved."""
        if not self._offered:
            self._offered = True
            left = self._bench.rescued()
            if left is not None:
                self._offer(controls, left)
        self._since += seconds
        if self._since >= SAFE:
            self._since = 0.0
            words = self._bench.keep_safe()
            if words is not None:
                controls.say(words)

    def _offer(self, controls: Controls, left: str) -> None:
        choices = (
            Choice("G", "go on with them", lambda on, _: self._take(on)),
            Choice("T", "throw them away", lambda on, _: self._drop(on)),
            Choice("Escape", "decide later: keep them under another name", lambda on, _: self._aside(on)),
        )
        self._dialogue.ask(controls, Question("Changes that were not saved", (f"{left}.",), choices))

    def _take(self, controls: Controls) -> None:
        try:
            self._bench.take_rescued()
        except EditError as fault:
            controls.say(str(fault))
            return
        controls.log("rescued")
        self._shown(controls)

    def _drop(self, controls: Controls) -> None:
        self._bench.drop_rescued()
        controls.log("dropped")

    def _aside(self, controls: Controls) -> None:
        try:
            kept = self._bench.set_rescued_aside()
        except EditError as fault:
            controls.say(str(fault))
            return
        controls.say(f"kept as {kept}")
        controls.log("set aside", path=kept)

    def leave(self, controls: Controls) -> None:
        """Ask before the window closes over something that is not saved."""
        choices = (
            Choice("S", "save and quit", lambda on, _: self._save_and_quit(on)),
            Choice("N", "quit; what is not saved stays beside the file", lambda on, _: _quit(on)),
            Choice("D", "quit and throw it away", lambda on, _: self._drop_and_quit(on)),
            _away("stay"),
        )
        lines = (f"{self._bench.path} has changes that are not saved.",)
        self._dialogue.ask(controls, Question("Quit?", lines, choices))

    def _save_and_quit(self, controls: Controls) -> None:
        self.save(controls)
        if not self._bench.dirty:
            _quit(controls)

    def _drop_and_quit(self, controls: Controls) -> None:
        try:
            self._bench.abandon()
        except EditError as fault:
            controls.say(str(fault))
            return
        _quit(controls)


def _quit(controls: Controls) -> None:
    controls.quit = True
    controls.log("quit")


def _away(says: str) -> Choice:
    return Choice("Escape", says, nothing)
