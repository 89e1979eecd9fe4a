"""SVG and PNG."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PIL import Image
from viewer.recordings import crowd, relic_battle, small_board, worked_example

from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.drawing import HatchKind, Item, Text
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.scene import scene_of_event
from battlefield.viewer.svg import svg, svg_file
from battlefield.viewer.svg_pen import Pen, escaped

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    *("svg", "title", "defs", "g", "rect", "circle", "ellipse", "path", "text", "clipPath", "pattern"),
    *("radialGradient", "stop", "filter", "feGaussianBlur"),
}


def test_every_picture_is_well_formed_and_refers_to_nothing_outside(recording: Recording) -> None:
    for n in (0, 1, len(recording.entries) // 2, len(recording.entries)):
        text = svg(scene_of_event(recording, n, ViewOptions()))
        root = ElementTree.fromstring(text)
        ids = {each.get("id") for each in root.iter() if each.get("id")}
        for each in root.iter():
            assert each.tag.removeprefix(SVG) in ALLOWED
            for name, value in each.attrib.items():
                assert not name.startswith("on")
                assert "href" not in name
                if value.startswith("url("):
                    assert value[5:-1] in ids


def test_a_hostile_name_is_only_text() -> None:
    made = small_board()
    text = svg(scene_of_event(made, 8, ViewOptions()))
    assert "<script" not in text
    root = ElementTree.fromstring(text)
    assert "<script>alert(1)</script>" in [each.text for each in root.iter(f"{SVG}text")]
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Mała plansza & <tags>"


def test_characters_that_xml_forbids_are_left_out() -> None:
    assert escaped("a\x00\x1b<b>\ud800&\"'\uffff") == "a&lt;b&gt;&amp;&quot;&#39;"


def test_the_same_picture_has_the_same_bytes() -> None:
    options = ViewOptions()
    one, two = (svg(scene_of_event(worked_example(), 15, options)) for _ in range(2))
    assert one == two


def test_the_size_is_the_size_asked_for() -> None:
    root = ElementTree.fromstring(svg(scene_of_event(crowd(), 3, ViewOptions(1280, 720))))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1280", "720", "0 0 1280 720")


def test_numbers_are_short() -> None:
    pen = Pen(1.0, (0.0, 0.0), 1.0)
    assert [pen.number(each) for each in (1.0, -0.0001, 0.5, 12.3456, 100.0)] == ["1", "0", "0.5", "12.35", "100"]


@pytest.mark.parametrize("ground", theme.GROUNDS, ids=lambda ground: ground.trait)
def test_every_trait_is_told_apart_without_its_colour(ground: theme.Ground) -> None:
    others = [each for each in theme.GROUNDS if each is not ground]
    if ground.hatch is None:
        assert ground.wash.a > 0.9
    else:
        kinds: list[HatchKind] = [each.hatch.kind for each in others if each.hatch is not None]
        assert ground.hatch.kind not in kinds


def test_a_png_has_its_size_and_the_board_in_it() -> None:
    scene = scene_of_event(relic_battle(), 8, ViewOptions(800, 600))
    data = png_from_svg(svg(scene), 1600, 1200)
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    assert picture.size == (1600, 1200)
    paper = scene.view.to_screen((3.3, 3.3))
    assert picture.getpixel((int(paper[0] * 2), int(paper[1] * 2))) == theme.PAPER[:3]
    assert picture.getpixel((3, 3)) == theme.NIGHT[:3]


def test_letters_are_drawn_from_the_bundled_font() -> None:
    words = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="Inter"><text y="30" '
    pictures = [png_from_svg(f'{words} font-size="30"{more}>Relic</text></svg>', 200, 40) for more in ("", "")]
    bold = png_from_svg(f'{words} font-size="30" font-weight="600">Relic</text></svg>', 200, 40)
    assert pictures[0] == pictures[1] != bold
    assert len(Image.open(io.BytesIO(bold)).getcolors(99999) or []) > 10


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown token"):
        png_from_svg("this is no picture", 10, 10)


def test_a_file_brings_the_weights_of_the_bundled_font_that_it_shows_and_reaches_for_nothing_outside() -> None:
    scene = scene_of_event(small_board(), 1, ViewOptions())
    text = svg_file(scene)
    ElementTree.fromstring(text)
    face = r"@font-face\{font-family:Inter;font-weight:(\d+);src:url\(data:font/woff2;"
    assert re.findall(face, text) == ["400", "600"]
    assert {each[:5] for each in re.findall(r"url\(([^)]*)", text) if not each.startswith("#")} == {"data:"}
    told = replace(scene, layers=tuple(replace(each, items=_without(each.items, "semibold")) for each in scene.layers))
    assert re.findall(face, svg_file(told)) == ["400"]
    assert len(text) - len(svg(scene)) < 46_000


def _without(items: tuple[Item, ...], weight: str) -> tuple[Item, ...]:
    return tuple(each for each in items if not (isinstance(each, Text) and each.weight == weight))
