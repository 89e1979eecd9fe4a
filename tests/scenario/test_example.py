"""The example of the format's page, value by value; what each part of a file comes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario.written import ARK, CREW, HEAD, WITH_ARTIFACTS, unit

from battlefield.geometry.areas import CircleArea, MinusArea, PolygonArea, UnionArea
from battlefield.geometry.shapes import HullBase, OvalBase, Pose, RoundBase
from battlefield.orders.base import FieldDie
from battlefield.orders.relics_of_old import Exfiltrate
from battlefield.scenario.load import load, loads
from battlefield.scenario.scenario import Placement, Source, Start
from battlefield.scenario.sizes import base_of
from battlefield.state import Artifact, Board, Player, Terrain

EXAMPLE = Path(__file__).resolve().parents[2] / "scenarios" / "exfiltration.toml"


def test_the_example_loads_to_what_it_says() -> None:
    scenario = load(EXAMPLE)
    table = scenario.table
    assert scenario.path == str(EXAMPLE)
    assert (scenario.title, scenario.seed) == ("Exfiltration under fire", 7)
    assert table.systems == ("core", "relics-of-old")
    assert table.board == Board(60.0, 44.0)
    assert table.players == (Player("Red"), Player("Blue"))
    assert scenario.start == Start(round=2, player="Red", phase="command")
    assert not table.deploying
    ring = ((34.0, 27.0), (37.0, 27.0), (37.0, 31.0), (34.0, 31.0))
    assert table.terrain == (Terrain("Sinkhole", PolygonArea(ring), frozenset({"unstable"})),)
    assert scenario.assigned == (("Ember Crown", "Ark/1"),)
    assert table.artifacts == {"Ember Crown": Artifact("Ember Crown")}
    assert scenario.placements[0] == Placement(unit="Ark", kind="in play", poses={"Ark/1": Pose(30, 22, 0, 90)})


def test_the_example__models() -> None:
    table = load(EXAMPLE).table
    ark = table.model("Ark")
    assert (ark.name, ark.player, ark.where, ark.wounds_left, ark.pose) == ("Ark/1", "Red", "aside", 12, None)
    assert ark.profile.base == RoundBase(130 / 25.4 / 2)
    assert ark.keywords == {"VEHICLE", "DARK MACHINE"}
    assert table.units["Rangers"].models == tuple(f"Rangers/{n}" for n in range(1, 11))
    assert table.model("Alpha") is table.models["Rangers/4"]
    assert [model.alias for model in table.models_of("Rangers")].count("Alpha") == 1
    ranger = table.models["Rangers/10"]
    assert (ranger.profile.size, ranger.profile.move, ranger.profile.wounds) == ("25mm", 6.0, 1)


def test_the_example__orders_dice_and_places_in_the_file() -> None:
    scenario = load(EXAMPLE)
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()

    def line(start: str, after: int = 0) -> int:
        return next(n for n, text in enumerate(lines, 1) if n > after and text.startswith(start))

    entry = scenario.orders[0]
    assert entry.order == Exfiltrate(unit="Ark")
    assert entry.dice is not None
    assert entry.dice[:4] == (5, 2, FieldDie(2, (10.0, 10.0)), FieldDie(5, (13.0, 14.0)))
    assert entry.plain == {"do": "exfiltrate", "unit": "Ark"}
    assert entry.at == Source(line("[[orders]]"), 1)
    expected = entry.expects[0]
    assert (expected.question, expected.subject) == ("artifact", "Ember Crown")
    assert expected.keys["at"] == (37.109792, 31.479723)
    assert expected.at == Source(line("[[orders.expect]]"), 1)
    assert scenario.places["Ark"] == Source(line("[[units]]"), 1)
    assert scenario.places["Ark/1"].line == line("at ", line("[[units]]"))
    assert scenario.places["Alpha"] == scenario.places["Rangers/4"] == Source(line("[units.models.4]"), 1)
    assert scenario.places["Sinkhole"] == Source(line("[[terrain]]"), 1)


def test_a_seed_from_outside_takes_the_place_of_the_files_own() -> None:
    assert load(EXAMPLE, seed=99).seed == 99
    assert loads(HEAD, "x", seed=0).seed == 0


def test_defaults__of_a_file_that_says_little() -> None:
    scenario = loads(HEAD)
    table = scenario.table
    assert (scenario.path, scenario.title, scenario.seed, scenario.start) == ("-", "", 0, None)
    assert (table.systems, table.throw, table.measurement_error) == (("core",), "disc", 0.0)
    assert table.deploying
    assert not table.boarding
    assert table.tables == {"exfiltration": {2: 5, 3: 4, 4: 3, 5: 2}}
    assert table.range_pair("engagement") == (1.0, 5.0)
    assert table.range_pair("coherency") == (2.0, 5.0)
    assert table.range("expulsion") == 6.0
    assert table.range("claim") == 13.0
    assert table.range("relic_drop") == 1.0


def test_what_a_file_overrides() -> None:
    top = 'throw = "board"\nmeasurement_error = 0.1\nboarding = true\n'
    more = "[ranges]\nengagement = [2, 5]\nclaim = 12.5\n[tables]\nexfiltration = { 3 = 6, 2 = 4 }\n"
    table = loads(top + HEAD + more).table
    assert (table.throw, table.measurement_error, table.boarding) == ("board", 0.1, True)
    assert (table.range_pair("engagement"), table.range("claim"), table.range("charge")) == ((2.0, 5.0), 12.5, 12.0)
    assert table.tables == {"exfiltration": {2: 4, 3: 6}}


def test_players__with_everything_they_may_have() -> None:
    text = HEAD.replace(
        'name = "Red"\n',
        'name = "Red"\nrole = "attacker"\nboard_edge = "west"\ncommand_points = 3\nhand = ["A card"]\n'
        "deployment_zone = { rect = [0, 0, 9, 44] }\n",
    )
    red = loads(text).table.players[0]
    ring = ((0.0, 0.0), (9.0, 0.0), (9.0, 44.0), (0.0, 44.0))
    assert red == Player("Red", "attacker", PolygonArea(ring), "west", 3, ("A card",))


@pytest.mark.parametrize(
    ("area", "kind"),
    [
        ("{ polygon = [[0, 0], [9, 0], [9, 9]], holes = [[[6, 1], [8, 1], [8, 3]]] }", PolygonArea),
        ("{ rect = [1, 2, 3, 4], angle = 30 }", PolygonArea),
        ("{ circle = [1, 2, 3] }", CircleArea),
        ("{ line = [[0, 0], [4, 0], [4, 4]], width = 0.5 }", UnionArea),
        ("{ union = [{ circle = [1, 2, 3] }, { rect = [1, 2, 3, 4] }] }", UnionArea),
        ("{ minus = [{ circle = [1, 2, 3] }, { union = [{ circle = [1, 2, 1] }] }] }", MinusArea),
    ],
)
def test_areas__of_every_form(area: str, kind: type) -> None:
    more = f'[[terrain]]\nname = "T"\narea = {area}\ntraits = ["hatchway", "cover"]\nheight = 3\n'
    more += "elevation = 1\nopen = true\n"
    terrain = loads(HEAD + more).table.terrain[0]
    assert isinstance(terrain.area, kind)
    assert (terrain.traits, terrain.height, terrain.top, terrain.open) == ({"hatchway", "cover"}, 3.0, 4.0, True)
    assert not terrain.bars


@pytest.mark.parametrize(
    ("size", "base"),
    [
        ("25.4mm", RoundBase(0.5)),
        ("50.8x25.4mm", OvalBase(1.0, 0.5)),
        ("25.4x50.8mm", OvalBase(0.5, 1.0)),
        ("40x40mm", RoundBase(40 / 25.4 / 2)),
    ],
)
def test_bases__are_millimetres_the_first_number_along_the_facing(size: str, base: object) -> None:
    assert base_of(size) == base
    assert loads(HEAD + unit("A", "[1, 1]", f'"{size}"')).table.model("A").profile.base == base


def test_bases__hulls() -> None:
    text = unit("A", "[9, 9]", '{ hull = "7x4in", height = 5 }') + unit(
        "B", "[19, 9]", "{ hull = [[0, 1], [1, 0], [-1, -1]] }"
    )
    text += unit("C", "[29, 9]", '{ hull = "2x1in" }', more="height = 2\n")
    table = loads(HEAD + text).table
    one, other, third = (table.model(name).profile for name in "ABC")
    assert one.base == HullBase(((-3.5, -2.0), (3.5, -2.0), (3.5, 2.0), (-3.5, 2.0)))
    assert (one.height, one.size, one.is_hull) == (5.0, "hull 7x4in", True)
    assert other.base == HullBase(((-1.0, -1.0), (1.0, 0.0), (0.0, 1.0)))
    assert (other.height, other.size, third.height) == (0.0, "hull", 2.0)


def test_artifacts__carried_lying_and_waiting() -> None:
    text = (
        WITH_ARTIFACTS
        + ARK
        + '[[artifacts]]\nname = "A"\ncarrier = "Ark"\ncarriers = ["vehicle"]\none_use = true\n'
        + 'used = true\nbase = "32mm"\n'
        + '[[artifacts]]\nname = "B"\nat = [1, 2, 3]\nstate = "dropped"\nowner = "Blue"\n'
        + '[[artifacts]]\nname = "C"\nkind = "mission"\n'
        + '[[artifacts]]\nname = "D"\nkind = "mission"\nat = [5, 5]\n'
        + '[[artifacts]]\nname = "E"\nkind = "relic"\nat = { from = "Ark", gap = 1, bearing = 180 }\n'
    )
    scenario = loads(text)
    artifacts = scenario.table.artifacts
    assert scenario.assigned == (("A", "Ark/1"),)
    assert artifacts["A"] == Artifact("A", carriers=("VEHICLE",), one_use=True, used=True, radius=32 / 25.4 / 2)
    assert {each.status for each in artifacts.values()} == {"unassigned"}
    assert [(each.artifact, each.status, each.owner) for each in scenario.lying] == [
        ("B", "dropped", "Blue"),
        ("D", "field", None),
        ("E", "field", None),
    ]
    assert scenario.lying[0].at == Pose(1, 2, 3)
    assert artifacts["E"].radius == 40 / 25.4 / 2
    assert scenario.lying[2].at.x == pytest.approx(30 - 130 / 50.8 - 1 - 40 / 50.8, abs=1e-9)


def test_objectives_and_tokens() -> None:
    text = (
        HEAD
        + ARK
        + 'tokens = ["Shaken", "Hidden"]\n'
        + CREW
        + "[units.models.2]\ntokens = { Blessed = 3, Slow = true }\n"
    )
    scenario = loads(text + '[[objectives]]\nname = "Centre"\nat = { from = "Ark", gap = 2, bearing = 90 }\n')
    assert scenario.tokens == (
        ("Ark", "Shaken", None),
        ("Ark", "Hidden", None),
        ("Crew/2", "Blessed", 3),
        ("Crew/2", "Slow", True),
    )
    marker = scenario.table.markers["Centre"]
    assert marker.at.y == pytest.approx(22 + 130 / 50.8 + 2 + 40 / 50.8, abs=1e-9)
    assert marker.radius == 40 / 25.4 / 2
