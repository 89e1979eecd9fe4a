"""What becomes of Artifacts when their carrier is destroyed."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import Battle
from battlefield.events.core import Chose
from battlefield.events.relics_of_old import ArtifactAssigned, ArtifactDropped, ArtifactRecovered, ArtifactReturned
from battlefield.recording import fold
from battlefield.scenario.scenario import ScenarioError
from battlefield.viewer.story import tell
from tests.sketch import played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
R = 25 / 25.4 / 2


def carrier(base: str = "40mm", at: str = "[10, 10]", keywords: str = "INFANTRY") -> str:
    named = f'[[units]]\nname = "C"\n{unit("Red", base, keywords)}\nat = {at}\n'
    return named + '[[artifacts]]\nname = "Orb"\ncarrier = "C"\n'


def slain(more: str, extra: str = "", who: str = "C") -> Battle:
    return played(sketch(OPEN, f'{more}[[orders]]\ndo = "destroy"\nmodel = "{who}"\n{extra}\n'))


def dropped(battle: Battle) -> ArtifactDropped:
    return next(each for each in battle.events if isinstance(each, ArtifactDropped))


@pytest.mark.parametrize("base", ["40mm", "75x42mm", '{ hull = "7x4in", height = 3 }'])
def test_artifact_drop__untold_it_is_centred(base: str) -> None:
    event = dropped(slain(carrier(base)))
    assert event.at.point == pytest.approx((10, 10), abs=1e-9)
    assert event.centred
    assert "C10" in event.rulings


def test_C10__a_hull_whose_middle_lies_outside_uses_its_deepest_point() -> None:
    """A U, 6 in wide with arms 2 in thick and a back 3 in thick: the largest disc sits in a corner of the back."""
    hull = "{ hull = [[-3, -4], [3, -4], [3, 4], [1, 4], [1, -1], [-1, -1], [-1, 4], [-3, 4]], height = 3 }"
    event = dropped(slain(carrier(hull)))
    x, y = abs(event.at.x - 10), event.at.y - 10
    # it touches the back, a side, and the inner corner (1, -1): r^2 = (2 - r)^2 + (3 - r)^2
    radius = (10 - math.sqrt(48)) / 2
    assert (x, y) == pytest.approx((3 - radius, -4 + radius), abs=1e-8)


def test_artifact_drop__lies_at_the_models_elevation() -> None:
    assert dropped(slain(carrier(at="[10, 10, 3]"))).at.z == 3


@pytest.mark.parametrize(("x", "fits"), [(10 + 20 / 25.4 - R, True), (10 + 20 / 25.4 - R + 1e-5, False)])
def test_artifact_drop__told_where_it_must_lie_wholly_within_the_space(x: float, fits: bool) -> None:
    answer = f'answers = [{{ to = "artifact.drop", is = [{x}, 10] }}]'
    if fits:
        event = dropped(slain(carrier(), answer))
        assert event.at.x == pytest.approx(x, abs=1e-9)
        assert not event.centred
    else:
        with pytest.raises(ScenarioError, match="not lie wholly within"):
            slain(carrier(), answer)


def test_artifact_drop__a_token_larger_than_the_base_is_centred_and_the_log_says_so() -> None:
    big = carrier("25mm").replace('carrier = "C"', 'carrier = "C"\nbase = "40mm"')
    event = dropped(slain(big))
    assert event.at.point == pytest.approx((10, 10), abs=1e-9)
    assert "artifact.drop" in event.rulings


@pytest.mark.parametrize(("gap", "near"), [("1.0", True), ("1.000001", False)])
def test_artifact_drop__to_a_friend_within_engagement_range(gap: str, near: bool) -> None:
    friend = f'[[units]]\nname = "F"\n{unit("Red")}\nat = {{ from = "C", gap = {gap}, bearing = 200 }}\n'
    answer = 'answers = [{ to = "artifact.drop", is = "F" }]'
    if near:
        battle = slain(carrier() + friend, answer)
        assert battle.state.artifacts["Orb"].carrier == "F/1"
        event = next(
            each for each in battle.events if isinstance(each, ArtifactAssigned) and each.how == "on destruction"
        )
        assert event.claims[0].holds
    else:
        with pytest.raises(ScenarioError, match="cannot take Orb; allowed: placed"):
            slain(carrier() + friend, answer)


def test_artifact_drop__a_vehicle_may_be_the_friend_an_enemy_may_not() -> None:
    tank = f'[[units]]\nname = "F"\n{unit("Red", keywords="VEHICLE")}\nat = {{ from = "C", gap = 0.5 }}\n'
    battle = slain(carrier() + tank, 'answers = [{ to = "artifact.drop", is = "F/1" }]')
    assert battle.state.artifacts["Orb"].carrier == "F/1"
    with pytest.raises(ScenarioError, match="cannot take"):
        slain(carrier() + tank.replace('"Red"', '"Blue"'), 'answers = [{ to = "artifact.drop", is = "F/1" }]')


def test_artifact_eligible__the_friend_must_meet_what_the_artifact_asks() -> None:
    asks = carrier(keywords="PSYKER").replace('carrier = "C"', 'carrier = "C"\ncarriers = ["PSYKER"]')
    friend = f'[[units]]\nname = "F"\n{unit("Red")}\nat = {{ from = "C", gap = 0.5 }}\n'
    with pytest.raises(ScenarioError, match="cannot take"):
        slain(asks + friend, 'answers = [{ to = "artifact.drop", is = "F/1" }]')


def test_C12__the_killer_in_reach_has_it_at_once() -> None:
    foe = f'[[units]]\nname = "K"\n{unit("Blue")}\nat = {{ from = "C", gap = 0.0 }}\n'
    battle = slain(carrier() + foe)
    names = [type(each).__name__ for each in battle.events[battle.after[0] :]]
    assert names == ["ModelDestroyed", "Chose", "ArtifactDropped", "ArtifactRecovered"]
    assert battle.state.artifacts["Orb"].carrier == "K/1"


@pytest.mark.parametrize(("millimetres", "safe"), [(50.4, False), (50.5, True)])
def test_C12__only_a_base_of_one_inch_and_a_token_leaves_room_out_of_a_killers_reach(
    millimetres: float, safe: bool
) -> None:
    """1 in + 25 mm is 50.4 mm: on a base of that width the far end is exactly 1 in away, which is within range."""
    radius = millimetres / 25.4 / 2
    x = 10 - radius + R
    foe = f'[[units]]\nname = "K"\n{unit("Blue")}\nat = {{ from = "C", gap = 0.0, bearing = 0 }}\n'
    battle = slain(carrier(f"{millimetres}mm") + foe, f'answers = [{{ to = "artifact.drop", is = [{x}, 10] }}]')
    taken = [each for each in battle.events if isinstance(each, ArtifactRecovered)]
    assert len(taken) == (0 if safe else 1)


def test_C7__a_friend_that_dies_at_the_same_moment_cannot_take_it() -> None:
    two = f'[[units]]\nname = "C"\n{unit("Red")}\nat = [[10, 10], [11.5, 10]]\n'
    two += '[[artifacts]]\nname = "Orb"\ncarrier = "C/1"\n'
    order = '[[orders]]\ndo = "destroy"\nunit = "C"\n'
    battle = played(sketch(OPEN, two + order))
    names = [type(each).__name__ for each in battle.events[battle.after[0] :]]
    assert names == ["ModelDestroyed", "ModelDestroyed", "Chose", "ArtifactDropped"]
    with pytest.raises(ScenarioError, match="cannot take"):
        played(sketch(OPEN, two + order + 'answers = [{ to = "artifact.drop", is = "C/2" }]\n'))


def test_C6_C11__several_fall_beside_one_another_within_the_space() -> None:
    more = carrier("80mm") + '[[artifacts]]\nname = "Eye"\ncarrier = "C"\n'
    events = [each for each in slain(more).events if isinstance(each, ArtifactDropped)]
    assert [each.artifact for each in events] == ["Orb", "Eye"]
    (ax, ay), (bx, by) = (each.at.point for each in events)
    apart = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
    assert apart == pytest.approx(2 * R, abs=1e-6)
    assert ((bx - 10) ** 2 + (by - 10) ** 2) ** 0.5 + R <= 40 / 25.4 + 1e-6
    assert "C11" in events[1].rulings


def test_C9__aboard_a_transport_it_falls_into_the_transports_space() -> None:
    text = f'[[units]]\nname = "T"\n{unit("Red", "100mm", "TRANSPORT, VEHICLE", capacity=6)}\nat = [20, 10]\n'
    text += f'[[units]]\nname = "C"\n{unit("Red")}\nin = "T"\n[[artifacts]]\nname = "Orb"\ncarrier = "C"\n'
    event = dropped(slain(text))
    assert event.at.point == pytest.approx((20, 10), abs=1e-9)
    assert event.from_ == "C/1"


def test_C9__in_reserves_it_goes_back_to_its_player() -> None:
    text = f'[[units]]\nname = "C"\n{unit("Red")}\nreserves = true\n[[artifacts]]\nname = "Orb"\ncarrier = "C"\n'
    battle = slain(text)
    event = next(each for each in battle.events if isinstance(each, ArtifactReturned))
    assert (event.player, event.rulings) == ("Red", ("C9",))
    assert battle.state.artifacts["Orb"].status == "returned"
    index = next(i for i, entry in enumerate(battle.entries) if entry.event is event)
    before = fold(battle.scenario.table, (entry.event for entry in battle.entries))[index]
    said = "C/1 was destroyed off the battlefield, with nowhere to drop it; they controlled it last."
    assert tell(event, before).sentence == said


def test_artifact_drop__by_wounds_too() -> None:
    order = '[[orders]]\ndo = "wound"\nmodel = "C"\ncount = 3\n'
    battle = played(sketch(OPEN, carrier().replace('base = "40mm"', 'base = "40mm"\nwounds = 3') + order))
    assert dropped(battle).centred
    half = order.replace("3", "2")
    kept = played(sketch(OPEN, carrier().replace('base = "40mm"', 'base = "40mm"\nwounds = 3') + half))
    assert kept.state.artifacts["Orb"].carrier == "C/1"


@pytest.mark.parametrize(("base", "beside"), [("25mm", False), ("80mm", True)])
def test_C11__with_no_room_beside_another_token_it_lies_on_top_with_a_warning(base: str, beside: bool) -> None:
    more = carrier(base) + '[[artifacts]]\nname = "Eye"\ncarrier = "C"\n'
    battle = slain(more)
    orb, eye = (each for each in battle.events if isinstance(each, ArtifactDropped))
    assert "C11" in eye.rulings
    assert "C11" not in orb.rulings
    assert eye.centred is not beside
    if not beside:
        assert eye.at == orb.at
        told = tell(eye, battle.state)
        assert "Warning: it lies on another token" in told.sentence


@pytest.mark.parametrize(
    ("answer", "lies"), [(10 + 2 * R, 10 + 2 * R), (10 + 2 * R - 1e-5, 10 + 2 * R), (10.3, 10 + 2 * R)]
)
def test_C11__told_onto_another_token_it_moves_to_the_nearest_place_inside(answer: float, lies: float) -> None:
    """The first lies at the centre; the next, told on the line through it, touches it on that line."""
    more = carrier("80mm") + '[[artifacts]]\nname = "Eye"\ncarrier = "C"\n'
    told = f'answers = [{{ to = "artifact.drop", of = "Eye", is = [{answer}, 10] }}]'
    battle = slain(more, told)
    eye = [each for each in battle.events if isinstance(each, ArtifactDropped)][1]
    assert eye.at.point == pytest.approx((lies, 10), abs=2e-7)
    assert ("C11" in eye.rulings) == (answer != lies)
    assert not eye.centred
    assert ("off another token" in tell(eye, battle.state).sentence) == (answer != lies)


def test_C11__told_onto_another_token_without_room_it_lies_on_top_with_a_warning() -> None:
    more = carrier("32mm") + '[[artifacts]]\nname = "Eye"\ncarrier = "C"\n'
    battle = slain(more, 'answers = [{ to = "artifact.drop", of = "Eye", is = [10.1, 10] }]')
    eye = [each for each in battle.events if isinstance(each, ArtifactDropped)][1]
    assert (eye.at.point, eye.rulings, eye.centred) == ((10.1, 10), ("C11",), False)
    assert "Warning: it lies on another token" in tell(eye, battle.state).sentence


def test_artifact_drop__a_told_place_is_a_choice_that_the_log_keeps() -> None:
    battle = slain(carrier(), 'answers = [{ to = "artifact.drop", is = [10.1, 10] }]')
    (chose,) = [each for each in battle.events if isinstance(each, Chose)]
    assert (chose.asks, chose.of, chose.answer, chose.by) == ("artifact.drop", "Orb", "placed", "order")


def test_artifact_drop__a_token_too_large_is_told_with_a_warning() -> None:
    battle = slain(carrier("25mm").replace('carrier = "C"', 'carrier = "C"\nbase = "40mm"'))
    assert "Warning: it is too large" in tell(dropped(battle), battle.state).sentence
