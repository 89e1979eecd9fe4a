"""Campaigns and battles for the tests: five units that stand far apart, and what is said of their Artifacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlefield.battle import run
from battlefield.campaign.ledger import Campaign
from battlefield.campaign.reading import loads as read_campaign
from battlefield.events.base import Event
from battlefield.log import Log, lines_of, loads
from battlefield.recording import Entry
from battlefield.scenario.load import loads as read_scenario

# unit: its player, its keywords
UNITS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Ark": ("Red", ("VEHICLE", "DARK MACHINE")),
    "Pilgrim": ("Red", ("INFANTRY", "CHARACTER")),
    "Titan": ("Red", ("VEHICLE", "TITANIC")),
    "Bastion": ("Red", ("FORTIFICATION",)),
    "Raiders": ("Blue", ("INFANTRY",)),
}
PLACES = {name: 5 + 15 * index for index, name in enumerate(UNITS)}
TOP = 'format = 1\ncampaign = "Test"\n[[armies]]\nname = "Red"\n[[armies]]\nname = "Blue"\n'


def words(keywords: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{each}"' for each in keywords) + "]"


def card(unit: str, points: int, more: str = "") -> str:
    army, keywords = UNITS[unit]
    head = f'[[cards]]\nunit = "{unit}"\narmy = "{army}"\nkeywords = {words(keywords)}\n'
    return f"{head}crusade_points = {points}\n{more}"


def book(artifacts: Mapping[str, str], points: Mapping[str, int] | None = None, more: str = "") -> str:
    """The file of a campaign of all five units: the lines of each Artifact, each unit's points (0 where not given)."""
    cards = "".join(card(unit, (points or {}).get(unit, 0)) for unit in UNITS)
    tables = "".join(f'[[artifacts]]\nname = "{name}"\n{lines}\n' for name, lines in artifacts.items())
    return f"{TOP}{cards}{tables}{more}"


def campaign(artifacts: Mapping[str, str], points: Mapping[str, int] | None = None, more: str = "") -> Campaign:
    return read_campaign(book(artifacts, points, more), "book.toml")


def scene(artifacts: Mapping[str, str], orders: str = "", more: str = "", units: Sequence[str] = tuple(UNITS)) -> str:
    """A scenario: those units in a row, 15 in apart, in Red's second Command phase; the lines of each Artifact."""
    text = 'format = 1\ntitle = "Fight"\nrules = ["core", "relics-of-old"]\n[board]\nwidth = 90\nheight = 44\n'
    text += '[start]\nround = 2\nplayer = "Red"\n[[players]]\nname = "Red"\n[[players]]\nname = "Blue"\n'
    for name in units:
        player, keywords = UNITS[name]
        text += f'[[units]]\nname = "{name}"\nplayer = "{player}"\nkeywords = {words(keywords)}\nbase = "32mm"\n'
        text += f"move = 6\nwounds = 3\nat = [{PLACES[name]}, 10]\n"
    text += "".join(f'[[artifacts]]\nname = "{name}"\n{lines}\n' for name, lines in artifacts.items())
    return text + more + orders


def fought(text: str) -> Log:
    """The log of a scenario, played."""
    scenario = read_scenario(text, "fight.toml")
    return logged(scenario, run(scenario).entries)


def told(text: str, *events: Event, seed: int = 1) -> Log:
    """The log of a scenario's set-up and then of events that nothing judges."""
    scenario = read_scenario(text, "fight.toml", seed)
    entries = run(scenario).entries
    entries += [Entry(len(entries) + n, 1, None, each) for n, each in enumerate(events, start=1)]
    return logged(scenario, entries)


def logged(scenario: object, entries: Sequence[Entry]) -> Log:
    from battlefield.scenario.scenario import Scenario

    assert isinstance(scenario, Scenario)
    lines = lines_of(scenario, scenario.seed, tuple(entries))
    return loads("".join(line + "\n" for line in lines).encode(), "fight.jsonl")
