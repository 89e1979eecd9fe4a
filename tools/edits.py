"""Edit the shipped scenarios at random: `python tools/edits.py [--seed N] [--minutes M] [--sessions N]`.

After each edit the file must still be read, what was moved must stand where it was put and nothing else elsewhere, and
comments must be kept by moves; what is refused must change nothing; undoing must give every text back, byte by byte.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from time import monotonic

from battlefield.editing.session import Session
from battlefield.geometry.shapes import Pose
from battlefield.workbench import (
    AddArtifact,
    AddModel,
    AddObjective,
    AddTerrain,
    AddUnit,
    Delete,
    Duplicate,
    Edit,
    EditError,
    MoveBy,
    MoveTo,
    TurnBy,
)

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
NEAR = 3e-6
"""Inches that a place may be beside where it was put: figures have six decimals."""
SAME = 1e-5


class WrongError(Exception):
    """An edit that did what it must not."""


def names(session: Session) -> list[str]:
    """Everything that can be named in an edit."""
    state = session.state()
    return [*state.units, *state.models, *(each.name for each in state.terrain), *state.artifacts, *state.markers]


def any_edit(session: Session, rng: random.Random) -> Edit:
    """Any edit of any thing."""
    state, every = session.state(), names(session)
    name = rng.choice(every) if every else "nobody"
    x, y = rng.uniform(-2, state.board.width + 2), rng.uniform(-2, state.board.height + 2)
    few = tuple(rng.sample(every, min(3, len(every))))
    makers = (
        lambda: MoveTo(name=name, x=x, y=y, exact=rng.random() < 0.5),
        lambda: MoveTo(name=name, x=x, y=y, facing=rng.uniform(-400, 400)),
        lambda: MoveBy(names=few, dx=rng.uniform(-3, 3), dy=rng.uniform(-3, 3)),
        lambda: TurnBy(name=name, degrees=rng.choice((15.0, 1.0, -15.0, rng.uniform(-360, 360)))),
        lambda: Duplicate(name=name, dx=1.0, dy=2.0),
        lambda: AddModel(unit=name, x=x, y=y),
        lambda: AddUnit(player=state.players[0].name, x=x, y=y, count=rng.randrange(1, 12)),
        lambda: AddTerrain(shape=rng.choice(("rect", "circle", "polygon", "line")), x=x, y=y),
        lambda: AddArtifact(x=x, y=y),
        lambda: AddObjective(x=x, y=y),
        lambda: Delete(names=(name,), with_mentions=rng.random() < 0.7),
    )
    made: Edit = rng.choice(makers)()
    return made


def faults(session: Session, edit: Edit, before: dict[str, Pose], old: bytes) -> Iterator[str]:
    """What an edit that was carried out did wrong."""
    now = session.document.layout.setting.poses
    if isinstance(edit, MoveTo):
        at = session.document.pose(edit.name)
        if max(abs(at.x - edit.x), abs(at.y - edit.y)) > NEAR:
            yield f"stands at {at}"
    if isinstance(edit, MoveBy):
        for name in before.keys() & now.keys():
            dx, dy = now[name].x - before[name].x, now[name].y - before[name].y
            moved = max(abs(dx - edit.dx), abs(dy - edit.dy)) < SAME
            if not moved and max(abs(dx), abs(dy)) > SAME:
                yield f"{name} was moved by ({dx:g}, {dy:g})"
    if isinstance(edit, MoveTo | MoveBy | TurnBy) and comments(session.raw) != comments(old):
        yield "comments are other ones"


def comments(raw: bytes) -> list[bytes]:
    """What stands behind every "#", line by line."""
    return [line.partition(b"#")[2].strip() for line in raw.split(b"\n") if b"#" in line]


def one_session(rng: random.Random, folder: Path, tally: Counter[str]) -> None:
    """A few edits of one file, and all of them back. WrongError names the file and the edit."""
    source = rng.choice(sorted(SCENARIOS.glob("*.toml")))
    raw = source.read_bytes()
    path = folder / source.name
    path.write_bytes(raw.replace(b"\n", b"\r\n") if rng.random() < 0.2 else raw)
    session = Session(path)
    texts = [session.raw]
    for _ in range(rng.randrange(1, 9)):
        edit, before = any_edit(session, rng), dict(session.document.layout.setting.poses)
        try:
            session.do(edit)
        except EditError:
            tally["refused"] += 1
            wrong = [] if session.raw == texts[-1] else ["it was refused, and the text is another"]
        else:
            tally[type(edit).__name__] += 1
            wrong = list(faults(session, edit, before, texts[-1]))
        if wrong:
            raise WrongError(f"{source.name}: {edit}: {'; '.join(wrong)}")
        if session.raw != texts[-1]:
            texts.append(session.raw)
    for text in texts[-2::-1]:
        session.undo()
        if session.raw != text:
            raise WrongError(f"{source.name}: undoing gives another text")


def main(arguments: Sequence[str]) -> int:
    """Edit until the time is up, or something is wrong."""
    parser = argparse.ArgumentParser(prog="edits.py", description="Edit the shipped scenarios at random.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--sessions", type=int, default=None, help="so many, whatever the time")
    options = parser.parse_args(arguments)
    until, tally = monotonic() + 60 * options.minutes, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number in count():
            over = monotonic() > until if options.sessions is None else number >= options.sessions
            if over:
                break
            try:
                one_session(random.Random(f"{options.seed}/{number}"), Path(folder), tally)
            except WrongError as wrong:
                print(f"seed {options.seed}, session {number}: {wrong}")
                return 1
    print(f"{tally.total()} edits, none wrong: {', '.join(f'{n} {what}' for what, n in tally.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
