"""The picture of a moment: complete, pure, and with nothing on top of what matters."""

from __future__ import annotations

import time

import pytest
from viewer.recordings import crowd, small_board

from battlefield.certificate import Certificate
from battlefield.geometry import measure
from battlefield.geometry.shapes import Disc
from battlefield.recording import Recording
from battlefield.viewer.drawing import Ellipse, Layer, Line, Rect, Scene, Text
from battlefield.viewer.labels import Ground, board_pixels, box
from battlefield.viewer.options import Hover, ViewOptions, layout
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import (
    film_of,
    model_at,
    scene_at,
    scene_of_event,
    stage_of,
    thing_at,
    timeline,
)
from battlefield.viewer.scene_rings import joined_outline

OPTIONS = ViewOptions(1600, 900)


def layer(scene: Scene, name: str) -> Layer:
    return next(each for each in scene.layers if each.name == name)


def lines_of(recording: Recording, n: int) -> tuple[Line, ...]:
    moment = film_of(recording).of_event(n)
    return plan_of(stage_of(recording, moment, layout(recording.table.board, OPTIONS).view.scale)).lines


def test_every_event_has_a_picture_at_every_instant(recording: Recording) -> None:
    film = timeline(recording)
    for moment in film.moments:
        for share in (0.0, 0.3, 0.7, 1.0):
            scene = scene_at(recording, film, moment.start + share * moment.duration, OPTIONS)
            assert layer(scene, "ground").items
        assert scene_of_event(recording, moment.n, OPTIONS).layers


@pytest.mark.parametrize("size", [(1600, 900), (1280, 720), (900, 600)])
def test_no_label_lies_on_a_line_of_the_action(worked: Recording, size: tuple[int, int]) -> None:
    options = ViewOptions(*size)
    for entry in worked.entries:
        scene = scene_of_event(worked, entry.n, options)
        scale = scene.view.scale
        ground = Ground(Rect(-1e6, -1e6, 2e6, 2e6), [board_pixels(line, scale) for line in lines_of(worked, entry.n)])
        for text in layer(scene, "labels").items:
            assert isinstance(text, Text)
            assert ground.cost(box(text, scale).shrunk(3)) == 0.0, (entry.n, text.text)


def test_no_two_labels_overlap(recording: Recording) -> None:
    for moment in film_of(recording).moments:
        scene = scene_of_event(recording, moment.n, OPTIONS)
        texts = [each for each in layer(scene, "labels").items if isinstance(each, Text)]
        boxes = [box(each, scene.view.scale).shrunk(2) for each in texts]
        for index, one in enumerate(boxes):
            for two in boxes[:index]:
                apart = one.right <= two.x or two.right <= one.x or one.bottom <= two.y or two.bottom <= one.y
                assert apart, (moment.n, texts[index].text)


def test_a_label_keeps_off_the_measured_line(worked: Recording) -> None:
    state = worked.states[22]
    found = measure.gap(state.model("Striders/2").footprint, state.model("Rangers/3").footprint)
    certificate = Certificate(
        rule="measure.horizontal",
        measure="gap",
        a="Striders/2",
        b="Rangers/3",
        value=found.high,
        details={"here": (*found.here, 0.0), "there": (*found.there, 0.0), "distance": found.high},
    )
    options = ViewOptions(1600, 900, hover=Hover("Striders/2", "Rangers/3", certificate))
    scene = scene_of_event(worked, 22, options)
    scale = scene.view.scale
    ground = Ground(Rect(-1e6, -1e6, 2e6, 2e6), [board_pixels((found.here, found.there), scale)])
    assert all(ground.cost(box(each, scale)) == 0.0 for each in layer(scene, "labels").items if isinstance(each, Text))
    assert f"{found.high:.3f}″" in [each.text for each in scene.texts()]
    assert f"{found.high:.6f} in" in [each.text for each in scene.texts()]


def test_texts_of_the_panel_stay_in_it(recording: Recording) -> None:
    for size in ((1600, 900), (1024, 640)):
        options = ViewOptions(*size)
        panel = layout(recording.table.board, options).panel
        assert panel is not None
        for moment in film_of(recording).moments:
            scene = scene_of_event(recording, moment.n, options)
            for name in ("panel", "caption", "events", "legend"):
                for each in (item for part in scene.layers if part.name == name for item in part.items):
                    if isinstance(each, Text):
                        middle = each.at[0] + each.middle
                        assert panel.x <= middle - each.width / 2, each.text
                        assert middle + each.width / 2 <= panel.right, each.text


def test_claim_rings_are_clipped_to_the_board(worked: Recording) -> None:
    scene = scene_of_event(worked, 20, ViewOptions(1600, 900, claim_rings=True))
    rings = layer(scene, "claim rings")
    assert rings.clip == Rect(0.0, 0.0, 60.0, 44.0)
    radius = 12.5 / 25.4 + 13.0
    assert [each.rx for each in rings.items if isinstance(each, Ellipse)] == pytest.approx([radius])


def test_engagement_rings_are_true_offset_curves(worked: Recording) -> None:
    state = worked.states[9]
    for unit in state.units:
        shapes = tuple(each.footprint for each in state.models_of(unit))
        for line in joined_outline(shapes, 1.0):
            for point in line:
                assert min(measure.point_gap(shape, point).high for shape in shapes) == pytest.approx(1.0, abs=2e-3)


def test_engagement_rings_of_models_close_together_are_joined(worked: Recording) -> None:
    apart, close = Disc(5.0, 5.0, 0.5), Disc(7.0, 5.0, 0.5)
    assert len(joined_outline((apart,), 1.0)) == 1
    assert len(joined_outline((apart, close), 1.0)) == 2
    assert len(joined_outline((apart, Disc(20.0, 5.0, 0.5)), 1.0)) == 2
    ends = [end for line in joined_outline((apart, close), 1.0) for end in (line[0], line[-1])]
    assert all(end[0] == pytest.approx(6.0, abs=2e-3) for end in ends)


def test_what_has_not_changed_is_the_same_object(worked: Recording) -> None:
    film = timeline(worked)
    moment = film.of_event(15)
    one = scene_at(worked, film, moment.start + 3.0, OPTIONS)
    two = scene_at(worked, film, moment.start + 3.1, ViewOptions(1600, 900))
    for name in ("surround", "ground", "rings", "standing", "labels", "rulers", "panel", "caption", "events", "bar"):
        assert layer(one, name).items is layer(two, name).items, name


def test_panning_rebuilds_nothing_on_the_board(worked: Recording) -> None:
    one, two = (
        scene_of_event(worked, 9, ViewOptions(1600, 900, zoom=2.0, centre=centre)) for centre in ((20, 20), (40, 25))
    )
    for name in ("ground", "rings", "standing", "labels"):
        assert layer(one, name).items is layer(two, name).items, name


def test_two_hundred_models_are_drawn_in_time() -> None:
    made = crowd()
    film = timeline(made)
    scene_at(made, film, film.duration, OPTIONS)
    begun = time.perf_counter()
    for step in range(60):
        scene_at(made, film, film.duration - 0.4 + step / 200, OPTIONS)
    assert (time.perf_counter() - begun) / 60 < 0.02


def test_what_answers_clicks(worked: Recording) -> None:
    scene = scene_of_event(worked, 15, OPTIONS)
    names = {each.name for each in scene.widgets}
    assert {"play", "previous", "next", "speed", "scrubber", "list", "event"} <= names
    for each in scene.widgets:
        assert scene.widget_at(*each.rect.centre) is not None
    rows = [each.value for each in scene.widgets if each.name == "event"]
    assert 15 in rows
    assert rows == sorted(rows)  # type: ignore[type-var]


def test_what_is_under_the_pointer(worked: Recording) -> None:
    state = worked.states[20]
    assert model_at(state, (46.0, 5.0)) == "Striders/1"
    assert model_at(state, (1.0, 1.0)) is None
    assert thing_at(state, (37.1, 31.5)) == "Ember Crown"
    assert thing_at(state, (30.0, 30.2)) == "Alpha"
    assert thing_at(state, (6.0, 15.0)) == "Bog"


def test_a_narrow_window_leaves_the_panel_out(worked: Recording) -> None:
    scene = scene_of_event(worked, 15, ViewOptions(640, 480))
    assert "caption" not in {each.name for each in scene.layers}
    assert {"play", "scrubber"} <= {each.name for each in scene.widgets}


def test_long_names_are_cut_and_hostile_ones_are_text() -> None:
    made = small_board()
    shown = [each.text for each in scene_of_event(made, 8, OPTIONS).texts()]
    assert "<script>alert(1)</script>" in shown
    assert any(each.startswith("A very long name") and each.endswith("…") for each in shown) or (
        "A very long name of a unit that will not end" in shown
    )
