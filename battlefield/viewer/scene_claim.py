"""How a claim looks at the end of a battle: 13 in round the Artifact, the order of attempts, each way, each roll."""

from __future__ import annotations

from math import hypot

from battlefield.events.relics_of_old import ClaimAttempted
from battlefield.figures import trimmed
from battlefield.geometry.shapes import Point
from battlefield.state import Model, State
from battlefield.viewer import course, glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Stroke
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.plan import Drawn, Plan, Stage, eased
from battlefield.viewer.scene_drop import dimension
from battlefield.viewer.scene_models import outline
from battlefield.viewer.scene_move import DASH, band_items, ghost
from battlefield.viewer.shown import lit_area
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import called
from battlefield.viewer.walk import Walk

CLAIMED = theme.rgb("00694c")


def claim_attempted(stage: Stage, event: ClaimAttempted) -> Plan:
    """The way of the unit whose turn it is, what it needs and rolled, or what bars it; the others by their numbers."""
    state = stage.before
    claims = course.claims_of(stage.recording, stage.moment.index)
    walk = course.way_to_claim(state, event)
    straight = None if walk is not None and event.needs is not None else _straight(event)
    colour = _colour(stage, event)
    lines: list[Line] = [each for each in (None if walk is None else walk.line, straight) if each is not None]
    others = [course.way_to_claim(state, each) for each in claims if each is not event]
    wanted, fixed = _figures(event, walk, straight, colour), _numbers(stage, claims, event)
    end = [] if walk is None else [rect_of(walk.base.at(walk.path[-1]), stage.scale)]
    tags = placed(stage, [*fixed, *_verdict(stage, event, colour), *wanted], lines, end)
    barring = tuple(name for name in event.blockers if state.find_model(name) is not None)
    lit = [item for each in state.terrain if each.name in event.blockers for item in lit_area(each.area, theme.REFUSED)]
    model = None if event.model is None else state.find_model(event.model)

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.55 * stage.moment.duration)))
        under: list[Item] = [Stroke(each.line, theme.INK_SOFT, 1.2, (2, 4)) for each in others if each is not None]
        over: list[Item] = []
        if walk is not None and model is not None:
            under += [*band_items(walk, colour), *ghost(model, walk.path[-1], stage.livery(model.player), colour)]
            over += _way(walk, share, colour, stage.unit)
        if straight is not None:
            over += _gap(event, straight, stage.unit)
        shown = tuple(tags) if share >= 1.0 else tuple(tags[: len(fixed)])
        return Drawn((*under, *lit), tuple(over), shown)

    focus = (event.model or event.unit, event.artifact, *barring)
    still = stage.moment.duration * 0.9
    shown = (tuple(lines), tuple(tags))
    return Plan(state, still, frozenset(), *shown, focus, event.artifact, spots=tuple(end), draw=draw)


def _straight(event: ClaimAttempted) -> Line | None:
    """The line between the closest parts of the unit and the token, by the certificate."""
    near = next((each for each in event.claims if each.rule == event.rule), None)
    if near is None or "here" not in near.details:
        return None
    (ax, ay), (bx, by) = near.details["here"][:2], near.details["there"][:2]
    return ((ax, ay), (bx, by))


def _colour(stage: Stage, event: ClaimAttempted) -> Colour:
    if event.needs is None or not event.success:
        return theme.REFUSED
    unit = stage.before.units.get(event.unit)
    return CLAIMED if unit is None else stage.livery(unit.player).dark


def _numbers(stage: Stage, claims: tuple[ClaimAttempted, ...], event: ClaimAttempted) -> list[Wanted]:
    """Which unit was when: a number beside each, the one whose turn it is in the colour of its player."""
    wanted = []
    for number, each in enumerate(claims, 1):
        model = _stands_for(stage.before, each)
        if model is None:
            continue
        fill = stage.livery(model.player).dark if each is event else theme.INK_SOFT
        rect = rect_of(model.footprint, stage.scale)
        text = said(str(number), fill, size=13 if each is event else 11.5)
        wanted.append(Wanted(text, beside(_middle(model), rect.width / 2, rect.height / 2, text, 2.0)))
    return wanted


def _stands_for(state: State, event: ClaimAttempted) -> Model | None:
    """The model beside which a claim is written: the one with the shortest way, else the closest of the unit."""
    near = next((each.a for each in event.claims if each.rule == event.rule), None)
    model = state.find_model(event.model or near or event.unit)
    return model if model is not None and model.on_board else None


def _middle(model: Model) -> Point:
    return (model.footprint.x, model.footprint.y)


def _verdict(stage: Stage, event: ClaimAttempted, colour: Colour) -> list[Wanted]:
    """What came of it, beside the place that it was about."""
    artifact = stage.before.artifacts[event.artifact]
    if artifact.at is None:
        return []
    words = f"{event.unit}: " + _words(stage.before, event)
    half = artifact.radius * stage.scale + 5
    text = said(words, colour, size=13, room=330.0)
    return [Wanted(text, beside(artifact.at.point, half, half, text))]


def _words(state: State, event: ClaimAttempted) -> str:
    if event.needs is None:
        if event.length is not None:
            return f"barred, {trimmed(event.length, 2)}″ is more than 12″"
        return f"barred by {called(state, event.blockers[0])}" if event.blockers else "barred"
    if event.needs == 0:
        return "there already"
    return f"rolls {event.roll}, needs {event.needs} – {'claimed' if event.success else 'short'}"


def _figures(event: ClaimAttempted, walk: Walk | None, straight: Line | None, colour: Colour) -> list[Wanted]:
    """The length of the way, half-way along it, and of the straight gap."""
    wanted = []
    if walk is not None and event.length is not None:
        text = said(f"way {trimmed(event.length, 3)}″", colour)
        one, two = walk.at(0.45).point, walk.at(0.55).point
        wanted.append(Wanted(text, off_line(walk.at(0.5).point, _direction(one, two), text, 10)))
    if straight is not None:
        text = said(f"{trimmed(event.distance, 3)}″", theme.INK)
        middle = ((straight[0][0] + straight[1][0]) / 2, (straight[0][1] + straight[1][1]) / 2)
        wanted.append(Wanted(text, off_line(middle, _direction(*straight), text, 8)))
    return wanted


def _direction(one: Point, two: Point) -> Point:
    long = hypot(two[0] - one[0], two[1] - one[1])
    return ((two[0] - one[0]) / long, (two[1] - one[1]) / long) if long > 0 else (1.0, 0.0)


def _way(walk: Walk, share: float, colour: Colour, unit: float) -> list[Item]:
    """The way so far, and where its base would stand."""
    done, there = walk.trail(0.0, share), walk.at(share)
    if len(done) < 2:
        return []
    return [
        Stroke(done, theme.LABEL.at(0.9), 5.0),
        Stroke(done, colour, 2.4, DASH),
        Ellipse(done[0], 3.2 * unit, 3.2 * unit, fill=colour, outline=theme.LABEL, width=1.2),
        outline(walk.base.at(there), theme.LABEL.at(0.8), 4.0),
        outline(walk.base.at(there), colour, 2.0, (5, 3)),
    ]


def _gap(event: ClaimAttempted, line: Line, unit: float) -> list[Item]:
    """The straight gap: as it is where it will do, or a way is shown besides; broken where nothing leads there."""
    if event.needs == 0:
        return dimension((line[0], line[1]), unit)
    return _broken(line, unit) if event.length is None else [Stroke(line, theme.INK, 1.4, DASH)]


def _broken(line: Line, unit: float) -> list[Item]:
    middle = ((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2)
    return [
        Stroke(line, theme.LABEL.at(0.9), 4.4),
        Stroke(line, theme.REFUSED, 2.0, (5, 5)),
        *glyphs.cross(middle, 6 * unit, theme.LABEL, 7.0),
        *glyphs.cross(middle, 6 * unit, theme.REFUSED, 3.4),
    ]
