"""Draw the pictures that the documentation shows into docs/pictures/: `python tools/pictures.py [NAME…]`.

Each is drawn from a shipped scenario, its log, or a built-in deployment map, through SVG and the bundled font, so that
it comes out the same on every machine. The photograph of a phone is taken by Chromium, and left as it is where there is
none. A palette keeps the files small.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import hypot
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import chromium
import numpy as np
import phone
import window_scenes
from PIL import Image

from battlefield.asking import measure_pair
from battlefield.battle import run
from battlefield.geometry.area_tree import Area, CircleArea, MinusArea, PolygonArea
from battlefield.geometry.areas import area_bounds, contains, leaves, representative_point
from battlefield.geometry.shapes import Point, unit_vector
from battlefield.judging import RulesJudge
from battlefield.log import load as load_log
from battlefield.scenario.deployments import maps
from battlefield.scenario.load import load, loads
from battlefield.state import Marker, State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Item, Rect, Scene, Text
from battlefield.viewer.export import Wish, export, theme_colours
from battlefield.viewer.labels import tag
from battlefield.viewer.metrics import width
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.picture import measure_picture, still
from battlefield.viewer.picture_answers import charge_picture, reach_picture, sight_picture
from battlefield.viewer.plan import Drawn, Plan, Stage
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.scene import colours_of, scene_of_event
from battlefield.viewer.sheet import map_sheets, paper_named
from battlefield.viewer.svg import svg
from battlefield.viewer.table_alone import Furniture, table_alone

HOME = Path(__file__).resolve().parent.parent
PICTURES = HOME / "docs" / "pictures"
SCENARIOS = HOME / "scenarios"
MAP_SIZE = (1080, 820)


def moment(scenario: str, event: int, size: tuple[int, int], zoom: float = 1.0, centre: Point | None = None) -> Scene:
    """The most telling picture of an event of a shipped log."""
    options = ViewOptions(*size, zoom=zoom, centre=centre)
    return scene_of_event(load_log(SCENARIOS / f"{scenario}.jsonl").recording, event, options)


def pair(scenario: str, a: str, b: str, size: tuple[int, int]) -> Scene:
    """A measured pair of a shipped scenario."""
    state = run(load(SCENARIOS / f"{scenario}.toml")).state
    return measure_picture(state, *measure_pair(state, a, b), size=size)


def dispute(scenario: str, a: str, b: str, error: float, size: tuple[int, int]) -> Scene:
    """A measured pair of a shipped scenario, for people who measure no better than so many inches."""
    state = replace(run(load(SCENARIOS / f"{scenario}.toml")).state, measurement_error=error)
    return measure_picture(state, *measure_pair(state, a, b), size=size)


def alone(scenario: str, size: tuple[int, int]) -> Scene:
    """The table of a shipped log alone, as it is at its end, with scale bar and legend."""
    recording = load_log(SCENARIOS / f"{scenario}.jsonl").recording
    return table_alone(recording, None, size, Furniture(scale_bar=True, legend=True))


def sheet(scenario: str, wide: int) -> bytes:
    """The first map sheet of a shipped log on A4, so many pixels wide."""
    scene = map_sheets(load_log(SCENARIOS / f"{scenario}.jsonl").recording, paper_named("a4"))[0]
    return small(png_from_svg(svg(scene), wide, round(wide * scene.height / scene.width)))


def on_a_phone(scenario: str, event: int, a: str, b: str) -> bytes | None:
    """The replay page of a shipped log on a phone, where two models were tapped; None without Chromium."""
    if chromium.missing() is not None:
        return None
    recording = load_log(SCENARIOS / f"{scenario}.jsonl").recording
    with tempfile.TemporaryDirectory() as folder, chromium.phone() as on:
        page = Path(folder) / "replay.html"
        export(recording, page, Wish(judge=RulesJudge()))
        state = recording.states[event]
        poses = [state.model(name).pose for name in (a, b)]
        spots = [(pose.x, state.board.height - pose.y) for pose in poses if pose is not None]
        return small(phone.picture(on, page, f"#n={event}", spots))


def charges(scenario: str, unit: str, size: tuple[int, int]) -> Scene:
    """What a unit needs to charge, as the set-up of a shipped scenario stands."""
    state = run(load(SCENARIOS / f"{scenario}.toml"), orders=0).state
    return charge_picture(state, unit, list(RulesJudge().charges(state, unit)), size=size)


def sights(scenario: str, a: str, size: tuple[int, int]) -> Scene:
    """What something sees in a shipped scenario, and what hides the rest."""
    state = run(load(SCENARIOS / f"{scenario}.toml"), orders=0).state
    return sight_picture(state, a, list(RulesJudge().sights(state, a)), size=size)


def ground_in_reach(scenario: str, model: str, inches: float, size: tuple[int, int]) -> Scene:
    """Where a model of a shipped scenario can get to."""
    state = run(load(SCENARIOS / f"{scenario}.toml"), orders=0).state
    return reach_picture(state, RulesJudge().reach(state, model, inches), size=size)


def deployment(name: str) -> Scene:
    """A built-in deployment map: zones with their corners, markers with their places and their range."""
    chosen = maps()[name]
    text = f"""
        format = 1
        title = "{chosen["name"]}"
        rules = ["core"]
        deployment = "{name}"
        board = {{ width = {chosen["width"]}, height = {chosen["height"]} }}
        players = [{{ name = "Defender", role = "defender" }}, {{ name = "Attacker", role = "attacker" }}]
    """
    state = loads(text, name).table
    shown = replace(state, markers={called(each): replace(each, name=called(each)) for each in state.markers.values()})

    def planned(stage: Stage, room: Rect) -> Plan:
        del room
        texts = tuple(
            text for player in shown.players if player.zone for text in _zone(stage, player.name, player.zone)
        )
        rings = tuple(_range(shown))
        return Plan(shown, 0.0, tags=texts, draw=lambda _: Drawn(under=rings, top=texts))

    return still(shown, None, planned, None, theme.SKY, MAP_SIZE)


def called(marker: Marker) -> str:
    """A marker's name with its place."""
    return f"{marker.name} ({marker.at.x:g}, {marker.at.y:g})"


def _range(state: State) -> Iterator[Item]:
    """How far each marker is held from."""
    far = state.range_pair("objective")[0]
    for marker in state.markers.values():
        radius = marker.radius + far
        yield Ellipse(marker.at.point, radius, radius, outline=theme.INK_SOFT.at(0.65), width=1.3, dash=(5, 4))


def _zone(stage: Stage, player: str, zone: Area) -> Iterator[Text]:
    """Whose zone it is, and where its corners and its arcs are."""
    dark = dict(colours_of(stage.before))[player].dark
    yield tag(_middle(stage, zone), player, dark, size=19, room=260)
    board = stage.before.board
    for corner in _corners(zone):
        if corner[0] in (0, board.width) and corner[1] in (0, board.height):
            continue
        text = f"{corner[0]:g}, {corner[1]:g}"
        side = -1 if corner[0] > board.width / 2 else 1
        low = 1 if corner[1] > board.height / 2 else -1
        wide = width(text, 12.5, "semibold")
        yield Text(corner, text, 12.5, dark, wide, "semibold", offset=(side * (wide / 2 + 9), low * 13),
                   halo=theme.PAPER)  # fmt: skip
    for disc in (each for each in leaves(zone) if isinstance(each, CircleArea)):
        ux, uy = unit_vector(45 if representative_point(zone)[0] > board.width / 2 else 225)
        spot = (disc.x + ux * disc.radius, disc.y + uy * disc.radius)
        yield tag(spot, f"{disc.radius:g}″ from the centre", theme.LABEL, dark, size=12)


def _middle(stage: Stage, zone: Area) -> Point:
    """Where in a zone its name has room, beside the ranges of the markers, as near as can be to its middle."""
    x0, y0, x1, y1 = area_bounds(zone)
    x, y = representative_point(zone)
    markers = [each.at.point for each in stage.before.markers.values()]
    spots = [(x0 + column, y0 + row) for column in range(1, int(x1 - x0)) for row in range(1, int(y1 - y0))]
    free = [
        at
        for at in spots
        if all(contains(zone, (at[0] + dx, at[1] + dy)) for dx in (-5, 5) for dy in (-2, 2))
        and all(max(abs(at[0] - mx) - 4, abs(at[1] - my)) > 5 for mx, my in markers)
    ]
    return min(free, key=lambda at: hypot(at[0] - x, at[1] - y), default=(x, y))


def _corners(zone: Area) -> Iterator[Point]:
    whole = zone.whole if isinstance(zone, MinusArea) else zone
    for leaf in leaves(whole):
        if isinstance(leaf, PolygonArea):
            yield from (each for each in leaf.ring if not isinstance(zone, MinusArea) or contains(zone, each))


def png(drawn: Scene | bytes | None) -> bytes | None:
    """The bytes of a small PNG of a scene; what is one already, or could not be made, as it is."""
    if not isinstance(drawn, Scene):
        return drawn
    wide, high = (round(each * drawn.magnified) for each in (drawn.width, drawn.height))
    return small(png_from_svg(svg(drawn), wide, high))


def small(data: bytes) -> bytes:
    """A PNG with a palette of the theme's own colours and of those that the picture needs besides."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    own = [value for colour in theme_colours() for value in colour]
    rest = image.quantize(256 - len(own) // 3, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette()
    palette = np.array((own + (rest or []))[: 3 * 256], np.int32).reshape(-1, 3)
    colours, places = np.unique(np.asarray(image).reshape(-1, 3), axis=0, return_inverse=True)
    far = ((colours[:, None, :].astype(np.int32) - palette[None, :, :]) ** 2).sum(2)
    small = Image.frombytes("P", image.size, far.argmin(1)[places].astype(np.uint8).tobytes())
    small.putpalette(palette.astype(np.uint8).tobytes())
    out = io.BytesIO()
    small.save(out, format="PNG", optimize=True)
    return out.getvalue()


DRAWN: Mapping[str, Callable[[], Scene | bytes | None]] = {
    "expulsion": lambda: moment("exfiltration", 9, (1600, 900)),
    "deployment": lambda: moment("crossroads", 8, (1280, 760)),
    "dispute": lambda: dispute("threshold", "Oval", "Oval beyond", 0.02, (1280, 760)),
    "claim": lambda: moment("claims", 16, (1280, 760)),
    "map-sheet": lambda: sheet("crossroads", 1060),
    "table": lambda: alone("crossroads", (1120, 860)),
    "phone": lambda: on_a_phone("relics-of-old", 60, "Wardens/3", "Walker/1"),
    "cards": lambda: moment("pomroczna-swieca", 16, (1280, 760)),
    "three-artifacts": lambda: moment("three-artifacts", 15, (1280, 760), 2.3, (35.5, 18.5)),
    "refusal": lambda: moment("between-two-walls", 6, (1280, 760)),
    "drop": lambda: moment("relic-in-impassable-ground", 4, (1280, 760), 1.6, (13.5, 11.5)),
    "charge": lambda: charges("charge-round-a-corner", "Lancers", (1280, 760)),
    "sight": lambda: sights("keyhole", "Watcher", (1280, 760)),
    "reach": lambda: ground_in_reach("between-two-guards", "Slim", 6.0, (1280, 760)),
    "palette": lambda: window_scenes.palette((1280, 720)),
    "filter": lambda: window_scenes.filtered((1280, 720)),
    "beside": lambda: window_scenes.beside((1280, 720)),
    "setting-up": lambda: window_scenes.setting_up((1280, 720)),
    "large-contrast": lambda: window_scenes.large_contrast((1280, 720)),
    "rulers": lambda: window_scenes.at_work(
        "relics-of-old",
        12,
        "=Wardens/1 D ->Raiders/1 D =Ark D ->Walker D =Lancers G 1 3 Enter = Shift+D",
        (1280, 720),
    ),
    "view": lambda: window_scenes.at_work("keyhole", 6, "=Watcher V", (1280, 720)),
    "situation": lambda: window_scenes.at_work("round-a-wall", 14, "=Boarders I", (1280, 720), 6),
    "measure": lambda: pair("threshold", "Oval", "Oval at", (1280, 760)),
    **{f"deployment-{name}": lambda name=name: deployment(name) for name in maps()},  # type: ignore[misc]
}


def main(arguments: list[str]) -> int:
    """Draw the named pictures, or all of them."""
    strange = [each for each in arguments if each not in DRAWN]
    if strange:
        print(f"no picture is called {strange[0]}; there are {', '.join(DRAWN)}")
        return 2
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in arguments or DRAWN:
        data = png(DRAWN[name]())
        path = PICTURES / f"{name}.png"
        if data is None:
            print(f"{path.relative_to(HOME)}: left as it is, {chromium.missing()}")
            continue
        path.write_bytes(data)
        print(f"{path.relative_to(HOME)}: {len(data) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
