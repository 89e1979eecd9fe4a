"""What belongs to a move, and how moves are told."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from viewer.making import move, phase, recording, rolled, set_up, table, unit
from viewer.test_shipped import planned, shipped

from battlefield.events.core import TokenSet, UnitEmbarked, UnitSetUp
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.viewer import course
from battlefield.viewer.scene import film_of
from battlefield.viewer.story import caption, line


def texts(made: Recording, n: int) -> list[str]:
    return [each.text for each in planned(made, film_of(made).of_event(n)).tags]


def test_a_move_cut_short_by_difficult_ground_is_told_and_shown() -> None:
    made = shipped("deep-strike")
    found = course.course_of(made, 8)
    assert found.halted == (3, 5)
    assert "Difficult ground stops it" in caption(made, 8).sentence
    assert {"5 of 5″", "stopped by difficult ground"} <= set(texts(made, 9))
    assert caption(made, 6).headline == "Difficult ground: Waders rolls 3 and 5"


def test_dangerous_ground_slays_where_it_is_entered() -> None:
    made = shipped("deep-strike")
    assert course.course_of(made, 10).danger == "Burning field"
    assert "into Burning field" in texts(made, 11)
    assert line(made, 11).startswith("Dangerous ground: Firewalker rolls 1 – slain")
    assert line(made, 12) == "Firewalker is slain. By dangerous ground, Burning field."
    assert "Firewalker slain by Burning field" in texts(made, 13)


def test_desperate_escape_is_told_with_the_model_that_is_given_up() -> None:
    made = shipped("falling-back")
    assert caption(made, 7).headline == "Desperate Escape: Rearguard/1 rolls 1 – a model is lost"
    assert line(made, 8) == "Red gives up Rearguard/2. In place of Rearguard/1, which failed."
    assert course.given_up_for(made, 11, "Rearguard/2") == "Rearguard/1"
    assert "given up for Rearguard/1" in caption(made, 11).sentence
    declared = course.walk_after(made, 7, "Rearguard/1")
    assert declared is not None
    assert declared.length == pytest.approx(4.5)
    assert course.walk_after(made, 10, "Rearguard/2") is None


def test_a_fall_back_says_so_with_its_legs_and_its_allowance() -> None:
    made = shipped("falling-back")
    assert caption(made, 13).headline == "Rearguard/3 Falls Back 7.80 in"
    assert {"Fall Back", "7.8 of 8″", "3.3″", "4.5″"} <= set(texts(made, 14))


def test_a_turn_on_the_spot_is_shown_with_what_it_costs() -> None:
    made = shipped("no-free-turn")
    assert {"9.932 of 10″", "90° turn: 6.332″"} <= set(texts(made, 8))


@pytest.mark.parametrize(
    ("kind", "headline", "name"),
    [("advance", "A Advances 4 in", "Advance"), ("consolidate", "A Consolidates 4 in", "Consolidate")],
)
def test_every_kind_of_move_has_its_name(kind: str, headline: str, name: str) -> None:
    state = table("Kinds", (20, 20), [unit("A", "Red", 1)])
    rolls = [rolled("move.advance", "A", "D6", (4,))] if kind == "advance" else []
    events = [set_up("A", {"A": Pose(5, 5)}), phase(1, "Red", "movement"), *rolls]
    made = recording(state, [*events, move("A", (9, 5), length=4.0, kind=kind)])
    last = len(made.entries)
    assert caption(made, last - 1).headline == headline
    assert name in texts(made, last)
    if rolls:
        assert caption(made, 2).headline == "Advance: A rolls 4"
        assert ("Advance roll", "+4 in") in caption(made, 3).figures


def test_the_legs_of_an_interrupted_move_are_one_course() -> None:
    state = table("Legs", (20, 20), [unit("A", "Red", 1)])
    legs = [
        replace(move("A", (7, 5), length=2.0), last=False),
        replace(move("A", (7, 8), length=3.0), leg=2, allowance=4.0),
    ]
    made = recording(state, [set_up("A", {"A": Pose(5, 5)}), *legs])
    found = course.course_of(made, 2)
    assert len(found.legs) == 2
    assert found.start.point == (5, 5)
    assert (found.before, found.length, found.allowance) == (2.0, 5.0, 6.0)
    assert "5 of 6″" in texts(made, 3)
    assert "5 in in all" in caption(made, 2).sentence


def test_bookkeeping_of_moves_is_no_stop() -> None:
    made = shipped("falling-back")
    quiet = [each.n for each in film_of(made).moments if each.quiet]
    assert {6, 7, 10} <= set(quiet)
    assert cast(TokenSet, made.entries[5].event).token == "moved as"
    assert caption(made, 5).headline == "Rearguard: Fall Back declared"


def test_arrivals_show_the_ring_that_they_keep_to() -> None:
    made = shipped("deep-strike")
    assert {"9″", "9.000001″, more than 9″"} <= set(texts(made, 15))
    assert caption(made, 14).headline == "Meteor arrives by Deep Strike"
    out = shipped("no-room-to-disembark")
    assert {"3″", "2.9999995 of 3″"} <= set(texts(out, 7))
    assert caption(out, 6).headline == "Crew disembarks"


def test_out_of_a_wreck_the_ring_is_the_one_that_they_kept_to() -> None:
    made = shipped("out-of-a-wreck")
    near, far = (
        index
        for index, each in enumerate(made.entries)
        if isinstance(each.event, UnitSetUp) and "B7" in each.event.rulings
    )
    assert {"3″", "1.26 of 3″"} <= set(texts(made, near + 1))
    assert {"6″", "5.016 of 6″"} <= set(texts(made, far + 1))
    assert [caption(made, each).headline for each in (near, far)] == [
        "Riders gets out of Cart",
        "Diggers gets out of Wagon",
    ]


def test_a_unit_that_boards_goes_into_its_transport() -> None:
    carrier, crew = unit("Ark", "Red", 1, "7x4in", ("TRANSPORT",)), unit("Crew", "Red", 2)
    state = table("Aboard", (30, 20), [carrier, crew])
    places = {"Crew/1": Pose(10, 13.2), "Crew/2": Pose(11.5, 13.2)}
    events = [
        set_up("Ark", {"Ark": Pose(10, 10)}),
        set_up("Crew", places),
        UnitEmbarked(rule="move.embark", unit="Crew", transport="Ark"),
    ]
    made = recording(state, events)
    plan = planned(made, film_of(made).of_event(3))
    assert plan.hidden == {"Crew/1", "Crew/2"}
    assert "0.708 of 3″" in [each.text for each in plan.tags]
    assert plan.draw(plan.still).fading
    assert caption(made, 2).headline == "Crew boards Ark"


def test_control_of_an_objective_is_told_with_its_levels_and_its_colours() -> None:
    made = shipped("held-from-above")
    assert caption(made, 4).headline == "Red controls Well"
    said = caption(made, 20)
    assert said.headline == "Blue controls Well"
    assert said.sentence == "The higher Level of Control, from Red: 4 against 1."
    assert ("Level of Control, Blue", "4") in said.figures
    assert {"Well: Blue", "Blue 4", "Red 1", "3″"} <= set(texts(made, 21))


def test_a_charge_is_declared_and_fails() -> None:
    made = shipped("charge-round-a-corner")
    names = [type(each.event).__name__ for each in made.entries]
    declared, failed = names.index("ChargeDeclared"), names.index("ChargeFailed")
    assert caption(made, declared).headline.startswith("Turnkeys declares a charge at Prisoner")
    assert texts(made, declared + 1) == ["Prisoner: no roll, Cell is first in the way"]
    assert texts(made, failed + 1) == ["Prisoner: no roll, Cell is first in the way", "charge fails"]
    assert caption(made, failed).sentence == "Nobody moves: no roll would have done, Cell is first in the way."
