"""Pointing and choosing by keyboard, following, slow motion, large type and high contrast."""

from __future__ import annotations

from dataclasses import replace

import pytest
from viewer.test_window_input import click, controls_of, spot_of

from battlefield.certificate import Certificate
from battlefield.events.core import ModelMoved, PhaseBegan
from battlefield.geometry.shapes import Pose
from battlefield.recording import Entry, Recording
from battlefield.viewer import theme
from battlefield.viewer.drawing import Box, Colour, Ellipse, Layer, Rect, Stroke, Text
from battlefield.viewer.following import eased_towards, goal, scene_of_action
from battlefield.viewer.glyphs import kind_sign
from battlefield.viewer.headless import canvas
from battlefield.viewer.looks import LARGE, Look, contrasted, strong
from battlefield.viewer.pacing import SLOWEST, measured, pace
from battlefield.viewer.scene import film_of
from battlefield.viewer.window_pointing import PointingTool, things

# --- pointing ---


def test_tab_walks_through_every_thing_and_measures_as_the_mouse_does(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(23)
    every = things(controls.state)
    walked = []
    for _ in every:
        controls.key("Tab")
        assert controls.options.hover is not None
        walked.append(controls.options.hover.a)
    assert walked == every
    controls.key("Tab")
    assert controls.options.hover is not None
    assert controls.options.hover.a == every[0], "round again"
    controls.key("Shift+Tab")
    assert controls.options.hover.a == every[-1]
    by_key = controls.options.hover
    controls.move(*spot_of(controls, "Wardens/1"))
    assert controls.options.hover.a == "Wardens/1", "a mouse that moves has the word again"
    told = [details for what, details in seen if what == "hover"]
    assert (told[-2]["a"], told[-2]["b"]) == (by_key.a, by_key.b), "told as what the mouse points at is"


def test_enter_chooses_and_the_next_thing_is_measured_from_it(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.key("Enter")
    assert controls.options.message == "point at something first, with Tab or the mouse"
    controls.jump(23)
    controls.key("Tab")
    first = things(controls.state)[0]
    controls.key("Enter")
    assert ("anchor", {"what": first}) in seen
    controls.key("Tab")
    hover = controls.options.hover
    assert hover is not None
    assert (hover.a, hover.b) == (first, things(controls.state)[1])
    assert hover.certificate is not None
    controls.key("Backspace")
    assert controls.anchor is None
    controls.key("Backspace")
    assert controls.options.message == "choose something first, with a click or Tab and Enter"


def test_arrows_point_at_what_is_nearest_that_way(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    state = controls.state
    click(controls, *spot_of(controls, "Wardens/1"))
    start = state.model("Wardens/1").pose
    assert start is not None
    tool = next(each for each in controls.tools if isinstance(each, PointingTool))
    others = {each.name: each.pose for each in state.on_board() if each.name != "Wardens/1" and each.pose}
    for key, (right, up) in {"Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)}.items():
        tool.looked = None
        controls.leave()
        controls.key(f"Ctrl+{key}")
        ahead = {}
        for name, pose in others.items():
            x, y = pose.x - start.x, pose.y - start.y
            along, aside = x * right + y * up, abs(x * up) + abs(y * right)
            if along > 0 and aside <= 2 * along:
                ahead[name] = along + 2 * aside
        if tool.looked is None:
            assert controls.options.message == "nothing is that way"
            assert not ahead
        elif tool.looked in ahead:
            assert ahead[tool.looked] == min(ahead.values())


def test_n_points_at_the_nearest_foe_and_what_is_out_of_sight_comes_into_it(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    controls.key("N")
    assert controls.options.message is not None
    click(controls, *spot_of(controls, "Wardens/1"))
    controls.leave()
    controls.zoom(14, 5, 5)
    controls.key("N")
    hover = controls.options.hover
    assert hover is not None
    assert hover.b is not None
    pose = controls.state.model(hover.b).pose
    assert pose is not None
    assert controls.view.viewport.holds(*controls.view.to_screen(pose.point))


# --- following and slow motion ---


def test_the_action_of_a_move_holds_its_whole_path(worked: Recording) -> None:
    film = film_of(worked)
    moment = next(each for each in film.moments[1:] if isinstance(worked.entries[each.index].event, ModelMoved))
    event = worked.entries[moment.index].event
    assert isinstance(event, ModelMoved)
    bounds = scene_of_action(worked, moment)
    assert bounds is not None
    for pose in event.path:
        assert bounds[0] < pose.x < bounds[2]
        assert bounds[1] < pose.y < bounds[3]
    phase = next(each for each in film.moments[1:] if isinstance(worked.entries[each.index].event, PhaseBegan))
    assert scene_of_action(worked, phase) is None, "a phase begins nowhere"


def test_the_camera_comes_nearer_each_moment_and_then_rests(worked: Recording) -> None:
    board = worked.table.board
    wanted = (2.0, (10.0, 10.0))
    camera: tuple[float, tuple[float, float] | None] = (1.0, None)
    left = []
    for _ in range(400):
        found = eased_towards(camera, board, wanted, 1 / 60)
        if found is None:
            break
        camera = found
        left.append(abs(camera[0] - 2.0))
    assert camera == wanted
    assert left == sorted(left, reverse=True)
    assert len(left) < 150, "within two and a half seconds"
    assert goal(board, None, Rect(0, 0, 900, 600), 10.0) == (1.0, None), "the whole board"


def test_following_goes_where_it_happens_and_a_hand_on_the_camera_lets_go(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(23)
    controls.key("O")
    assert seen.last == ("follow", {"on": True})
    for _ in range(300):
        controls.tick(1 / 60)
    bounds = scene_of_action(worked, controls.moment)
    if bounds is not None and controls.options.centre is not None:
        x, y = controls.options.centre
        assert bounds[0] < x < bounds[2]
        assert bounds[1] < y < bounds[3]
    still = controls.scene()
    controls.tick(1.0)
    assert controls.scene() is still, "arrived, nothing is made anew"
    assert "following" in [each.text for each in still.texts()]
    controls.zoom(1, 300, 300)
    controls.tick(1 / 60)
    assert seen.last == ("follow", {"on": False})
    assert controls.options.message is not None


def test_time_eases_round_what_was_measured_and_nowhere_else(worked: Recording) -> None:
    film = film_of(worked)
    moment = next(each for each in film.moments if each.duration > 1.0)
    middle = moment.duration / 2
    assert pace(moment, middle, middle) == pytest.approx(SLOWEST)
    assert pace(moment, 0.0, moment.duration * 10) == 1.0
    steps = [pace(moment, middle + each / 50, middle) for each in range(50)]
    assert steps == sorted(steps)


@pytest.mark.parametrize(("margin", "slow"), [(0.2499, True), (0.2501, False), (-0.2499, True), (-0.2501, False)])
def test_a_move_is_slowed_only_where_it_came_out_close(worked: Recording, margin: float, slow: bool) -> None:
    claim = Certificate(rule="move.length", measure="length", a="A", value=6 - margin, limit=6.0, margin=margin)
    event = ModelMoved(rule="move.normal", model="Wardens/1", kind="normal", path=(Pose(1, 1),), length=1.0,
                       moved_this_phase=1.0, allowance=6.0, claims=(claim,))  # fmt: skip
    alone = Recording(worked.table, (Entry(1, 0, None, event),))
    moment = replace(film_of(worked).moments[1], index=0, quiet=False)
    assert measured(alone, moment) is slow


def test_slow_motion_takes_longer_over_a_measured_event(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    moment = next(each for each in controls.film.moments if measured(worked, each))

    def ticks() -> int:
        controls.show(moment.start)
        controls.options = replace(controls.options, playing=True)
        count = 0
        while controls.time < moment.end - 1e-9 and count < 5000:
            controls.tick(0.02)
            count += 1
        return count

    plain = ticks()
    controls.key("Z")
    assert plain * 1.2 < ticks() < plain * 5


# --- looks ---


def luminance(colour: Colour) -> float:
    parts = [each / 255 for each in (colour.r, colour.g, colour.b)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(a: Colour, b: Colour) -> float:
    """The contrast of two colours as accessibility guidelines reckon it: 7 to 1 is the strictest demand."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_in_high_contrast_every_letter_of_the_panel_stands_out_seven_to_one(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(23)
    controls.key("K")
    assert seen.last == ("contrast", {"on": True})
    card = strong(theme.CARD)
    for layer in controls.scene().layers:
        if layer.name in ("panel", "caption", "events", "bar", "head"):
            for text in (each for each in layer.items if isinstance(each, Text) and each.pill is None):
                seen_as = text.colour
                mixed = Colour(*(round(seen_as.a * part + (1 - seen_as.a) * 13) for part in seen_as[:3]))
                assert ratio(mixed, card) >= 7, (layer.name, text.text)


def test_contrast_keeps_where_things_are_and_the_colours_of_bases(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    before = controls.scene()
    controls.key("K")
    after = controls.scene()
    assert [each.name for each in after.layers] == [each.name for each in before.layers]
    assert after.widgets == before.widgets

    def fills(layers: tuple[Layer, ...]) -> set[Colour]:
        standing = next(each for each in layers if each.name == "standing")
        return {each.fill for each in standing.items if isinstance(each, Ellipse) and each.fill is not None}

    for livery in theme.LIVERIES:
        assert strong(livery.fill) == livery.fill
    assert {each for each in fills(before.layers) if each in {one.fill for one in theme.LIVERIES}} <= fills(
        after.layers
    )
    assert contrasted(before).layers[0].items is contrasted(before).layers[0].items, "made once, kept"


def test_large_type_lays_the_same_picture_out_on_fewer_pixels(worked: Recording) -> None:
    controls, seen = controls_of(worked)
    controls.jump(23)
    controls.key("T")
    assert seen.last == ("large", {"on": True})
    assert (controls.scene().width, controls.scene().height) == (round(1200 / LARGE), round(700 / LARGE))
    controls.resize(1600, 900)
    assert controls.scene().width == round(1600 / LARGE)
    controls.key("T")
    assert controls.scene().width == 1600


def test_a_large_still_has_the_pixels_asked_for() -> None:
    plain, large = canvas((1600, 900)), canvas((1600, 900), Look(large=True))
    assert plain.pixels == large.pixels == (1600, 900)
    assert large.logical == (round(1600 / LARGE), round(900 / LARGE))
    assert large.density == pytest.approx(plain.density * LARGE)


def test_kinds_of_events_differ_by_shape_not_by_colour_alone() -> None:
    shapes = {}
    for kind in ("setup", "dice", "move", "harm", "artifact", "relic", "refused", "end"):
        items = kind_sign(kind, (0.0, 0.0), theme.WHITE)
        shapes[kind] = tuple(_shape(each) for each in items)
    assert len(set(shapes.values())) == len(shapes)


def _shape(item: object) -> tuple[object, ...]:
    if isinstance(item, Box):
        return ("box", item.turn, item.corner)
    if isinstance(item, Stroke):
        return ("stroke", item.points)
    if isinstance(item, Ellipse):
        return ("ellipse", item.fill is None)
    return ("fill", len(getattr(item, "rings", ((),))[0]))


def test_where_room_is_short_what_is_measured_comes_before_the_event(worked: Recording) -> None:
    controls, _ = controls_of(worked)
    controls.jump(23)
    controls.resize(1280, 720)
    click(controls, *spot_of(controls, "Wardens/1"))
    controls.key("N")
    for size, brief in (((1280, 1000), False), ((1280, 480), True)):
        controls.resize(*size)
        shown = {each.name: [item.text for item in each.items if isinstance(item, Text)]
                 for each in controls.scene().layers}  # fmt: skip
        assert any(each.startswith("MEASURED") for each in shown["measured"])
        assert (len(shown["caption"]) == 2) is brief
