"""Tokens that change their place: the Relic's drop with its 1 in gap, an Artifact's drop, recovery, hand-over, loss."""

from __future__ import annotations

from math import hypot

from battlefield.events import relics_of_old as artifacts
from battlefield.events.scrollhammer_relic import RelicDropped
from battlefield.geometry import measure
from battlefield.geometry.shapes import Disc, Point, Shape
from battlefield.state import Artifact, State
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Ellipse, Item, Line, Rect, Stroke, Text
from battlefield.viewer.labels import Wanted, beside, rect_of
from battlefield.viewer.plan import Drawn, Plan, Stage, between, eased
from battlefield.viewer.scene_models import outline
from battlefield.viewer.scene_move import ghost
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.telling import called


def relic_dropped(stage: Stage, event: RelicDropped) -> Plan:
    """The Relic is put 1 in away, closest part to closest part; from there out of where it cannot lie."""
    relic = stage.before.artifacts[event.relic]
    asked, at = event.asked_at, event.at.point
    mover = _mover(stage.before, event)
    gap = measure.gap(mover, Disc(*asked, relic.radius))
    tape = (gap.here, gap.there)
    tags = _drop_tags(stage, event, relic, tape)
    isrelic = relic.kind == "relic"
    start = event.pose.point

    def draw(elapsed: float) -> Drawn:
        put = eased(stage.moment.progress("gap", elapsed))
        out = eased(stage.moment.progress("way out", elapsed))
        rest = stage.moment.progress("rest", elapsed)
        under: list[Item] = [outline(mover, theme.INK, 1.8, (5, 4))]
        over = dimension(tape, stage.unit) if put > 0.55 else []
        where, lift = between(start, asked, min(1.0, put / 0.6)), 22.0 * 4 * put * (1 - put) if put < 0.6 else 0.0
        if at != asked and put >= 1.0:
            where = between(asked, at, out)
            over += _way_out(asked, where, relic.radius, stage.unit)
        token = glyphs.token(where, relic.radius, isrelic, lift, stage.unit)
        ring = _spreading(where, relic.radius, rest, stage.unit) if rest > 0 else []
        begun = {name for name in ("gap", "way out", "rest") if stage.moment.progress(name, elapsed) > 0.5}
        return Drawn(tuple(under), (*over, *ring, *token), tuple(text for name, text in tags if name in begun))

    lines: list[Line] = [tape, *([(asked, at)] if at != asked else [])]
    shown = tuple(text for _, text in tags)
    return Plan(stage.before, stage.moment.duration - 0.4, frozenset({relic.name}), tuple(lines), shown, draw=draw)


def _mover(state: State, event: RelicDropped) -> Shape:
    return state.model(event.mover).footprint_at(event.pose)


def _drop_tags(stage: Stage, event: RelicDropped, relic: Artifact, tape: tuple[Point, Point]) -> list[tuple[str, Text]]:
    asked, at = event.asked_at, event.at.point
    long = hypot(tape[1][0] - tape[0][0], tape[1][1] - tape[0][1])
    figure = f"{long:.3f}".rstrip("0").rstrip(".") + "″"
    words = figure if event.edge is None else f"to the {event.edge} edge"
    ways = [("gap", words, theme.INK, between(*tape, 0.5), tape)]
    if at != asked:
        moved = hypot(at[0] - asked[0], at[1] - asked[1])
        what = f"out of {event.out_of[0]}" if event.out_of else "nearest free place"
        ways.append(("way out", f"{what}: {moved:.3f}″", theme.MAGENTA, between(asked, at, 0.5), (asked, at)))
    wanted = []
    for _, words, fill, middle, (one, two) in ways:
        text = said(words, fill, size=12.5)
        far = hypot(two[0] - one[0], two[1] - one[1]) or 1.0
        direction = ((two[0] - one[0]) / far, (two[1] - one[1]) / far)
        wanted.append(Wanted(text, (*beside(middle, 8, 12, text), *off_line(middle, direction, text, 12))))
    text = said(event.relic, theme.rgb("20262f"), theme.rgb("ffc04d"))
    half = relic.radius * stage.scale + 4
    wanted.append(Wanted(text, beside(at, half, half, text)))
    half_rect = _token_rects((asked, at), relic.radius, stage.scale)
    made = placed(stage, wanted, [tape, (asked, at)], half_rect)
    return list(zip([*(each[0] for each in ways), "rest"], made, strict=True))


def _token_rects(spots: tuple[Point, ...], radius: float, scale: float) -> list[Rect]:
    half = radius * scale
    return [Rect(x * scale - half, -y * scale - half, 2 * half, 2 * half) for x, y in spots]


def dimension(ends: tuple[Point, Point], unit: float) -> list[Item]:
    """A dimension line: a bar between two points with a stop at each end."""
    (ax, ay), (bx, by) = ends
    long = hypot(bx - ax, by - ay)
    if long <= 0:
        return []
    ux, uy = (bx - ax) / long, (by - ay) / long
    half = 8 * unit
    stops = [((x - half * uy, y + half * ux), (x + half * uy, y - half * ux)) for x, y in ends]
    return [
        *(Stroke(line, theme.LABEL, 5.5) for line in (ends, *stops)),
        *(Stroke(line, theme.INK, 2.4) for line in (ends, *stops)),
    ]


def _way_out(asked: Point, where: Point, radius: float, unit: float) -> list[Item]:
    """From where it may not lie, a ghost, to where it goes."""
    items: list[Item] = [
        Ellipse(asked, radius, radius, fill=theme.LABEL.at(0.85), outline=theme.MAGENTA, width=2.0, dash=(4, 3)),
        *glyphs.cross(asked, 6 * unit, theme.MAGENTA, 2.6),
    ]
    far = hypot(where[0] - asked[0], where[1] - asked[1])
    if far > 4 * unit:
        items += [Stroke((asked, where), theme.LABEL, 5.0), Stroke((asked, where), theme.MAGENTA, 2.4, (3, 4))]
    return items


def _spreading(at: Point, radius: float, progress: float, unit: float) -> list[Item]:
    spread = radius + (4 + 24 * progress) * unit
    return [
        Ellipse(at, spread, spread, outline=theme.rgb("8a6d00", 0.75 * (1 - progress)), width=2.5),
        Ellipse(at, radius + 4 * unit, radius + 4 * unit, outline=theme.INK, width=2.0),
    ]


def artifact_dropped(stage: Stage, event: artifacts.ArtifactDropped) -> Plan:
    """The space that the carrier took up, and the token coming down in it."""
    artifact = stage.before.artifacts[event.artifact]
    at = event.at.point
    carrier = stage.before.find_model(event.from_)
    space = None if carrier is None else carrier.footprint_at(event.footprint)
    text = said(f"{event.artifact} drops", theme.rgb("20262f"), theme.YELLOW)
    half = 20.0 if space is None else _half(space) * stage.scale + 3
    tags = placed(stage, [Wanted(text, beside(at, half, half, text))], [])

    def draw(elapsed: float) -> Drawn:
        share = min(1.0, elapsed / (0.6 * stage.moment.duration))
        lift = 40.0 * (1 - share) ** 2
        under = () if space is None else (outline(space, theme.INK, 1.8, (5, 4)),)
        token = glyphs.token(at, artifact.radius, artifact.kind == "relic", lift, stage.unit)
        ring = _spreading(at, artifact.radius, (share - 0.8) * 5, stage.unit) if share > 0.8 else []
        return Drawn(under, (*ring, *token), tuple(tags) if share > 0.4 else ())

    hidden = frozenset({event.artifact})
    return Plan(stage.before, stage.moment.duration * 0.9, hidden, tags=tuple(tags), draw=draw)


def _half(shape: Shape) -> float:
    x0, y0, x1, y1 = measure.bounds(shape)
    return max(x1 - x0, y1 - y0) / 2


def artifact_recovered(stage: Stage, event: artifacts.ArtifactRecovered) -> Plan:
    """The gap from the model to the token; then the token flies to the model."""
    artifact = stage.before.artifacts[event.artifact]
    model = stage.before.find_model(event.by)
    shape = Disc(*event.pose.point, 0.4) if model is None else model.footprint_at(event.pose)
    start = artifact.at.point if artifact.at is not None else event.pose.point
    gap = measure.gap(shape, Disc(*start, artifact.radius))
    name = called(stage.before, event.by)
    claimed = model is not None and model.pose is not None and model.pose != event.pose
    end = model.pose.point if claimed and model is not None and model.pose is not None else event.pose.point
    text = said(f"{'claimed' if claimed else 'recovered'} by {name}", theme.rgb("20262f"), theme.YELLOW)
    half = _half(shape) * stage.scale + 6
    figure = said(f"{gap.high:.3f}″", theme.INK)
    wanted = [
        Wanted(figure, beside(between(gap.here, gap.there, 0.5), 12, 12, figure)),
        Wanted(text, beside(event.pose.point, half, half, text)),
    ]
    tags = placed(stage, wanted, [(gap.here, gap.there)], [rect_of(shape, stage.scale)])

    def draw(elapsed: float) -> Drawn:
        share = elapsed / stage.moment.duration
        fly = eased(max(0.0, min(1.0, (share - 0.35) / 0.45)))
        where, lift = between(start, end, fly), 12.0 * 4 * fly * (1 - fly)
        edge = 4 * stage.unit
        ring = [outline(shape, theme.LABEL, 5.0, grow=edge), outline(shape, theme.INK, 2.2, grow=edge)]
        if model is not None and claimed:
            ring += ghost(model, event.pose, stage.livery(model.player))
        items = [*ring, *(dimension((gap.here, gap.there), stage.unit) if fly < 1.0 else [])]
        size = artifact.radius * (1 - 0.4 * fly)
        token = glyphs.token(where, size, artifact.kind == "relic", lift, stage.unit)
        return Drawn((), (*items, *token), tuple(tags) if share > 0.15 else ())

    hidden = frozenset({event.artifact})
    still = stage.moment.duration * 0.34
    return Plan(stage.before, still, hidden, ((gap.here, gap.there),), tuple(tags), draw=draw)


def artifact_assigned(stage: Stage, event: artifacts.ArtifactAssigned) -> Plan:
    """The sign goes from the model that had it to the one that has it now."""
    taker = stage.after.find_model(event.to)
    giver = None if event.from_ is None else stage.before.find_model(event.from_)
    if taker is None or not taker.on_board or taker.pose is None:
        return Plan(stage.after, stage.moment.duration * 0.7, focus=(event.to,))
    end = taker.pose.point
    start = giver.pose.point if giver is not None and giver.pose is not None else (end[0], end[1] + 60 * stage.unit)
    text = said(f"{event.artifact} → {event.to}" if giver is not None else event.artifact, theme.rgb("20262f"),
                theme.YELLOW)  # fmt: skip
    half = _half(taker.footprint) * stage.scale + 6
    tags = placed(stage, [Wanted(text, beside(end, half, half, text))], [(start, end)])
    relic = stage.after.artifacts[event.artifact].kind == "relic"

    def draw(elapsed: float) -> Drawn:
        share = eased(min(1.0, elapsed / (0.7 * stage.moment.duration)))
        trace = Stroke((start, between(start, end, share)), theme.INK, 2.0, (3, 4))
        moving = glyphs.sign(between(start, end, share), 9 * stage.unit, relic)
        items = (trace, *moving) if giver is not None and share < 1.0 else moving if share < 1.0 else ()
        return Drawn((), tuple(items), tuple(tags))

    base = stage.after
    lines: tuple[Line, ...] = ((start, end),) if giver is not None else ()
    still = stage.moment.duration * (0.95 if giver is None else 0.5)
    return Plan(base, still, frozenset(), lines, tuple(tags), (event.to,), draw=draw)


def artifact_gone(stage: Stage, event: artifacts.ArtifactLost | artifacts.ArtifactReturned) -> Plan:
    """An Artifact leaves the battlefield: it fades where it lay or was carried."""
    artifact = stage.before.artifacts[event.artifact]
    carrier = None if artifact.carrier is None else stage.before.find_model(artifact.carrier)
    at = artifact.at.point if artifact.at is not None else None
    if at is None and carrier is not None and carrier.pose is not None:
        at = carrier.pose.point
    if at is None:
        return Plan(stage.after, stage.moment.duration * 0.5)
    lost = isinstance(event, artifacts.ArtifactLost)
    word = f"{event.artifact} is lost" if lost else f"{event.artifact} returns"
    text = said(word, theme.REFUSED if lost else theme.rgb("20262f"))
    tags = placed(stage, [Wanted(text, beside(at, 24, 24, text))], [])

    def draw(elapsed: float) -> Drawn:
        share = elapsed / stage.moment.duration
        fading = glyphs.token(at, artifact.radius, artifact.kind == "relic", 30 * share, stage.unit)
        return Drawn(top=tuple(tags), fading=fading, opacity=1 - 0.85 * share)

    hidden = frozenset({event.artifact})
    return Plan(stage.before, stage.moment.duration * 0.4, hidden, tags=tuple(tags), draw=draw)
