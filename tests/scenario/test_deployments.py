"""The built-in deployment maps: their symmetry, their markers, and how a file uses them."""

from __future__ import annotations

import math

import pytest

from battlefield.battle import findings, run
from battlefield.geometry.areas import contains, to_shapely
from battlefield.scenario.deployments import maps
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import ScenarioError

HEAD = 'format = 1\ntitle = "d"\nrules = ["core"]\ndeployment = "%s"\n[board]\nwidth = 60\nheight = 44\n'
PLAYERS = '[[players]]\nname = "Red"\nrole = "attacker"\n[[players]]\nname = "Blue"\nrole = "defender"\n'
NAMES = (
    "crucible_of_battle",
    "dawn_of_war",
    "hammer_and_anvil",
    "search_and_destroy",
    "sweeping_engagement",
    "tipping_point",
)


def table(name: str, more: str = ""):  # type: ignore[no-untyped-def]
    return run(loads(HEAD % name + PLAYERS + more, "d.toml")).state


def test_deployments__all_six_are_there() -> None:
    assert tuple(sorted(maps())) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_deployments__turned_by_180_degrees_each_zone_becomes_the_other(name: str) -> None:
    red, blue = (to_shapely(player.zone) for player in table(name).players)
    from shapely.affinity import rotate

    turned = rotate(red, 180, origin=(30, 22))
    assert turned.symmetric_difference(blue).area < 1e-6
    assert red.intersection(blue).area < 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_deployments__every_home_marker_lies_in_its_zone_the_others_in_none(name: str) -> None:
    state = table(name)
    zones = {player.role: player.zone for player in state.players}
    assert len(state.markers) == 5
    for marker in state.markers.values():
        inside = [role for role, zone in zones.items() if zone is not None and contains(zone, marker.at.point)]
        assert inside == ([marker.name.split()[0].lower()] if "home" in marker.name else [])


@pytest.mark.parametrize("name", NAMES)
def test_deployments__the_markers_turned_by_180_degrees_are_the_markers(name: str) -> None:
    places = {marker.at.point for marker in table(name).markers.values()}
    assert {(60 - x, 44 - y) for x, y in places} == places


@pytest.mark.parametrize(("more", "broken"), [(0.0, []), (-1e-6, ["setup.zone"]), (0.5, [])])
def test_setup_zone__a_circle_cut_out(more: float, broken: list[str]) -> None:
    """Search and Destroy: the attacker's quarter begins 9 in from the centre; the base touches edge and circle."""
    radius = 16 / 25.4
    x = 30 + math.sqrt((9 + radius) ** 2 - radius**2) + more
    unit = f'[[units]]\nname = "A"\nplayer = "Red"\nbase = "32mm"\nat = [{x}, {22 + radius}]\n'
    assert [each.rule for each in findings(table("search_and_destroy", unit))] == broken


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (HEAD % "dawn_of_wa", "did you mean|dawn_of_war"),
        ((HEAD % "dawn_of_war").replace("60", "44"), "made for a board of 60 × 44"),
        ((HEAD % "dawn_of_war").replace('"dawn_of_war"', "3"), "found"),
    ],
)
def test_deployments__what_cannot_be_is_said_at_its_place(head: str, message: str) -> None:
    with pytest.raises(ScenarioError, match=rf"d\.toml:4:\d+: .*({message})"):
        loads(head + PLAYERS, "d.toml")


def test_deployments__roles_are_needed() -> None:
    with pytest.raises(ScenarioError, match="role"):
        loads(HEAD % "dawn_of_war" + PLAYERS.replace('"defender"', '"attacker"'), "d.toml")
