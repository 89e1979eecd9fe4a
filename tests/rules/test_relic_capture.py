"""Moving off one's own board edge with the Relic: won, refused, cut short, interrupted, and coming back."""

from __future__ import annotations

import pytest

from battlefield.events.core import BattleEnded, Chose, ModelLeft, ModelMoved, OrderRefused
from battlefield.events.scrollhammer_relic import RelicCaptured, RelicDropped
from tests.relic_table import (
    BASE,
    RELIC,
    carried,
    move,
    names,
    of,
    order,
    phase,
    play,
    reasons,
    relic,
    rules,
    value,
    who,
)
from tests.sketch import MOVEMENT


def leave(unit: str, paths: str, keys: str = "") -> str:
    return order("capture", f'unit = "{unit}"\n{keys}', paths)


def rect(name: str, trait: str, area: str) -> str:
    return f'[[terrain]]\nname = "{name}"\ntraits = ["{trait}"]\narea = {{ rect = {area} }}\n'


def test_relic_capture__the_bearer_touches_its_edge_and_its_player_wins() -> None:
    battle = play(carried("A") + who("A", "[20, 5]") + leave("A", f"A = [20, {BASE}]"))
    (event,) = of(battle, RelicCaptured)
    assert (event.player, event.edge, event.model, event.at.point) == ("Red", "south", "A/1", (20, pytest.approx(BASE)))
    assert event.claims[0].holds
    assert [each.to for each in of(battle, ModelLeft)] == ["edge"]
    assert not of(battle, RelicDropped)
    assert (battle.state.ended, battle.state.winner, relic(battle).status) == (True, "Red", "captured")
    assert (relic(battle).owner, relic(battle).at, relic(battle).carrier) == ("Red", None, None)


def test_relic_capture__a_path_may_aim_beyond_the_edge_and_ends_where_it_is_touched() -> None:
    battle = play(carried("A") + who("A", "[20, 5]") + leave("A", "A = [23, -1]"))
    (moved,) = of(battle, ModelMoved)
    assert moved.path[-1].y == pytest.approx(BASE, abs=1e-8)
    assert moved.path[-1].x == pytest.approx(20 + 3 * (5 - BASE) / 6, abs=1e-8)
    assert moved.kind == "capture"


@pytest.mark.parametrize(
    ("base", "facing", "half"),
    [("75x42mm", 0, 21 / 25.4), ("75x42mm", 90, 75 / 50.8), ('{ hull = "4x2in", height = 1 }', 90, 2.0)],
)
def test_relic_capture__an_oval_and_a_hull_touch_with_their_own_shape(base: str, facing: float, half: float) -> None:
    battle = play(carried("A") + who("A", "[20, 5]", base=base, facing=facing) + leave("A", "A = [20, -3]"))
    (event,) = of(battle, RelicCaptured)
    assert event.at.y == pytest.approx(half, abs=1e-8)


@pytest.mark.parametrize(("short", "off"), [(0, True), (9e-8, True), (0.000001, False), (0.5, False)])
def test_relic_capture__touching_the_edge_and_a_millionth_short(short: float, off: bool) -> None:
    battle = play(carried("A") + who("A", "[20, 5]") + leave("A", f"A = [20, {BASE + short:.12f}]"))
    assert (not rules(battle)) == off
    if not off:
        assert rules(battle) == ["relic.capture"]
        claim = reasons(battle)[0].claim
        assert claim is not None
        assert claim.value == pytest.approx(short)


@pytest.mark.parametrize(("way", "refused"), [(6.0, False), (6.000001, True)])
def test_D15__within_six_inches(way: float, refused: bool) -> None:
    battle = play(carried("A") + who("A", f"[20, {BASE + way:.12f}]") + leave("A", "A = [20, -1]"))
    assert (rules(battle) == ["relic.carry"]) == refused
    assert battle.state.ended != refused


@pytest.mark.parametrize(("way", "refused"), [(4.0, False), (4.000001, True)])
def test_D15__within_its_own_move(way: float, refused: bool) -> None:
    battle = play(carried("A") + who("A", f"[20, {BASE + way:.12f}]", move=4) + leave("A", "A = [20, -1]"))
    assert (rules(battle) == ["move.length"]) == refused


def test_relic_capture__only_over_its_own_players_edge() -> None:
    assert rules(play(carried("A") + who("A", "[20, 16]") + leave("A", "A = [20, 21]"))) == [
        "relic.capture",
        "setup.on_board",
    ]
    blue = carried("A") + who("A", "[20, 16]", player="Blue") + leave("A", "A = [20, 21]")
    assert play(blue, MOVEMENT.replace("Red", "Blue")).state.winner == "Blue"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (who("A", "[20, 5]") + carried("B") + who("B", "[10, 5]"), "nobody of A has the Relic"),
        (carried("A") + who("A", "[20, 5]") + move("A", "[20, 4]"), "has made a Normal move"),
        (carried("A") + who("A", "[20, 5]") + phase(), "shooting phase"),
    ],
)
def test_relic_capture__one_move_of_the_movement_phase_by_the_unit_that_has_it(text: str, why: str) -> None:
    battle = play(text + leave("A", "A = [20, -1]"))
    assert "relic.capture" in rules(battle)
    assert why in reasons(battle)[0].why


def test_relic_capture__the_bearer_itself_needs_a_path() -> None:
    pair = carried("A/1") + who("A", "[[20, 5], [21.5, 5]]")
    assert rules(play(pair + leave("A", '"A/2" = [21.5, -1]'))) == ["relic.capture"]


def test_relic_capture__without_an_edge_there_is_none() -> None:
    battle = play(carried("A") + who("A", "[20, 5]") + leave("A", "A = [20, -1]"), edges=(None, None))  # type: ignore[arg-type]
    assert "board edge" in reasons(battle)[0].why


def test_D15__the_bearer_first_wins_at_once_and_the_others_need_not_get_there() -> None:
    pair = carried("A/1") + who("A", "[[20, 5], [21.5, 5], [22, 7]]")
    battle = play(pair + leave("A", '"A/1" = [20, -1]\n"A/2" = [21.5, -1]'))
    assert battle.state.winner == "Red"
    assert [each.model for each in of(battle, ModelMoved)] == ["A/1"]
    assert battle.state.models["A/2"].on_board
    assert battle.state.models["A/3"].on_board


def test_D15__those_that_reach_the_edge_before_it_leave() -> None:
    pair = carried("A/1") + who("A", "[[20, 5], [21.5, 5]]")
    battle = play(pair + leave("A", '"A/2" = [21.5, -1]\n"A/1" = [20, -1]'))
    assert [(each.model, each.to) for each in of(battle, ModelLeft)] == [("A/2", "edge"), ("A/1", "edge")]
    assert battle.state.winner == "Red"


def test_D15__past_enemies_with_desperate_escape() -> None:
    text = carried("A") + who("A", "[20, 5]") + who("E", "[20, 3]", "Blue", "INFANTRY")
    won = play(text + leave("A", "A = [20, -1]", "dice = [3]"))
    assert won.state.winner == "Red"
    lost = play(text + leave("A", "A = [20, -1]", "dice = [2]"))
    assert names(lost) == ["dropped"]
    assert relic(lost).at == pytest.approx((20, RELIC, 0, 0), abs=1e-8)


def test_relic_capture__ends_on_nobody() -> None:
    text = carried("A") + who("A", "[20, 5]") + who("E", "[20, 0.6]", "Blue", "INFANTRY")
    assert "setup.no_overlap" in rules(play(text + leave("A", "A = [20, -1]")))


def test_D9__difficult_ground_may_end_it_short_and_then_nobody_leaves() -> None:
    wood = rect("Wood", "difficult", "[15, 2, 10, 2]")
    pair = carried("A/1") + who("A", "[[20, 5], [21.5, 5]]") + wood
    paths = '"A/2" = [21.5, -1]\n"A/1" = [20, -1]'
    short = play(pair + leave("A", paths, "dice = [6, 5, 3, 3]"))
    assert not short.state.ended
    assert not of(short, ModelLeft)
    assert value(short, "A", "capturing") is None
    assert short.state.models["A/1"].pose == pytest.approx((20, 2, 0, 0))
    assert play(pair + leave("A", paths, "dice = [6, 5, 5, 1]")).state.winner == "Red"
    apart = play(pair + leave("A", paths, "dice = [5, 5, 1, 1]"))
    assert rules(apart) == [] or isinstance(apart.events[-1], OrderRefused)


def test_relic_capture__the_battle_is_over_then() -> None:
    text = carried("A") + who("A", "[20, 5]") + who("B", "[10, 10]") + leave("A", "A = [20, -1]")
    assert rules(play(text + move("B", "[10, 12]"))) == ["battle.sequence"]
    assert rules(play(text + phase())) == ["battle.sequence"]
    battle = play(text)
    (ended,) = of(battle, BattleEnded)
    assert ended.winner == "Red"


# --- relic.capture.interrupted ---

MIRE = rect("Mire", "dangerous", "[15, 2, 10, 1]")
PAIR = carried("A/1") + who("A", "[[20, 5], [21.5, 5], [23, 5]]") + MIRE
PATHS = '"A/1" = [20, -1]\n"A/2" = [21.5, -1]'


def test_D16__slain_by_dangerous_ground_on_the_way_it_lies_at_the_edge() -> None:
    battle = play(PAIR + leave("A", PATHS, "dice = [1]"))
    (event,) = of(battle, RelicDropped)
    assert (event.rule, event.edge, event.why) == ("relic.capture.interrupted", "south", "capture interrupted")
    assert event.at.point == pytest.approx((20, RELIC), abs=1e-8)
    assert event.claims[0].value == pytest.approx(0, abs=1e-9)
    assert [(each.model, each.to) for each in of(battle, ModelLeft)] == [("A/2", "reserves"), ("A/3", "reserves")]
    assert not battle.state.ended
    assert relic(battle).status == "dropped"
    assert value(battle, "A", "ongoing reserves") == "south"
    assert value(battle, "A", "capturing") is None


def test_D16__even_those_that_were_off_already_go_to_reserves() -> None:
    battle = play(PAIR + leave("A", '"A/2" = [21.5, -1]\n"A/1" = [20, -1]', "dice = [6, 1]"))
    assert [(each.model, each.to) for each in of(battle, ModelLeft)] == [
        ("A/2", "edge"),
        ("A/2", "reserves"),
        ("A/3", "reserves"),
    ]
    assert battle.state.models["A/2"].where == "reserves"


def test_D16__a_second_bearer_goes_no_further_and_its_relic_is_laid_at_the_edge_too() -> None:
    urn = carried("A/2").replace("Casket", "Urn")
    battle = play(PAIR + urn + leave("A", PATHS, "dice = [1]"))
    drops = of(battle, RelicDropped)
    assert [(each.relic, each.from_, each.edge) for each in drops] == [
        ("Casket", "A/1", "south"),
        ("Urn", "A/2", "south"),
    ]
    assert drops[1].at.y == pytest.approx(RELIC, abs=1e-8)
    assert [(each.model, each.to) for each in of(battle, ModelLeft)] == [("A/2", "reserves"), ("A/3", "reserves")]
    assert not of(battle, RelicCaptured)
    assert (battle.state.ended, battle.state.winner) == (False, None)
    assert value(battle, "A", "capturing") is None


def test_D16__a_taken_place_at_the_edge_is_slid_along() -> None:
    """A base of 25 mm touches the edge 0.6 in to the right: the counter slides left until it touches it."""
    friend = who("B", f"[20.6, {BASE}]")
    battle = play(PAIR + friend + leave("A", '"A/1" = [[20, 3], [18, -1]]', "dice = [1]"))
    (event,) = of(battle, RelicDropped)
    along = (4 * RELIC * BASE) ** 0.5  # two discs that touch one line and one another
    assert event.asked_at == pytest.approx((20, RELIC))
    assert event.at.x == pytest.approx(20.6 - along, abs=1e-7)
    assert event.at.y == pytest.approx(RELIC, abs=1e-8)
    assert event.at.y == pytest.approx(RELIC, abs=1e-8)


def test_D16__of_two_places_as_near_the_player_picks() -> None:
    friend = who("B", f"[20, {BASE}]", "Blue")
    along = (4 * RELIC * BASE) ** 0.5
    path = '"A/1" = [[20, 3], [18, -1]]'
    default = play(PAIR + friend + leave("A", path, "dice = [1]"))
    assert of(default, RelicDropped)[0].at.point == pytest.approx((20 - along, RELIC), abs=1e-7)
    (chose,) = of(default, Chose)
    assert (chose.asks, chose.by, len(chose.options)) == ("relic.capture.interrupted", "default", 2)
    told = f'dice = [1]\nanswers = [{{ to = "relic.capture.interrupted", is = [{20 + along:.6f}, {RELIC:.6f}] }}]'
    picked = play(PAIR + friend + leave("A", path, told))
    assert of(picked, RelicDropped)[0].at.point == pytest.approx((20 + along, RELIC), abs=1e-7)


def test_D16__impassable_ground_at_the_edge_is_no_place() -> None:
    rock = rect("Rock", "impassable", "[19.5, 0, 1, 1]")
    path = '"A/1" = [[20, 3.45], [17.5, -1]]'
    battle = play(PAIR + rock + leave("A", path, "dice = [1]"))
    (event,) = of(battle, RelicDropped)
    assert event.out_of == ("Rock",)
    assert event.at.point == pytest.approx((19.5 - RELIC, RELIC), abs=1e-7)


LATER = phase("Red", "movement")


@pytest.mark.parametrize(("y", "legal"), [(6 - BASE, True), (6 - BASE + 1e-6, False), (1, True)])
def test_relic_capture_interrupted__back_wholly_within_six_inches_of_that_edge(y: float, legal: bool) -> None:
    back = order("set_up", f'unit = "A"\nat = [[1, 1], [10, {y:.9f}], [11.5, {y:.9f}]]')
    battle = play(PAIR + leave("A", PATHS, "dice = [1]") + LATER + back)
    assert (not rules(battle)) == legal
    if legal:
        assert battle.state.models["A/2"].on_board
        assert value(battle, "A", "ongoing reserves") is None


def test_relic_capture_interrupted__not_before_the_next_movement_phase() -> None:
    back = order("set_up", 'unit = "A"\nat = [[1, 1], [10, 2], [11.5, 2]]')
    assert rules(play(PAIR + leave("A", PATHS, "dice = [1]") + back)) == ["relic.capture.interrupted"]
    theirs = play(PAIR + leave("A", PATHS, "dice = [1]") + phase("Blue", "movement") + back)
    assert rules(theirs) == ["move.deep_strike"]


def test_relic_capture_interrupted__clear_of_engagement_range_and_coherent_and_no_nine_inches() -> None:
    foe = who("E", "[10, 6]", "Blue", "INFANTRY")
    start = PAIR + foe + leave("A", PATHS, "dice = [1]") + LATER
    assert not rules(play(start + order("set_up", 'unit = "A"\nat = [[1, 1], [10, 2], [11.5, 2]]')))
    close = order("set_up", 'unit = "A"\nat = [[1, 1], [10, 4.2], [10, 2.5]]')
    assert "setup.engagement" in rules(play(start + close))
    apart = order("set_up", 'unit = "A"\nat = [[1, 1], [10, 2], [16, 2]]')
    assert rules(play(start + apart)) == ["setup.coherency"]


def test_relic_capture_interrupted__a_lone_bearer_leaves_nobody_to_come_back() -> None:
    battle = play(carried("A") + who("A", "[20, 5]") + MIRE + leave("A", "A = [20, -1]", "dice = [1]"))
    assert not of(battle, ModelLeft)
    assert relic(battle).at == pytest.approx((20, RELIC, 0, 0), abs=1e-8)
