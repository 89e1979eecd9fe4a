"""Moving as a whole: swept paths, Advance, Fall Back, Consolidate, terrain, Reserves, transports, at their edges."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import Battle, findings
from battlefield.events.core import ModelDestroyed, ModelMoved, OrderRefused, Reason, Rolled
from tests.sketch import MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 40] * 20)
BASE = 16 / 25.4
REACH = math.hypot(3, 0.5)
CORNER = math.degrees(math.atan2(0.5, 3))
FIGHT = MOVEMENT.replace("movement", "fight")


def one(name: str, player: str, at: str, base: str = "32mm", keywords: str = "INFANTRY", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, base, keywords, **keys)}\nat = {at}\n'


def mover(m: float = 30, base: str = "32mm", at: str = "[5, 10]", keywords: str = "INFANTRY") -> str:
    return one("A", "Red", at, base, keywords, move=m)


def rock(x: float, y: float, width: float, height: float, name: str = "Rock", trait: str = "impassable") -> str:
    return f'[[terrain]]\nname = "{name}"\ntraits = ["{trait}"]\narea = {{ rect = [{x}, {y}, {width}, {height}] }}\n'


def go(text: str, keys: str, start: str = MOVEMENT) -> Battle:
    return played(sketch(OPEN, f'{text}[[orders]]\ndo = "move"\n{keys}\n', start=start))


def reasons(battle: Battle) -> tuple[Reason, ...]:
    last = battle.events[-1]
    return last.reasons if isinstance(last, OrderRefused) else ()


def rules(battle: Battle) -> list[str]:
    return [each.rule for each in reasons(battle)]


# --- swept ---


@pytest.mark.parametrize(("gap", "fits"), [(0.0, True), (-0.0099, True), (-0.0101, False), (0.5, True)])
def test_move_swept__a_base_between_two_walls(gap: float, fits: bool) -> None:
    """The gap is the play on either side of the base; contact of a hundredth of an inch is no overlap."""
    low, high = 10 - BASE - gap, 10 + BASE + gap
    walls = rock(15, 0, 1, low, "South", "wall") + rock(15, high, 1, 20 - high, "North", "wall")
    found = reasons(go(mover() + walls, 'model = "A"\nto = [25, 10]'))
    assert (not found) == fits
    if not fits:
        assert {each.rule for each in found} == {"move.swept"}
        assert all(each.path_at is not None and 9 < each.path_at < 10.1 for each in found)
        assert all(each.claim is not None and each.claim.holds is False for each in found)


def test_move_swept__a_sliver_of_0_024_in_between_two_samples_of_half_an_inch() -> None:
    foe = one("F", "Blue", f"[15.25, {10 + 2 * BASE - 0.024}]")
    found = reasons(go(mover() + foe, 'model = "A"\nkind = "fall_back"\nto = [25, 10]'))
    assert not any(each.rule == "move.swept" for each in found)  # falling back may pass it
    found = reasons(go(mover() + foe, 'model = "A"\nto = [25, 10]'))
    through = next(each for each in found if "through" in each.why)
    assert through.claim is not None
    assert through.claim.value == pytest.approx(0.024, abs=1e-6)
    at = through.at
    assert at is not None
    assert at[0] == pytest.approx(15.25 - math.sqrt((2 * BASE - 0.01) ** 2 - (2 * BASE - 0.024) ** 2), abs=1e-6)


@pytest.mark.parametrize(("gap", "near"), [(1.0, True), (1.000001, False)])
def test_move_swept__never_within_engagement_range_on_the_way(gap: float, near: bool) -> None:
    foe = one("F", "Blue", f"[15, {10 + 2 * BASE + gap}]")
    found = reasons(go(mover() + foe, 'model = "A"\nto = [25, 10]'))
    assert bool(found) == near
    if near:
        assert found[0].rule == "move.swept"
        assert found[0].path_at == pytest.approx(10, abs=1e-3)


def test_move_swept__under_and_over_an_enemy_at_another_height() -> None:
    foe = one("F", "Blue", "[15, 10, 6]")
    assert not reasons(go(mover() + foe, 'model = "A"\nto = [25, 10]'))
    assert reasons(go(mover() + one("F", "Blue", "[15, 10, 4]"), 'model = "A"\nto = [25, 10]'))


def test_move_swept__friends_may_be_passed_nobody_ends_on_anybody() -> None:
    friend = one("B", "Red", "[15, 10]")
    assert not reasons(go(mover() + friend, 'model = "A"\nto = [25, 10]'))
    assert rules(go(mover() + friend, 'model = "A"\nto = [15, 10]')) == ["setup.no_overlap"]


def test_move_swept__leaves_the_battlefield_nowhere() -> None:
    found = reasons(go(mover(60), 'model = "A"\npath = [[5, 0.3], [20, 10]]'))
    assert [each.rule for each in found] == ["move.swept"]
    assert found[0].path_at == pytest.approx(9.7)


def test_move_swept__a_long_hull_keeps_its_facing() -> None:
    hull = '{ hull = "7x2in", height = 3 }'
    walls = rock(15, 0, 2, 8.9, "South", "wall") + rock(15, 11.1, 2, 8.9, "North", "wall")
    text = one("A", "Red", "[5, 10]", hull, "VEHICLE", move=40)
    assert not reasons(go(text + walls, 'model = "A"\nto = [28, 10]'))
    turned = go(text + walls, 'model = "A"\npath = [{ at = [10, 10], facing = 30 }, [28, 10]]')
    assert "move.swept" in rules(turned)


BAR = '{ hull = "6x1in", height = 3 }'


def bar(at: str, facing: float, m: float = 60) -> str:
    return one("A", "Red", at, BAR, "VEHICLE", move=m, facing=facing)


@pytest.mark.parametrize(("x", "out"), [(REACH, False), (REACH - 0.000001, True), (3.01, True)])
def test_move_swept__a_turn_at_the_edge_of_the_battlefield(x: float, out: bool) -> None:
    """Looking along the edge and then across it the bar is inside; its corner, 3.041381 in away, passes the edge."""
    found = reasons(go(bar(f"[{x}, 10]", 160), f'model = "A"\npath = [{{ at = [{x}, 10], facing = 200 }}]'))
    assert bool(found) == out
    if out:
        assert [each.rule for each in found] == ["move.swept"]
        claim = found[0].claim
        assert claim is not None
        assert claim.a_pose is not None
        assert claim.a_pose[3] in (pytest.approx(180 - CORNER), pytest.approx(180 + CORNER))
        assert claim.details["outside_by"] == pytest.approx(REACH - x, abs=1e-9)


@pytest.mark.parametrize(("x", "met"), [(10 + REACH - 0.0099, False), (10 + REACH - 0.0101, True)])
def test_move_swept__a_corner_that_turns_through_a_wall(x: float, met: bool) -> None:
    keys = 'model = "A"\npath = [{ at = [10, 10], facing = 30 }]'
    found = reasons(go(bar("[10, 10]", 330) + rock(x, 2, 1, 16, "Wall", "wall"), keys))
    assert bool(found) == met
    if met:
        assert [each.rule for each in found] == ["move.swept"]
        assert found[0].path_at == 0
        claim = found[0].claim
        assert claim is not None
        assert claim.value == pytest.approx(0.0101, abs=1e-6)


@pytest.mark.parametrize(("gap", "near"), [(1.0, True), (1.000001, False)])
def test_move_swept__never_within_engagement_range_in_a_turn(gap: float, near: bool) -> None:
    foe = one("F", "Blue", f"[{10 + REACH + BASE + gap}, 10]")
    found = reasons(go(bar("[10, 10]", 300) + foe, 'model = "A"\npath = [{ at = [10, 10], facing = 60 }]'))
    assert bool(found) == near


def test_move_advance__a_turn_uses_up_inches_where_the_die_cuts_the_path() -> None:
    """A quarter turn of a corner 3.041381 in away takes 4.777391 in of 6 + 1; what is left goes into the leg."""
    keys = 'model = "A"\nkind = "advance"\npath = [{ at = [10, 5], facing = 90 }, [10, 12]]\ndice = [1]'
    battle = go(bar("[10, 5]", 0, m=6), keys)
    assert battle.state.models["A/1"].pose == pytest.approx((10, 5 + 7 - math.pi / 2 * REACH, 0, 90), abs=1e-8)
    keys = 'model = "A"\nkind = "advance"\npath = [{ at = [10, 5], facing = 90 }]\ndice = [1]'
    battle = go(bar("[10, 5]", 0, m=2), keys)
    turned = math.degrees(3 / REACH)
    assert battle.state.models["A/1"].pose == pytest.approx((10, 5, 0, turned), abs=1e-6)


# --- advance ---


@pytest.mark.parametrize(("x", "short"), [(10, False), (10.000001, True)])
def test_move_advance__m_and_the_die(x: float, short: bool) -> None:
    battle = go(mover(3), f'model = "A"\nkind = "advance"\nto = [{x}, 10]\ndice = [2]')
    (moved,) = (each for each in battle.events if isinstance(each, ModelMoved))
    assert moved.allowance == 5
    assert battle.state.models["A/1"].pose == pytest.approx((10, 10, 0, 0), abs=1e-9)
    assert (moved.path[-1].x != x) == short


def test_move_advance__more_than_m_and_six_is_refused_before_the_die() -> None:
    battle = go(mover(3), 'model = "A"\nkind = "advance"\nto = [14.000001, 10]')
    assert rules(battle) == ["move.length"]
    assert not any(isinstance(each, Rolled) for each in battle.events)


def test_move_advance__one_die_for_the_unit_however_it_is_moved() -> None:
    text = f'[[units]]\nname = "U"\n{unit("Red", move=3)}\nat = [[5, 10], [7, 10]]\n'
    first = '[[orders]]\ndo = "move"\nmodel = "U/2"\nkind = "advance"\nto = [8, 10]\ndice = [4]\n'
    battle = go(text + first, 'model = "U/1"\nkind = "advance"\nto = [6, 10]\ndice = []')
    assert sum(isinstance(each, Rolled) for each in battle.events) == 1


def test_move_advance__after_a_normal_move_not_again() -> None:
    first = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [6, 10]\n'
    assert "move.advance" in rules(go(mover(6) + first, 'model = "A"\nkind = "advance"\nto = [7, 10]'))


# --- falling back ---


def engaged(m: float = 12, keywords: str = "INFANTRY") -> str:
    return mover(m, keywords=keywords, at="[10, 10]") + one("F", "Blue", '{ from = "A", gap = 0.5, bearing = 0 }')


def test_move_fall_back__through_engagement_range_but_not_to_its_end() -> None:
    assert not reasons(go(engaged(), 'model = "A"\nkind = "fall_back"\nto = [4, 10]'))
    near = go(engaged(), 'model = "A"\nkind = "fall_back"\nto = [9.8, 10]')
    assert rules(near) == ["setup.engagement"]


def test_move_fall_back__only_an_engaged_unit() -> None:
    assert rules(go(mover(), 'model = "A"\nkind = "fall_back"\nto = [4, 10]')) == ["move.fall_back"]


def test_move_fall_back__impossible_when_a_model_stays_within_range() -> None:
    text = f'[[units]]\nname = "U"\n{unit("Red", move=6)}\nat = [[10, 10], [8.5, 10]]\n'
    text += one("F", "Blue", '{ from = "U/1", gap = 0.5, bearing = 0 }')
    assert "setup.engagement" in rules(go(text, 'unit = "U"\nkind = "fall_back"\n[orders.paths]\n"U/2" = [[8.5, 12]]'))


@pytest.mark.parametrize(("face", "dies"), [(1, True), (2, True), (3, False), (6, False)])
def test_core_desperate_escape__one_or_two_destroys(face: int, dies: bool) -> None:
    battle = go(engaged(), f'model = "A"\nkind = "fall_back"\nto = [16, 10]\ndice = [{face}]')
    assert any(isinstance(each, ModelDestroyed) for each in battle.events) == dies


@pytest.mark.parametrize("keyword", ["FLY", "TITANIC"])
def test_core_desperate_escape__fly_and_titanic_need_no_test(keyword: str) -> None:
    battle = go(engaged(keywords=keyword), 'model = "A"\nkind = "fall_back"\nto = [16, 10]\ndice = []')
    assert not reasons(battle)


def test_core_desperate_escape__not_over_anybody_no_test() -> None:
    assert not reasons(go(engaged(), 'model = "A"\nkind = "fall_back"\nto = [4, 10]\ndice = []'))


def test_B2__all_tests_come_before_anybody_moves_and_the_player_picks_the_victims() -> None:
    text = f'[[units]]\nname = "U"\n{unit("Red", move=12)}\nat = [[10, 10], [10, 11.5]]\n'
    text += one("F", "Blue", "[12, 10.75]")
    paths = '[orders.paths]\n"U/1" = [[16, 10]]\n"U/2" = [[16, 11.5]]'
    answers = 'answers = [{ to = "core.desperate_escape", is = "U/2" }]'
    battle = go(text, f'unit = "U"\nkind = "fall_back"\ndice = [1, 5]\n{answers}\n{paths}')
    names = [
        type(each).__name__
        for each in battle.events
        if type(each).__name__ in ("Rolled", "ModelDestroyed", "ModelMoved")
    ]
    assert names == ["Rolled", "Rolled", "ModelDestroyed", "ModelMoved"]
    assert battle.state.models["U/2"].where == "gone"
    assert battle.state.models["U/1"].pose == (16, 10, 0, 0)


def test_core_desperate_escape__a_battle_shocked_unit_tests_for_every_model() -> None:
    text = engaged().replace('keywords = ["INFANTRY"]', 'keywords = ["INFANTRY"]\ntokens = ["battle-shocked"]', 1)
    battle = go(text, 'model = "A"\nkind = "fall_back"\nto = [4, 10]\ndice = [4]')
    assert sum(isinstance(each, Rolled) for each in battle.events) == 1


# --- consolidating ---


def test_move_consolidate__ends_closer_and_engaged() -> None:
    text = mover(at="[10, 10]") + one("F", "Blue", f"[{10 + 2 * BASE + 3.5}, 10]")
    assert not reasons(go(text, 'model = "A"\nkind = "consolidate"\nto = [13, 10]', FIGHT))
    assert "move.consolidate" in rules(go(text, 'model = "A"\nkind = "consolidate"\nto = [12.4, 10]', FIGHT))
    assert not reasons(go(text, 'model = "A"\nkind = "consolidate"\nto = [12.5, 10]', FIGHT))


@pytest.mark.parametrize(("gap", "must"), [(3.0, True), (3.000001, False)])
def test_b5__consolidating_it_touches_an_enemy_that_it_can_reach(gap: float, must: bool) -> None:
    text = mover(at="[10, 10]") + one("F", "Blue", f"[{10 + 2 * BASE + gap}, 10]")
    found = reasons(go(text, 'model = "A"\nkind = "consolidate"\nto = [12.9, 10]', FIGHT))
    assert [each.rule for each in found] == ["move.consolidate"] * must
    if must:
        assert found[0].claim is not None
        assert "B5" in found[0].claim.rulings
        assert found[0].claim.value[0] == pytest.approx(0.1)
    assert not reasons(go(text, 'model = "A"\nkind = "consolidate"\nto = [13, 10]', FIGHT))


def test_b5__consolidating_nobody_need_touch_where_a_friend_stands() -> None:
    """In a corridor as wide as its base it can touch the enemy at one place only, and there a smaller friend stands."""
    walls = rock(0, 0, 40, 10 - BASE, "South", "wall") + rock(0, 10 + BASE, 40, 20 - 10 - BASE, "North", "wall")
    enemy = one("F", "Blue", f"[{10 + 2 * BASE + 2}, 10]")
    alone = mover(at="[10, 10]") + enemy + walls
    keys = 'model = "A"\nkind = "consolidate"\nto = [11.5, 10]'
    assert rules(go(alone, keys, FIGHT)) == ["move.consolidate"]
    edge, small = 10 + BASE + 2, 25 / 25.4
    friend = one("G", "Red", f"[{edge - small / 2}, 10]", "25mm")
    end = edge - small - BASE
    beside = mover(at=f"[{end - 0.5}, 10]") + friend + enemy + walls
    assert not reasons(go(beside, f'model = "A"\nkind = "consolidate"\nto = [{end}, 10]', FIGHT))


@pytest.mark.parametrize(("x", "legal"), [(13, True), (13.000001, False)])
def test_move_consolidate__three_inches_at_most(x: float, legal: bool) -> None:
    text = mover(at="[10, 10]") + one("F", "Blue", "[15, 10]")
    assert (not reasons(go(text, f'model = "A"\nkind = "consolidate"\nto = [{x}, 10]', FIGHT))) == legal


def test_move_consolidate__else_towards_the_closest_objective() -> None:
    text = (
        mover(at="[10, 10]")
        + '[[objectives]]\nname = "Well"\nat = [16, 10]\n[[objectives]]\nname = "Far"\nat = [2, 2]\n'
    )
    assert not reasons(go(text, 'model = "A"\nkind = "consolidate"\nto = [13, 10]', FIGHT))
    assert "move.consolidate" in rules(go(text, 'model = "A"\nkind = "consolidate"\nto = [9, 10]', FIGHT))


def test_move_consolidate__an_enemy_behind_a_wall_is_out_of_reach_so_the_objective_counts() -> None:
    """The straight gap to the enemy is within 3 in and 1 in, the way round the wall is not."""
    text = mover(at="[10, 10]") + one("F", "Blue", "[10, 14]") + '[[objectives]]\nname = "Well"\nat = [13, 10]\n'
    keys = 'model = "A"\nkind = "consolidate"\nto = [11, 10]'
    assert "move.consolidate" in rules(go(text, keys, FIGHT))
    assert not reasons(go(text + rock(0, 11.5, 20, 0.5, "Wall", "wall"), keys, FIGHT))


# --- terrain ---


def test_move_difficult__at_most_the_higher_of_two_dice() -> None:
    mud = rock(8, 5, 4, 10, "Mud", "difficult")
    battle = go(mover(12) + mud, 'model = "A"\nto = [15, 10]\ndice = [4, 2]')
    assert battle.state.models["A/1"].pose == pytest.approx((9, 10, 0, 0), abs=1e-9)
    reaches = go(mover(12) + mud, 'model = "A"\nto = [9, 10]\ndice = [4, 4]')
    assert reaches.state.models["A/1"].pose == (9, 10, 0, 0)


def test_move_difficult__starting_in_it_counts_passing_by_does_not() -> None:
    inside = go(
        mover(12, at="[9, 10]") + rock(8, 5, 4, 10, "Mud", "difficult"), 'model = "A"\nto = [20, 10]\ndice = [6, 1]'
    )
    assert inside.state.models["A/1"].pose == pytest.approx((15, 10, 0, 0), abs=1e-9)
    beside = rock(8, 10 + BASE, 4, 5, "Mud", "difficult")
    assert not reasons(go(mover(12) + beside, 'model = "A"\nto = [15, 10]\ndice = []'))


@pytest.mark.parametrize(("face", "x"), [(1, 8 - BASE), (2, 15)])
def test_move_dangerous__slain_on_a_one_where_it_enters(face: int, x: float) -> None:
    battle = go(mover(12) + rock(8, 5, 4, 10, "Fire", "dangerous"), f'model = "A"\nto = [15, 10]\ndice = [{face}]')
    pose = battle.state.models["A/1"].pose
    assert pose is not None
    assert pose.x == pytest.approx(x, abs=1e-6)
    assert battle.state.models["A/1"].where == ("gone" if face == 1 else "board")


# --- reserves ---


def strike(gap: float, ability: str = '["Deep Strike"]', kind: str = "deep_strike") -> Battle:
    reserve = f'[[units]]\nname = "R"\n{unit("Red", abilities=ability)}\nreserves = true\n'
    x = 20 + 2 * BASE + gap
    order = f'[[orders]]\ndo = "set_up"\nunit = "R"\nkind = "{kind}"\nat = [{x}, 10]\n'
    return played(sketch(OPEN, one("F", "Blue", "[20, 10]") + reserve + order, start=MOVEMENT))


@pytest.mark.parametrize(("gap", "legal"), [(9.0, False), (9.00000005, False), (9.000001, True)])
def test_move_deep_strike__more_than_nine_inches(gap: float, legal: bool) -> None:
    assert (not reasons(strike(gap))) == legal


def test_move_deep_strike__every_model_needs_the_ability() -> None:
    assert rules(strike(12, '["Scouts"]')) == ["move.deep_strike"]


def test_move_deep_strike__arrived_it_moves_no_more() -> None:
    battle = strike(12)
    order = '[[orders]]\ndo = "move"\nmodel = "R"\nto = [30, 10]\n'
    reserve = f'[[units]]\nname = "R"\n{unit("Red", abilities=["Deep Strike"], move=6)}\nreserves = true\n'.replace(
        "'", '"'
    )
    arrive = '[[orders]]\ndo = "set_up"\nunit = "R"\nkind = "deep_strike"\nat = [30, 10]\n'
    moved = played(sketch(OPEN, one("F", "Blue", "[5, 10]") + reserve + arrive + order, start=MOVEMENT))
    assert "move.deep_strike" in rules(moved)
    assert battle.state.models["R/1"].on_board


@pytest.mark.parametrize(("y", "legal"), [(6 - BASE, True), (6 - BASE + 1e-6, False)])
def test_B8__strategic_reserves_wholly_within_six_inches_of_an_edge(y: float, legal: bool) -> None:
    reserve = f'[[units]]\nname = "R"\n{unit("Red")}\nreserves = true\n'
    order = f'[[orders]]\ndo = "set_up"\nunit = "R"\nat = [20, {y}]\n'
    assert (not reasons(played(sketch(OPEN, reserve + order, start=MOVEMENT)))) == legal


# --- transports ---


def rhino(at: str = "[10, 10]", capacity: int = 6, m: float = 10) -> str:
    return one("T", "Red", at, "100mm", "VEHICLE, TRANSPORT", capacity=capacity, move=m)


EMBARK = '[[orders]]\ndo = "embark"\nunit = "A"\ntransport = "T"\n'
RIM = 50 / 25.4


@pytest.mark.parametrize(("gap", "legal"), [(3.0, True), (3.000001, False)])
def test_move_embark__every_model_within_three_inches_after_a_move(gap: float, legal: bool) -> None:
    x = 10 + RIM + gap + BASE
    step = f'[[orders]]\ndo = "move"\nmodel = "A"\nto = [{x}, 10]\n'
    battle = played(sketch(OPEN, rhino() + mover(30, at="[20, 10]") + step + EMBARK, start=MOVEMENT))
    assert (not reasons(battle)) == legal
    assert (battle.state.models["A/1"].where == "embarked") == legal


def test_move_embark__not_without_a_move_nor_beyond_capacity_nor_in_a_foe() -> None:
    still = played(sketch(OPEN, rhino() + mover(6, at="[14, 10]") + EMBARK, start=MOVEMENT))
    assert rules(still) == ["move.embark"]
    step = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [14, 10]\n'
    crew = f'[[units]]\nname = "C"\n{unit("Red")}\nin = "T"\n'
    full = played(sketch(OPEN, rhino(capacity=1) + crew + mover(6, at="[16, 10]") + step + EMBARK, start=MOVEMENT))
    assert rules(full) == ["move.capacity"]


def aboard(orders: str, more: str = "") -> Battle:
    crew = f'[[units]]\nname = "C"\n{unit("Red", move=6)}\nin = "T"\n'
    return played(sketch(OPEN, rhino() + crew + more + orders, start=MOVEMENT))


def out(x: float) -> str:
    return f'[[orders]]\ndo = "disembark"\nunit = "C"\nat = [{x}, 10]\n'


@pytest.mark.parametrize(("gap", "legal"), [(3 - 2 * BASE, True), (3 - 2 * BASE + 1e-6, False)])
def test_move_disembark__wholly_within_three_inches(gap: float, legal: bool) -> None:
    assert (not reasons(aboard(out(10 + RIM + gap + BASE)))) == legal


def test_move_disembark__outside_every_enemys_engagement_range_or_not_at_all() -> None:
    foe = one("F", "Blue", f"[{10 + RIM + 2.2 + BASE}, 10]")
    assert rules(aboard(out(10 + RIM + BASE), foe)) == ["setup.engagement"]


def test_move_disembark__before_the_transport_moves_it_may_move_after_that_not() -> None:
    step = '[[orders]]\ndo = "move"\nmodel = "C"\nto = [16, 10]\n'
    assert not reasons(aboard(out(10 + RIM + BASE) + step))
    drive = '[[orders]]\ndo = "move"\nmodel = "T"\nto = [8, 10]\n'
    assert "move.disembark" in rules(aboard(drive + out(8 + RIM + BASE) + step))


def test_move_disembark__never_from_one_that_advanced() -> None:
    drive = '[[orders]]\ndo = "move"\nmodel = "T"\nkind = "advance"\nto = [8, 10]\ndice = [3]\n'
    assert rules(aboard(drive + out(8 + RIM + BASE))) == ["move.disembark"]


def test_move_embark__not_in_the_phase_in_which_it_disembarked() -> None:
    step = '[[orders]]\ndo = "move"\nmodel = "C"\nto = [13, 10]\n'
    again = '[[orders]]\ndo = "embark"\nunit = "C"\ntransport = "T"\n'
    assert rules(aboard(out(10 + RIM + BASE) + step + again)) == ["move.embark"]


def test_B11__a_base_wider_than_three_inches_cannot_disembark() -> None:
    crew = f'[[units]]\nname = "C"\n{unit("Red", "80mm")}\nin = "T"\n'
    text = rhino() + crew + out(10 + RIM + 40 / 25.4)
    assert "move.disembark" in rules(played(sketch(OPEN, text, start=MOVEMENT)))


def test_move_embark__nobody_boards_itself() -> None:
    step = (
        '[[orders]]\ndo = "move"\nmodel = "T"\nto = [11, 10]\n[[orders]]\ndo = "embark"\nunit = "T"\ntransport = "T"\n'
    )
    assert rules(played(sketch(OPEN, rhino() + step, start=MOVEMENT))) == ["move.embark"]


def test_move_capacity__who_starts_aboard_is_judged() -> None:
    crew = f'[[units]]\nname = "C"\n{unit("Red")}\ncount = 3\nin = "T"\n'
    full = played(sketch(OPEN, rhino(capacity=2) + crew, start=MOVEMENT)).state
    assert [each.rule for each in findings(full)] == ["move.capacity"]
    foe = crew.replace('"Red"', '"Blue"')
    assert [each.rule for each in findings(played(sketch(OPEN, rhino() + foe, start=MOVEMENT)).state)] == [
        "move.embark"
    ]


def test_move_disembark__not_out_of_a_wreck() -> None:
    wreck = '[[orders]]\ndo = "destroy"\nmodel = "T"\n'
    assert rules(aboard(wreck + out(10 + RIM + BASE))) == ["move.disembark"]


def test_move_consolidate__once_a_phase_and_never_onto_a_marker() -> None:
    text = mover(at="[10, 10]") + '[[objectives]]\nname = "Well"\nat = [16.5, 10]\n'
    first = '[[orders]]\ndo = "move"\nmodel = "A"\nkind = "consolidate"\nto = [13, 10]\n'
    assert "move.consolidate" in rules(go(text + first, 'model = "A"\nkind = "consolidate"\nto = [14, 10]', FIGHT))
    near = mover(at="[10, 10]", base="40mm") + '[[objectives]]\nname = "Well"\nat = [12.5, 10]\n'
    assert "setup.objective" in rules(go(near, 'model = "A"\nkind = "consolidate"\nto = [12.5, 10]', FIGHT))


def test_move_difficult__one_roll_a_phase_however_many_orders() -> None:
    """The higher die is 3: three orders of 3 in move 3 in together, and only the first rolls."""
    text = mover(12) + rock(0, 0, 40, 20, "Mud", "difficult")
    step = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [17, 10]\n'
    again = '[[orders]]\ndo = "move"\nmodel = "A"\nto = [12, 10]\n'
    battle = played(sketch(OPEN, text + step + "dice = [1, 3]\n" + again + again, start=MOVEMENT))
    assert sum(isinstance(each, Rolled) for each in battle.events) == 1
    assert battle.state.models["A/1"].pose == pytest.approx((8, 10, 0, 0), abs=1e-9)


@pytest.mark.parametrize("x", [8, 4])
def test_move_forced__lifts_turn_phase_and_engagement(x: float) -> None:
    text = mover(12, at="[10, 10]") + one("E", "Blue", "[12, 10]")
    forced = go(text, f'model = "A"\nforced = true\nto = [{x}, 10]', MOVEMENT.replace("movement", "shooting"))
    assert not reasons(forced)
    assert not reasons(go(text, 'model = "A"\nforced = true\nto = [10.2, 11]'))
