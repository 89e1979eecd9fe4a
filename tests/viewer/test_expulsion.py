"""The expulsion and the Relic's drop as they are drawn: the figures of the rules, where the rules put them."""

from __future__ import annotations

from math import hypot

import pytest
from viewer.making import recording, set_up, table, unit
from viewer.recordings import edge_case, expulsion, relic_battle

from battlefield.geometry import measure
from battlefield.geometry.shapes import Disc, Point, Pose
from battlefield.recording import Recording
from battlefield.state import Artifact
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Item, Stroke, Text
from battlefield.viewer.plan import Drawn
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, stage_of
from battlefield.viewer.scene_expulsion import flight

TOKEN = 12.5 / 25.4


def drawn(made: Recording, n: int, beat: str, share: float) -> Drawn:
    moment = film_of(made).of_event(n)
    part = next(each for each in moment.beats if each.name == beat)
    return plan_of(stage_of(made, moment, 16.0)).draw(part.start + share * part.duration)


def token_at(items: tuple[Item, ...], radius: float = TOKEN) -> Point:
    dark = [each for each in items if isinstance(each, Ellipse) and each.fill == theme.rgb("20262f")]
    assert dark[-1].rx == pytest.approx(radius)
    return dark[-1].at


def said(shown: Drawn) -> list[str]:
    return [each.text for each in shown.top if isinstance(each, Text)]


def test_artifact_expulsion_distance__slides_until_it_is_six_inches_away(worked: Recording) -> None:
    assert token_at(drawn(worked, 15, "slide", 1.0).over) == pytest.approx((35.430709, 29.240945), abs=1e-5)
    ark = worked.states[14].model("Ark").footprint
    assert measure.gap(ark, Disc(35.430709, 29.240945, TOKEN)).high == pytest.approx(6.0, abs=1e-5)
    assert "3.0″" in said(drawn(worked, 15, "slide", 0.5))
    assert "6″" in said(drawn(worked, 15, "hop 0", 0.1))


def test_artifact_expulsion_distance__a_tick_for_each_inch_from_the_edge(worked: Recording) -> None:
    shown = drawn(worked, 15, "slide", 1.0)
    ticks = [each for each in shown.under if isinstance(each, Stroke) and each.width == 2.0]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in (each.points for each in ticks)]
    ways = [hypot(x - 30, y - 22) - 65 / 25.4 for x, y in middles]
    assert ways == pytest.approx([0, 1, 2, 3, 4, 5, 6], abs=1e-6)


def test_artifact_expulsion_line__runs_from_the_low_die_to_the_high_one(worked: Recording) -> None:
    shown = said(drawn(worked, 15, "rest", 0.5))
    assert "low 2" in shown
    assert "high 5" in shown


def test_artifact_expulsion_unstable__hops_over_and_lies_beyond(worked: Recording) -> None:
    assert "passes over Sinkhole" in said(drawn(worked, 15, "hop 0", 0.5))
    assert "passes over Sinkhole" not in said(drawn(worked, 15, "slide", 0.5))
    over = token_at(drawn(worked, 15, "hop 0", 0.5).over)
    way = flight(expulsion(), worked.states[14])
    middle = way.at((way.first + way.end) / 2)
    assert hypot(over[0] - middle[0], over[1] - middle[1]) > 0.5
    assert token_at(drawn(worked, 15, "rest", 1.0).over) == pytest.approx((37.109792, 31.479723), abs=1e-6)
    assert "Ember Crown, 8.798″ away" in said(drawn(worked, 15, "rest", 1.0))


def test_artifact_expulsion_edge__comes_back_from_the_edge() -> None:
    made = edge_case()
    shown = drawn(made, 6, "rest", 1.0)
    assert token_at(shown.over) == pytest.approx((33.9, 20.9625))
    assert "the line leaves the battlefield" in said(shown)
    far = token_at(drawn(made, 6, "edge", 0.499).over)
    assert far[0] == pytest.approx(40.0 - TOKEN, abs=0.05)


def test_an_expulsion_without_anything_in_its_way_rests_where_it_slid_to() -> None:
    crown = Artifact("Ember Crown")
    state = table("Open", (60, 44), [unit("Ark", "Red", 1, "130mm", ("DARK MACHINE",))], artifacts=(crown,))
    place = (35.430709, 29.240945)
    event = expulsion(passed=(), at=Pose(*place), travelled=9.051181)
    made = recording(state, [set_up("Ark", {"Ark": Pose(30, 22)}), event])
    assert token_at(drawn(made, 2, "rest", 1.0).over) == pytest.approx(place)
    assert said(drawn(made, 2, "rest", 1.0)).count("6″") == 1


@pytest.mark.parametrize("direction", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (-0.6, -0.8)])
def test_a_hop_is_drawn_beside_the_line_whichever_way_it_runs(worked: Recording, direction: Point) -> None:
    first = (30 + 9.051181 * direction[0], 22 + 9.051181 * direction[1])
    way = flight(expulsion(direction=direction, first_place=first), worked.states[14])
    ground, over = way.at(10.0), way.over(9.0, 11.0, 0.5)
    assert (over[0] - ground[0]) * direction[0] + (over[1] - ground[1]) * direction[1] == pytest.approx(0.0)
    assert hypot(over[0] - ground[0], over[1] - ground[1]) > 0.5


def test_relic_drop__shows_its_inch() -> None:
    made = relic_battle()
    assert "1″" in said(drawn(made, 9, "gap", 1.0))
    event = made.entries[8].event
    radius = 20 / 25.4
    spot = token_at(drawn(made, 9, "rest", 1.0).over, radius)
    assert spot == pytest.approx(event.asked_at)  # type: ignore[attr-defined]
    lady = made.states[8].model("Lady Ashara").footprint
    assert measure.gap(lady, Disc(*spot, radius)).high == pytest.approx(1.0)


def test_relic_drop_impassable__shows_the_way_out() -> None:
    shown = drawn(relic_battle(), 8, "way out", 1.0)
    assert any(each.startswith("out of Standing Stones: ") for each in said(shown))
    assert token_at(shown.over, 20 / 25.4) == pytest.approx((19.2126, 34.4))


def test_a_tie_is_shown_and_thrown_again(worked: Recording) -> None:
    shown = drawn(worked, 13, "show", 1.0)
    assert said(shown) == ["same face (4): thrown again"]
    again = drawn(edge_case(), 5, "again", 0.9)
    assert said(again) == ["same face (3): thrown again"]
