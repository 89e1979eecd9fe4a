"""Stills of one answer: a measured pair, a reason, a whole table. The table as near as what matters, a panel that says.

Pure: a state and certificates in, a `Scene` out, which `svg` draws like every other. `save` writes one to a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from battlefield.certificate import Certificate
from battlefield.events.core import Reason
from battlefield.figures import trimmed
from battlefield.geometry import areas
from battlefield.geometry.shapes import Point, Shape
from battlefield.named import area_of
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.asked import Asked, asked_for
from battlefield.viewer.camera import Bounds, around, joined, view_of, visible
from battlefield.viewer.column import Column
from battlefield.viewer.drawing import Colour, Item, Layer, Line, Rect, Scene, Text, View
from battlefield.viewer.labels import Wanted, beside, box
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.picture_panel import pair_content, panel_items, reason_content, words_content
from battlefield.viewer.plan import Drawn, Plan, Stage
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.scene import colours_of, table_layers
from battlefield.viewer.scene_board import rulers, surround
from battlefield.viewer.scene_evidence import Evidence, evidence, flat, limit_ring, shape_of
from battlefield.viewer.scene_hover import point_of
from battlefield.viewer.scene_lens import drawn_lens, wanted_lens
from battlefield.viewer.scene_reason import place_of, reason_shown, settled
from battlefield.viewer.shown import BROKEN, HELD
from battlefield.viewer.svg import svg, svg_file
from battlefield.viewer.tags import off_line, placed, said
from battlefield.viewer.timeline import Beat, Moment
from battlefield.whole_file import put

SIZE = (1280, 800)
PANEL = 372
ENDINGS = (".svg", ".png")
MOST_RINGS = 3
Names = tuple[str, ...]


def measure_picture(
    state: State, bare: Certificate, about: Sequence[Certificate] = (), *, size: tuple[int, int] = SIZE
) -> Scene:
    """A measured pair: both closest points, the line with its figure, a ring for each limit round the second thing.

    `bare`: the measure itself; `about`: what each rule that speaks of the pair says, whose limits are the rings, the
    verdicts and margins of the panel.
    """
    limits = _rings(about)
    points = [each for each in (point_of(bare.details.get(key)) for key in ("here", "there")) if each is not None]
    shapes = [each for each in (shape_of(state, bare.a, bare.a_pose), shape_of(state, bare.b, bare.b_pose)) if each]
    far = max((flat(each)[1] or 0.0 for each in limits if (flat(each)[1] or 0.0) <= 3.0), default=0.0)
    bounds = joined([around(shapes[:1], points), around(shapes[1:], reach=far), _nearby(state, bare.b, points)])

    def plan(stage: Stage, room: Rect) -> Plan:
        found = evidence(state, bare, stage.unit, theme.INK)
        towards = points[0] if points else None
        drawn = [limit_ring(state, each, towards, HELD if each.holds else BROKEN) for each in limits]
        figures = tuple(text for _, texts in drawn for text in texts)
        texts, lens = _figure(stage, bare, about, found, figures, room)
        tags = (*figures, *texts)
        under = (*found.under, *(item for items, _ in drawn for item in items))
        names = tuple(each for each in (bare.a, bare.b) if each is not None)
        return _plan(state, Drawn(under, found.over, (*lens, *tags)), found.lines, tags, names)

    return still(state, bounds, plan, pair_content(bare, about), theme.WHITE, size)


def reason_picture(
    state: State,
    reason: Reason,
    *,
    asked: Mapping[str, Any] | None = None,
    kind: str = "finding",
    size: tuple[int, int] = SIZE,
) -> Scene:
    """A reason against an order (`asked`: the order as it was put) or a fault of a set-up: where it fails, the way that
    was asked for, what was measured. `kind`: a word for it at the head of the panel."""
    wanted = asked_for(state, asked or {}, (reason,))
    bounds = _reason_bounds(state, reason, wanted)

    def plan(stage: Stage, room: Rect) -> Plan:
        shown = reason_shown(stage, reason, wanted)
        tags, lens = settled(stage, reason, shown, (), room)
        claim = reason.claim
        names = (reason.of, *((claim.a, claim.b) if claim is not None else ()))
        focus = tuple(dict.fromkeys(each for each in names if each is not None))
        return _plan(state, Drawn(shown.under, shown.over, (*lens, *tags)), shown.lines, tags, focus, shown.taken)

    return still(state, bounds, plan, reason_content(reason, kind), theme.REFUSED, size)


def table_picture(state: State, heading: str, words: str, *, names: Names = (), size: tuple[int, int] = SIZE) -> Scene:
    """The whole table with something said of it; what is named is ringed."""

    def plan(stage: Stage, room: Rect) -> Plan:
        del stage, room
        return _plan(state, Drawn(), (), (), names)

    return still(state, None, plan, words_content(heading, words), theme.SKY, size)


def save(scene: Scene, path: Path, density: float = 1.0) -> None:
    """Write a still to a file, an .svg or a .png with `density` pixels to a logical one: whole or not at all.

    ValueError for another ending.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"{ending or 'a name without an ending'}: allowed are {', '.join(ENDINGS)}")
    wide, high = round(scene.width * density), round(scene.height * density)
    data = svg_file(scene).encode("utf-8") if ending == ".svg" else png_from_svg(svg(scene), wide, high)
    put(path, data)


def _plan(
    state: State,
    drawn: Drawn,
    lines: Sequence[Line],
    tags: Sequence[Text],
    names: Names,
    spots: tuple[Rect, ...] = (),
) -> Plan:
    return Plan(state, 0.0, frozenset(), tuple(lines), tuple(tags), names, spots=spots, draw=lambda _: drawn)


def still(
    state: State,
    bounds: Bounds | None,
    planned: Callable[[Stage, Rect], Plan],
    content: Callable[[Column], None] | None,
    colour: Colour,
    size: tuple[int, int],
) -> Scene:
    """The table as near as `bounds` (inches; None: all of it) allow, with what is planned on it, and a panel.

    `planned` is given the part that can be seen, in board pixels. Without `content` there is no panel; with it,
    `colour` is that of its card.
    """
    panel = PANEL if content is not None else 0
    viewport = Rect(0, 0, size[0] - panel, size[1])
    view = view_of(state.board, bounds, viewport)
    moment = Moment(0, -1, 0.0, 0.0, "opening", (Beat("show", 0.0, 0.0),), False, "")
    stage = Stage(Recording(state, ()), moment, state, state, view.scale, colours_of(state))
    plan = planned(stage, visible(view))
    layers = [Layer("surround", "screen", surround(state.board, view))]
    drawn = table_layers(stage, plan, 0.0, ViewOptions(*size))
    layers += [_seen(each, view) for each in drawn if each.name != "cards"]  # a still is of the battlefield alone
    layers.append(Layer("rulers", "screen", rulers(state.board, view)))
    if content is not None:
        rect = Rect(viewport.width, 0, panel, size[1])
        layers.append(Layer("panel", "screen", panel_items(state, rect, colour, content)))
    return Scene(*size, theme.NIGHT, tuple(layers), view, title=state.title, whole=bounds is None)


def _seen(layer: Layer, view: View) -> Layer:
    """The layer without the labels that the edge of the picture would cut."""
    if layer.name != "labels":
        return layer
    room = visible(view)
    kept = [each for each in layer.items if isinstance(each, Text) and _inside(box(each, view.scale), room)]
    return Layer(layer.name, layer.space, tuple(kept), layer.clip, layer.opacity)


def _inside(rect: Rect, room: Rect) -> bool:
    return room.holds(rect.x, rect.y) and room.holds(rect.right, rect.bottom)


def _rings(about: Sequence[Certificate]) -> list[Certificate]:
    """The certificates whose limits are drawn as rings: each limit once, the decisive ones first."""
    known: dict[float, Certificate] = {}
    for claim in sorted(about, key=lambda each: abs(each.margin) if each.margin is not None else 1e9):
        limit = flat(claim)[1]
        if limit is not None and limit not in known and claim.measure in ("gap", "farthest"):
            known[limit] = claim
    return list(known.values())[:MOST_RINGS]


def _figure(
    stage: Stage,
    bare: Certificate,
    about: Sequence[Certificate],
    found: Evidence,
    figures: Sequence[Text],
    room: Rect,
) -> tuple[list[Text], tuple[Item, ...]]:
    """The distance beside its line, and a lens where a limit is so near that it cannot be seen."""
    wanted = []
    words = _length(bare)
    if found.at is not None and words:
        text = said(words, theme.INK, size=15)
        places = off_line(found.at, found.direction, text, 10) if found.direction is not None else ()
        wanted.append(Wanted(text, (*places, *beside(found.at, 14, 14, text))))
    glass = wanted_lens(stage, about)
    wanted += [glass[1]] if glass is not None else []
    texts = placed(stage, wanted, found.lines, [box(each, stage.scale) for each in figures], room)
    tone = HELD if glass is not None and glass[0].holds else BROKEN
    lens = drawn_lens(stage, glass[0], texts[-1], tone) if glass is not None else ()
    return texts if lens or glass is None else texts[:-1], lens


def _length(bare: Certificate) -> str:
    """The distance as it stands beside its line: where one is above the other, in plan and up."""
    details = bare.details
    flat_, up = details.get("horizontal"), details.get("vertical")
    if isinstance(flat_, float | int) and isinstance(up, float | int) and up > 0:
        return f"{trimmed(float(flat_))}″ in plan, {trimmed(float(up))}″ up"
    length = details.get("distance", bare.value)
    return f"{trimmed(float(length))}″" if isinstance(length, float | int) else ""


def _nearby(state: State, name: str | None, points: Sequence[Point]) -> Bounds | None:
    """Of an area only the part near the closest points, unless it is small."""
    area = None if name is None else area_of(state, name)
    if area is None:
        return None
    x0, y0, x1, y1 = areas.area_bounds(area)
    return (x0, y0, x1, y1) if max(x1 - x0, y1 - y0) <= 12 or not points else None


def _reason_bounds(state: State, reason: Reason, asked: Asked) -> Bounds | None:
    """What a reason is about: the way that was asked for, the bases, the places that were measured."""
    claim = reason.claim
    shapes: list[Shape] = []
    points: list[Point] = [each for each in (place_of(state, reason),) if each is not None]
    named = [reason.of] if claim is None else [reason.of, claim.a, claim.b]
    for name in (each for each in named if each is not None):
        members = state.units[name].models if name in state.units else (name,)
        for member in members:
            model = state.find_model(member)
            if model is not None and model.name in asked.walks:
                shapes += [model.footprint_at(pose) for pose in asked.walks[model.name].path]
            if model is not None and model.name in asked.places:
                shapes.append(model.footprint_at(asked.places[model.name]))
            here = shape_of(state, member)
            shapes += [here] if here is not None and model is not None and model.on_board else []
    if claim is not None:
        shapes += [each for each in (shape_of(state, claim.a, claim.a_pose), shape_of(state, claim.b)) if each]
        found = [point_of(claim.details.get(key)) for key in ("here", "there")]
        points += [each for each in found if each is not None]
        bounds = joined([around(shapes, points), _nearby(state, claim.b, points)])
    else:
        bounds = around(shapes, points)
    return bounds
