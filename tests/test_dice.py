"""Chance: seeded streams, entered dice, notation."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield.dice import DiceError, Entered, Roll, Seeded, meets, notation
from battlefield.orders.base import FieldDie, FromSeed


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("D6", Roll(1, 6)),
        ("2D6", Roll(2, 6)),
        ("D3", Roll(1, 3)),
        ("2D3+3", Roll(2, 3, 3)),
        ("10D6+12", Roll(10, 6, 12)),
    ],
)
def test_notation__reads_what_rules_write(text: str, kind: Roll) -> None:
    assert notation(text) == kind


@pytest.mark.parametrize("text", ["", "6", "d6", "D", "2D6-1", "2D6+", "D6 ", "2x6", "-1D6", "1234D6"])
def test_notation__refuses_anything_else(text: str) -> None:
    with pytest.raises(ValueError, match="is not a roll"):
        notation(text)


@given(st.integers(-20, 40), st.integers(1, 12))
def test_meets__is_the_plain_comparison(total: int, least: int) -> None:
    assert meets(total, f"{least}+") == (total >= least)
    assert meets(total, f"<={least}") == (total <= least)


def test_seeded__faces_are_the_promised_stream_one_stream_an_order() -> None:
    stream = Random("7/3")
    expected = tuple(int(stream.random() * 6) + 1 for _ in range(5))
    assert Seeded(7, 3).roll(5, 6, "x").faces == expected
    assert Seeded(7, 4).roll(5, 6, "x").faces != expected


def test_seeded__faces_are_uniform() -> None:
    count = Counter(Seeded(1, 1).roll(60_000, 6, "x").faces)
    chi = sum((count[face] - 10_000) ** 2 / 10_000 for face in range(1, 7))
    assert chi < 20.5  # 99.9 % of chi-squared with 5 degrees of freedom


def test_artifact_exfiltration_failed__its_mortal_wounds_are_distributed_as_2d3_plus_3() -> None:
    exact = icepool.d(3) + icepool.d(3) + 3
    kind = notation("2D3+3")
    totals = Counter(sum(Seeded(3, order).roll(kind.dice, kind.sides, "x").faces) + kind.plus for order in range(9_000))
    expected = {total: 9_000 * weight / exact.denominator() for total, weight in exact.items()}
    assert set(totals) == set(expected) == {5, 6, 7, 8, 9}
    assert sum((totals[each] - count) ** 2 / count for each, count in expected.items()) < 18.5  # 99.9 %, 4 degrees


def test_artifact_expulsion_dice__land_uniformly_in_the_disc_so_that_no_direction_is_favoured() -> None:
    seeded = Seeded(5, 1)
    places = [place for _ in range(20_000) for place in seeded.throw((30.0, 22.0), 6.0, (60.0, 44.0), "x").places]
    assert all(math.hypot(x - 30, y - 22) <= 6 for x, y in places)
    inner = sum(math.hypot(x - 30, y - 22) <= 6 / math.sqrt(2) for x, y in places)
    assert abs(inner - 20_000) < 400  # half of the disc's area, four standard deviations
    turns = Counter(int((math.degrees(math.atan2(y - 22, x - 30)) % 360) // 30) for x, y in places)
    chi = sum((turns[turn] - 40_000 / 12) ** 2 / (40_000 / 12) for turn in range(12))
    assert chi < 31.3  # 99.9 % of chi-squared with 11 degrees of freedom


def test_throw_board__scatters_over_the_whole_field() -> None:
    seeded = Seeded(5, 1)
    places = [place for _ in range(5_000) for place in seeded.throw((30.0, 22.0), None, (60.0, 44.0), "x").places]
    assert all(0 <= x <= 60 and 0 <= y <= 44 for x, y in places)
    assert abs(sum(x < 15 for x, _ in places) - 2_500) < 180


def test_entered__are_eaten_in_order() -> None:
    dice = Entered([3, FieldDie(2, (1.0, 2.0)), 5], Seeded(1, 1))
    assert dice.roll(1, 6, "a").faces == (3,)
    thrown = dice.throw((9.0, 9.0), 6.0, (60.0, 44.0), "b")
    assert thrown.faces == (2, 5)
    assert thrown.places[0] == (1.0, 2.0)
    assert math.hypot(thrown.places[1][0] - 9, thrown.places[1][1] - 9) <= 6
    dice.finish()


def test_entered__a_question_mark_rolls_that_one_from_the_seed() -> None:
    dice = Entered([FromSeed(), 4], Seeded(9, 2))
    rolled = dice.roll(2, 6, "a")
    assert rolled.faces == (Seeded(9, 2).face(6), 4)
    assert rolled.source == "entered"
    assert Entered([FromSeed()], Seeded(9, 2)).roll(1, 6, "a").source == "seed"


def test_entered__too_few_names_every_roll_asked_for_its_rule_and_subject() -> None:
    dice = Entered([3], Seeded(1, 1))
    dice.roll(1, 6, "artifact.exfiltration (Ark/1)")
    with pytest.raises(DiceError, match=r"too few.*1D6 for artifact\.exfiltration \(Ark/1\); 2D3 for wounds"):
        dice.roll(2, 3, "wounds")


def test_entered__too_many_are_an_error() -> None:
    dice = Entered([3, 4], Seeded(1, 1))
    dice.roll(1, 6, "a")
    with pytest.raises(DiceError, match="1 entered die is left over"):
        dice.finish()


@pytest.mark.parametrize(("face", "sides"), [(0, 6), (7, 6), (4, 3), (-1, 6)])
def test_entered__a_face_the_die_does_not_have_is_an_error(face: int, sides: int) -> None:
    with pytest.raises(DiceError, match=f"a D{sides} shows 1 to {sides}"):
        Entered([face], Seeded(1, 1)).roll(1, sides, "a")


def test_shuffle__is_the_stream_of_its_order_and_every_order_is_as_likely() -> None:
    assert Seeded(7, 0).shuffle(0) == ()
    assert Seeded(7, 3).shuffle(20) == Seeded(7, 3).shuffle(20) != Seeded(7, 4).shuffle(20)
    assert sorted(Seeded(7, 3).shuffle(20)) == list(range(20))
    found = Counter(Seeded(seed, 0).shuffle(3) for seed in range(6000))
    assert len(found) == 6
    assert all(abs(times - 1000) < 150 for times in found.values())  # five standard deviations


def test_shuffle__cards_are_shuffled_from_the_seed_where_dice_are_entered() -> None:
    entered = Entered((6,), Seeded(7, 3))
    assert entered.shuffle(20) == Seeded(7, 3).shuffle(20)
    assert entered.roll(1, 6, "a rule").faces == (6,)
