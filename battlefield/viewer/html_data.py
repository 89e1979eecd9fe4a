"""What the replay page knows of a recording: where everything is after each event, what is drawn while it happens.

Drawn items are strings of SVG, each kept once and named by its number: most of an instant is as the one before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from battlefield.events.core import ModelDestroyed, ModelLeft, ModelMoved, UnitEmbarked, UnitSetUp
from battlefield.geometry.measure import bounds, support
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.state import Model, State
from battlefield.viewer.drawing import Item, Text
from battlefield.viewer.labels import box
from battlefield.viewer.panel_measure import ruling_text
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, stage_of
from battlefield.viewer.scene_board import hatchways
from battlefield.viewer.scene_cards import lit, tray
from battlefield.viewer.scene_labels import labels
from battlefield.viewer.scene_models import holder_of, marker_items, roomy, signs_of
from battlefield.viewer.story import Caption, caption
from battlefield.viewer.svg_pen import Pen
from battlefield.viewer.telling import against
from battlefield.viewer.timeline import Moment
from battlefield.viewer.walk import Walk

MOST_FRAMES, FASTEST = 110, 8.0
NEAR, AROUND, FAR = (20.0, 14.0), 3.0, 0.85
"""How near a phone goes to what happens: the least part that is shown and what is shown around it, inches; and the
share of both sides of the table beyond which all of it is shown."""


@dataclass(slots=True)
class Pieces:
    """Strings of SVG, each once."""

    pen: Pen
    texts: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def put(self, items: Iterable[Item]) -> list[int]:
        """The numbers of what these items are."""
        return [self._number(self.pen.item(item)) for item in items]

    def _number(self, text: str) -> int:
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]


def replay_data(recording: Recording, scale: float, pen: Pen) -> dict[str, Any]:
    """Everything that the page's script reads. `scale`: pixels per inch for which labels are placed."""
    pieces = Pieces(pen)
    film = film_of(recording)
    seconds = sum(each.duration for each in film.moments if each.kind in ("dice", "artifact", "relic", "harm"))
    rate = min(FASTEST, MOST_FRAMES / max(1.0, seconds))
    events = []
    for moment in film.moments:
        stage = stage_of(recording, moment, scale)
        plan = plan_of(stage)
        event: dict[str, Any] = {
            "n": moment.n,
            "part": moment.part,
            "start": round(moment.start, 3),
            "length": round(moment.duration, 3),
            "still": round(plan.still, 3),
            "kind": moment.kind,
            "quiet": moment.quiet,
            "chapter": moment.chapter,
            "said": _said(caption(recording, moment.index)),
            "after": plan.base is not stage.before,
            "hidden": sorted(plan.hidden),
            "markers": pieces.put((*_cards(plan, stage), *_markers(plan.base, stage))),
            "labels": pieces.put(labels(stage, plan)),
            "near": near(stage, plan),
            "frames": _frames(plan, moment, pieces, rate, isinstance(stage.event, ModelMoved)),
        }
        event.update(_motion(stage.event, stage.before))
        event["bare"] = _bare(plan)
        if moment.index >= 0:
            event["set"] = changes(stage.before, stage.after)
        events.append(event)
    wounded = [each for each in recording.table.models.values() if each.profile.wounds > 1]
    return {
        "events": events,
        "pieces": pieces.texts,
        "height": recording.table.board.height,
        "marks": [[each.name, round(each.at.x, 3), round(each.at.y, 3)] for each in recording.table.markers.values()],
        "text": round(10 / scale, 3),
        "wounds": {each.name: each.profile.wounds for each in wounded},
        "middle": {each.name: spot for each in recording.table.models.values() if (spot := _middle(each)) != [0, 0]},
        "low": {each.name: round(-support(each.footprint_at(Pose(0, 0)), 0, -1)[1], 3) for each in wounded},
    }


def near(stage: Stage, plan: Plan) -> list[float] | None:
    """The part of the table where an event happens, [x, y, width, height] from the upper left; None for all of it."""
    board = stage.recording.table.board
    boxes = [(x, y, x, y) for line in plan.lines for x, y in line]
    boxes += [_written(text, stage.scale) for text in plan.tags]
    for state in (stage.before, stage.after):
        for name in (*plan.focus, *plan.hidden, *named_in(stage.event)):
            model, artifact = state.find_model(name), state.artifacts.get(name)
            if model is not None and model.on_board:
                boxes.append(bounds(model.footprint))
            elif artifact is not None and artifact.lies and artifact.at is not None:
                boxes.append(bounds(artifact.disc_at(artifact.at)))
    if not boxes:
        return None
    left, low = (min(each[axis] for each in boxes) for axis in (0, 1))
    right, high = (max(each[axis] for each in boxes) for axis in (2, 3))
    wide, tall = max(NEAR[0], right - left + 2 * AROUND), max(NEAR[1], high - low + 2 * AROUND)
    if wide > FAR * board.width and tall > FAR * board.height:
        return None
    x, y = (left + right - wide) / 2, board.height - (low + high + tall) / 2
    return [round(each, 2) for each in (x, y, wide, tall)]


def _written(text: Text, scale: float) -> tuple[float, float, float, float]:
    """What a text on the table covers, in inches."""
    x, y, wide, high = (each / scale for each in box(text, scale))
    return (x, -y - high, x + wide, -y)


def named_in(event: object) -> tuple[str, ...]:
    """The models that an event moves, sets up or takes away."""
    if isinstance(event, UnitSetUp):
        return tuple(event.models)
    return (event.model,) if isinstance(event, ModelMoved | ModelDestroyed | ModelLeft) else ()


def _middle(model: Model) -> list[float]:
    """Where a model's signs are, in its own frame, its facing along x."""
    (x, y), _ = roomy(model.footprint_at(Pose(0, 0)))
    return [round(x, 3) + 0.0, round(y, 3) + 0.0]


def _markers(state: State, stage: Stage) -> tuple[Item, ...]:
    """The Hatchways, open or closed, and the objective markers in the colours of who controls them."""
    liveries = dict(stage.colours)
    markers = state.markers.values()
    items = (item for each in markers for item in marker_items(each, holder_of(state, each, liveries), stage.unit))
    return (*hatchways(state), *items)


def _cards(plan: Plan, stage: Stage) -> tuple[Item, ...]:
    """The cards beside the table, and the zone that is lit."""
    return (*lit(plan.base), *tray(plan.base, stage.scale, stage.colours, stage.recording.reader, plan.lifted))


def changes(before: State, after: State) -> dict[str, list[Any]]:
    """What is elsewhere or otherwise after an event: [there, x, y, facing, wounds left, signs] by name."""
    old, new = things(before), things(after)
    return {name: value for name, value in new.items() if old.get(name) != value}


def things(state: State) -> dict[str, list[Any]]:
    """Every model and token: [there, x, y, facing, wounds left, signs]; a sign: 0 for an Artifact, 1 the Relic."""
    signs = signs_of(state)
    out: dict[str, list[Any]] = {}
    for model in state.models.values():
        pose = model.pose
        at = [0, 0, 0] if pose is None else [round(pose.x, 4), round(pose.y, 4), round(pose.facing, 2)]
        held = [int(each) for each in signs.get(model.name, ())]
        out[model.name] = [int(model.on_board), *at, model.wounds_left, held]
    for artifact in state.artifacts.values():
        lies = artifact.lies and artifact.at is not None
        spot = [round(artifact.at.x, 4), round(artifact.at.y, 4)] if artifact.at is not None else [0, 0]
        out[artifact.name] = [int(lies), *spot, 0, 0, []]
    return out


def _bare(plan: Plan) -> dict[str, list[int]]:
    """What models show while the plan draws a thing of theirs itself: signs by name."""
    whole, left = signs_of(plan.base), signs_of(plan.base, plan.hidden)
    changed = [name for name in whole if whole[name] != left.get(name, ())]
    return {name: [int(each) for each in left.get(name, ())] for name in changed}


def _motion(event: object, before: State) -> dict[str, Any]:
    """How models move, appear or fade during an event; the page does that itself, smoothly."""
    if isinstance(event, ModelMoved):
        model = before.models[event.model]
        walk = Walk(model.profile.base, (model.pose or event.path[0], *event.path))
        ends = [(walk.path[0], 0.0), *((each.end, each.paid) for each in walk.stretches)]
        path = [[round(at.x, 4), round(at.y, 4), round(at.facing, 2), round(paid, 4)] for at, paid in ends]
        return {"moves": event.model, "path": path}
    if isinstance(event, UnitSetUp):
        return {"appear": list(event.models)}
    if isinstance(event, UnitEmbarked):
        return {"fade": [each.name for each in before.models_of(event.unit) if each.on_board]}
    if isinstance(event, ModelDestroyed | ModelLeft):
        return {"fade": [event.model]}
    return {}


def _frames(plan: Plan, moment: Moment, pieces: Pieces, rate: float, moving: bool) -> list[list[Any]]:
    """[seconds, under, over, top]: what is drawn from then on. A moving model is left to the page."""
    count = max(1, round(moment.duration * (2.0 if moving else rate)))
    times = sorted({*(moment.duration * step / count for step in range(count + 1)), plan.still})
    frames: list[list[Any]] = []
    for time in times if moment.duration > 0 else [0.0]:
        drawn = plan.draw(time)
        over = () if moving else drawn.over
        frame = [pieces.put(drawn.under), pieces.put(over), pieces.put(drawn.top)]
        if not frames or frames[-1][1:] != frame:
            frames.append([round(time, 3), *frame])
    return frames


def _said(said: Caption) -> dict[str, Any]:
    claims = []
    for claim in said.claims[:4]:
        pair = claim.a if claim.b is None else f"{claim.a} – {claim.b}"
        claims.append([pair, against(claim), claim.verdict or ""])
    return {
        "headline": said.headline,
        "sentence": said.sentence,
        "rule": said.rule,
        "figures": [list(each) for each in said.figures],
        "claims": claims,
        "rulings": [[each, ruling_text(each)] for each in said.rulings],
    }
