"""Recovering Artifacts: along a path, at set-up, when a token is placed; who is eligible; ties."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import Battle
from battlefield.events.core import Chose, ModelMoved, Rolled
from battlefield.events.relics_of_old import ArtifactRecovered
from battlefield.scenario.scenario import ScenarioError
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
R = 25 / 25.4 / 2
BASE = 16 / 25.4


def token(x: float, y: float, z: float = 0, *, kind: str = "mission", name: str = "Orb", more: str = "") -> str:
    state = "" if kind == "mission" else 'state = "dropped"\n'
    return f'[[artifacts]]\nname = "{name}"\nkind = "{kind}"\nat = [{x}, {y}, {z}]\n{state}{more}\n'


def walker(
    x: float, y: float, keywords: str = "INFANTRY", player: str = "Red", name: str = "A", base: str = "32mm"
) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, base, keywords, move=30)}\nat = [{x}, {y}]\n'


def move(to: str, model: str = "A") -> str:
    return f'[[orders]]\ndo = "move"\nmodel = "{model}"\n{to}\n'


def recovered(battle: Battle) -> list[ArtifactRecovered]:
    return [each for each in battle.events if isinstance(each, ArtifactRecovered)]


def test_artifact_recover__at_the_first_point_of_the_path_in_range() -> None:
    battle = played(sketch(OPEN, token(20, 10) + walker(5, 10) + move("to = [30, 10]"), start=MOVEMENT))
    (event,) = recovered(battle)
    arc = 15 - (R + 1 + BASE)
    assert event.arc == pytest.approx(arc, abs=1e-8)
    assert event.pose.x == pytest.approx(5 + arc, abs=1e-8)
    legs = [each for each in battle.events if isinstance(each, ModelMoved)]
    assert [(each.leg, each.last) for each in legs] == [(1, False), (2, True)]
    assert sum(each.length for each in legs) == pytest.approx(25, abs=1e-8)
    assert battle.state.models["A/1"].pose == (30, 10, 0, 0)


@pytest.mark.parametrize(("miss", "taken"), [(1.0, True), (0.999, True), (1.000001, False)])
def test_artifact_recover__passing_by_at_one_inch(miss: float, taken: bool) -> None:
    y = 10 + R + BASE + miss
    battle = played(sketch(OPEN, token(20, 10) + walker(5, y) + move(f"to = [35, {y}]"), start=MOVEMENT))
    assert len(recovered(battle)) == taken
    assert battle.state.models["A/1"].pose == (35, y, 0, 0) or battle.state.models["A/1"].pose is not None


@pytest.mark.parametrize("arrives", [False, True])
def test_artifact_recover__in_the_midst_of_a_turn(arrives: bool) -> None:
    """The corner of a bar, 3.041381 in from its middle, comes within an inch of a token 4.3 in away as it turns."""
    hull = '{ hull = "6x1in", height = 3 }'
    start = "[15, 10]" if arrives else "[20, 10]"
    bar = f'[[units]]\nname = "A"\n{unit("Red", hull, move=30)}\nat = {start}\nfacing = 20\n'
    turn = move("path = [{ at = [20, 10], facing = 160 }, [28, 10]]")
    battle = played(sketch(OPEN, token(20, 14.3) + bar + turn, start=MOVEMENT))
    (event,) = recovered(battle)
    reach, corner = math.hypot(3, 0.5), math.degrees(math.atan2(0.5, 3))
    high = (4.3**2 + reach**2 - (1 + R) ** 2) / (2 * 4.3 * reach)  # by the law of cosines
    facing = math.degrees(math.asin(high)) - corner
    assert event.pose == pytest.approx((20, 10, 0, facing), abs=1e-6)
    assert event.arc == (5 if arrives else 0)
    assert event.claims[0].holds
    assert event.claims[0].margin == pytest.approx(0, abs=1e-8)
    legs = [each for each in battle.events if isinstance(each, ModelMoved)]
    assert sum(each.length for each in legs) == pytest.approx(5 * arrives + 8 + math.radians(140) * reach, abs=1e-8)
    assert battle.state.models["A/1"].pose == (28, 10, 0, 160)


@pytest.mark.parametrize(("z", "taken"), [(5, True), (5.000001, False)])
def test_measure_engagement__a_token_five_inches_up_is_in_range(z: float, taken: bool) -> None:
    battle = played(sketch(OPEN, token(20, 10, z) + walker(5, 10) + move("to = [35, 10]"), start=MOVEMENT))
    assert len(recovered(battle)) == taken


def test_artifact_recover__in_range_only_once_it_has_climbed_far_enough() -> None:
    battle = played(sketch(OPEN, token(19, 10, 8) + walker(18, 10) + move("path = [[18, 10, 6]]"), start=MOVEMENT))
    (event,) = recovered(battle)
    assert event.pose.z == pytest.approx(3, abs=1e-6)
    assert event.arc == pytest.approx(3, abs=1e-6)


@pytest.mark.parametrize(
    ("keywords", "taken"),
    [("VEHICLE", False), ("VEHICLE, CHARACTER", True), ("INFANTRY", True), ("", True), ("MONSTER", True)],
)
def test_artifact_vehicle__takes_none_unless_it_is_a_character(keywords: str, taken: bool) -> None:
    battle = played(sketch(OPEN, token(20, 10) + walker(5, 10, keywords) + move("to = [30, 10]"), start=MOVEMENT))
    assert len(recovered(battle)) == taken


def test_artifact_eligible__the_artifact_asks_for_keywords() -> None:
    asks = token(20, 10, more='carriers = ["PSYKER", "CHARACTER"]')
    without = walker(5, 10, "PSYKER") + move("to = [30, 10]")
    assert not recovered(played(sketch(OPEN, asks + without, start=MOVEMENT)))
    having = walker(5, 10, "PSYKER, CHARACTER") + move("to = [30, 10]")
    assert len(recovered(played(sketch(OPEN, asks + having, start=MOVEMENT)))) == 1


@pytest.mark.parametrize("kind", ["mission", "artifact"])
def test_artifact_recover__mission_and_dropped_artifacts_alike(kind: str) -> None:
    battle = played(sketch(OPEN, token(20, 10, kind=kind) + walker(5, 10) + move("to = [30, 10]"), start=MOVEMENT))
    (event,) = recovered(battle)
    assert event.before == ("field" if kind == "mission" else "dropped")


def test_C13__tokens_in_range_when_the_battle_begins_are_recovered_then() -> None:
    battle = played(sketch(OPEN, token(10, 10) + walker(11, 10), start=COMMAND))
    (event,) = recovered(battle)
    assert event.arc is None
    assert type(battle.events[-2]).__name__ == "PhaseBegan"


def test_C13__not_while_armies_are_deployed() -> None:
    begin = '[[orders]]\ndo = "phase"\n'
    battle = played(sketch(OPEN, token(10, 10) + walker(11, 10) + begin, start=None))
    assert not any(isinstance(each, ArtifactRecovered) for each in battle.events[: battle.after[0]])
    assert len(recovered(battle)) == 1


def test_C13__a_unit_set_up_in_play_recovers_at_once() -> None:
    late = f'[[units]]\nname = "L"\n{unit("Red")}\n[[orders]]\ndo = "set_up"\nunit = "L"\nat = [11, 10]\n'
    assert len(recovered(played(sketch(OPEN, token(10, 10) + late, start=MOVEMENT)))) == 1


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ("tokens = ['battle-shocked']\n", "to = [25, 10]"),
        ("", "to = [25, 10]\nkind = 'advance'"),
        ("", "to = [25, 10]\nkind = 'fall_back'"),
    ],
    ids=["battle-shocked", "advancing", "engaged and falling back"],
)
def test_C14__no_refusal_and_whatever_its_state(keys: str, order: str) -> None:
    """It passes within an inch of the token on its way, whose player asked for nothing, and has it."""
    foe = walker(3.6, 10, player="Blue", name="F") if "fall_back" in order else ""
    battle = played(sketch(OPEN, token(15, 10) + walker(5, 10) + keys + foe + move(order), start=MOVEMENT))
    assert [each.by for each in recovered(battle)] == ["A/1"]


def test_artifact_recover__the_closest_has_it() -> None:
    near = walker(10 + R + BASE + 0.3, 10, player="Blue", name="N") + walker(10 - R - BASE - 0.4, 10)
    (event,) = recovered(played(sketch(OPEN, token(10, 10) + near)))
    assert (event.by, event.rivals) == ("N/1", ("A/1",))


def test_artifact_recover__equally_close_the_active_player_has_it() -> None:
    off = R + BASE + 0.5
    both = walker(10 - off, 10, player="Blue", name="N") + walker(10 + off, 10)
    (event,) = recovered(played(sketch(OPEN, token(10, 10) + both, start=COMMAND)))
    assert event.by == "A/1"
    blues = COMMAND.replace("Red", "Blue")
    (event,) = recovered(played(sketch(OPEN, token(10, 10) + both, start=blues)))
    assert event.by == "N/1"


def test_artifact_recover__among_ones_own_the_player_picks() -> None:
    off = R + BASE + 0.5
    both = walker(10 - off, 10, name="N") + walker(10 + off, 10)
    battle = played(sketch(OPEN, token(10, 10) + both))
    assert recovered(battle)[0].by == "N/1"
    assert any(type(each).__name__ == "Chose" and getattr(each, "by", "") == "default" for each in battle.events)
    assert not any(isinstance(each, Rolled) for each in battle.events)


@pytest.mark.parametrize("called", ["N", "N/1"])
def test_artifact_recover__a_unit_of_one_answers_to_its_units_name(called: str) -> None:
    near = 2 * BASE + 0.1
    both = walker(10 - near, 10, player="Blue", name="M") + walker(10 + near, 10, player="Blue", name="N")
    orb = '[[artifacts]]\nname = "Orb"\ncarrier = "A"\n'
    slain = '[[orders]]\ndo = "destroy"\nmodel = "A"\nanswers = [{ to = "artifact.recover", is = "%s" }]\n'
    battle = played(sketch(OPEN, walker(10, 10) + orb + both + slain % called))
    assert recovered(battle)[0].by == "N/1"
    assert [each.answer for each in battle.events if isinstance(each, Chose)][-1] == "N/1"
    with pytest.raises(ScenarioError, match="allowed: M/1, N/1"):
        played(sketch(OPEN, walker(10, 10) + orb + both + slain % "A"))


def test_measure_vertical__closest_is_measured_in_space() -> None:
    """Horizontally nearer but 4 in up is farther than level and 0.9 in off."""
    level = walker(10 - R - BASE - 0.9, 10)
    above = f'[[units]]\nname = "U"\n{unit("Blue")}\nat = [{10 + R + BASE + 0.1}, 10, 4]\n'
    (event,) = recovered(played(sketch(OPEN, token(10, 10) + level + above)))
    assert event.by == "A/1"


def test_artifact_recover__the_relic_is_no_artifact() -> None:
    relic = '[[artifacts]]\nname = "Casket"\nkind = "relic"\nat = [10, 10]\n'
    assert not recovered(played(sketch(OPEN, relic + walker(11, 10))))


def test_artifact_recover__several_on_one_path_in_the_order_met() -> None:
    text = token(25, 10, name="Far") + token(15, 10, name="Near") + walker(5, 10) + move("to = [35, 10]")
    battle = played(sketch(OPEN, text, start=MOVEMENT))
    assert [each.artifact for each in recovered(battle)] == ["Near", "Far"]
    assert [each.leg for each in battle.events if isinstance(each, ModelMoved)] == [1, 2, 3]


def test_artifact_recover__where_its_mission_leaves_it_to_the_end_nobody_takes_it_in_passing() -> None:
    waits = token(20, 10, more='recovery = "at the end"')
    battle = played(sketch(OPEN, waits + walker(5, 10) + move("to = [30, 10]"), start=MOVEMENT))
    assert not recovered(battle)
    dropped = token(20, 10, kind="artifact")
    assert recovered(played(sketch(OPEN, dropped + walker(5, 10) + move("to = [30, 10]"), start=MOVEMENT)))


def test_artifact_recover__of_two_players_whose_turn_it_is_not_the_winner_of_a_roll_off_has_it() -> None:
    """The bearer of a third player dies between them: they are equally close to what it drops."""
    text = '[[players]]\nname = "Green"\n'
    text += walker(20, 10, name="C", player="Red") + '[[artifacts]]\nname = "Orb"\ncarrier = "C"\n'
    text += walker(18.5, 10, name="B", player="Blue") + walker(21.5, 10, name="G", player="Green")
    order = '[[orders]]\ndo = "destroy"\nmodel = "C"\ndice = [3, 3, 2, 5]\n'
    battle = played(sketch(OPEN, text + order, start=MOVEMENT))
    assert battle.state.artifacts["Orb"].carrier == "G/1"
    offs = [each.of for each in battle.events if isinstance(each, Rolled) and each.asks == "core.roll_off"]
    assert offs == ["Blue", "Green", "Blue", "Green"]
