"""The expulsion, told as on a table: the dice lie, the line runs from low to high, is carried onto the machine, the
Artifact slides 6 in, hops over what cannot hold it, and comes to rest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from battlefield.events.relics_of_old import ArtifactExpelled
from battlefield.geometry import measure
from battlefield.geometry.placement import board_exit
from battlefield.geometry.shapes import Disc, Point, Shape
from battlefield.state import State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Colour, Ellipse, Item, Line, Stroke, Text
from battlefield.viewer.labels import Wanted, beside
from battlefield.viewer.metrics import width
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_dice import dice_rects, die_side, faces_at, low_and_high, lying_dice
from battlefield.viewer.story_relics import in_the_machine
from battlefield.viewer.tags import off_line, placed, said

LINE = theme.INK
ARC = theme.MAGENTA


@dataclass(frozen=True, slots=True)
class Flight:
    """Where everything of an expulsion lies. Along the line: inches from the machine's centre.

    `tape`: from the machine's closest part to the token's, where it is 6 in away. `hops`: (name, from, to) in the
    order in which they are made. `end`: how far along the line it comes to rest; `exit`: where the board ends.
    """

    event: ArtifactExpelled
    machine: Shape
    radius: float
    first: float
    end: float
    exit: float
    tape: tuple[Point, Point]
    hops: tuple[tuple[str, float, float], ...]
    up: Point

    def at(self, along: float) -> Point:
        """The place so far along the line."""
        x, y = self.event.through
        return (x + along * self.event.direction[0], y + along * self.event.direction[1])

    def token(self, along: float) -> Disc:
        """The token so far along the line."""
        x, y = self.at(along)
        return Disc(x, y, self.radius)

    def arc(self, start: float, end: float, share: float = 1.0) -> Line:
        """The arc over a stretch of the line, up to a share of it."""
        steps = max(2, int(28 * share))
        return tuple(self.over(start, end, share * step / steps) for step in range(steps + 1))

    def over(self, start: float, end: float, share: float) -> Point:
        """The place on that arc at a share of it."""
        ground, lift = self.at(start + (end - start) * share), self.lift(start, end, share)
        return (ground[0] + lift * self.up[0], ground[1] + lift * self.up[1])

    def lift(self, start: float, end: float, share: float) -> float:
        """How high the arc is at a share of it, inches."""
        return (0.7 + 0.3 * abs(end - start)) * 4 * share * (1 - share)


def flight(event: ArtifactExpelled, before: State) -> Flight:
    """The figures of an expulsion, for drawing."""
    machine, radius = _machine(event, before), _radius(event, before)
    ux, uy = event.direction
    along = [
        (x - event.through[0]) * ux + (y - event.through[1]) * uy
        for x, y in (event.first_place, (event.at.x, event.at.y))
    ]
    exit_at = board_exit(event.through, event.direction, radius, before.board.width, before.board.height)
    gap = measure.gap(machine, Disc(*event.first_place, radius))
    up = (-uy, ux) if ux > 0 or (ux == 0 and uy < 0) else (uy, -ux)
    hops, here = [], along[0]
    for hop in sorted(event.passed, key=lambda each: (each.to, each.from_)):
        if hop.to > here and not event.edge:
            hops.append((hop.what, here, hop.to))
            here = hop.to
    return Flight(event, machine, radius, along[0], along[1], exit_at, (gap.here, gap.there), tuple(hops), up)


def expulsion(stage: Stage, event: ArtifactExpelled) -> Plan:
    """How an expulsion is shown, beat after beat."""
    way = flight(event, stage.before)
    faces = faces_at(stage.recording, stage.moment.index, event.dice)
    tags = _tags(stage, way, faces)
    lines = (_through_dice(way, stage.unit), *_lines(way))

    def draw(elapsed: float) -> Drawn:
        seen = {name: stage.moment.progress(name, elapsed) for name in ("line", "carry", "slide", "edge", "rest")}
        begun = {beat.name for beat in stage.moment.beats if elapsed > beat.start or beat.start == 0.0}
        under: list[Item] = []
        dice = [*_dice_line(way, seen["line"], stage.unit), *lying_dice(event.dice, faces, stage.unit)]
        dice += _carried(way, seen["carry"], stage.unit)
        if "slide" in begun:
            under += _aim(way, stage.unit) + _tape(way, seen["slide"], stage.unit)
        top = [_running(way, text, seen[name]) if name == "slide" else text for name, text in tags if name in begun]
        moving = _journey(way, stage, elapsed) if "slide" in begun else ([], [])
        return Drawn(under=tuple(under), over=(*dice, *moving[0], *moving[1]), top=tuple(top))

    hidden = frozenset({event.artifact})
    return Plan(stage.before, stage.moment.duration - 0.6, hidden, lines, tuple(text for _, text in tags), draw=draw)


def _running(way: Flight, text: Text, progress: float) -> Text:
    """The figure of the tape while it runs out."""
    if progress >= 1.0:
        return text
    shown = f"{measure.gap(way.machine, way.token(way.first)).high * eased(progress):.1f}″"
    return replace(text, text=shown, width=width(shown, text.size, text.weight))


def _machine(event: ArtifactExpelled, before: State) -> Shape:
    found = before.find_model(event.machine)
    if found is None or found.pose is None:
        return Disc(event.through[0], event.through[1], 0.0)
    return found.footprint


def _radius(event: ArtifactExpelled, before: State) -> float:
    artifact = before.artifacts.get(event.artifact)
    return 25 / 25.4 / 2 if artifact is None else artifact.radius


def _lines(way: Flight) -> list[Line]:
    far = way.exit + way.radius if way.event.edge else way.end + 1.5
    reach = measure.support(way.machine, -way.event.direction[0], -way.event.direction[1])
    back = min(0.0, _along(way, reach)) - 1.2
    arcs = [way.arc(start, end) for _, start, end in way.hops]
    return [(way.at(back), way.at(far)), way.tape, *arcs]


def _along(way: Flight, point: Point) -> float:
    (x, y), (ux, uy) = way.event.through, way.event.direction
    return (point[0] - x) * ux + (point[1] - y) * uy


def _through_dice(way: Flight, unit: float) -> tuple[Point, Point]:
    """The line through the dice, from before the low one to beyond the high one."""
    low, high = way.event.dice
    ux, uy = way.event.direction
    side = die_side(1 / unit)
    before, beyond = side * 0.7 + 8 * unit, side * 0.7 + 24 * unit
    return (low[0] - before * ux, low[1] - before * uy), (high[0] + beyond * ux, high[1] + beyond * uy)


def _dice_line(way: Flight, progress: float, unit: float) -> list[Item]:
    """The line through the dice, growing from the low one."""
    start, end = _through_dice(way, unit)
    tip = between(start, end, eased(progress))
    items: list[Item] = [Stroke((start, tip), theme.LABEL.at(0.9), 5.0), Stroke((start, tip), LINE, 2.0, (7, 4))]
    items.append(glyphs.arrow_head(tip, way.event.direction, 12 * unit, LINE))
    return items


def _carried(way: Flight, progress: float, unit: float) -> list[Item]:
    """The same line on its way onto the machine, with the way it is carried."""
    if progress <= 0.0 or progress >= 1.0:
        return []
    (lx, ly), (hx, hy) = way.event.dice
    ux, uy = way.event.direction
    middle = ((lx + hx) / 2, (ly + hy) / 2)
    spot = between(middle, way.event.through, eased(progress))
    half = max(4.0, 0.5 * (abs(hx - lx) + abs(hy - ly)))
    start, end = (spot[0] - half * ux, spot[1] - half * uy), (spot[0] + half * ux, spot[1] + half * uy)
    return [
        Stroke((middle, spot), theme.INK.at(0.35), 1.4, (2, 4)),
        Stroke((start, end), theme.LABEL.at(0.9), 5.0),
        Stroke((start, end), LINE, 2.2, (7, 4)),
        glyphs.arrow_head(end, (ux, uy), 10 * unit, LINE),
        Ellipse(spot, 3 * unit, 3 * unit, fill=LINE),
    ]


def _aim(way: Flight, unit: float) -> list[Item]:
    """The line where it lies now, through the machine's centre and on past where the Artifact comes to rest."""
    start, end = _lines(way)[0]
    head = [] if way.event.edge else [glyphs.arrow_head(end, way.event.direction, 9 * unit, LINE.at(0.8))]
    return [Stroke((start, end), theme.LABEL.at(0.8), 4.0), Stroke((start, end), LINE.at(0.8), 1.5, (6, 5)), *head]


def _tape(way: Flight, progress: float, unit: float) -> list[Item]:
    """The measure from the machine's closest part towards the token's, with a tick each inch, as far as it has come."""
    here, there = way.tape
    long = way.first and measure.gap(way.machine, way.token(way.first)).high
    if not long:
        return []
    done = long * eased(progress)
    ux, uy = (there[0] - here[0]) / long, (there[1] - here[1]) / long
    end = (here[0] + done * ux, here[1] + done * uy)
    items: list[Item] = [Stroke((here, end), theme.LABEL, 6.0), Stroke((here, end), theme.INK, 3.0)]
    for inch in range(int(done + 1e-6) + 1):
        half = (8.0 if inch in (0, round(long)) else 5.0) * unit
        x, y = here[0] + inch * ux, here[1] + inch * uy
        items.append(Stroke(((x - half * uy, y + half * ux), (x + half * uy, y - half * ux)), theme.LABEL, 4.5))
        items.append(Stroke(((x - half * uy, y + half * ux), (x + half * uy, y - half * ux)), theme.INK, 2.0))
    return items


def _journey(way: Flight, stage: Stage, elapsed: float) -> tuple[list[Item], list[Item]]:
    """The traces that the Artifact leaves, and the Artifact."""
    moment, unit = stage.moment, stage.unit
    progress = {beat.name: moment.progress(beat.name, elapsed) for beat in moment.beats}
    slid = (min(way.first, way.exit) if way.event.edge else way.first) * eased(progress["slide"])
    traces: list[Item] = []
    if progress["slide"] < 1.0:
        return [], list(glyphs.token(way.at(slid), way.radius, False))
    if way.hops or way.event.edge:
        traces.append(_ghost(way.token(way.first), ARC if way.hops or way.first < way.exit else theme.REFUSED))
    if way.event.edge:
        return _back_from_the_edge(way, progress["edge"], unit, traces)
    for index, (_, start, end) in enumerate(way.hops):
        share = eased(progress.get(f"hop {index}", 1.0))
        if share <= 0.0:
            break
        traces.append(Stroke((way.at(start), way.at(start + (end - start) * share)), ARC.at(0.4), 7.0))
        traces.append(Stroke(way.arc(start, end, share), theme.LABEL.at(0.9), 5.0))
        traces.append(Stroke(way.arc(start, end, share), ARC, 2.6, (2, 4)))
        if share < 1.0:
            spot, ground = way.over(start, end, share), way.at(start + (end - start) * share)
            shadow = Ellipse(ground, way.radius, way.radius, fill=theme.SHADE.at(0.8), soft=5)
            return [*traces, shadow], list(glyphs.token(spot, way.radius, False, 0.0, unit))
    return traces, _at_rest(way, way.end if way.hops else way.first, progress["rest"], unit)


def _back_from_the_edge(way: Flight, progress: float, unit: float, traces: list[Item]) -> tuple[list[Item], list[Item]]:
    """Along the line to the edge, where no place was found, and back to where it lies."""
    outward, back = min(1.0, progress / 0.5), max(0.0, (progress - 0.5) / 0.5)
    start = min(way.first, way.exit)
    along = start + (way.exit - start) * eased(outward)
    traces.append(Stroke((way.at(start), way.at(along)), ARC.at(0.4), 7.0))
    if outward < 1.0:
        return traces, list(glyphs.token(way.at(along), way.radius, False))
    traces.append(_ghost(way.token(way.exit), theme.REFUSED))
    traces += glyphs.cross(way.at(way.exit), 8 * unit, theme.REFUSED, 3.0)
    rest = (way.event.at.x, way.event.at.y)
    traces.append(Stroke(way.arc(way.exit, way.end, max(0.05, eased(back))), theme.INK, 2.0, (2, 4)))
    if back < 1.0:
        here = between(way.at(way.exit), rest, eased(back))
        return traces, list(glyphs.token(here, way.radius, False, 4.0, unit))
    return traces, _at_rest(way, way.end, 1.0, unit)


def _at_rest(way: Flight, along: float, progress: float, unit: float) -> list[Item]:
    """The Artifact where it lies, with a ring that spreads once."""
    at = (way.event.at.x, way.event.at.y) if along == way.end else way.at(along)
    spread = way.radius + (4 + 26 * progress) * unit
    ring = Ellipse(at, spread, spread, outline=theme.rgb("8a6d00", 0.75 * (1 - progress)), width=2.5)
    steady = Ellipse(at, way.radius + 4 * unit, way.radius + 4 * unit, outline=theme.INK, width=2.0)
    return [ring, steady, *glyphs.token(at, way.radius, False, 0.0, unit)]


def _ghost(disc: Disc, colour: Colour) -> Item:
    return Ellipse((disc.x, disc.y), disc.radius, disc.radius, fill=theme.LABEL.at(0.6), outline=colour, width=2.0,
                   dash=(4, 3))  # fmt: skip


def _tags(stage: Stage, way: Flight, faces: tuple[int, ...]) -> list[tuple[str, Text]]:
    """Every tag with the beat at which it appears."""
    event, direction = way.event, way.event.direction
    long = measure.gap(way.machine, way.token(way.first)).high
    wanted: list[tuple[str, Wanted]] = []
    text = said(f"{long:.3f}".rstrip("0").rstrip(".") + "″", theme.INK, size=13.5)
    wanted.append(("slide", Wanted(text, off_line(between(*way.tape, 0.5), direction, text, 10))))
    for index, (what, start, end) in enumerate(way.hops):
        text = said(f"passes over {what}", ARC)
        peak = way.over(start, end, 0.5)
        places = (*beside(peak, 10, 10, text), *off_line(peak, direction, text, 9))
        wanted.append((f"hop {index}", Wanted(text, places)))
    if event.edge:
        text = said("the line leaves the battlefield", theme.REFUSED)
        places = (*beside(way.at(way.exit), 18, 14, text), *off_line(way.at(way.exit), direction, text, 26))
        wanted.append(("edge", Wanted(text, places)))
    half = way.radius * stage.scale + 4
    closest = measure.gap(way.machine, Disc(event.at.x, event.at.y, way.radius)).high
    where = "last free place" if event.edge else event.artifact
    words = "nothing free on the line" if in_the_machine(event) else f"{where}, {closest:.3f}″ away"
    text = said(words, theme.rgb("20262f"), theme.YELLOW, room=280)
    spot = (event.at.x, event.at.y)
    places = (*beside(spot, half, half, text), *off_line(spot, direction, text, half + 16))
    wanted.append(("rest", Wanted(text, places)))
    ghosts = [*dice_rects(event.dice, stage.scale), *dice_rects((way.at(way.first), way.at(way.end)), stage.scale)]
    through = _through_dice(way, stage.unit)
    made = placed(stage, [each for _, each in wanted], [through, *_lines(way)], ghosts)
    dice = low_and_high(stage, event.dice, faces, through) if len(set(faces)) > 1 else []
    return [*(("line", each) for each in dice), *zip((name for name, _ in wanted), made, strict=True)]
