"""Boarding Actions: distances round Walls and through Hatchways, and what they decide; Hatchways operated."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from battlefield.asking import measure, sighting
from battlefield.battle import Battle, run
from battlefield.certificate import Certificate
from battlefield.certify import engagement, gap_between, measured_again, same_measure
from battlefield.check import check
from battlefield.events.core import ChargeDeclared, HatchwayOperated, ModelMoved, OrderRefused, Reason
from battlefield.geometry.shapes import Pose
from battlefield.log import entry_of, line_of
from battlefield.orders.core import Charge, Operate
from battlefield.recording import Entry
from battlefield.rules.core.charge_reach import reach_of
from battlefield.rules.core.charging import against_charge_move, legs_of
from battlefield.rules.core.coherency import coherency, is_coherent
from battlefield.rules.core.engaging import first_engaged
from battlefield.rules.core.hatchways import against_reach, operating
from battlefield.rules.core.objectives import in_range
from battlefield.rules.core.placing import Standing
from battlefield.scenario.load import loads
from battlefield.scenario.report import ScenarioError
from battlefield.state import State
from battlefield.truth import untrue

R = 25 / 25.4 / 2
HEAD = """
format = 1
rules = ["core", "relics-of-old"]
boarding = {boarding}
[board]
width = 24
height = 16
[start]
round = 1
player = "Red"
phase = "{phase}"
[[players]]
name = "Red"
[[players]]
name = "Blue"
"""
POST = '[[terrain]]\nname = "Wall"\ntraits = ["wall"]\narea = { rect = [10, 0, 1, 10] }\n'
SHUT = '[[terrain]]\nname = "Lid"\ntraits = ["wall"]\narea = { rect = [10, 10, 1, 6] }\n'
LOW = '[[terrain]]\nname = "Low"\ntraits = ["wall"]\narea = { rect = [10, 0, 0.5, 6] }\n'
HIGH = '[[terrain]]\nname = "High"\ntraits = ["wall"]\narea = { rect = [10, 10, 0.5, 6] }\n'


def hatch(open_: bool = False) -> str:
    """A Hatchway from (10, 6) to (10.5, 10), Walls above and below it."""
    door = '[[terrain]]\nname = "Hatch"\ntraits = ["hatchway"]\narea = { rect = [10, 6, 0.5, 4] }\n'
    return LOW + HIGH + door + f"open = {str(open_).lower()}\n"


def one(name: str, player: str, x: float, y: float, more: str = "") -> str:
    return (
        f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = "25mm"\nmove = 6\noc = 1\ntoughness = 4\n'
        f"at = [{x!r}, {y!r}]\n{more}\n"
    )


def squad(name: str, player: str, places: str) -> str:
    return f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = "25mm"\nmove = 6\nat = {places}\n'


def battle(text: str, phase: str = "movement", boarding: bool = True) -> Battle:
    return run(loads(HEAD.format(boarding=str(boarding).lower(), phase=phase) + text, "s.toml"))


def state(text: str, phase: str = "movement", boarding: bool = True) -> State:
    return battle(text, phase, boarding).state


def reasons(fought: Battle) -> list[str]:
    last = fought.events[-1]
    return [each.rule for each in last.reasons] if isinstance(last, OrderRefused) else []


PAIR = one("A", "Red", 7, 6) + one("B", "Blue", 14, 6)
AROUND = 5 - R + 1 + 5 - R


# --- the measure ---


def test_a15__the_distance_is_the_way_round_the_wall() -> None:
    """Two triangles of 3, 4 and 5, and the inch across the end of the Wall."""
    claim = measure(state(POST + PAIR), "A", "B")
    assert claim.value == pytest.approx(AROUND, abs=1e-9)
    assert claim.details["corners"] == ((10, 10), (11, 10))
    assert claim.rulings == ("A15",)
    assert claim.details["horizontal"] == claim.details["distance"] == claim.value


def test_a15__straight_without_boarding() -> None:
    claim = measure(state(POST + PAIR, boarding=False), "A", "B")
    assert claim.value == pytest.approx(7 - 2 * R)
    assert (claim.rulings, "corners" in claim.details) == ((), False)


def test_a15__with_the_height_it_is_the_hypotenuse() -> None:
    here = state(POST + PAIR.replace("at = [14, 6]", "at = [14, 6, 3]"))
    claim = gap_between(here, "measure.distance", "A", "B")
    assert claim.value == pytest.approx(math.hypot(AROUND, 3))


@pytest.mark.parametrize(("limit", "holds"), [(AROUND, True), (AROUND - 1e-6, False), (AROUND + 1e-6, True)])
def test_a15__within_at_exactly_the_way(limit: float, holds: bool) -> None:
    assert gap_between(state(POST + PAIR), "measure.within", "A", "B", limit).holds is holds


def test_a15__infinite_behind_a_closed_hatchway_and_read_back_from_a_log() -> None:
    here = state(hatch() + PAIR)
    claim = gap_between(here, "measure.engagement", "A", "B", (1.0, 5.0))
    assert (claim.value, claim.margin, claim.holds, claim.verdict) == ((math.inf, 0.0), -math.inf, False, "out")
    plain = json.loads(json.dumps(claim.plain(), allow_nan=False))
    assert plain["value"] == ["infinite", 0.0]
    again = Certificate.from_plain(plain)
    assert again.value == claim.value
    found = measured_again(here, again)
    assert found is not None
    assert same_measure(again, found)


def test_a15__to_an_area_and_both_ways_round_alike() -> None:
    here = state(POST + PAIR + '[[terrain]]\nname = "Pit"\narea = { rect = [12, 4, 2, 2] }\n')
    claim = gap_between(here, "measure.within_area", "A", "Pit", 0.0)
    assert claim.value == pytest.approx(5 - R + 1 + math.hypot(1, 4))
    back = gap_between(here, "measure.distance", "B", "A")
    assert back.value == pytest.approx(AROUND, abs=1e-9)


def test_a15__a_wall_without_walls_is_no_way_round() -> None:
    assert measure(state(PAIR), "A", "B").value == pytest.approx(7 - 2 * R)


# --- Engagement Range through a Hatchway ---


@pytest.mark.parametrize(("more", "engaged"), [(0.0, True), (-1e-6, True), (1e-6, False)])
def test_measure_engagement__two_inches_through_an_open_hatchway(more: float, engaged: bool) -> None:
    pair = one("A", "Red", 9.25 - R, 8) + one("B", "Blue", 11.25 + R + more, 8)
    claim = engagement(state(hatch(open_=True) + pair), "A", "B")
    assert claim.holds is engaged
    assert (claim.limit, claim.details["through"], claim.rulings) == ((2.0, 5.0), ("Hatch",), ("A15",))
    assert not engagement(state(hatch() + pair), "A", "B").holds
    assert not engagement(state(hatch(open_=True) + pair, boarding=False), "A", "B").holds


@pytest.mark.parametrize(("more", "engaged"), [(0.0, True), (1e-6, False)])
def test_measure_engagement__one_inch_in_the_same_room(more: float, engaged: bool) -> None:
    pair = one("A", "Red", 9, 5) + one("B", "Blue", 9, 6 + 2 * R + more)
    claim = engagement(state(hatch(open_=True) + pair), "A", "B")
    assert (claim.holds, claim.limit) == (engaged, (1.0, 5.0))


def test_measure_engagement__not_through_a_wall() -> None:
    """Half an inch of Wall and a quarter on either side: an inch straight through it, and out of range."""
    pair = one("A", "Red", 9.75 - R, 3) + one("B", "Blue", 10.75 + R, 3)
    here = state(hatch() + pair)
    assert not engagement(here, "A", "B").holds
    assert engagement(state(hatch() + pair, boarding=False), "A", "B").holds
    assert check(loads(HEAD.format(boarding="true", phase="movement") + hatch() + pair, "s.toml")).fine


# --- objectives, coherency, Deep Strike ---


@pytest.mark.parametrize(("gap", "held"), [(1.0, True), (1.000001, False), (0.999999, True)])
def test_core_objective__within_one_inch(gap: float, held: bool) -> None:
    text = '[[objectives]]\nname = "O"\nat = [5, 8]\n' + one("A", "Red", 5 + 20 / 25.4 + R + gap, 8)
    assert bool(in_range(state(text), "O")) is held


def test_core_objective__not_through_a_wall_and_three_inches_without_boarding() -> None:
    text = POST + SHUT + '[[objectives]]\nname = "O"\nat = [9, 5]\n' + one("A", "Red", 11.6, 5)
    assert not in_range(state(text), "O")
    assert in_range(state(text, boarding=False), "O")


def test_setup_objective__a_model_may_end_on_a_marker() -> None:
    order = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [7, 8]\n'
    text = '[[objectives]]\nname = "O"\nat = [7, 8]\n' + PAIR + order
    assert isinstance(battle(text).events[-1], ModelMoved)
    assert reasons(battle(text, boarding=False)) == ["setup.objective"]


def test_setup_coherency__is_not_kept_through_a_wall() -> None:
    """1.5 in apart straight through the Wall of half an inch, and far apart round it."""
    here = state(hatch() + squad("S", "Red", f"[[{9.5 - R!r}, 3], [{11 + R!r}, 3]]"))
    claim = coherency(here, "S")
    assert (claim.holds, claim.value, claim.rulings) == (False, (math.inf, 0.0), ("A15",))
    assert not is_coherent(Standing(here), "S")
    open_ = state(hatch(open_=True) + squad("S", "Red", f"[[{9.5 - R!r}, 7], [{11 + R!r}, 7]]"))
    assert coherency(open_, "S").holds
    assert is_coherent(Standing(open_), "S")


@pytest.mark.parametrize(("x", "refused"), [(14 - 9 - 2 * R, True), (14 - 9 - 2 * R - 1e-6, False)])
def test_move_deep_strike__nine_inches_straight_through_walls(x: float, refused: bool) -> None:
    drop = (
        '[[units]]\nname = "D"\nplayer = "Red"\nbase = "25mm"\nreserves = true\nabilities = ["Deep Strike"]\n'
        f'[[orders]]\ndo = "set_up"\nunit = "D"\nkind = "deep_strike"\nat = [{x!r}, 6]\n'
    )
    fought = battle(POST + SHUT + one("B", "Blue", 14, 6) + drop)
    assert (reasons(fought) == ["move.deep_strike"]) is refused
    last = fought.events[-1]
    if isinstance(last, OrderRefused):
        claim = last.reasons[0].claim
        assert claim is not None
        assert claim.value == pytest.approx(9)
        assert "A15" in claim.rulings


# --- moves ---


def move(name: str, to: str, kind: str = "normal") -> str:
    return f'[[orders]]\ndo = "move"\nmodel = "{name}"\nto = {to}\nkind = "{kind}"\n'


def test_move_swept__a_closed_hatchway_bars_an_open_one_does_not() -> None:
    text = one("A", "Red", 8, 8) + move("A", "[13, 8]")
    assert reasons(battle(hatch() + text)) == ["move.swept"]
    assert isinstance(battle(hatch(open_=True) + text).events[-1], ModelMoved)


def test_move_swept__no_model_is_passed_not_even_a_friend() -> None:
    text = one("A", "Red", 4, 8) + one("F", "Red", 6, 8) + move("A", "[9, 8]")
    fought = battle(text)
    last = fought.events[-1]
    assert isinstance(last, OrderRefused)
    assert [each.rule for each in last.reasons] == ["move.swept"]
    claim = last.reasons[0].claim
    assert claim is not None
    assert (claim.b, claim.rulings) == ("F/1", ("measure.base_contact", "A15"))
    assert isinstance(battle(text, boarding=False).events[-1], ModelMoved)


def test_move_swept__models_of_one_order_move_one_after_another() -> None:
    """In single file: the one in front first, and the others find its place empty."""
    unit = squad("S", "Red", "[[6, 8], [4.8, 8]]")
    front_first = '[[orders]]\ndo = "move"\nunit = "S"\n[orders.paths]\n"S/1" = [9, 8]\n"S/2" = [7.8, 8]\n'
    rear_first = '[[orders]]\ndo = "move"\nunit = "S"\n[orders.paths]\n"S/2" = [7.8, 8]\n"S/1" = [9, 8]\n'
    assert reasons(battle(unit + front_first)) == []
    assert reasons(battle(unit + rear_first)) == ["move.swept", "move.swept"]
    assert reasons(battle(unit + rear_first, boarding=False)) == []


def test_move_swept__a_normal_move_may_pass_an_enemy_behind_a_wall() -> None:
    """Straight the way comes within an inch of it; the Wall between is half an inch thick."""
    enemy = one("E", "Blue", 10.75 + R, 3)
    text = hatch() + one("A", "Red", 9.75 - R, 1) + enemy + move("A", f"[{9.75 - R!r}, 5]")
    assert isinstance(battle(text).events[-1], ModelMoved)
    assert "move.swept" in reasons(battle(text, boarding=False))


@pytest.mark.parametrize(("stop", "engaged"), [(0.0, True), (1e-6, False)])
def test_move_swept__comes_within_two_inches_through_an_open_hatchway(stop: float, engaged: bool) -> None:
    enemy = one("E", "Blue", 11.25 + R, 8)
    fought = battle(hatch(open_=True) + one("A", "Red", 5, 8) + enemy + move("A", f"[{9.25 - R - stop!r}, 8]"))
    assert ("move.swept" in reasons(fought)) is engaged
    if engaged:
        last = fought.events[-1]
        assert isinstance(last, OrderRefused)
        swept = next(each for each in last.reasons if each.rule == "move.swept")
        assert swept.path_at == pytest.approx(9.25 - R - 5, abs=1e-6)


def test_move_swept__where_the_way_round_a_corner_comes_down_to_an_inch() -> None:
    """The enemy's tape to the corner (10, 6) is 0.5; the base is engaged when 0.5 is left from the corner to it."""
    wall = '[[terrain]]\nname = "W"\ntraits = ["wall"]\narea = { rect = [10, 0, 4, 6] }\n'
    enemy = one("E", "Blue", 12, 6.3 + R)
    corner = math.hypot(2, 0.3 + R) - R
    reach = 1 + 1e-12
    assert corner > reach  # round the corner it is out of range; beside the Wall the two would be near
    text = wall + one("A", "Red", 9.3 - R, 2) + enemy + move("A", f"[{9.3 - R!r}, 5]")
    assert isinstance(battle(text).events[-1], ModelMoved)
    closer = wall + one("A", "Red", 9.3, 2) + one("E", "Blue", 10.4, 6 + R)
    left = 1 - (math.hypot(0.4, R) - R)
    fought = battle(closer + move("A", "[9.3, 7]"))
    last = fought.events[-1]
    assert isinstance(last, OrderRefused)
    swept = next(each for each in last.reasons if each.rule == "move.swept")
    # straight below the corner the base is engaged when its centre is `left` + R from it
    below = math.sqrt((left + R) ** 2 - 0.7**2)
    assert swept.path_at == pytest.approx(6 - below - 2, abs=1e-7)


@pytest.mark.parametrize(
    ("start", "to"),
    [((4, 8), (9, 9)), ((7, 2), (9.2, 13)), ((4, 3), (9.3, 5.5)), ((8, 12), (8.9, 9.2)), ((9.4, 1), (9.2, 12))],
)
def test_measure_engagement__first_engaged_where_close_steps_find_it(
    start: tuple[float, float], to: tuple[float, float]
) -> None:
    """A slow twin: the same asked every hundredth of an inch, past the end of a Wall and through a Hatchway."""
    wall = '[[terrain]]\nname = "P"\ntraits = ["wall"]\narea = { rect = [7, 10.5, 1.2, 0.3] }\n'
    here = state(hatch(open_=True) + wall + one("A", "Red", *start) + one("E", "Blue", 11.1, 8.2))
    model, enemy = here.model("A"), here.model("E")
    size = math.dist(start, to)
    found = first_engaged(here, model, [Pose(*start), Pose(*to)], enemy.name, enemy.solid)
    shares = (k / (100 * size) for k in range(int(100 * size) + 1))
    poses = (Pose(*(a + share * (b - a) for a, b in zip(start, to, strict=True))) for share in shares)
    stepped = next((math.dist(start, each.point) for each in poses if engagement(here, "A", "E", each).holds), None)
    assert (found is None) == (stepped is None)
    if found is not None and stepped is not None:
        assert stepped - 0.01 - 1e-6 <= found.travelled <= stepped + 1e-9


# --- charges ---


def test_a16__a_charge_target_must_be_seen() -> None:
    order = '[[orders]]\ndo = "charge"\nunit = "A"\ntargets = ["B"]\ndice = [6, 6]\n'
    fought = battle(POST + PAIR + order, "charge")
    last = fought.events[-1]
    assert isinstance(last, OrderRefused)
    assert [(each.rule, each.claim.rulings) for each in last.reasons if each.claim] == [("move.charge", ("A16",))]
    unseen = battle(POST + PAIR + order, "charge", boarding=False)
    assert any(isinstance(each, ChargeDeclared) for each in unseen.events)


def test_a16__the_sight_of_a_comrade_is_in_the_way() -> None:
    friend = one("F", "Red", 10.5, 8)
    here = state(one("A", "Red", 5, 8) + friend + one("B", "Blue", 14, 8))
    claim = sighting(here, "A", "B")
    assert (claim.holds, claim.details["blockers"], claim.rulings) == (False, ("F/1",), ("A16",))
    assert sighting(state(one("A", "Red", 5, 8) + friend + one("B", "Blue", 14, 8), boarding=False), "A", "B").holds


@pytest.mark.parametrize("x", [3.0, 5.5, 8.0])
def test_move_charge_distance__what_is_found_may_be_gone(x: float) -> None:
    """Through the Hatchway to one enemy, out of the Engagement Range of another behind the Wall."""
    text = one("A", "Red", x, 4) + one("B", "Blue", 12.2, 8) + one("C", "Blue", 11.3, 3)
    here = state(hatch(open_=True) + text, "charge")
    found = reach_of(here, "A", ["B"])
    assert found.roll is not None
    assert found.bound is not None
    assert found.bound <= found.roll
    paths = {each.model: legs_of(here, each, found.roll) for each in found.ways if each.way is not None}
    assert not list(against_charge_move(here, Charge(unit="A", targets=("B",)), paths, float(found.roll)))


def test_move_charge_distance__a_comrade_in_front_may_go_first_so_that_the_bound_is_lower() -> None:
    """In single file in a corridor as wide as they are; the one behind cannot be first, but it need not be."""
    corridor = (
        '[[terrain]]\nname = "N"\ntraits = ["wall"]\narea = { rect = [2, 8.6, 8, 0.4] }\n'
        '[[terrain]]\nname = "S"\ntraits = ["wall"]\narea = { rect = [2, 7, 8, 0.4] }\n'
    )
    file = squad("A", "Red", "[[4, 8], [5.2, 8]]")
    found = reach_of(state(corridor + file + one("B", "Blue", 13, 8), "charge"), "A", ["B"])
    assert found.bound == math.ceil(13 - 5.2 - 2 * R - 1)
    assert found.roll == found.bound
    assert [each.model for each in found.ways] == ["A/2", "A/1"]


@pytest.mark.parametrize(("boarding", "roll"), [(True, None), (False, 2)])
def test_move_charge_distance__not_engaged_through_a_wall(boarding: bool, roll: int | None) -> None:
    """An inch and a half apart through the Wall, which no way leads round."""
    pair = one("A", "Red", 9.5 - R, 3) + one("B", "Blue", 11 + R, 3)
    found = reach_of(state(hatch() + pair, "charge", boarding), "A", ["B"])
    assert found.roll == roll


SLAB = '[[terrain]]\nname = "Wall"\ntraits = ["wall"]\narea = { rect = [10, 4, 0.5, 8] }\n'


def test_move_charge_distance__behind_a_wall_the_bound_is_the_way_round_it() -> None:
    """From (9, 8) round both corners of the Wall's lower end, then straight at (11.6, 8) until an inch is left."""
    pair = one("A", "Red", 9, 8) + one("B", "Blue", 11.6, 8)
    found = reach_of(state(SLAB + pair, "charge"), "A", ["B"])
    first, last = math.hypot(1, 4), math.hypot(1.1, 4)
    straight = math.sqrt(first**2 - R**2) + 0.5 + math.sqrt(last**2 - R**2) - 2 * R - 1
    turned = math.pi + math.atan2(4, 1) - math.acos(R / first) + math.atan2(4, 1.1) - math.acos(R / last)
    assert found.ways[0].length == pytest.approx(straight + R * turned, abs=1e-6)
    assert found.bound == found.roll == math.ceil(straight + R * turned)


def test_move_charge__those_who_follow_round_a_wall_keep_together() -> None:
    """Either end of the Wall is as near to one of the two outer ones, but coherency is not measured through it."""
    here = state(SLAB + one("B", "Blue", 11.6, 8) + squad("A", "Red", "[[9, 8], [9, 6.5], [9, 9.5]]"), "charge")
    found = reach_of(here, "A", ["B"])
    assert found.roll is not None
    assert found.bound == found.roll
    assert coherency(here, "A", found.ends).holds
    assert any(engagement(here, name, "B", pose).holds for name, pose in found.ends.items())


def test_move_charge_distance__through_an_open_hatchway_to_two_inches() -> None:
    pair = one("A", "Red", 4.25 - R, 8) + one("B", "Blue", 11.25 + R, 8)
    found = reach_of(state(hatch(open_=True) + pair, "charge"), "A", ["B"])
    assert (found.bound, found.roll) == (5, 5)
    assert found.ways[0].length == pytest.approx(5, abs=1e-6)


def test_move_charge_distance__round_the_end_of_a_wall_until_it_is_engaged() -> None:
    """Behind a thin Wall the straight gap is under an inch at once; the way leads round its end."""
    wall = '[[terrain]]\nname = "W"\ntraits = ["wall"]\narea = { rect = [10, 2, 0.25, 14] }\n'
    pair = one("A", "Red", 9.75 - R, 6) + one("B", "Blue", 10.75 + R, 6)
    here = state(wall + pair, "charge")
    found = reach_of(here, "A", ["B"])
    assert found.roll is not None
    assert found.bound is not None
    assert found.bound <= found.roll
    end = found.ends["A/1"]
    assert engagement(here, "A", "B", end).holds
    assert measure(here, "A", "B").value - 1 <= found.ways[0].length + 1e-9


# --- Hatchways are operated ---

NEAR = one("A", "Red", 9.25 - R, 8) + one("B", "Blue", 11.25 + R, 8)


def operate(model: str = "A", more: str = "", hatchway: str = "Hatch") -> str:
    return f'[[orders]]\ndo = "operate"\nhatchway = "{hatchway}"\nmodel = "{model}"\n{more}\n'


def attempt(fought: Battle) -> HatchwayOperated:
    last = fought.events[-1]
    assert isinstance(last, HatchwayOperated)
    return last


def why(fought: Battle) -> str:
    last = fought.events[-1]
    assert isinstance(last, OrderRefused)
    assert [each.rule for each in last.reasons] == ["core.hatchway"] * len(last.reasons)
    return "; ".join(each.why for each in last.reasons)


def test_core_hatchway__unopposed_it_opens_and_an_open_one_closes() -> None:
    fought = battle(hatch() + NEAR + operate())
    event = attempt(fought)
    assert (event.success, event.open, event.results, event.rulings) == (True, True, None, ())
    found = fought.state.hatchway("Hatch")
    assert found is not None
    assert found.open
    closed = battle(hatch(open_=True) + NEAR + operate())
    assert attempt(closed).open is False
    assert measure(closed.state, "A", "B").value == math.inf


@pytest.mark.parametrize(
    ("dice", "success", "results"),
    [("[4, 3]", True, (8, 7)), ("[3, 4]", False, (7, 8)), ("[3, 3, 2, 2, 6, 1]", True, (10, 5))],
)
def test_core_hatchway__a_roll_off_with_toughness(dice: str, success: bool, results: tuple[int, int]) -> None:
    event = attempt(battle(hatch() + NEAR + operate(more=f'opposed_by = "B"\ndice = {dice}')))
    assert (event.success, event.open) == (success, success)
    assert event.results == {"A/1": results[0], "B/1": results[1]}
    assert event.rulings == ("E3",)
    assert [claim.b for claim in event.claims] == ["Hatch", "Hatch"]


def test_core_hatchway__toughness_decides_over_the_dice() -> None:
    strong = NEAR.replace("toughness = 4", "toughness = 8", 1)
    event = attempt(battle(hatch() + strong + operate(more='opposed_by = "B"\ndice = [2, 5]')))
    assert (event.results, event.success) == ({"A/1": 10, "B/1": 9}, True)


@pytest.mark.parametrize(("gap", "refused"), [(1.0, False), (1.000001, True)])
def test_core_hatchway__within_one_inch(gap: float, refused: bool) -> None:
    fought = battle(hatch() + one("A", "Red", 10 - R - gap, 8) + operate())
    assert isinstance(fought.events[-1], OrderRefused) is refused
    opposed = hatch() + one("A", "Red", 9, 8) + one("B", "Blue", 10.5 + R + gap, 8)
    fought = battle(opposed + operate(more='opposed_by = "B"' + ("" if refused else "\ndice = [1, 2]")))
    assert isinstance(fought.events[-1], OrderRefused) is refused


def test_core_hatchway__only_in_the_own_move_units_step_and_in_boarding_actions() -> None:
    assert why(battle(hatch() + NEAR + operate("B"))) == "only at the end of Blue's Move Units step"
    assert why(battle(hatch() + NEAR + operate(), "charge")) == "only at the end of Red's Move Units step"
    assert "Boarding Actions alone" in why(battle(hatch() + NEAR + operate(), boarding=False))
    assert why(battle(hatch() + NEAR + operate(hatchway="Low"))) == "Low is no Hatchway"


def test_core_hatchway__once_a_unit_and_once_a_hatchway_and_nobody_moves_after_it() -> None:
    again = battle(hatch() + NEAR + one("C", "Red", 9, 9.2) + operate() + operate("C"))
    assert why(again) == "Hatch has been tried in this phase"
    other = '[[terrain]]\nname = "Other"\ntraits = ["hatchway"]\narea = { rect = [8, 9, 0.5, 1] }\n'
    assert "A has tried to operate" in why(battle(hatch() + other + NEAR + operate() + operate(hatchway="Other")))
    moved = battle(hatch() + NEAR + one("C", "Red", 4, 4) + operate() + move("C", "[5, 4]"))
    assert reasons(moved) == ["move.normal"]


def test_core_hatchway__does_not_close_on_a_base() -> None:
    inside = hatch(open_=True) + one("A", "Red", 9, 7) + one("F", "Red", 10.2, 9)
    assert "F/1 stands in Hatch" in why(battle(inside + operate()))


def test_core_hatchway__opposed_by_an_enemy_with_a_toughness() -> None:
    friend = hatch() + NEAR + one("F", "Red", 9, 9.2)
    assert "F/1 is no enemy of A/1" in why(battle(friend + operate(more='opposed_by = "F"')))
    soft = hatch() + NEAR.replace("toughness = 4\n", "") + operate(more='opposed_by = "B"')
    assert why(battle(soft)).count("has no toughness") == 2


def test_core_hatchway__another_rule_may_reach_farther_and_ask_for_sight() -> None:
    here = state(hatch() + one("A", "Red", 3, 8) + one("F", "Red", 6, 8))
    door = here.hatchway("Hatch")
    assert door is not None
    model = here.model("A")
    assert [each.rule for each in against_reach(here, model, door)] == ["core.hatchway"]
    assert not list(against_reach(here, model, door, 9.0))
    wide = [each.why for each in against_reach(here, model, door, 9.0, seen=True)]
    assert wide == []  # past F some line reaches a point of the Hatchway (A17)
    unseen = state(LOW + HIGH + hatch()[len(LOW + HIGH) :].replace("[10, 6, 0.5, 4]", "[10, 7.8, 0.5, 0.4]") +
                   one("A", "Red", 3, 8) + one("F", "Red", 8, 8))  # fmt: skip
    narrow = unseen.hatchway("Hatch")
    assert narrow is not None
    found = list(against_reach(unseen, unseen.model("A"), narrow, 9.0, seen=True))
    assert [each.claim.details["blockers"] for each in found if each.claim is not None] == [("F/1",)]


def test_core_hatchway__refusals_carry_certificates() -> None:
    here = state(hatch() + one("A", "Red", 5, 8))
    found: list[Reason] = list(operating(here, Operate(hatchway="Hatch", model="A/1")))
    assert [each.rule for each in found] == ["core.hatchway"]
    claim = found[0].claim
    assert claim is not None
    assert claim.value == pytest.approx(5 - R)
    assert (claim.limit, claim.holds) == (1.0, False)


def test_core_hatchway__an_order_that_names_nothing_is_told_with_its_place() -> None:
    text = HEAD.format(boarding="true", phase="movement") + hatch() + NEAR
    with pytest.raises(ScenarioError, match=r'(?s)no terrain is called "Hutch".*"Hatch"'):
        loads(text + operate(hatchway="Hutch"), "s.toml")
    with pytest.raises(ScenarioError, match="the key hatchway is missing"):
        loads(text + '[[orders]]\ndo = "operate"\nmodel = "A"\n', "s.toml")


def test_measure_ranges__those_of_boarding_actions_only_there() -> None:
    text = "[ranges]\nengagement_hatchway = [3, 5]\n"
    here = state(text + hatch(open_=True) + one("A", "Red", 9.25 - R, 8) + one("B", "Blue", 12.25 + R, 8))
    assert engagement(here, "A", "B").holds
    with pytest.raises(ScenarioError, match="needs boarding = true"):
        loads(HEAD.format(boarding="false", phase="movement") + text, "s.toml")


def test_core_hatchway__measure_tells_whether_a_model_reaches_and_sees_it() -> None:
    rules = measure(state(hatch() + NEAR), "A", "Hatch").details["rules"]
    said = {each["rule"]: each["holds"] for each in rules}
    assert (said["core.hatchway"], said["measure.visible"]) == (True, True)


def test_move_disembark__wholly_within_three_inches_of_way() -> None:
    """Beside the transport through the Wall: straight well within 3 in, round it not at all."""
    hauler = (
        '[[units]]\nname = "Hauler"\nplayer = "Red"\nkeywords = ["TRANSPORT"]\nbase = "50mm"\nat = [8.5, 3]\n'
        '[[units]]\nname = "S"\nplayer = "Red"\nbase = "25mm"\nin = "Hauler"\n'
    )
    order = '[[orders]]\ndo = "disembark"\nunit = "S"\nat = [11.2, 3]\n'
    fought = battle(hatch() + hauler + order)
    last = fought.events[-1]
    assert isinstance(last, OrderRefused)
    assert [each.rule for each in last.reasons] == ["move.disembark"]
    claim = last.reasons[0].claim
    assert claim is not None
    assert (claim.value, claim.rulings) == (math.inf, ("A15",))
    assert not isinstance(battle(hatch() + hauler + order, boarding=False).events[-1], OrderRefused)
    beside = '[[orders]]\ndo = "disembark"\nunit = "S"\nat = [8.5, 5]\n'
    assert not isinstance(battle(hatch() + hauler + beside).events[-1], OrderRefused)


# --- the log ---


def test_core_hatchway__verified_and_a_forged_result_is_found() -> None:
    fought = battle(hatch() + NEAR + operate(more='opposed_by = "B"\ndice = [4, 3]'))
    entries = list(fought.entries)
    states = list(fought.states)
    assert not list(untrue(entries, states))
    again = entry_of(json.loads(json.dumps(line_of(entries[-1]))))
    assert again.event == entries[-1].event
    last = entries[-1]
    forged = replace(attempt(fought), success=False)
    assert len(list(untrue([*entries[:-1], Entry(last.n, last.order, last.because, forged)], states))) == 2


def test_artifact_recover__when_a_hatchway_opens_between() -> None:
    """The token lies 1.5 in away through the Hatchway: within 2 in once it is open."""
    token = 25 / 25.4 / 2
    artifact = f'[[artifacts]]\nname = "Crown"\nkind = "mission"\nat = [{10.75 + token!r}, 8]\nstate = "field"\n'
    fought = battle(hatch() + one("A", "Red", 9.25 - R, 8) + artifact + operate())
    assert fought.state.artifacts["Crown"].carrier == "A/1"


def test_A15__a_charge_at_an_open_hatchway_engages_round_its_corner() -> None:
    """From (7.0589, 6.418) the tape bends about the frame's corner: half an inch to it, 1.482 on, less than two."""
    frame = '[[terrain]]\nname = "S"\ntraits = ["wall"]\narea = { rect = [7.75, 0, 0.5, 7.13] }\n'
    frame += '[[terrain]]\nname = "N"\ntraits = ["wall"]\narea = { rect = [7.75, 8.63, 0.5, 7.37] }\n'
    frame += '[[terrain]]\nname = "H"\ntraits = ["hatchway"]\narea = { rect = [7.75, 7.13, 0.5, 1.5] }\nopen = true\n'
    egg = '[[units]]\nname = "E"\nplayer = "Blue"\nbase = "105x70mm"\nat = [11.13, 7.99]\nfacing = 30\n'
    here = state(frame + one("A", "Red", 3.6, 2.9) + egg, "charge")
    assert engagement(here, "A", "E", Pose(7.0589, 6.418)).holds
    known = math.dist((3.6, 2.9), (7.0589, 6.418))
    found = reach_of(here, "A", ["E"])
    assert found.bound == found.roll == math.ceil(known)
    assert found.ways[0].length <= known + 0.01
    assert engagement(here, "A", "E", found.ends["A/1"]).holds
