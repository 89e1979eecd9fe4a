"""Carrying what is chosen: by how much, whether it may be put down there, and writing that down. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from battlefield.geometry.shapes import Point
from battlefield.state import State
from battlefield.viewer.carrying import COHERENCY, Carried, carried, middle_at, pose_of, without
from battlefield.viewer.options import NARROW
from battlefield.viewer.panel_editing import by_how_much
from battlefield.viewer.window_tool import Tool
from battlefield.workbench import Edit, EditError, Workbench

if TYPE_CHECKING:
    from battlefield.viewer.window_input import Controls

PULL = 9.0
"""Pixels within which something that is carried is drawn to an exact place."""
MOST_PULL = 0.5
REST = 0.25
"""Seconds without a key after which what the keys have moved is written down."""


ALONE = "terrain is moved alone: choose it without the others"
FARTHEST = 1000.0
"""Inches and degrees beyond which a typed figure is a mistake."""
_FIGURE = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)


def typed_figures(text: str) -> tuple[float, ...] | str:
    """The two or three figures of a typed place, or why it is none.

    >>> typed_figures("10.5, 12"), typed_figures("[10 5 90]")
    ((10.5, 12.0), (10.0, 5.0, 90.0))
    """
    parts = text.strip().removeprefix("[").removesuffix("]").replace(",", " ").split()
    wrong = next((each for each in parts if not _FIGURE.fullmatch(each) or abs(float(each)) > FARTHEST), None)
    if wrong is not None:
        shown = wrong if len(wrong) <= 20 else f"{wrong[:20]}…"
        return f"“{shown}” is no figure up to {FARTHEST:g}; a place is x, y, and a facing if need be"
    if len(parts) not in (2, 3):
        return f"a place is two figures, or three with a facing; found {len(parts)}; decimals take a point: 10.5, 12.5"
    return tuple(float(each) for each in parts)


class Carrying(Tool):
    """Things that are chosen, and perhaps carried; what a mode does with them it says itself."""

    def __init__(self, bench: Workbench | None) -> None:
        self.bench = bench
        self.chosen: tuple[str, ...] = ()
        self.carry: Carried | None = None
        self.snapping = True
        self._fold = self._puts = 0
        self._rest: float | None = None

    def refresh(self, controls: Controls) -> None:
        """Another text is shown."""
        raise NotImplementedError

    def new_fold(self) -> None:
        """What comes next is a step of its own."""
        self._fold += 1

    # --- doing ---

    def do(self, controls: Controls, edits: tuple[Edit, ...], fold: str | None = None) -> tuple[str, ...] | None:
        """Carry edits out; what is new, None when it was refused, and said so."""
        assert self.bench is not None
        new: tuple[str, ...] = ()
        try:
            for edit in edits:
                new += self.bench.do(edit, fold)
        except EditError as fault:
            controls.say(str(fault).splitlines()[0])
            controls.log("refused", why=str(fault))
            self.refresh(controls)
            return None
        self.refresh(controls)
        return new

    # --- carrying ---

    def lift(self, controls: Controls) -> Carried | None:
        """What is chosen, carried from where it stands, unless it is carried already."""
        if self.carry is None:
            self.carry = carried(self.state, self.chosen)
            if self.carry is not None:
                self.carry.snaps = False
        elif self.carry is not None:
            self.consider(controls)
        return self.carry

    @property
    def state(self) -> State:
        """The set-up."""
        assert self.bench is not None
        return self.bench.state()

    def consider(self, controls: Controls) -> None:
        """Ask what is so with what is carried; what cannot be asked is said."""
        if self.carry is None or self.bench is None or not self.carry.stale:
            return
        pull = min(MOST_PULL, controls.view.inches(PULL)) if self.snapping and self.carry.snaps else 0.0
        try:
            self.carry.consider(self.bench, pull)
        except (EditError, ValueError) as fault:
            self.carry = None
            controls.say(str(fault))
        lifted = frozenset(self.carry.poses) | frozenset(self.carry.names) if self.carry is not None else frozenset()
        table = without(self.state, lifted) if lifted else self.state
        if table is not controls.options.table:
            controls.change(table=table)

    def put(self, controls: Controls, *, anyway: bool = False, fold: str | None = None) -> None:
        """Write what is carried down where it is; what is not legal there stays held, unless `anyway`."""
        carry = self.carry
        if carry is None:
            return
        self.consider(controls)
        if not carry.moved:
            self.drop(controls)
        elif carry.barred and not anyway:
            reasons = [
                {"rule": each.rule, "margin": each.claim.margin if each.claim else None} for each in carry.reasons
            ]
            if controls.options.width < NARROW:  # there is no panel to say it
                first = next(each for each in carry.reasons if each.rule != COHERENCY)
                controls.say(f"{first.rule}: {first.why}{by_how_much(first)}")
            controls.log("held", what=carry.names, reasons=reasons)
            controls.renew()
        else:
            self._puts += 1
            names, words = carry.names, None if carry.snap is None else carry.snap.words
            done = self.do(controls, carry.edits(), fold or f"put {self._puts}")  # one step, of however many edits
            if done is not None:
                at = [(round(pose.x, 9), round(pose.y, 9)) for name in names if (pose := pose_of(self.state, name))]
                controls.log("put", what=names, at=at, snapped=words, anyway=anyway)

    def drop(self, controls: Controls) -> bool:
        """Let what is carried go back; whether anything was."""
        self._rest = None
        if self.carry is None:
            return False
        self.carry = None
        controls.change(table=self.state)
        controls.log("back")
        return True

    def nudge(self, controls: Controls, by: Point, turn: float = 0.0) -> None:
        """Move or turn what is chosen by so much; it is written when the keys rest, or before anything else is done.

        It is one step as long as nothing else is chosen.
        """
        carry = self.lift(controls)
        if carry is None:
            controls.say(ALONE if len(self.chosen) > 1 else "choose something first: click it, or Tab")
            return
        carry.snaps = False
        carry.shift(by, turn)
        self._rest = REST
        controls.renew()

    def settle(self, controls: Controls) -> None:
        """Write down what the keys have moved, if they have."""
        if self._rest is not None:
            self._rest = None
            self.put(controls, fold=f"keys {self._fold}")

    def rest(self, controls: Controls, seconds: float) -> None:
        """Time passes."""
        if self._rest is not None:
            self._rest -= seconds
            if self._rest <= 0:
                self.settle(controls)

    def go_to(self, controls: Controls, place: str) -> None:
        """Put the chosen thing at typed coordinates: "x, y", or "x, y, facing"."""
        figures = typed_figures(place)
        if isinstance(figures, str):
            controls.say(figures)
            controls.log("refused", why=figures)
            return
        x, y, *rest = figures
        carry = self.lift(controls)
        at = None if carry is None else middle_at(self.state, carry.names[0])
        if carry is None or at is None:
            return
        pose = carry.start.get(carry.names[0])
        at = at if pose is None else pose.point
        if rest and pose is None:
            controls.say("terrain has no facing: type two figures; Q and W turn it")
            return
        carry.snaps, carry.exact = False, True
        carry.to((x - at[0], y - at[1]))
        if rest and pose is not None:
            carry.turn = rest[0] - pose.facing
        self.put(controls)

    def to_legal(self, controls: Controls) -> None:
        """Put what is held, or the chosen model that is not legal, at the legal place nearby."""
        carry = self.carry or self.lift(controls)
        if carry is None or carry.single is None or self.bench is None:
            return
        carry.stale = carry.stale or carry.ghost is None
        self.consider(controls)
        if self.carry is None or carry.ghost is None:
            controls.say("no legal place was found near" if carry.barred else "it is legal where it is")
            return
        carry.take(carry.ghost)
        ghost = carry.ghost
        self.consider(controls)
        carry.snap = ghost
        self.put(controls)
