"""Who is seen, on the table: a clear line to each, in cover or not; to the others one that is cut, and what cuts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from battlefield.certificate import Certificate
from battlefield.figures import trimmed
from battlefield.geometry import areas
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import Point, Pose, RoundBase
from battlefield.geometry.sweep import first_overlap
from battlefield.judge import Sighting
from battlefield.state import State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Rect, Stroke
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.plan import Stage, between
from battlefield.viewer.scene_models import outline
from battlefield.viewer.shown import HELD, Shown, edges_of, haloed, lit, on_table, thing
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import called, listed

RED = theme.REFUSED
Leg = tuple[Point, Point]
FEW = 6
"""Up to so many looks each has a tag of its own; with more, those that say the same share one."""
NARROW = 0.25
"""With less room than this, in inches, the room is told beside the line."""
_POINT = RoundBase(1e-6)


def sights_shown(stage: Stage, sights: Sequence[Sighting], room: Rect | None = None) -> Shown:
    """Every look: green and whole to what is seen, dashed where that is in cover; red to what is hidden, as far as it
    gets; those at the looker's own side faint. `room`: what the labels stay in, in board pixels."""
    state = stage.before
    few = len(sights) <= FEW
    over: list[Item] = []
    wanted: list[Wanted] = []
    lines: list[Line] = []
    hidden: dict[tuple[str, ...], list[tuple[Certificate, Point]]] = {}
    for each in sorted(sights, key=lambda one: (foreign(state, one), bool(one.claim.holds))):
        claim = each.claim
        line = line_of(claim) if claim.holds else _across(state, claim)
        if line is None:
            continue
        lines.append(line)
        strength = 1.0 if few or foreign(state, each) else 0.4
        if claim.holds:
            over += _seen(state, each, line, (strength, stage.unit))
            wanted += _seen_tags(stage, each, line, few)
        else:
            at = _cut(state, claim, line)
            over += _unseen(line, at, (strength, stage.unit))
            hidden.setdefault(tuple(claim.details.get("blockers", ())), []).append((claim, at))
    for blockers, cut in hidden.items():
        wanted += _hidden_tags(state, blockers, cut, few)
    names = list(dict.fromkeys(name for blockers in hidden for name in blockers))
    wanted.sort(key=lambda tag: tag.optional)
    tags = tuple(placed(stage, wanted, [*lines, *edges_of(state, names)], (), on_table(stage, room)))
    focus = tuple(dict.fromkeys(each.claim.a for each in sights))
    return Shown(tuple(lit(state, names, RED, stage.unit)), tuple(over), tags, tuple(lines), (), focus)


def look(state: State, claim: Certificate, unit: float) -> tuple[tuple[Item, ...], tuple[Item, ...], Leg, Point] | None:
    """One look: what is drawn below and above the models, its line, and where it tells most; None without a line.

    `unit`: inches in a pixel.
    """
    line = line_of(claim) if claim.holds else _across(state, claim)
    if line is None:
        return None
    if claim.holds:
        return (), tuple(_seen(state, Sighting(claim), line, (1.0, unit))), line, between(*line, 0.5)
    at = _cut(state, claim, line)
    under = tuple(lit(state, claim.details.get("blockers", ()), RED, unit))
    return under, tuple(_unseen(line, at, (1.0, unit))), line, at


def foreign(state: State, seen: Sighting) -> bool:
    """Whether a look is not at a model of the looker's own player."""
    looker = state.find_model(seen.claim.a)
    other = None if seen.claim.b is None else state.find_model(seen.claim.b)
    return looker is None or other is None or looker.player != other.player


def lines_of(sights: Sequence[Sighting]) -> Iterator[Leg]:
    """The clear lines."""
    yield from (line for each in sights if (line := line_of(each.claim)) is not None)


def line_of(claim: Certificate) -> Leg | None:
    """The clear line of a look, in plan."""
    line = claim.details.get("line")
    if not line:
        return None
    (ax, ay, *_), (bx, by, *_) = line
    return ((float(ax), float(ay)), (float(bx), float(by)))


def in_cover(seen: Sighting) -> bool:
    """Whether what is seen has the Benefit of Cover."""
    return seen.cover is not None and seen.cover.holds is True


def cover_words(seen: Sighting) -> str:
    """Why something has cover."""
    cover = seen.cover
    if cover is None or not cover.holds:
        return ""
    if cover.measure == "inside":
        return f"in cover, wholly within {cover.b}"
    return f"in cover, partly behind {listed(cover.details.get('blockers') or ())}"


def hidden_words(claim: Certificate) -> str:
    """Why something is not seen."""
    aboard = claim.details.get("embarked")
    return f"{listed(aboard)} embarked" if aboard else f"behind {listed(claim.details.get('blockers') or ())}"


def _seen(state: State, seen: Sighting, line: Leg, how: tuple[float, float]) -> Iterator[Item]:
    """A clear line, the dots where it touches, a ring round what is seen: dashed for cover.

    `how`: the strength of the line, and inches in a pixel.
    """
    strength, unit = how
    dash = (7.0, 4.0) if in_cover(seen) else ()
    if strength < 1.0:
        yield Stroke(line, HELD.at(strength), 1.4, dash)
        return
    yield from haloed(line, HELD, 2.2, dash)
    yield from (Ellipse(at, 3.2 * unit, 3.2 * unit, fill=HELD, outline=theme.LABEL, width=1.2) for at in line)
    shape = None if seen.claim.b is None else thing(state, seen.claim.b)
    if shape is not None and not isinstance(shape, Area):
        yield outline(shape, theme.LABEL.at(0.9), 5.2, grow=4 * unit)
        yield outline(shape, HELD, 2.6, dash, grow=4 * unit)


def _seen_tags(stage: Stage, seen: Sighting, line: Leg, few: bool) -> Iterator[Wanted]:
    """Where it tells something: how little room there is beside the line, and the cover."""
    (ax, ay), (bx, by) = line
    long = hypot(bx - ax, by - ay) or 1.0
    room = seen.claim.value
    if few and isinstance(room, float) and room < NARROW:
        text = said(f"{trimmed(room)}″ of room", HELD, size=13)
        yield Wanted(text, off_line(between(*line, 0.5), ((bx - ax) / long, (by - ay) / long), text, 8))
    if in_cover(seen) and (few or foreign(stage.before, seen)):
        text = said(cover_words(seen) if few else "in cover", theme.LABEL, HELD, size=12, room=320)
        shape = None if seen.claim.b is None else thing(stage.before, seen.claim.b)
        rect = Rect(bx * stage.scale, -by * stage.scale, 0, 0)
        if shape is not None and not isinstance(shape, Area):
            rect = rect_of(shape, stage.scale)
        middle = (rect.centre[0] / stage.scale, -rect.centre[1] / stage.scale)
        yield Wanted(text, beside(middle, rect.width / 2 + 7, rect.height / 2 + 7, text), optional=not few)


def _hidden_tags(
    state: State, blockers: tuple[str, ...], cut: Sequence[tuple[Certificate, Point]], few: bool
) -> Iterator[Wanted]:
    """What is hidden by the same things: each by its name where there are few, else how many."""
    for claim, at in cut if few else cut[-1:]:
        words = f"{called(state, claim.b or '')} is {hidden_words(claim)}"
        if len(cut) > 1 and not few:
            words = f"{len(cut)} behind {listed(blockers)}"
        text = said(words, RED, size=12.5, room=360)
        yield Wanted(text, (*beside(at, 12, 12, text), *beside(at, 30, 30, text)), optional=not few)


def _unseen(line: Leg, at: Point, how: tuple[float, float]) -> Iterator[Item]:
    """A line as far as it is clear, a cross where it is cut, the rest of it faint."""
    strength, unit = how
    yield Stroke((at, line[1]), RED.at(0.75 * strength), 1.4, (1.5, 4))
    if strength < 1.0:
        yield Stroke((line[0], at), RED.at(strength), 1.4, (5, 4))
    else:
        yield from haloed((line[0], at), RED, 1.8, (5, 4))
    for tone, thick in ((theme.LABEL, 6.0), (RED, 3.0)):
        yield from glyphs.cross(at, 5 * unit, tone.at(max(strength, 0.6)), thick)


def _across(state: State, claim: Certificate) -> Leg | None:
    """From the middle of who looks to the middle of what is looked at."""
    ends = [_middle(state, name) for name in (claim.a, claim.b)]
    if ends[0] is None or ends[1] is None:
        return None
    return (ends[0], ends[1])


def _middle(state: State, name: str | None) -> Point | None:
    found = None if name is None else thing(state, name)
    if found is None:
        return None
    if isinstance(found, Area):
        return areas.representative_point(found)
    return (found.x, found.y)


def _cut(state: State, claim: Certificate, line: Leg) -> Point:
    """Where a line runs into the first of what hides its end; its middle where it only grazes that."""
    path = (Pose(*line[0], 0.0, 0.0), Pose(*line[1], 0.0, 0.0))
    found: list[tuple[float, Point]] = []
    for name in claim.details.get("blockers", ()):
        obstacle = thing(state, name)
        contact = None if obstacle is None else first_overlap(_POINT, path, obstacle)
        if contact is not None:
            found.append((contact.travelled, contact.point))
    return min(found)[1] if found else between(*line, 0.5)


def tone_of(seen: Sighting) -> Colour:
    """The colour that tells how a look ended, on the screen."""
    if not seen.claim.holds:
        return theme.BAD
    return theme.EDGE_CASE if in_cover(seen) else theme.GOOD
