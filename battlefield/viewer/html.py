"""A recording as one self-contained page: inline SVG in inches and a little JavaScript, under a strict policy.

Nothing is fetched, the policy names the one script and the one style sheet by their digests, names are only ever text.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from dataclasses import replace
from pathlib import Path

from battlefield.geometry import areas
from battlefield.geometry.measure import area_of
from battlefield.geometry.shapes import Pose
from battlefield.judge import Judge
from battlefield.recording import Recording
from battlefield.state import Model, State
from battlefield.version import VERSION
from battlefield.viewer import glyphs, theme
from battlefield.viewer.drawing import Item, Rect, View
from battlefield.viewer.html_data import replay_data
from battlefield.viewer.html_pairs import pairs_data
from battlefield.viewer.panel_legend import legend
from battlefield.viewer.scene import colours_of
from battlefield.viewer.scene_board import OUTLINE, ground, rulers, surround
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.scene_models import Colours, model_items, outline
from battlefield.viewer.scene_rings import has_reach, reach_of
from battlefield.viewer.svg import font_faces
from battlefield.viewer.svg_pen import Pen, escaped

HERE = Path(__file__).parent
LONG_SIDE = 960.0
"""Pixels of the board's longer side, for which sizes of text are chosen; the picture itself grows with the window."""


SCRIPTS = ("replay_view.js", "replay_measure.js", "replay.js")


def html(recording: Recording, judge: Judge | None = None) -> str:
    """The replay as the text of an HTML file; with a judge the measured pairs hold what the rules say of them."""
    table = recording.table
    scale = LONG_SIDE / max(table.board.width, table.board.height)
    pen = Pen(1.0, (0.0, table.board.height), -1.0, pixel=1 / scale, digits=3, prefix="t")
    data = replay_data(recording, scale, replace(pen, digits=2))
    data["pairs"] = pairs_data(recording, judge)
    picture = _picture(recording, scale, pen)
    style = _style()
    script = "".join(_lean((HERE / name).read_text(encoding="utf-8")) for name in SCRIPTS)
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escaped(table.title or "Replay")
    values = {
        "title": title,
        "policy": policy,
        "style": style,
        "script": script,
        "picture": picture,
        "legend": _legend(recording),
        "about": f"{table.board.width:g} × {table.board.height:g} in",
        "data": _packed(data),
        "version": escaped(VERSION),
    }
    page = (HERE / "replay.html").read_text(encoding="utf-8")
    page = page.replace("KIND", "plain" if table.cards is None else "cards", 1)
    for name, value in values.items():
        page = page.replace(f"<!--{name}-->", value, 1) if name != "policy" else page.replace("POLICY", value, 1)
    return page


def _packed(data: object) -> str:
    """JSON, deflated, in Base64: letters and digits, which cannot end the element that holds them."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _lean(script: str) -> str:
    """A script without the comments and the indents that only its writers need."""
    lines = (line.strip() for line in script.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def _style() -> str:
    """The style sheet, with the bundled font in it."""
    return font_faces(theme.WEB_FONT_FILES) + (HERE / "replay.css").read_text(encoding="utf-8")


def _picture(recording: Recording, scale: float, pen: Pen) -> str:
    """The table in inches: ground, rings, models and tokens as groups that the script moves, places for the rest."""
    table = recording.table
    board, colours = table.board, colours_of(table)
    wide, high = board.width * scale, board.height * scale
    view = View(Rect(0, 0, wide + 84, high + 70), scale, 54.0, high + 28)
    round_it = Pen(1 / scale, (-view.x / scale, board.height - view.y / scale), 1.0, pen.defs, 1 / scale, 3, "t")
    n, inside = pen.number, pen.clip(Rect(0, 0, board.width, board.height))
    above = extent(table).height - board.height
    box = f"{n(-54 / scale)} {n(-28 / scale - above)} {n((wide + 84) / scale)} {n((high + 70) / scale + above)}"
    layers = (
        _group("surround", round_it, surround(board, view)),
        _group("ground", pen, ground(table, scale, colours)),
        '<g id="markers"></g>',
        f'<g id="rings" clip-path="url(#{inside})">{_rings(table, colours, pen)}</g><g id="under"></g>',
        f'<g id="things">{_things(table, colours, scale, pen)}</g>',
        '<g id="over"></g><g id="labels"></g><g id="top"></g>',
        f'<g id="areas">{_areas(table, pen)}</g><g id="picks"></g>',
        _group("rulers", round_it, rulers(board, view)),
    )
    return (
        f'<svg id="table" viewBox="{box}" font-family="{escaped(theme.FONT_STACK)}" role="img" '
        f'aria-label="The table"><defs>{pen.definitions()}</defs>{"".join(layers)}</svg>'
    )


def _group(name: str, pen: Pen, items: tuple[Item, ...]) -> str:
    return f'<g id="{name}">{pen.items(items)}</g>'


def _moved(pen: Pen) -> Pen:
    """A pen whose origin is the thing itself, so that the script can put it anywhere."""
    return Pen(1.0, (0.0, 0.0), -1.0, pen.defs, pen.pixel, pen.digits, pen.prefix)


def _things(table: State, colours: Colours, scale: float, pen: Pen) -> str:
    """Every model and token in its own frame, unseen until the script puts it somewhere."""
    own, unit, liveries = _moved(pen), 1 / scale, dict(colours)
    parts = []
    for model in _largest_first(table):
        body = own.items(model_items(model, Pose(0, 0), liveries[model.player], unit))
        parts.append(
            f'<g class="thing" data-name="{escaped(model.name)}" visibility="hidden"><g class="body">{body}</g>'
            f'<g class="signs"></g><g class="wounds"></g></g>'
        )
    for artifact in table.artifacts.values():
        body = own.items(glyphs.token((0, 0), artifact.radius, artifact.kind == "relic"))
        parts.append(f'<g class="thing" data-name="{escaped(artifact.name)}" visibility="hidden">{body}</g>')
    for index, relic in enumerate((False, True)):
        sign = own.items(glyphs.sign((0, 0), 7 * unit, relic))
        parts.append(f'<g id="sign{index}" visibility="hidden">{sign}</g>')
    return "".join(parts)


def _largest_first(table: State) -> list[Model]:
    return sorted(table.models.values(), key=lambda each: -area_of(each.footprint_at(Pose(0, 0))))


def _areas(table: State, pen: Pen) -> str:
    """The terrain once more, unseen, so that a finger finds it by its name."""
    parts = []
    for terrain in table.terrain:
        rings = [ring for outer, holes in areas.rings(terrain.area, OUTLINE) for ring in (outer, *holes)]
        path = "".join(
            "M" + "L".join(f"{pen.number(x)} {pen.number(y)}" for x, y in map(pen.spot, ring)) + "Z" for ring in rings
        )
        parts.append(f'<path data-name="{escaped(terrain.name)}" fill-rule="evenodd" d="{path}"/>')
    return "".join(parts)


def _rings(table: State, colours: Colours, pen: Pen) -> str:
    own, liveries = _moved(pen), dict(colours)
    if not has_reach(table):
        return ""
    reach = reach_of(table)
    parts = []
    for model in table.models.values():
        line = outline(model.footprint_at(Pose(0, 0)), liveries[model.player].fill.at(0.5), 1.1, (5, 4), reach)
        parts.append(f'<g class="ring" data-name="{escaped(model.name)}" visibility="hidden">{own.item(line)}</g>')
    return "".join(parts)


def _legend(recording: Recording) -> str:
    items, top = legend(recording, Rect(0, 0, 360, 400), True, False)
    pen = Pen(1.0, (0.0, 0.0), 1.0, prefix="l")
    drawn = pen.items(items)
    high = 400 - top
    return (
        f'<svg id="legend" viewBox="0 {top:g} 360 {high:g}" font-family="{escaped(theme.FONT_STACK)}" role="img" '
        f'aria-label="Legend"><defs>{pen.definitions()}</defs>{drawn}</svg>'
    )
