"""What a line of a model's situation stands on, on the table: closest points, line, figure and limit; a look; a way."""

from __future__ import annotations

from collections.abc import Iterable

from battlefield.certificate import Certificate
from battlefield.judge import Charge, Fact
from battlefield.state import State
from battlefield.viewer.drawing import Colour, Item, Line, Rect, Text
from battlefield.viewer.labels import Wanted, beside, box
from battlefield.viewer.panel_situation import standing
from battlefield.viewer.plan import Stage
from battlefield.viewer.scene_evidence import evidence, short
from battlefield.viewer.scene_rings import focus_rings
from battlefield.viewer.scene_rulers import EDGE_CASE, Laid
from battlefield.viewer.scene_ways import charges_shown
from battlefield.viewer.shown import BROKEN, HELD, on_table
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import parts

TONES: dict[str, Colour] = {"in": HELD, "out": BROKEN, "on the line": EDGE_CASE}


def fact_laid(stage: Stage, fact: Fact, room: Rect | None, taken: Iterable[Rect]) -> Laid:
    """What is drawn of a line. `room`: what tags stay in; `taken`: what they keep off; both in board pixels."""
    state, claim = stage.before, fact.claim
    if fact.needs is not None:
        shown = charges_shown(stage, [Charge(claim.a, fact.needs)], room)
        return Laid(shown.under, shown.over, shown.tags)
    tone = TONES[standing(claim)]
    found = evidence(state, claim, stage.unit, tone)
    names = tuple(each for each in (claim.a, claim.b) if each is not None)
    rings: tuple[Item, ...] = focus_rings(state, names, frozenset(), stage.scale)
    wanted = []
    if found.at is not None:
        text = said(_words(claim), tone, size=13, room=330)
        along = off_line(found.at, found.direction, text, 8) if found.direction is not None else ()
        wanted.append(Wanted(text, (*along, *beside(found.at, 12, 12, text), *beside(found.at, 30, 30, text))))
    spots: list[Text] = list(found.figure)
    kept = [*taken, *(box(each, stage.scale) for each in spots)]
    tags = placed(stage, wanted, found.lines, kept, on_table(stage, room))
    return Laid(found.under, (*rings, *found.over), (*spots, *tags))


def fact_lines(state: State, fact: Fact, unit: float) -> tuple[Line, ...]:
    """The lines that are drawn of a line of a situation, in inches; `unit`: inches in a pixel."""
    if fact.needs is not None:
        ways = (tuple(pose for pose in way.path) for way in fact.needs.shortest)
        return tuple(tuple((float(at[0]), float(at[1])) for at in way) for way in ways if way)
    return evidence(state, fact.claim, unit).lines


def _words(claim: Certificate) -> str:
    """The figure against its limit, and on which side of it that is, in words and not by colour alone."""
    if claim.measure == "sight":
        return parts(claim)[0]
    verdict = standing(claim)
    close = "on the line: " if verdict == "on the line" else ""
    return f"{close}{short(claim)}"
