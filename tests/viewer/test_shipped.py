"""Every shipped log: each event has its picture at every instant, and nothing lies on top of what matters."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from battlefield.log import load
from battlefield.recording import Recording
from battlefield.viewer.drawing import Layer, Rect, Scene, Text
from battlefield.viewer.html import html
from battlefield.viewer.labels import Ground, board_pixels, box
from battlefield.viewer.options import ViewOptions, layout
from battlefield.viewer.plan import Plan
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, scene_at, stage_of
from battlefield.viewer.scene_cards import extent
from battlefield.viewer.story import caption
from battlefield.viewer.svg import svg
from battlefield.viewer.timeline import Moment

HOME = Path(__file__).resolve().parent.parent.parent
LOGS = sorted(each.stem for each in (HOME / "scenarios").glob("*.jsonl"))
OPTIONS = ViewOptions(1600, 900)
SIZES = [OPTIONS, ViewOptions(1280, 720)]


@lru_cache(maxsize=64)
def shipped(name: str) -> Recording:
    return load(HOME / "scenarios" / f"{name}.jsonl").recording


def planned(recording: Recording, moment: Moment, options: ViewOptions = OPTIONS) -> Plan:
    scale = layout(extent(recording.table), options).view.scale
    return plan_of(stage_of(recording, moment, scale))


def told(recording: Recording, moment: Moment, options: ViewOptions = OPTIONS) -> Scene:
    """The most telling picture of a moment."""
    still = min(planned(recording, moment, options).still, moment.duration * 0.999)
    return scene_at(recording, film_of(recording), moment.start + still, options)


def items(scene: Scene, name: str) -> Layer:
    return next((each for each in scene.layers if each.name == name), Layer(name, "board", ()))


def apart(one: Rect, two: Rect) -> bool:
    return one.right <= two.x or two.right <= one.x or one.bottom <= two.y or two.bottom <= one.y


@pytest.mark.parametrize("name", LOGS)
def test_every_event_has_a_picture_at_every_instant(name: str) -> None:
    recording = shipped(name)
    film = film_of(recording)
    for moment in film.moments:
        assert caption(recording, moment.index).headline
        for share in (0.0, 0.4, 0.8, 1.0):
            scene = scene_at(recording, film, moment.start + share * moment.duration, OPTIONS)
            assert items(scene, "ground").items
        ElementTree.fromstring(svg(told(recording, moment)))


@pytest.mark.parametrize("options", SIZES, ids=lambda each: str(each.width))
@pytest.mark.parametrize("name", LOGS)
def test_no_label_lies_on_a_line_of_the_action_or_on_its_tags(name: str, options: ViewOptions) -> None:
    recording = shipped(name)
    for moment in film_of(recording).moments:
        scene, plan = told(recording, moment, options), planned(recording, moment, options)
        scale = scene.view.scale
        lines = [board_pixels(line, scale) for line in plan.lines]
        ground = Ground(Rect(-1e6, -1e6, 2e6, 2e6), lines)
        tags = [box(each, scale).shrunk(2) for each in plan.tags]
        for text in items(scene, "labels").items:
            assert isinstance(text, Text)
            rect = box(text, scale)
            assert ground.cost(rect.shrunk(3)) == 0.0, (moment.n, moment.part, text.text)
            assert all(apart(rect.shrunk(2), tag) for tag in tags), (moment.n, moment.part, text.text)


@pytest.mark.parametrize("options", SIZES, ids=lambda each: str(each.width))
@pytest.mark.parametrize("name", LOGS)
def test_no_two_texts_of_the_table_overlap(name: str, options: ViewOptions) -> None:
    recording = shipped(name)
    for moment in film_of(recording).moments:
        scene, plan = told(recording, moment, options), planned(recording, moment, options)
        labels = [each for each in items(scene, "labels").items if isinstance(each, Text)]
        texts = [*labels, *plan.tags]
        boxes = [box(each, scene.view.scale).shrunk(2) for each in texts]
        for index, one in enumerate(boxes):
            for place, two in enumerate(boxes[:index]):
                assert apart(one, two), (moment.n, moment.part, texts[index].text, texts[place].text)


@pytest.mark.parametrize("name", LOGS)
def test_texts_of_the_panel_stay_in_it(name: str) -> None:
    recording = shipped(name)
    panel = layout(extent(recording.table), OPTIONS).panel
    assert panel is not None
    for moment in film_of(recording).moments:
        scene = told(recording, moment)
        for each in (item for part in ("panel", "caption", "events", "legend") for item in items(scene, part).items):
            if isinstance(each, Text):
                middle = each.at[0] + each.middle
                assert panel.x <= middle - each.width / 2, (moment.n, each.text)
                assert middle + each.width / 2 <= panel.right, (moment.n, each.text)
                assert each.at[1] < panel.bottom, (moment.n, each.text)


@pytest.mark.parametrize("name", LOGS)
def test_a_page_can_be_made_of_it(name: str) -> None:
    assert "</html>" in html(shipped(name))
