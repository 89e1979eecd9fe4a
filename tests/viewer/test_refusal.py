"""A refused order: what was asked for, where it fails, what was measured, reason after reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from viewer.making import gap, grid, phase, recording, set_up, table, unit
from viewer.test_html import unpacked
from viewer.test_shipped import LOGS, items, planned, shipped, told

from battlefield.events.core import OrderRefused, Reason
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.viewer import theme
from battlefield.viewer.asked import as_asked, asked_for
from battlefield.viewer.drawing import Ellipse, Item, Stroke, Text
from battlefield.viewer.html import html
from battlefield.viewer.scene import film_of
from battlefield.viewer.scene_reason import failing_share, words_of
from battlefield.viewer.timeline import MOST_REASONS, Moment


def refused(made: Recording) -> list[Moment]:
    """The moments of the refused orders of a log."""
    return [each for each in film_of(made).moments if each.kind == "refused"]


def reasons_of(made: Recording, moment: Moment) -> tuple[Reason, ...]:
    event = made.entries[moment.index].event
    assert isinstance(event, OrderRefused)
    return event.reasons


def drawn(made: Recording, moment: Moment) -> tuple[Item, ...]:
    plan = planned(made, moment)
    shown = plan.draw(plan.still)
    return (*shown.under, *shown.over, *shown.top)


def test_each_reason_has_a_moment_of_its_own_and_stepping_goes_from_one_to_the_next() -> None:
    made = shipped("between-two-walls")
    film = film_of(made)
    one, two = refused(made)
    assert (one.n, one.part, two.n, two.part) == (6, 0, 6, 1)
    assert film.of_event(6) is one
    assert film.after(one.start) is two
    assert film.before(two.start) is one
    assert two.start == pytest.approx(one.end)
    rows = [each.value for each in told(made, two).widgets if each.name == "event"]
    assert rows.count(6) == 1


def test_the_place_of_failure_is_marked_with_the_rule_and_the_figure() -> None:
    made = shipped("between-two-walls")
    moment = refused(made)[0]
    tags = [each.text for each in planned(made, moment).tags]
    assert "1/2  move.swept: 0.0102 in deep, 0.01 allowed" in tags
    at = reasons_of(made, moment)[0].at
    assert at is not None
    crosses = [each for each in drawn(made, moment) if isinstance(each, Stroke) and each.colour == theme.REFUSED]
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for each in crosses for a, b in [(each.points[0], each.points[-1])]
    ]
    assert any(middle == pytest.approx(at) for middle in middles)


def test_the_base_stands_as_it_was_measured_and_the_asked_way_is_there() -> None:
    made = shipped("between-two-walls")
    moment = refused(made)[0]
    claim = reasons_of(made, moment)[0].claim
    assert claim is not None
    assert claim.a_pose is not None
    ghosts = [each for each in drawn(made, moment) if isinstance(each, Ellipse) and each.dash and each.rx > 0.5]
    assert claim.a_pose.point in [each.at for each in ghosts]
    assert ((5.0, 5.0), (16.0, 5.0)) in planned(made, moment).lines


def test_for_a_gap_the_closest_points_the_line_and_the_ring_are_drawn() -> None:
    made = shipped("deep-strike")
    moment = refused(made)[0]
    claim = reasons_of(made, moment)[0].claim
    assert claim is not None
    here, there = (tuple(claim.details[key][:2]) for key in ("here", "there"))
    assert (here, there) in [each.points for each in drawn(made, moment) if isinstance(each, Stroke)]
    rings = [each for each in drawn(made, moment) if isinstance(each, Ellipse) and each.at == (20.0, 15.0)]
    assert any(each.rx == pytest.approx(9 + 16 / 25.4) for each in rings)
    assert {"9″", "move.deep_strike: 9 in, within 9"} <= {each.text for each in planned(made, moment).tags}


@pytest.mark.parametrize("name", LOGS)
def test_the_panel_lists_every_reason_and_tells_one_in_full(name: str) -> None:
    made = shipped(name)
    for moment in refused(made):
        reasons = getattr(made.entries[moment.index].event, "reasons", ())
        if not reasons:
            continue
        said = [each.text for each in items(told(made, moment), "caption").items if isinstance(each, Text)]
        for number, reason in enumerate(reasons[:6], 1):
            assert str(number) in said
            assert any(reason.rule.startswith(each.rstrip("…")) for each in said if len(each) > 3)


def test_many_reasons_take_no_more_than_so_many_moments() -> None:
    state = table("Many", (30, 20), [unit("A", "Red", 1), unit("B", "Blue", 20)])
    event = OrderRefused(
        rule="setup.engagement",
        asked={"do": "move", "model": "A", "path": [{"x": 20.0, "y": 10.0}]},
        foretold=False,
        reasons=tuple(
            Reason(
                rule="setup.engagement",
                why=f"A is within Engagement Range of B/{number}",
                claim=gap("setup.engagement", "A", f"B/{number}", 0.3, 1.0),
                of="A",
                at=(20.0, 10.0),
            )
            for number in range(1, 21)
        ),
    )
    events = [set_up("A", {"A": Pose(5, 10)}), set_up("B", grid("B", 20, 5, 12, 8, 1.5)), phase(1, "Red", "movement")]
    made = recording(state, [*events, event])
    assert len(refused(made)) == MOST_REASONS
    said = [each.text for each in items(told(made, refused(made)[-1]), "caption").items if isinstance(each, Text)]
    assert "9 before" in said
    assert "and 5 more" in said
    known = json.loads(unpacked(html(made)))["events"]
    assert [each["part"] for each in known if each["n"] == 4] == list(range(MOST_REASONS))


def test_reasons_without_a_place_are_still_said() -> None:
    state = table("Nowhere", (30, 20), [unit("A", "Red", 1)])
    event = OrderRefused(rule="move.normal", asked={"do": "phase"}, foretold=False,
                         reasons=(Reason(rule="move.normal", why="the battle has not begun"),))  # fmt: skip
    made = recording(state, [event])
    assert [each.text for each in planned(made, refused(made)[0]).tags] == ["move.normal"]
    nobody = recording(state, [replace(event, reasons=())])
    assert planned(nobody, refused(nobody)[0]).tags == ()


def test_what_was_asked__a_displacement_of_a_unit() -> None:
    state = recording(table("By", (30, 20), [unit("A", "Red", 2)]), [set_up("A", grid("A", 2, 2, 5, 5, 2))]).state
    asked = asked_for(state, {"do": "move", "unit": "A", "by": [3, -1], "paths": {}})
    assert {name: pose.point for name, pose in asked.places.items()} == {"A/1": (8, 4), "A/2": (10, 4)}
    assert as_asked(state, asked).models["A/2"].pose == Pose(10, 4)


def test_what_was_asked__paths_by_coordinates_keep_what_they_do_not_name() -> None:
    state = recording(table("Path", (30, 20), [unit("A", "Red", 1)]), [set_up("A", {"A": Pose(5, 5, 2, 30)})]).state
    path = [{"x": 6.0, "y": 5.0, "facing": 90.0}, {"x": 6.0, "y": 9.0, "z": 0.0}]
    asked = asked_for(state, {"do": "move", "model": "A", "path": path, "facing": 45.0})
    assert asked.walks["A"].path == (Pose(5, 5, 2, 30), Pose(6, 5, 2, 90), Pose(6, 9, 0, 45))


def test_what_was_asked__a_relative_place_is_where_its_reasons_measured_it() -> None:
    state = recording(table("Near", (30, 20), [unit("A", "Red", 1)]), [set_up("A", {"A": Pose(5, 5)})]).state
    claim = replace(gap("setup.engagement", "A", "B", 0.5, 1.0), a_pose=Pose(9, 5))
    reason = Reason(rule="setup.engagement", why="near", claim=claim, of="A", at=(9, 5))
    order = {"do": "move", "model": "A", "path": [{"of": "B", "gap": 0.5, "bearing": 0.0}]}
    assert asked_for(state, order, (reason,)).walks["A"].path == (Pose(5, 5), Pose(9, 5))
    assert not asked_for(state, order).walks


def test_a_move_that_is_too_long_fails_where_its_length_is_used_up() -> None:
    made = shipped("no-free-turn")
    (moment,) = refused(made)
    (reason,) = reasons_of(made, moment)
    walk = asked_for(made.states[moment.index], {}, (reason,)).walks["Turning/1"]
    share = failing_share(walk, reason)
    assert walk.length * share == pytest.approx(10.0)
    assert walk.at(share).facing == pytest.approx(90 * 6 / (walk.length - 4))
    assert words_of(reason) == "move.length: 10.332 of 10 in"


def test_the_page_has_one_row_for_a_refused_order() -> None:
    script = (Path(__file__).resolve().parent.parent.parent / "battlefield/viewer/replay.js").read_text()
    assert "event.part > 0" in script
