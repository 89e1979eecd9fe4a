"""Campaign files: what they say, every fault at its place, what the rules find in them, the schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from campaign.making import TOP, campaign, card

from battlefield.campaign.entries import LISTS, TOP_KEYS
from battlefield.campaign.judged import judged
from battlefield.campaign.reading import load, loads
from battlefield.campaign.schema import json_schema
from battlefield.scenario.load import load as load_scenario
from battlefield.scenario.scenario import ScenarioError

HOME = Path(__file__).resolve().parent.parent.parent
SHIPPED = sorted((HOME / "scenarios" / "campaigns").glob("*.toml"))
CHAIN = "0123456789abcdef"
# TOP has six lines, a card five: what follows one card begins on line 12.
ONE = TOP + card("Pilgrim", 0)


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        loads(text, "x.toml")
    said = str(caught.value).split("\n")
    assert all(line.startswith("x.toml:") for line in said)
    return [line.removeprefix("x.toml:") for line in said]


def test_campaign__reads_what_it_says() -> None:
    text = ONE.replace("crusade_points = 0", "crusade_points = 3\nhonours = 1\nother = 1")
    text += '[[artifacts]]\nname = "Orb"\nholder = "Pilgrim"\ncarriers = ["infantry"]\none_use = true\n'
    text += f'[[battles]]\ntitle = "First"\nlog = "a.jsonl"\nchain = "{CHAIN}"\nchanges = ["one", "two"]\n'
    book = loads(text)
    assert (book.title, book.armies) == ("Test", ("Red", "Blue"))
    pilgrim = book.cards["Pilgrim"]
    assert (pilgrim.army, pilgrim.honours, pilgrim.other, pilgrim.crusade_points) == ("Red", 1, 1, 3)
    assert pilgrim.keywords == {"INFANTRY", "CHARACTER"}
    orb = book.artifacts["Orb"]
    assert (orb.holder, orb.state, orb.carriers, orb.one_use) == ("Pilgrim", None, ("INFANTRY",), True)
    assert (book.battles[0].chain, book.battles[0].changes) == (CHAIN, ("one", "two"))
    assert judged(book) == ()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("[[artifacts]]\nname = 'Orb'\nholder = 'Pilgirm'", '14:10: no unit or army is called "Pilgirm"; did you mean'),
        ("[[artifacts]]\nname = 'Orb'\nholder = 'Orb'", '14:10: "Orb" is an artifact; named here must be a unit or an'),
        ("[[artifacts]]\nname = 'Orb'", '12:1: "Orb" must be somewhere: holder = a unit, or an army when it is'),
        (
            "[[artifacts]]\nname = 'Orb'\nholder = 'Red'\nstate = 'lost'",
            '15:1: "Orb" has a holder, and so no state: it is with Red, or it is lost',
        ),
        (
            "[[artifacts]]\nname = 'Orb'\nstate = 'lots'",
            '14:9: state must be one of "lost", "unclaimed"; found the text "lots"; did you mean "lost"?',
        ),
        ("[[artifacts]]\nname = 'Orb'\nholdr = 'Red'", '14:1: there is no key "holdr" here; did you mean holder?'),
        ("[[artifacts]]\nname = 'Red'\nholder = 'Red'", '13:8: the name "Red" is taken: the army on line 4 is called'),
        ("[[artifacts]]\nname = 3\nholder = 'Red'", "13:8: name must be a text in quotes; found 3: write it in quotes"),
        (
            "[[cards]]\nunit = 'Pilgrim'\narmy = 'Red'\ncrusade_points = 0",
            '13:8: the name "Pilgrim" is taken: the unit',
        ),
        ("[[cards]]\nunit = 'Nun'\narmy = 'Rde'\ncrusade_points = 0", '14:8: no army is called "Rde"; did you mean'),
        ("[[cards]]\nunit = 'Nun'\narmy = 'Red'", "12:1: the key crusade_points is missing in this table"),
        ("[[cards]]\nunit = 'Nun'\narmy = 'Red'\ncrusade_points = 1.0", "15:18: crusade_points must be a whole number"),
        (
            "[[cards]]\nunit = 'Nun'\narmy = 'Red'\ncrusade_points = 0\nhonours = -1",
            "16:11: honours must be at least 0; found -1",
        ),
        ("[[battles]]\nchain = 'xyz'", "13:9: chain must be the sixteen digits (0-9, a-f) of the `chain` in the last"),
        (
            f"[[battles]]\nchain = '{CHAIN}'\n[[battles]]\nchain = '{CHAIN}'",
            f'15:9: the battle "{CHAIN}" is entered twice: it stands on line 13',
        ),
        ("[[battels]]\nchain = '0'", '12:3: there is no key "battels" at the top of a campaign; did you mean battles?'),
        ("[battles]\nchain = '0'", "12:1: battles must be a list of tables, in double brackets [[battles]]; found a"),
        ("[cards]\n", "12:1: this table is there already; a list of tables takes double brackets: [[cards]]"),
        ("[armies]\n", "12:1: this table is there already; a list of tables takes double brackets: [[armies]]"),
        ("campaign = 'x'", "12:1: the key campaign belongs to the top of the file and fell into"),
    ],
)
def test_campaign__each_fault_is_told_at_its_place(more: str, said: str) -> None:
    text = ONE.replace('campaign = "Test"\n', "# none\n") if more.startswith("campaign") else ONE
    every = faults(text + more)
    assert any(each.startswith(said) for each in every), every


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 1\ncampaign = 'x'", "1:1: a campaign needs an army: [[armies]] with name = "),
        ("campaign = 'x'\n[[armies]]\nname = 'R'", "1:1: the key format is missing: a campaign begins with format = 1"),
        ("format = 1\n[[armies]]\nname = 'R'", '1:1: the key campaign is missing: a campaign has campaign = "its'),
        ("format = 2\ncampaign = 'x'\n", "1:10: this program reads format = 1; found 2"),
        (
            "format = 1\ncampaign = 'x'\narmies = [{ name = 'R' }]",
            "3:10: each part of armies must be a table of its own, under a header [[armies]]; found a list in line",
        ),
        (
            "format = 1\ncampaign = 'x'\nbattles = []\n[[armies]]\nname = 'R'",
            "3:11: each part of battles must be a table of its own, under a header [[battles]]; found a list in line",
        ),
        ("format = 1\n[board]\nwidth = 1", '1:1: this is a scenario; a campaign begins with campaign = "its title"'),
        ("format = 1\ncampaign = \n", '2:12: the value is missing behind "="'),
        (b"\xff", "1:1: the file is not UTF-8: found the byte 0xFF; save it as UTF-8"),
        ("#" * (1 << 20) + "\n", "1:1: the file has more than 1 MiB (1048576 bytes), the most allowed"),
        ("x = " + "[" * 5000, "1:69: lists and tables lie more than 64 deep in one another, the most allowed"),
    ],
)
def test_campaign__a_file_that_is_none(text: str | bytes, said: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(said)


def test_campaign__every_fault_is_told_at_once_and_what_a_broken_table_names_is_not_missed() -> None:
    text = ONE + "[[cards]]\nunit = 'Nun'\narmy = 'Red'\ncrusade_points = '1'\n"
    text += "[[artifacts]]\nname = 'Orb'\nholder = 'Nun'\n[[artifacts]]\nname = 'Ring'\n"
    assert [each.partition(": ")[0] for each in faults(text)] == ["15:18", "19:1"]


def test_scenario__a_campaign_is_none_and_says_which_command_reads_it() -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(SHIPPED[0])
    assert str(caught.value).endswith("this is a campaign, not a scenario: read it with battlefield campaign")


# --- what the rules find ---


@pytest.mark.parametrize(
    ("keywords", "honours", "artifacts", "other", "points"),
    [
        ('["INFANTRY"]', 0, 0, 0, 0),
        ('["INFANTRY"]', 2, 1, 0, 3),
        ('["TITANIC"]', 2, 1, 0, 6),
        ('["TITANIC"]', 0, 3, -1, 5),
        ('["FORTIFICATION"]', 2, 2, 0, 2),
        ('["FORTIFICATION", "TITANIC"]', 1, 2, 0, 2),
        ('["INFANTRY"]', 0, 0, -2, -2),
    ],
)
def test_artifact_crusade_points__one_each_two_if_titanic_none_for_a_fortification(
    keywords: str, honours: int, artifacts: int, other: int, points: int
) -> None:
    text = f'{TOP}[[cards]]\nunit = "U"\narmy = "Red"\nkeywords = {keywords}\nhonours = {honours}\nother = {other}\n'
    text += f"crusade_points = {points}\n"
    text += "".join(f'[[artifacts]]\nname = "A{n}"\nholder = "U"\n' for n in range(artifacts))
    book = loads(text)
    assert book.points("U") == points
    assert judged(book) == ()
    wrong = judged(loads(text.replace(f"crusade_points = {points}\n", f"crusade_points = {points + 1}\n")))
    assert [(each.rule, each.at.line, each.at.column) for each in wrong] == [("artifact.crusade_points", 13, 18)]
    assert wrong[0].message.startswith(f"the card of U says {points + 1}, and it has {points}: ")


def test_artifact_eligible__who_has_not_every_keyword_may_not_hold_it() -> None:
    lines = 'holder = "Pilgrim"\ncarriers = ["INFANTRY", "PSYKER"]'
    (found,) = judged(campaign({"Orb": lines}, {"Pilgrim": 1}))
    assert found.rule == "artifact.eligible"
    assert "asks of its carrier: INFANTRY, PSYKER; Pilgrim has not all" in found.message
    assert judged(campaign({"Orb": lines.replace("PSYKER", "CHARACTER")}, {"Pilgrim": 1})) == ()
    # an army is asked for no keywords: nobody carries it
    assert judged(campaign({"Orb": lines.replace("Pilgrim", "Red")})) == ()


def test_campaign__an_army_has_the_points_of_its_cards() -> None:
    book = campaign({"Orb": 'holder = "Titan"', "Ring": 'holder = "Raiders"'}, {"Titan": 2, "Raiders": 1})
    assert (book.total("Red"), book.total("Blue")) == (2, 1)


# --- shipped files and the schema ---


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_campaign__every_shipped_one_is_fine(path: Path) -> None:
    assert judged(load(path)) == ()


def test_schema__knows_every_key_of_campaigns() -> None:
    schema = json_schema()
    assert json.loads(json.dumps(schema)) == schema
    assert schema["title"] == "battlefield campaign"
    assert schema["required"] == ["format", "campaign"]
    assert set(schema["properties"]) == set(TOP_KEYS)
    for key, table in LISTS.items():
        assert set(schema["properties"][key]["items"]["properties"]) == set(table.keys)
