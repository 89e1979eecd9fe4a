"""Getting out of a destroyed TRANSPORT (B7), and what that means for Artifacts and the Relic aboard (C9, D10)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from battlefield.battle import Battle
from battlefield.events.base import Event
from battlefield.events.core import Chose, ModelDestroyed, Rolled, TokenSet, UnitSetUp
from battlefield.events.relics_of_old import ArtifactAssigned, ArtifactDropped, ArtifactReturned
from battlefield.events.scrollhammer_relic import RelicDropped
from battlefield.geometry.shapes import Pose
from battlefield.recording import fold
from battlefield.scenario.scenario import ScenarioError
from battlefield.truth import untrue
from battlefield.viewer.story import caption
from tests.relic_table import checked, of, reasons, rules
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
RIM = 50 / 25.4
BASE = 16 / 25.4
RELIC = 20 / 25.4
TOKEN = 12.5 / 25.4
WRECK = '[[orders]]\ndo = "destroy"\nmodel = "T"\n'
CASKET = '[[artifacts]]\nname = "Casket"\nkind = "relic"\ncarrier = "C/1"\n'
ORB = '[[artifacts]]\nname = "Orb"\ncarrier = "C/1"\n'


def transport(keywords: str = "VEHICLE, TRANSPORT", base: str = "100mm", **keys: object) -> str:
    return f'[[units]]\nname = "T"\n{unit("Red", base, keywords, move=10, **keys)}\nat = [10, 10]\n'


def crew(count: int = 1, base: str = "32mm", name: str = "C", keywords: str = "INFANTRY, SCORING") -> str:
    return f'[[units]]\nname = "{name}"\n{unit("Red", base, keywords, move=6, count=count)}\nin = "T"\n'


def foe(at: str, base: str = "32mm") -> str:
    return f'[[units]]\nname = "F"\n{unit("Blue", base)}\nat = {at}\n'


def ring(hole: float) -> str:
    """Impassable ground all round the transport, with a round hole in which it stands."""
    return cliff(f"{{ minus = [{{ circle = [10, 10, 9] }}, {{ circle = [10, 10, {hole!r}] }}] }}")


def cliff(area: str) -> str:
    return f'[[terrain]]\nname = "Cliff"\ntraits = ["impassable"]\narea = {area}\n'


ALLEY = f"{{ union = [{{ circle = [10, 10, {RIM + 0.2}] }}, {{ rect = [10, 9.3, 8, 1.4] }}] }}"
PEN = cliff(f"{{ minus = [{{ circle = [10, 10, 9] }}, {ALLEY}] }}")
"""Impassable ground all round the transport but for an alley to the east, 1.4 in wide."""


def told(*places: tuple[str, float, float]) -> str:
    answers = [f'{{ to = "move.disembark", model = "{name}", is = [{x!r}, {y!r}] }}' for name, x, y in places]
    return f"answers = [{', '.join(answers)}]\n"


def wreck(text: str, order: str = "", start: str = MOVEMENT, after: str = "") -> Battle:
    return played(sketch(OPEN, transport() + text + WRECK + order + after, start=start))


def out(battle: Battle) -> UnitSetUp:
    return [each for each in of(battle, UnitSetUp) if each.kind == "disembarked"][-1]


def needs(battle: Battle) -> set[str | None]:
    return {each.needs for each in of(battle, Rolled) if each.asks == "move.disembark"}


# --- where they get out ---


def test_B7__untold_a_model_stands_against_the_wreck_behind_it_or_away_from_the_enemy() -> None:
    event = out(wreck(crew()))
    assert event.models["C/1"].point == pytest.approx((10 - RIM - BASE, 10), abs=1e-8)
    north = out(wreck(crew() + foe("[10, 2]")))
    assert north.models["C/1"].point == pytest.approx((10, 10 + RIM + BASE), abs=1e-8)


def test_B7__a_whole_unit_stands_round_the_wreck_touching_and_coherent() -> None:
    battle = wreck(crew(5), "dice = [2, 2, 2, 2, 2]\n")
    event = out(battle)
    assert list(event.models) == [f"C/{number}" for number in range(1, 6)]
    for pose in event.models.values():
        assert math.dist(pose.point, (10, 10)) == pytest.approx(RIM + BASE, abs=1e-8)
    # the second touches the first: on a circle of radius RIM + BASE two chords of 2 BASE to either side
    one, two, three = (event.models[f"C/{number}"].point for number in (1, 2, 3))
    assert math.dist(one, two) == pytest.approx(2 * BASE, abs=1e-8)
    assert math.dist(one, three) == pytest.approx(2 * BASE, abs=1e-8)
    assert needs(battle) == {"2+"}
    checked(battle)


@pytest.mark.parametrize(("limit", "row"), [(3.0, "2+"), (2.99, "2+"), (2.989999, "4+")])
def test_B7__wholly_within_three_inches_and_a_millionth_more(limit: float, row: str) -> None:
    """A base of 3 in that touches the wreck lies wholly within 3 in of it, or by what still is contact within 2.99."""
    battle = wreck(crew(base="76.2mm") + f"[ranges]\ndisembark = {limit}\n")
    assert needs(battle) == {row}
    (claim,) = out(battle).claims
    assert (claim.measure, claim.limit, claim.holds) == ("farthest", limit if row == "2+" else 6.0, True)
    checked(battle)


@pytest.mark.parametrize(("limit", "place"), [(6.0, True), (5.99, True), (5.989999, False)])
def test_B7__wholly_within_six_inches_and_a_millionth_more(limit: float, place: bool) -> None:
    order = "dice = [6]\n" if place else ""
    battle = wreck(crew(base="152.4mm") + f"[ranges]\nemergency_disembark = {limit}\n", order)
    assert battle.state.models["C/1"].on_board == place
    checked(battle)


@pytest.mark.parametrize(("short", "fits"), [(0.0, True), (0.02, True), (0.020003, False)])
def test_B7__nothing_free_and_just_free(short: float, fits: bool) -> None:
    """Between the wreck and the cliff: contact is a hundredth of an inch to either side, and no more."""
    battle = wreck(crew() + ring(RIM + 2 * BASE - short))
    assert battle.state.models["C/1"].on_board == fits
    if not fits:
        lost = [each for each in of(battle, ModelDestroyed) if each.model == "C/1"]
        assert [(each.pose, each.by) for each in lost] == [(None, "want of room")]
        assert [each.answer for each in of(battle, Chose) if each.asks == "move.disembark"] == ["nowhere"]
        assert not needs(battle)
    checked(battle)


@pytest.mark.parametrize(("gap", "free"), [(1.0, False), (1.000001, True)])
def test_B7__outside_every_enemys_engagement_range(gap: float, free: bool) -> None:
    """An enemy 2 BASE and so much from the wreck leaves room between them, or not: then on the other side of it."""
    x = 10 - RIM - 2 * BASE - gap - BASE
    order = told(("C/1", 10 - RIM - BASE, 10.0))
    if free:
        assert out(wreck(crew() + foe(f"[{x!r}, 10]"), order)).models["C/1"].x == pytest.approx(10 - RIM - BASE)
        return
    with pytest.raises(ScenarioError, match="C/1 cannot get out there: C/1 is within Engagement Range of F/1"):
        wreck(crew() + foe(f"[{x!r}, 10]"), order)
    checked(wreck(crew() + foe(f"[{x!r}, 10]")))


def test_B7__where_not_all_have_room_within_three_inches_the_whole_unit_goes_by_six() -> None:
    """A pen with a hole to the east: within 3 in only one base has room, within 6 in both."""
    alone, both = wreck(crew() + PEN), wreck(crew(3) + PEN, "dice = [4, 4, 4]\n")
    assert (needs(alone), needs(both)) == ({"2+"}, {"4+"})
    xs = sorted(pose.x for pose in out(both).models.values())
    assert xs == pytest.approx([10 + RIM + BASE, 10 + RIM + 3 * BASE, 10 + RIM + 5 * BASE], abs=0.06)
    checked(both)


def test_B7__what_finds_no_place_is_destroyed_and_the_rest_get_out() -> None:
    """The same alley, 6 in long: four bases of 1.26 in lie wholly within 6 in, a fifth does not."""
    battle = wreck(crew(6) + PEN, "dice = [4, 5, 6, 4]\n")
    assert list(out(battle).models) == ["C/1", "C/2", "C/3", "C/4"]
    assert [each.model for each in of(battle, ModelDestroyed)] == ["C/5", "C/6", "T/1"]
    checked(battle)


def test_B7__never_on_an_objective_marker() -> None:
    marker = f'[[objectives]]\nname = "Well"\nat = [{10 - RIM - BASE}, 10]\n'
    pose = out(wreck(crew() + marker)).models["C/1"]
    assert math.dist(pose.point, (10 - RIM - BASE, 10)) >= 20 / 25.4 + BASE - 1e-6


@pytest.mark.parametrize("base", ["60x35mm", '{ hull = "2x1in", height = 1 }'])
def test_B7__ovals_and_hulls_find_a_place_too(base: str) -> None:
    battle = wreck(crew(2, base), "dice = [2, 2]\n")
    assert len(out(battle).models) == 2
    checked(battle)


@pytest.mark.parametrize("base", ["105x70mm", '{ hull = "5x3in", height = 3 }'])
def test_B7__out_of_an_oval_and_out_of_a_hull(base: str) -> None:
    text = transport(base=base, facing=30) + crew(4) + WRECK + "dice = [2, 2, 2, 2]\n"
    battle = played(sketch(OPEN, text, start=MOVEMENT))
    assert len(out(battle).models) == 4
    assert needs(battle) == {"2+"}
    checked(battle)


# --- where their player says ---


@pytest.mark.parametrize(("beyond", "legal"), [(0.0, True), (1e-6, False)])
def test_B7__a_place_that_is_told_is_wholly_within_three_inches(beyond: float, legal: bool) -> None:
    order = told(("C/1", 10 + RIM + 3 - BASE + beyond, 10.0))
    if legal:
        battle = wreck(crew(), order + "dice = [2]\n")
        assert out(battle).models["C/1"].x == pytest.approx(10 + RIM + 3 - BASE)
        assert [each.by for each in of(battle, Chose)] == ["order"]
        checked(battle)
        return
    with pytest.raises(ScenarioError, match=r"C can get out wholly within 3 in of T/1: C/1 \[7"):
        wreck(crew(), order)


def test_B7__places_that_cost_models_are_refused_while_others_would_not() -> None:
    """In the alley the first stands in the middle of it, and behind it nobody gets past coherency's 2 in."""
    with pytest.raises(ScenarioError, match="more of C can get out of T/1 than with those places: C/1"):
        wreck(crew(4) + PEN, told(("C/1", 10 + RIM + 3.1, 10.0)))


def test_B7__an_answer_that_is_no_place_says_what_is_allowed() -> None:
    with pytest.raises(ScenarioError, match=r"'here' is no place for C/1; a place \[x, y\] is allowed"):
        wreck(crew(), 'answers = [{ to = "move.disembark", model = "C/1", is = "here" }]\n')


@pytest.mark.parametrize("transport", ["T/1", "T"])
def test_B7__several_units_get_out_in_their_players_order(transport: str) -> None:
    two = crew() + crew(name="D")
    first = [each.unit for each in of(wreck(two), UnitSetUp) if each.kind == "disembarked"]
    order = f'answers = [{{ to = "move.disembark", of = "{transport}", is = "D" }}]\n'
    other = [each.unit for each in of(wreck(two, order), UnitSetUp) if each.kind == "disembarked"]
    assert (first, other) == (["C", "D"], ["D", "C"])


# --- what it costs ---


@pytest.mark.parametrize(("dice", "lost"), [("1, 2, 6", 1), ("2, 2, 2", 0), ("1, 1, 3", 2)])
def test_B7__each_one_is_a_mortal_wound(dice: str, lost: int) -> None:
    battle = wreck(crew(3), f"dice = [{dice}]\n")
    assert len([each for each in of(battle, ModelDestroyed) if each.model != "T/1"]) == lost
    checked(battle)


def test_B7__its_player_says_which_model_suffers() -> None:
    chosen = (
        'answers = [{ to = "core.attack", unit = "C", is = "C/3" }, { to = "core.attack", unit = "C", is = "C/2" }]\n'
    )
    battle = wreck(crew(3), f"dice = [1, 6, 1]\n{chosen}")
    assert [each.model for each in of(battle, ModelDestroyed)] == ["C/3", "C/2", "T/1"]
    checked(battle)


def test_core_attack__a_model_that_has_lost_wounds_suffers_before_others() -> None:
    text = crew(3) + "wounds = 3\n"
    hurt = '[[orders]]\ndo = "wound"\nmodel = "C/2"\n'
    battle = wreck(text, "dice = [1, 1, 6]\n", after="")
    assert battle.state.models["C/1"].wounds_left == 1  # the first wound by default, the second must follow it
    told = played(sketch(OPEN, transport() + text + hurt + WRECK + "dice = [1, 1, 6]\n", start=MOVEMENT))
    assert not told.state.models["C/2"].on_board


@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_B7__by_six_inches_each_one_to_three(die: int, lost: bool) -> None:
    battle = wreck(crew(base="80mm"), f"dice = [{die}]\n")
    assert battle.state.models["C/1"].on_board != lost


def test_B7__battle_shocked_until_the_next_own_command_phase() -> None:
    on = '[[orders]]\ndo = "phase"\nplayer = "Blue"\nphase = "command"\n'
    home = '[[orders]]\ndo = "phase"\nplayer = "Red"\nphase = "command"\n'
    shocked, calm = wreck(crew(), after=on, order="dice = [6]\n"), wreck(crew(), after=on + home, order="dice = [6]\n")
    assert shocked.state.token("C", "battle-shocked") is not None
    assert calm.state.token("C", "battle-shocked") is None


def test_B7__no_charge_this_turn_and_a_move_only_where_the_transport_had_not_moved() -> None:
    step = '[[orders]]\ndo = "move"\nmodel = "C"\nto = [5, 10]\n'
    drive = '[[orders]]\ndo = "move"\nmodel = "T"\nto = [11, 10]\n'
    assert not reasons(wreck(crew(), "dice = [6]\n", after=step))
    text = transport() + crew() + drive + WRECK + "dice = [6]\n" + step
    assert rules(played(sketch(OPEN, text, start=MOVEMENT))) == ["move.disembark"]
    charge = '[[orders]]\ndo = "phase"\nphase = "charge"\n[[orders]]\ndo = "charge"\nunit = "C"\ntargets = ["F"]\n'
    found = reasons(wreck(crew() + foe("[2, 10]"), "dice = [6]\n", after=charge))
    assert [(each.rule, each.why) for each in found] == [("move.disembark", "C got out of a wreck this turn")]


def test_B7__the_wreck_goes_last() -> None:
    battle = wreck(crew(2), "dice = [1, 5]\n")
    assert [each.model for each in of(battle, ModelDestroyed)] == ["C/1", "T/1"]
    assert battle.state.token("T/1", "awaits removal") is None


def test_B7__a_machine_that_dies_of_its_exfiltration_lets_them_out() -> None:
    machine = transport("VEHICLE, TRANSPORT, DARK MACHINE", wounds=5)
    order = '[[orders]]\ndo = "exfiltrate"\nunit = "T"\ndice = [1, 1, 1, 4]\n'
    battle = played(sketch(OPEN, machine + crew() + order, start=COMMAND))
    assert battle.state.models["C/1"].on_board
    checked(battle)


# --- what they carry ---


def test_D10__a_bearer_that_gets_out_keeps_the_relic() -> None:
    battle = wreck(crew() + CASKET, "dice = [2]\n")
    assert not of(battle, RelicDropped)
    assert battle.state.artifacts["Casket"].carrier == "C/1"


@pytest.mark.parametrize("dies", ["of a 1", "without room"])
def test_D10__a_bearer_that_dies_getting_out_drops_it_from_the_transports_footprint(dies: str) -> None:
    cliff = ring(RIM + 2 * BASE - 0.03) if dies == "without room" else ""
    bearing = 90 if dies == "of a 1" else 0
    answer = f'answers = [{{ to = "relic.drop", is = {bearing} }}]\n' + ("dice = [1]\n" if dies == "of a 1" else "")
    battle = wreck(crew() + CASKET + cliff, answer)
    (event,) = of(battle, RelicDropped)
    assert (event.mover, event.why, "D10" in event.rulings) == ("T/1", "transport destroyed", True)
    if dies == "of a 1":
        assert event.at.point == pytest.approx((10, 10 + RIM + 1 + RELIC), abs=1e-8)
    kinds = [each for each in battle.events if isinstance(each, RelicDropped | ModelDestroyed)]
    assert [type(each) for each in kinds] == [ModelDestroyed, RelicDropped, ModelDestroyed]
    assert isinstance(kinds[-1], ModelDestroyed)
    assert kinds[-1].model == "T/1"
    checked(battle)


def test_D10__a_bearer_that_dies_aboard_of_a_whole_transport_is_slain() -> None:
    text = transport() + crew() + CASKET + '[[orders]]\ndo = "destroy"\nmodel = "C"\n'
    battle = played(sketch(OPEN, text, start=MOVEMENT))
    assert [(each.why, each.mover) for each in of(battle, RelicDropped)] == [("slain", "T/1")]
    checked(battle)


def test_C9__an_artifact_of_a_model_without_room_falls_into_the_transports_space() -> None:
    battle = wreck(crew() + ORB + ring(RIM + 2 * BASE - 0.03))
    (event,) = of(battle, ArtifactDropped)
    assert event.at.point == pytest.approx((10, 10), abs=1e-8)
    checked(battle)


def test_C9__or_goes_to_a_friend_within_engagement_range_of_the_transport_but_never_to_the_wreck() -> None:
    """Of six in the alley the first four get out; the fifth, who carries it, does not."""
    orb = '[[artifacts]]\nname = "Orb"\ncarrier = "C/5"\n'
    give = 'answers = [{ to = "artifact.drop", is = "C/1" }]\ndice = [4, 4, 4, 4]\n'
    battle = wreck(crew(5) + orb + PEN, give)
    (event,) = [each for each in of(battle, ArtifactAssigned) if each.how == "on destruction"]
    assert (event.from_, event.to) == ("C/5", "C/1")
    with pytest.raises(ScenarioError, match="'T' cannot take Orb; allowed: placed, C/1"):
        wreck(crew(5) + orb + PEN, give.replace("C/1", "T"))


def test_B7__one_that_got_out_and_died_of_it_drops_its_artifact_where_it_stood() -> None:
    battle = wreck(crew() + ORB, "dice = [1]\n")
    (event,) = of(battle, ArtifactDropped)
    assert event.at.point == pytest.approx((10 - RIM - BASE, 10), abs=1e-8)


def test_B7__in_reserves_nobody_gets_out_and_what_they_carry_goes_back() -> None:
    waiting = transport().replace("at = [10, 10]", "reserves = true")
    late = '[[orders]]\ndo = "set_up"\nunit = "{}"\nat = [[5, 1], [6.5, 1]]\n'
    battle = played(sketch(OPEN, waiting + crew(2) + crew(name="D") + ORB + WRECK, start=MOVEMENT))
    assert [each.model for each in of(battle, ModelDestroyed)] == ["C/1", "C/2", "D/1", "T/1"]
    assert not [each for each in of(battle, UnitSetUp) if each.kind == "disembarked"]
    assert not of(battle, Rolled)
    orb = battle.state.artifacts["Orb"]
    assert (orb.status, orb.owner, orb.carrier) == ("returned", "Red", None)
    assert [each.rulings for each in of(battle, ArtifactReturned)] == [("C9",)]
    assert battle.state.token("T/1", "awaits removal") is None
    checked(battle)
    again = played(sketch(OPEN, waiting + crew(2) + WRECK + late.format("C"), start=MOVEMENT))
    assert rules(again) == ["setup.on_board"]
    said = [caption(battle.recording, index).headline for index in range(len(battle.entries))]
    assert "T is destroyed, and with it whoever is aboard" in said


# --- story, truth ---


def test_B7__the_story_says_what_happens() -> None:
    battle = wreck(crew(2, base="80mm"), "dice = [2, 5]\n")
    said = [caption(battle.recording, index).headline for index in range(len(battle.entries))]
    assert "T is destroyed: whoever is aboard gets out" in said
    assert "C gets out of T" in said
    assert "Getting out: C/1 rolls 2 – a mortal wound" in said


def told_of(battle: Battle, kind: type[Event], **changed: object) -> list[str]:
    index = [i for i, each in enumerate(battle.entries) if isinstance(each.event, kind)][-1]
    entries = list(battle.entries)
    entries[index] = replace(entries[index], event=replace(entries[index].event, **changed))  # type: ignore[arg-type]
    states = fold(battle.scenario.table, (entry.event for entry in entries))
    return [said for entry, said in untrue(entries[: index + 1], states) if entry.n == entries[index].n]


def test_B7__verification_finds_what_was_changed() -> None:
    battle = wreck(crew(2), "dice = [2, 5]\n")
    poses = dict(out(battle).models)
    moved = {**poses, "C/2": Pose(10 - RIM - 4, 10, 0, 0)}
    assert "C/2 would not be wholly within 3 in of T/1" in told_of(battle, UnitSetUp, models=moved)
    inside = {**poses, "C/2": Pose(10, 10, 0, 0)}
    assert "C/2 overlaps T/1" in told_of(battle, UnitSetUp, models=inside)
    assert told_of(battle, Rolled, needs="1+", passed=True) == ["it needs 2+, not 1+"]
    assert not told_of(battle, TokenSet)
