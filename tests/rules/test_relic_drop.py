"""Dropping the Scrollhammer Relic, with places worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from battlefield.battle import Battle
from battlefield.events.core import OrderRefused
from battlefield.events.scrollhammer_relic import RelicDropped, RelicLost
from battlefield.recording import fold
from battlefield.truth import untrue
from battlefield.viewer.story import caption
from tests.relic_table import checked
from tests.sketch import MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
BASE = 25 / 25.4 / 2
RELIC = 40 / 25.4 / 2
REACH = BASE + 1 + RELIC


def bearer(at: str = "[20, 10]", base: str = "25mm", facing: float = 0) -> str:
    text = f'[[units]]\nname = "B"\n{unit("Red", base, move=10, facing=facing)}\nat = {at}\n'
    return text + '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "B"\n'


def let_go(more: str, bearing: float | None = None, extra: str = "") -> Battle:
    order = '[[orders]]\ndo = "drop_relic"\n' + ("" if bearing is None else f"bearing = {bearing}\n") + extra
    return played(sketch(OPEN, more + order, start=MOVEMENT))


def dropped(battle: Battle) -> RelicDropped:
    return next(each for each in battle.events if isinstance(each, RelicDropped))


def foe(x: float, y: float, base: str = "32mm", name: str = "F") -> str:
    return f'[[units]]\nname = "{name}"\n{unit("Blue", base)}\nat = [{x}, {y}]\n'


@pytest.mark.parametrize("bearing", [0, 37.5, 90, 180, 271])
def test_relic_drop__one_inch_away_on_the_bearing_chosen(bearing: float) -> None:
    event = dropped(let_go(bearer(), bearing))
    turn = math.radians(bearing)
    assert event.at.point == pytest.approx((20 + REACH * math.cos(turn), 10 + REACH * math.sin(turn)), abs=1e-8)
    assert event.claims[0].value == pytest.approx(1.0, abs=1e-9)
    assert event.claims[0].holds


def test_relic_drop__unchosen_away_from_the_nearest_enemy() -> None:
    event = dropped(let_go(bearer() + foe(30, 10) + foe(2, 10, name="G")))
    assert event.at.point == pytest.approx((20 - REACH, 10), abs=1e-8)


def test_relic_drop__unchosen_with_no_enemy_on_bearing_zero() -> None:
    assert dropped(let_go(bearer())).at.point == pytest.approx((20 + REACH, 10), abs=1e-8)


def test_relic_drop__unchosen_back_the_way_it_came() -> None:
    moved = '[[orders]]\ndo = "move"\nmodel = "B"\nto = [20, 6]\n'
    assert dropped(let_go(bearer() + foe(30, 10) + moved)).at.point == pytest.approx((20, 6 + REACH), abs=1e-8)


def test_D13__a_bearing_that_is_not_open_is_refused_while_another_is() -> None:
    more = bearer() + foe(20 + REACH, 10)
    order = '[[orders]]\ndo = "drop_relic"\nbearing = 0\nrefused = "relic.drop"\n'
    refused = played(sketch(OPEN, more + order, start=MOVEMENT)).events[-1]
    assert isinstance(refused, OrderRefused)
    assert refused.foretold


@pytest.mark.parametrize(("x", "open_"), [(RELIC + REACH, True), (RELIC + REACH - 1e-6, False)])
def test_D13__touching_the_edge_is_open(x: float, open_: bool) -> None:
    order = '[[orders]]\ndo = "drop_relic"\nbearing = 180\n'
    events = played(sketch(OPEN, bearer(f"[{x}, 10]") + order, start=MOVEMENT)).events
    assert any(isinstance(each, RelicDropped if open_ else OrderRefused) for each in events)


def test_D13__the_default_turns_to_the_nearest_open_bearing() -> None:
    """An enemy stands where the Relic would lie: it turns until counter and base touch, the left way round of two."""
    more = bearer() + foe(20 + REACH, 10, "25mm", "F")
    text = more + '[[orders]]\ndo = "move"\nmodel = "B"\nto = [20, 10]\n'
    event = dropped(let_go(text.replace("[20, 10]\n[[artifacts]]", "[20, 10]\n[[artifacts]]"), None, ""))
    # away from the enemy is bearing 180, which is open
    assert event.at.point == pytest.approx((20 - REACH, 10), abs=1e-8)
    both = more + foe(20 - REACH, 10, "25mm", "G")
    event = dropped(let_go(both))
    turned = 2 * math.asin((BASE + RELIC) / (2 * REACH))
    away = math.degrees(turned)
    # away from F, the first of two nearest, is bearing 180, where G stands: turn until the counter touches G
    assert event.bearing == pytest.approx(180 + away, abs=1e-5)
    assert math.dist(event.at.point, (20 - REACH, 10)) == pytest.approx(BASE + RELIC, abs=1e-6)
    assert "D12" in event.rulings


def test_relic_drop_impassable__out_to_the_nearest_place() -> None:
    rock = '[[terrain]]\nname = "Rock"\ntraits = ["impassable"]\narea = { rect = [15, 11.5, 10, 1.7] }\n'
    event = dropped(let_go(bearer() + rock, 90))
    assert event.asked_at == pytest.approx((20, 10 + REACH), abs=1e-8)
    assert event.at.point == pytest.approx((20, 13.2 + RELIC), abs=1e-8)
    assert (event.rule, event.out_of) == ("relic.drop.impassable", ("Rock",))


def test_relic_drop_impassable__round_a_corner() -> None:
    """The nearest free place lies off the rock's corner: on the line from the corner to where it was dropped."""
    corner = (20.3, 12.5)
    rock = '[[terrain]]\nname = "Rock"\ntraits = ["impassable"]\narea = { rect = [20.3, 12.5, 12, 6] }\n'
    event = dropped(let_go(bearer() + rock, 90))
    x, y = event.asked_at
    away = math.dist(corner, (x, y))
    assert away < RELIC
    out = (corner[0] + (x - corner[0]) / away * RELIC, corner[1] + (y - corner[1]) / away * RELIC)
    assert event.at.point == pytest.approx(out, abs=1e-8)


@pytest.mark.parametrize(("width", "into"), [(2 * RELIC + 1e-6, True), (2 * RELIC - 1e-6, False)])
def test_relic_drop_impassable__a_notch_just_too_narrow_is_no_place(width: float, into: bool) -> None:
    """Two blocks with a notch between them; the counter is dropped where their lower edge overlaps it a little."""
    left, right = 20 - width / 2, 20 + width / 2
    rocks = "".join(
        f'[[terrain]]\nname = "{name}"\ntraits = ["impassable"]\narea = {{ polygon = {ring} }}\n'
        for name, ring in (
            ("West", [[10, 11.4], [left, 11.4], [left, 19], [10, 19]]),
            ("East", [[right, 11.4], [30, 11.4], [30, 19], [right, 19]]),
        )
    )
    event = dropped(let_go(bearer() + rocks, 80))
    inside = event.at.y > 11.4 and abs(event.at.x - 20) < 0.01
    assert inside == into


def test_relic_drop_impassable__two_places_equally_near_the_first_counter_clockwise_from_the_facing() -> None:
    """A narrow rock across the bearing, symmetric: left and right are equally near the counter and the bearer."""
    rock = '[[terrain]]\nname = "Rock"\ntraits = ["impassable"]\narea = { rect = [19.8, 10.9, 0.4, 8] }\n'
    left = dropped(let_go(bearer(facing=90) + rock, 90))
    right = dropped(let_go(bearer(facing=80) + rock, 90))
    assert left.at.x < 20
    assert right.at.x < 20 or right.at.x > 20
    assert "relic.drop.impassable" in left.rulings


def test_D12__a_slain_bearer_drops_it_one_inch_from_the_footprint_it_had() -> None:
    order = '[[orders]]\ndo = "destroy"\nmodel = "B"\nanswers = [{ to = "relic.drop", is = 90 }]\n'
    event = dropped(played(sketch(OPEN, bearer() + order)))
    assert event.why == "slain"
    assert event.at.point == pytest.approx((20, 10 + REACH), abs=1e-8)


def test_D12__unanswered_away_from_the_nearest_enemy() -> None:
    order = '[[orders]]\ndo = "destroy"\nmodel = "B"\n'
    event = dropped(played(sketch(OPEN, bearer() + foe(20, 15) + order)))
    assert event.at.point == pytest.approx((20, 10 - REACH), abs=1e-8)


def test_D13__with_no_bearing_open_it_goes_to_the_nearest_place() -> None:
    """Eight bases ring the bearer so that the counter fits nowhere 1 in away."""
    ring = "".join(
        foe(20 + REACH * math.cos(turn), 10 + REACH * math.sin(turn), "32mm", f"F{index}")
        for index, turn in enumerate(math.radians(45 * step) for step in range(8))
    )
    event = dropped(let_go(bearer() + ring))
    assert "D13" in event.rulings
    for index in range(8):
        x, y, *_ = played(sketch(OPEN, bearer() + ring, start=MOVEMENT)).state.models[f"F{index}/1"].pose or (0, 0)
        assert math.dist((x, y), event.at.point) >= RELIC + 16 / 25.4 - 1e-7


def test_D17__aboard_a_transport_it_is_dropped_from_the_transport() -> None:
    text = f'[[units]]\nname = "T"\n{unit("Red", "100mm", "TRANSPORT, VEHICLE", capacity=6)}\nat = [20, 10]\n'
    text += f'[[units]]\nname = "B"\n{unit("Red", "25mm")}\nin = "T"\n'
    text += '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "B"\n'
    event = dropped(let_go(text, 90))
    assert event.at.point == pytest.approx((20, 10 + 50 / 25.4 + 1 + RELIC), abs=1e-8)
    assert event.mover == "T/1"


def test_D10__not_aboard_of_a_transport_that_is_in_reserves() -> None:
    text = f'[[units]]\nname = "T"\n{unit("Red", "100mm", "TRANSPORT, VEHICLE")}\nreserves = true\n'
    text += f'[[units]]\nname = "B"\n{unit("Red", "25mm")}\nin = "T"\n'
    text += '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "B"\n'
    for bearing in (None, 90):
        battle = let_go(text, bearing)
        last = battle.events[-1]
        assert isinstance(last, OrderRefused)
        assert [(each.rule, each.why) for each in last.reasons] == [("relic.drop", "B/1 is not on the battlefield")]
        assert battle.state.artifacts["Casket"].carrier == "B/1"


@pytest.mark.parametrize("aboard", [False, True])
@pytest.mark.parametrize("victim", ["B", "T"])
def test_D12__of_a_bearer_destroyed_in_reserves_it_is_lost(aboard: bool, victim: str) -> None:
    text = f'[[units]]\nname = "T"\n{unit("Red", "100mm", "TRANSPORT, VEHICLE")}\nreserves = true\n'
    text += f'[[units]]\nname = "B"\n{unit("Red", "25mm")}\n' + ('in = "T"\n' if aboard else "reserves = true\n")
    text += '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "B"\nidentified = 3\n'
    battle = played(sketch(OPEN, text + f'[[orders]]\ndo = "destroy"\nunit = "{victim}"\n', start=MOVEMENT))
    checked(battle)
    lost = [each for each in battle.events if isinstance(each, RelicLost)]
    casket, effect = battle.state.artifacts["Casket"], battle.state.token("B", "easier to hit")
    if victim == "T" and not aboard:
        assert not lost
        assert (casket.status, casket.carrier, effect is not None) == ("carried", "B/1", True)
        return
    assert [(each.rule, each.rulings, each.model) for each in lost] == [("relic.drop", ("D12",), "B/1")]
    assert (casket.status, casket.carrier, casket.owner, effect) == ("lost", None, "Red", None)
    told = [caption(battle.recording, index).headline for index in range(len(battle.entries))]
    assert "Casket is lost" in told


def test_D12__it_is_not_lost_where_it_could_fall() -> None:
    """A bearer on the battlefield whose find was a burden: the burden goes first, and then the Relic falls."""
    text = bearer().replace('carrier = "B"', 'carrier = "B"\nidentified = 3')
    battle = played(sketch(OPEN, text + '[[orders]]\ndo = "destroy"\nunit = "B"\n', start=MOVEMENT))
    checked(battle)
    assert not any(isinstance(each, RelicLost) for each in battle.events)
    assert dropped(battle).why == "slain"
    index = next(i for i, each in enumerate(battle.entries) if isinstance(each.event, RelicDropped))
    entries = list(battle.entries[: index + 1])
    lie = RelicLost(rule="relic.drop", rulings=("D12",), relic="Casket", model="B/1")
    entries[index] = replace(entries[index], event=lie)
    states = fold(battle.scenario.table, (entry.event for entry in entries))
    assert [said for _, said in untrue(entries, states)] == [
        "B/1 was destroyed on the battlefield, where Casket had a place"
    ]


def test_relic_drop__an_oval_base_measures_as_an_oval() -> None:
    event = dropped(let_go(bearer(base="75x42mm"), 0))
    assert event.at.point == pytest.approx((20 + 75 / 50.8 + 1 + RELIC, 10), abs=1e-8)


def test_relic_drop__nobody_carries_it() -> None:
    order = '[[orders]]\ndo = "drop_relic"\nrefused = "relic.drop"\n'
    lying = '[[artifacts]]\nname = "Casket"\nkind = "relic"\nat = [5, 5]\n' + foe(10, 10)
    assert isinstance(played(sketch(OPEN, lying + order)).events[-1], OrderRefused)


HOOK = "{ hull = [[2, 0], [6, 0], [6, 1], [3, 1], [3, 5], [2, 5]] }"


def test_D13__a_hull_whose_own_centre_lies_outside_it_still_drops_the_relic() -> None:
    """Away from the enemy its bearing has no place 1 in away; the nearest bearing that has one is taken."""
    text = f'[[units]]\nname = "B"\n{unit("Red", HOOK)}\nat = [20, 10]\n'
    text += '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "B"\n' + foe(39, 12)
    event = dropped(played(sketch(OPEN, text + '[[orders]]\ndo = "destroy"\nmodel = "B"\n')))
    assert event.claims[0].value == pytest.approx(1.0, abs=1e-8)
    order = '[[orders]]\ndo = "drop_relic"\nbearing = 200\nrefused = "relic.drop"\n'
    assert isinstance(played(sketch(OPEN, text + order, start=MOVEMENT)).events[-1], OrderRefused)


def test_D13__the_bearing_that_is_said_to_be_open_can_be_ordered() -> None:
    """Less than a ten-thousandth of an inch beyond the edge: no bearing that is written as the closed one is named."""
    at = f"[{RELIC + REACH - 2e-6}, 10]"
    refused = let_go(bearer(at), 180).events[-1]
    assert isinstance(refused, OrderRefused)
    (reason,) = refused.reasons
    named = reason.why.partition("; ")[2].removesuffix(" is open")
    assert reason.why.startswith("on bearing 180 the Relic would lie off the battlefield")
    assert named != "180"
    assert float(named) == pytest.approx(180, abs=0.15)
    assert dropped(let_go(bearer(at), float(named))).bearing == pytest.approx(float(named))
