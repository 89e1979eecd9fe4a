"""Setting up: every rule of a place, at its threshold."""

from __future__ import annotations

import pytest

from battlefield.battle import findings
from battlefield.events.core import OrderRefused
from battlefield.state import State
from tests.sketch import MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 30] * 20)
MM = 1 / 25.4


def rules_broken(state: State) -> list[str]:
    return [each.rule for each in findings(state)]


def deployed(more: str, *, top: str = "") -> State:
    return played(sketch(OPEN, more, start=None, top=top)).state


def one(x: float, y: float, base: str = "32mm", player: str = "Red", name: str = "A", extra: str = "") -> str:
    return f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = "{base}"\nat = [{x}, {y}]\n{extra}\n'


@pytest.mark.parametrize(("x", "legal"), [(16 * MM, True), (16 * MM - 5e-8, True), (16 * MM - 1e-6, False)])
def test_setup_on_board__touching_the_edge_is_on_the_battlefield(x: float, legal: bool) -> None:
    assert rules_broken(deployed(one(x, 10))) == ([] if legal else ["setup.on_board"])


@pytest.mark.parametrize(
    ("gap", "legal"), [(0.0, True), (-0.01, True), (-0.010001, False), (-0.01001, False), (-1.0, False)]
)
def test_setup_no_overlap__a_hundredth_of_an_inch_is_contact(gap: float, legal: bool) -> None:
    apart = 32 * MM + gap
    state = deployed(one(10, 10) + one(10 + apart, 10, name="B"))
    assert rules_broken(state) == ([] if legal else ["setup.no_overlap"])


def test_setup_no_overlap__footprints_at_other_heights_do_not_overlap() -> None:
    text = one(10, 10) + '[[units]]\nname = "B"\nplayer = "Red"\nbase = "32mm"\nat = [10, 10, 3]\n'
    assert rules_broken(deployed(text)) == []
    hull = '[[units]]\nname = "H"\nplayer = "Red"\nbase = { hull = "4x4in", height = 3 }\nat = [10, 10]\n'
    above = '[[units]]\nname = "B"\nplayer = "Red"\nbase = "32mm"\nat = [10, 10, %s]\n'
    assert rules_broken(deployed(hull + above % 2.9)) == ["setup.no_overlap"]
    assert rules_broken(deployed(hull + above % 3)) == ["setup.no_overlap"]
    assert rules_broken(deployed(hull + above % 3.001)) == []


@pytest.mark.parametrize(
    ("x", "legal"), [(6 - 16 * MM, True), (6 - 16 * MM + 0.0099, True), (6 - 16 * MM + 0.0101, False)]
)
def test_setup_impassable__nothing_stands_on_it(x: float, legal: bool) -> None:
    rock = '[[terrain]]\nname = "Rock"\ntraits = ["impassable"]\narea = { rect = [6, 5, 4, 10] }\n'
    assert rules_broken(deployed(rock + one(x, 10))) == ([] if legal else ["setup.impassable"])


def test_setup_impassable__a_wall_and_a_closed_hatchway_bar_an_open_one_does_not() -> None:
    ground = '[[terrain]]\nname = "G"\ntraits = ["%s"]\n%sarea = { rect = [6, 5, 8, 10] }\n' + one(10, 10)
    assert rules_broken(deployed(ground % ("wall", ""))) == ["setup.impassable"]
    assert rules_broken(deployed(ground % ("hatchway", ""))) == ["setup.impassable"]
    assert rules_broken(deployed(ground % ("hatchway", "open = true\n"))) == []
    assert rules_broken(deployed(ground % ("unstable", ""))) == []


@pytest.mark.parametrize(("y", "legal"), [(10 - 16 * MM, True), (10 - 16 * MM + 1e-6, False), (9.9, False), (2, True)])
def test_setup_zone__wholly_within_edges_included(y: float, legal: bool) -> None:
    text = one(10, y)
    players = '[[players]]\nname = "Red"\n[[players]]\nname = "Blue"'
    scenario_text = players.replace('"Red"', '"Red"\ndeployment_zone = { rect = [0, 0, 30, 10] }')
    from battlefield.battle import run
    from battlefield.scenario.load import loads

    whole = f'format = 1\ntitle = "z"\nrules = ["core"]\n[board]\nwidth = 30\nheight = 20\n{scenario_text}\n{text}'
    assert rules_broken(run(loads(whole, "z.toml")).state) == ([] if legal else ["setup.zone"])


@pytest.mark.parametrize(("gap", "legal"), [("1.0", False), ("1.00000005", False), ("1.000001", True), ("0.5", False)])
def test_setup_engagement__exactly_one_inch_is_within(gap: str, legal: bool) -> None:
    enemy = f'[[units]]\nname = "E"\nplayer = "Blue"\nbase = "40mm"\nat = {{ from = "A", gap = {gap}, bearing = 33 }}\n'
    assert rules_broken(deployed(one(10, 10) + enemy)) == ([] if legal else ["setup.engagement"])


def test_setup_engagement__is_no_fault_of_a_position_in_play() -> None:
    enemy = '[[units]]\nname = "E"\nplayer = "Blue"\nbase = "40mm"\nat = { from = "A", gap = 0.5 }\n'
    assert rules_broken(played(sketch(OPEN, one(10, 10) + enemy)).state) == []


@pytest.mark.parametrize(("height", "engaged"), [(5, True), (5.00000005, True), (5.000001, False)])
def test_measure_engagement__five_inches_up_is_within(height: float, engaged: bool) -> None:
    enemy = f'[[units]]\nname = "E"\nplayer = "Blue"\nbase = "40mm"\nat = [11, 10, {height}]\n'
    broken = rules_broken(deployed(one(10, 10) + enemy))
    assert broken == (["setup.engagement"] if engaged else [])


def test_setup_objective__touching_a_marker_is_not_on_top_of_it() -> None:
    marker = '[[objectives]]\nname = "Well"\nat = [10, 10]\n'
    apart = (32 + 40) / 2 * MM
    assert rules_broken(deployed(marker + one(10 + apart, 10))) == []
    assert rules_broken(deployed(marker + one(10 + apart - 0.02, 10))) == ["setup.objective"]


@pytest.mark.parametrize(("gap", "legal"), [(2.0, True), (2.00000005, True), (2.000001, False), (5.0, False)])
def test_setup_coherency__two_inches_at_most(gap: float, legal: bool) -> None:
    apart = 32 * MM + gap
    text = f'[[units]]\nname = "U"\nplayer = "Red"\nbase = "32mm"\nat = [[5, 10], [{5 + apart}, 10]]\n'
    assert rules_broken(deployed(text)) == ([] if legal else ["setup.coherency"])


def test_setup_coherency__five_inches_up_at_most() -> None:
    text = '[[units]]\nname = "U"\nplayer = "Red"\nbase = "32mm"\nat = [[5, 10], [7, 10, %s]]\n'
    assert rules_broken(deployed(text % 5)) == []
    assert rules_broken(deployed(text % 5.000001)) == ["setup.coherency"]


def test_setup_coherency__two_pairs_far_apart_are_not_one_group() -> None:
    text = '[[units]]\nname = "U"\nplayer = "Red"\nbase = "32mm"\nat = [[3, 10], [5, 10], [20, 10], [22, 10]]\n'
    state = deployed(text)
    assert rules_broken(state) == ["setup.coherency"]
    claim = findings(state)[0].claim
    assert claim is not None
    assert claim.details["groups"] == (("U/1", "U/2"), ("U/3", "U/4"))
    assert claim.value == pytest.approx((15 - 32 * MM, 0.0), abs=1e-9)


def test_setup_coherency__from_seven_models_on_two_neighbours_are_needed() -> None:
    row = [f"[{3 + 3 * index}, 10]" for index in range(6)]
    six = f'[[units]]\nname = "U"\nplayer = "Red"\nbase = "32mm"\nat = [{", ".join(row)}]\n'
    assert rules_broken(deployed(six)) == []
    seven = f'[[units]]\nname = "U"\nplayer = "Red"\nbase = "32mm"\nat = [{", ".join([*row, "[21, 10]"])}]\n'
    assert rules_broken(deployed(seven)) == ["setup.coherency"]
    block = '[[units]]\nname = "U"\nplayer = "Red"\nbase = "32mm"\nat = { grid = [4, 2], first = [5, 5], gap = 1 }\n'
    assert rules_broken(deployed(block)) == []


def test_setup__an_order_sets_up_or_is_refused_with_every_reason() -> None:
    more = """
    [[terrain]]
    name = "Rock"
    traits = ["impassable"]
    area = { rect = [20, 5, 4, 4] }
    [[units]]
    name = "Late"
    player = "Red"
    base = "32mm"
    [[orders]]
    do = "set_up"
    unit = "Late"
    at = [20, 5]
    refused = ["setup.impassable"]
    [[orders]]
    do = "set_up"
    unit = "Late"
    at = [5, 5]
    """
    battle = played(sketch(OPEN, more, start=None))
    assert [type(each).__name__ for each in battle.events] == ["OrderRefused", "UnitSetUp"]
    refused = battle.events[0]
    assert isinstance(refused, OrderRefused)
    assert refused.foretold
    assert battle.state.models["Late/1"].pose == (5, 5, 0, 0)


def test_setup__reserves_have_no_place() -> None:
    more = '[[units]]\nname = "R"\nplayer = "Red"\nbase = "32mm"\nreserves = true\n'
    state = played(sketch(OPEN, more, start=MOVEMENT)).state
    assert state.models["R/1"].where == "reserves"
    assert rules_broken(state) == []


@pytest.mark.parametrize("turn", ["movement", "shooting"])
@pytest.mark.parametrize("where", ["at = [15, 10]", "reserves = true"])
def test_move_disembark__who_is_aboard_is_not_set_up(where: str, turn: str) -> None:
    more = f"""
    [[units]]
    name = "T"
    {unit("Red", "100mm", "VEHICLE, TRANSPORT")}
    {where}
    [[units]]
    name = "C"
    {unit("Red", move=6)}
    in = "T"
    [[orders]]
    do = "phase"
    player = "Blue"
    phase = "{turn}"
    [[orders]]
    do = "set_up"
    unit = "C"
    at = [25, 5]
    """
    battle = played(sketch(OPEN, "\n".join(line.strip() for line in more.splitlines()), start=MOVEMENT))
    last = battle.events[-1]
    assert isinstance(last, OrderRefused)
    assert [(each.rule, each.of) for each in last.reasons] == [("move.disembark", "C")]
    assert battle.state.models["C/1"].where == "embarked"


def test_measure_margin__within_the_measurement_error_is_too_close_to_call() -> None:
    gap = '[[units]]\nname = "E"\nplayer = "Blue"\nbase = "40mm"\nat = { from = "A", gap = %s }\n'
    near = deployed(one(10, 10) + gap % 1.01, top="measurement_error = 0.02")
    from battlefield.certify import engagement

    claim = engagement(near, "A/1", "E/1")
    assert (claim.holds, claim.verdict) == (False, "on the line")
    far = deployed(one(10, 10) + gap % 1.03, top="measurement_error = 0.02")
    assert engagement(far, "A/1", "E/1").verdict == "out"


def test_sketch__letters_stand_at_the_centres_of_their_squares() -> None:
    state = played(sketch("..A.\n....\n~~#B", A=unit("Red"), B=unit("Blue"), start=None)).state
    assert state.models["A/1"].pose == (2.5, 2.5, 0, 0)
    assert state.models["B/1"].pose == (3.5, 0.5, 0, 0)
    assert [(each.name, sorted(each.traits)) for each in state.terrain] == [
        ("Rock", ["impassable"]),
        ("Sink", ["unstable"]),
    ]
