"""Points and edges of the battlefield, measured without a name in the file. Source rules: measure.distance, A15."""

from __future__ import annotations

import pytest

from battlefield.asking import measure_pair
from battlefield.battle import run
from battlefield.certify import measured_again, same_measure
from battlefield.cli.app import main
from battlefield.named import point_name
from battlefield.scenario.load import load


def test_measure_distance__from_a_point_to_points_edges_and_in_height() -> None:
    state = run(load("scenarios/round-a-wall.toml"), orders=0).state
    bare, rules = measure_pair(state, "at/3,3", "at/6,7")
    assert (bare.value, rules) == (pytest.approx(5.0), ())
    assert measure_pair(state, "at/3,3", "at/6,7,12")[0].value == pytest.approx(13.0)
    assert measure_pair(state, "at/3,3", "edge/north")[0].value == pytest.approx(13.0)
    assert measure_pair(state, "edge/west", "edge/east")[0].value == pytest.approx(24.0)


def test_measure_distance__round_walls_from_a_point_and_between_areas() -> None:
    state = run(load("scenarios/round-a-wall.toml"), orders=0).state
    bare, _ = measure_pair(state, "at/9.5,8", "at/13.5,8")
    # round the end of the wall at (11, 11.702787) and (12, 11.702787)
    there = 2 * (1.5**2 + 3.702787**2) ** 0.5 + 1
    assert bare.value == pytest.approx(there, abs=1e-6)
    assert len(bare.details["corners"]) == 2
    assert "A15" in bare.rulings
    assert measure_pair(state, "Bulkhead", "Cell")[0].value == pytest.approx((4.75**2 + 0.047213**2) ** 0.5, abs=1e-5)


def test_measure_within_area__of_a_point() -> None:
    state = run(load("scenarios/exfiltration.toml"), orders=0).state
    bare, rules = measure_pair(state, "Sinkhole", "at/33,29")
    assert (bare.a, bare.b, bare.value) == ("at/33,29", "Sinkhole", pytest.approx(1.0))
    assert [each.rule for each in rules] == ["measure.within_area", "measure.wholly_within"]
    again = measured_again(state, bare)
    assert again is not None
    assert same_measure(bare, again)


def test_a_point_is_written_to_a_millionth() -> None:
    assert point_name((1.0000004, 2.5)) == "at/1,2.5"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("at/3", "is no point: allowed is at/X,Y or at/X,Y,Z"),
        ("at/3,x", "is no point"),
        ("at/nan,3", "is no point"),
        ("at/1,2,3,4", "is no point"),
        ("at/99,3", "does not lie on the battlefield, which is 24 × 16 in"),
        ("edge/top", "nothing on this battlefield is called"),
    ],
)
def test_a_place_that_is_none_is_told_in_words(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "scenarios/round-a-wall.toml", "Boarders", name]) == 2
    assert said in capsys.readouterr().err


def test_measure_distance__nothing_is_measured_to_a_model_that_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["measure", "scenarios/relics-of-old.toml", "Wardens/1", "Pilgrim"]
    assert main(asked) == 2, "all Wardens are destroyed at the end"
    assert capsys.readouterr() == ("", "Wardens/1 is not on the battlefield (gone)\n")
    assert main(["measure", "scenarios/relics-of-old.toml", "Pilgrim", "Wardens/1"]) == 2
    assert main([*asked, "--after", "0"]) == 0, "they stood there once"
