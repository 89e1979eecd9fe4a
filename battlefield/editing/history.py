"""The steps by which a text came about, to go back and forth among: what changed, as little of it as can be kept."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """At a byte, one run of bytes took the place of another. `fold`: steps of one name in a row are one step."""

    said: str
    start: int
    old: bytes
    new: bytes
    fold: str | None = None

    def back(self, raw: bytes) -> bytes:
        """The text before."""
        return raw[: self.start] + self.old + raw[self.start + len(self.new) :]

    def forth(self, raw: bytes) -> bytes:
        """The text after."""
        return raw[: self.start] + self.new + raw[self.start + len(self.old) :]


def step_between(before: bytes, after: bytes, said: str, fold: str | None = None) -> Step:
    """The step from one text to another."""
    most = min(len(before), len(after))
    start = _common(before, after, most)
    tail = _common(before[::-1], after[::-1], most - start)
    return Step(said, start, before[start : len(before) - tail], after[start : len(after) - tail], fold)


def _common(one: bytes, other: bytes, most: int) -> int:
    """How many bytes two texts begin with alike, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass
class History:
    """Steps done, and steps taken back, without limit."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    def note(self, before: bytes, after: bytes, said: str, fold: str | None = None) -> None:
        """A text became another. A step that is named like the last one is one step with it."""
        last = self.done[-1] if self.done else None
        if fold is not None and last is not None and last.fold == fold and not self.undone:
            before = self.done.pop().back(before)
        self.undone.clear()
        if before != after:
            self.done.append(step_between(before, after, said, fold))

    def back(self, raw: bytes) -> tuple[bytes, str] | None:
        """The text before the last step, and what that was; None where there is none."""
        if not self.done:
            return None
        step = self.done.pop()
        self.undone.append(step)
        return step.back(raw), step.said

    def forth(self, raw: bytes) -> tuple[bytes, str] | None:
        """The text after the last step that was taken back, and what that was."""
        if not self.undone:
            return None
        step = self.undone.pop()
        self.done.append(step)
        return step.forth(raw), step.said
