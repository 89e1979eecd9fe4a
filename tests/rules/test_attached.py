"""A Leader and the Bodyguard that it leads are one unit to the rules of Artifacts, until one of them is gone (C19)."""

from __future__ import annotations

import pytest

from battlefield.battle import Battle
from battlefield.events.core import Rolled
from battlefield.events.relics_of_old import ClaimAttempted, ExtractionBegan, ExtractionBrokenOff, ExtractionCompleted
from tests.relic_table import checked, of, reasons, rules
from tests.sketch import COMMAND, MOVEMENT, played, sketch, unit

OPEN = "\n".join(["." * 60] * 20)
BASE = 16 / 25.4


def one(name: str, at: str, player: str = "Red", keywords: str = "INFANTRY", **keys: object) -> str:
    return f'[[units]]\nname = "{name}"\n{unit(player, "32mm", keywords, move=6, **keys)}\nat = {at}\n'


def order(do: str, keys: str = "") -> str:
    return f'[[orders]]\ndo = "{do}"\n{keys}\n'


LEADER = one("L", "[10, 10]", keywords="CHARACTER", leads='"G"')
GUARD = one("G", "[[11.5, 10], [13, 10]]")
ORB = '[[artifacts]]\nname = "Orb"\ncarrier = "{}"\n'
BEGIN = order("extract", 'unit = "L"')
TO_BLUE = order("phase", 'player = "Blue"\nphase = "shooting"')
HOME = order("phase", 'player = "Red"\nphase = "command"')


def go(text: str, start: str = MOVEMENT) -> Battle:
    battle = played(sketch(OPEN, LEADER + GUARD + text, start=start))
    checked(battle)
    return battle


@pytest.mark.parametrize(("carrier", "named"), [("L", "L"), ("L", "G"), ("G/2", "L"), ("G/2", "G")])
def test_C19__the_action_is_that_of_both_whichever_is_named(carrier: str, named: str) -> None:
    battle = go(ORB.format(carrier) + order("extract", f'unit = "{named}"') + HOME)
    (began,) = of(battle, ExtractionBegan)
    assert (began.unit, began.model) == (carrier[0], carrier if "/" in carrier else f"{carrier}/1")
    assert of(battle, ExtractionCompleted)


@pytest.mark.parametrize(
    ("by", "why"),
    [
        (order("move", 'model = "G/2"\nto = [13.5, 10]\nforced = true'), "moved"),
        (order("wound", 'model = "F/1"\ncount = 1\nby = "G"'), "attacked"),
    ],
)
def test_C19__what_the_other_part_does_breaks_it_off(by: str, why: str) -> None:
    foe = one("F", "[30, 10]", "Blue", wounds=3)
    battle = go(ORB.format("L") + foe + BEGIN + by)
    assert [each.by for each in of(battle, ExtractionBrokenOff)] == [why]


@pytest.mark.parametrize(("carrier", "lost", "goes_on"), [("L", "G", True), ("G/2", "L", True), ("L", "L", False)])
def test_C19__on_a_split_it_goes_on_with_the_part_that_has_the_carrier(carrier: str, lost: str, goes_on: bool) -> None:
    battle = go(ORB.format(carrier) + BEGIN + order("destroy", f'unit = "{lost}"') + HOME)
    assert bool(of(battle, ExtractionCompleted)) == goes_on


def test_C19__once_they_have_parted_what_another_unit_does_breaks_nothing_off() -> None:
    """G is gone; that it led them is past, and another unit's move is another unit's."""
    other = one("H", "[20, 10]")
    step = order("move", 'model = "H"\nto = [21, 10]\nforced = true')
    battle = go(other + ORB.format("L") + BEGIN + order("destroy", 'unit = "G"') + step + HOME)
    assert of(battle, ExtractionCompleted)


def test_C17__not_begun_while_the_other_part_is_engaged_or_shocked() -> None:
    foe = one("F", "[15, 10]", "Blue")
    found = reasons(go(ORB.format("L") + foe + BEGIN))
    assert [each.why for each in found] == ["G is within Engagement Range of F/1"]
    shocked = played(sketch(OPEN, LEADER + GUARD.replace("[[units]]", "[[units]]") + "tokens = ['battle-shocked']\n"
                            + ORB.format("L") + BEGIN, start=MOVEMENT))  # fmt: skip
    assert [each.why for each in reasons(shocked)] == ["G is Battle-shocked"]


def test_C18__both_have_one_action_at_a_time() -> None:
    two = ORB.format("L") + ORB.format("G/1").replace("Orb", "Cup")
    found = reasons(go(two + BEGIN + order("extract", 'unit = "G"')))
    assert [each.why for each in found] == [
        "G is extracting already, and a unit has one action in progress at a time (C18)"
    ]


def test_C3__to_its_bodyguard_from_the_leader_itself_to_others_from_any_model_of_both() -> None:
    give = 'artifact = "Orb"\nto = "{}"'
    orb = ORB.format("L")
    assert not rules(go(orb + order("hand_over", give.format("G/1")), COMMAND))
    assert rules(go(orb + order("hand_over", give.format("G/2")), COMMAND)) == ["artifact.hand_over"]
    friend = one("H", f"[{13 + 2 * BASE + 1}, 10]")
    assert not rules(go(orb + friend + order("hand_over", give.format("H")), COMMAND))
    far = one("H", f"[{13 + 2 * BASE + 1.000001}, 10]")
    assert rules(go(orb + far + order("hand_over", give.format("H")), COMMAND)) == ["artifact.hand_over"]


def lying(gap: float) -> str:
    """An Orb so far to the east of G/2."""
    return f'[[artifacts]]\nname = "Orb"\nkind = "mission"\nat = [{13 + BASE + gap + 12.5 / 25.4!r}, 10]\n'


@pytest.mark.parametrize(("gap", "tries"), [(13.0, 1), (13.000001, 0)])
def test_C19__one_claim_for_both_from_the_closest_model_of_either(gap: float, tries: int) -> None:
    battle = go(lying(gap) + order("end_battle", "dice = [6, 6]" if tries else ""))
    assert [each.unit for each in of(battle, ClaimAttempted)] == ["G"] * tries
    assert len(of(battle, Rolled)) == tries


def test_C19__one_attempt_for_both_in_all() -> None:
    """Two Artifacts and one claimant: what fails at the first has no second try."""
    cup = lying(9).replace("Orb", "Cup").replace(", 10]", ", 12]")
    battle = go(lying(8) + cup + order("end_battle", "dice = [1, 1]"))
    assert [(each.unit, each.artifact) for each in of(battle, ClaimAttempted)] == [("G", "Orb")]


def test_C19__of_both_the_model_that_may_take_it_and_has_the_shortest_way() -> None:
    """The Orb asks for a CHARACTER: the Leader goes, from behind its Bodyguard, to where G/2 leaves it room."""
    orb = lying(6) + 'carriers = ["CHARACTER"]\n'
    battle = go(orb + order("end_battle", "dice = [5, 6]"))
    (claim,) = of(battle, ClaimAttempted)
    assert (claim.unit, claim.model, claim.success) == ("G", "L/1", True)
    assert claim.distance == pytest.approx(6)


def test_C15__an_enemy_at_the_other_part_bars_both() -> None:
    foe = one("F", "[8.2, 10]", "Blue")
    (claim,) = of(go(lying(9) + foe + order("end_battle")), ClaimAttempted)
    assert (claim.unit, claim.needs, claim.blockers) == ("G", None, ("F/1",))


def test_C19__parted_each_has_its_own_attempt() -> None:
    battle = go(lying(8) + order("destroy", 'unit = "G"') + order("end_battle", "dice = [1, 1]"))
    assert [each.unit for each in of(battle, ClaimAttempted)] == ["L"]


def test_can_claim__of_a_leader_asks_what_both_could() -> None:
    from battlefield.check import check

    question = '[[orders.expect]]\ncan_claim = ["L", "Orb"]\n'
    text = LEADER + GUARD + lying(8) + order("phase") + question
    assert not check(sketch(OPEN, text, start=MOVEMENT)).findings


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (one("M", "[16, 10]", "Blue", "CHARACTER", leads='"G"'), "M leads G, which is no friendly unit"),
        (one("M", "[8, 10]", keywords="CHARACTER", leads='"L"'), "M leads L, which is a Leader itself"),
        (one("M", "[8, 10]", keywords="CHARACTER", leads='"G"'), "M leads G, which L leads already (E4)"),
    ],
)
def test_core_leader__whom_nobody_can_lead_is_found_in_the_set_up(more: str, why: str) -> None:
    from battlefield.battle import findings
    from battlefield.rules.core.attached import attached

    state = played(sketch(OPEN, LEADER + GUARD + more, start=MOVEMENT)).state
    assert [(each.rule, each.why) for each in findings(state)] == [("core.leader", why)]
    assert attached(state, "L")[:2] == ("G", "L")
    assert attached(state, "M") == (("G", "L", "M") if "E4" in why else ("M",))
