"""How the Relic's events are told and drawn, in the shipped run for the edge."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from battlefield.battle import run
from battlefield.events.base import event_name
from battlefield.events.scrollhammer_relic import RelicCaptured, RelicPassed, RelicPickedUp, RelicSeized
from battlefield.recording import Recording
from battlefield.scenario.load import load
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Text
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.plans import PLANS
from battlefield.viewer.scene import scene_of_event
from battlefield.viewer.scene_models import signs_of, standing
from battlefield.viewer.story import caption, line

HOME = Path(__file__).resolve().parent.parent.parent / "scenarios"


@lru_cache(maxsize=4)
def shipped(name: str) -> Recording:
    return run(load(HOME / f"{name}.toml")).recording


def index_of(made: Recording, kind: type, nth: int = 0) -> int:
    return [index for index, entry in enumerate(made.entries) if isinstance(entry.event, kind)][nth]


def words(made: Recording, index: int) -> list[str]:
    scene = scene_of_event(made, made.entries[index].n, ViewOptions(1400, 800))
    return [item.text for layer in scene.layers for item in layer.items if isinstance(item, Text)]


@pytest.mark.parametrize(
    ("nth", "said"),
    [
        ("relic_seized", "Seekers/1 seizes Casket. Base contact 5.31 in into its move. It lies there until"),
        ("relic_identified", "Casket is: Ancient Wine. Ancient Wine: for as long as it is held"),
        ("relic_picked_up", "Seekers/1 picks up Casket. Ancient Wine. From now on it goes with its bearer."),
        ("relic_passed", "Seekers/2 passes Casket to Seekers/3. In base contact"),
        ("relic_dropped", "Seekers/1 drops Casket. 1 in from Seekers/1, closest part to closest part (slain)."),
        ("relic_captured", "Captain takes Casket off the table. Ancient Wine. Its base touches the south edge"),
    ],
)
def test_the_story_tells_what_happened_to_the_relic(nth: str, said: str) -> None:
    made = shipped("relic-run")
    index = next(i for i, entry in enumerate(made.entries) if event_name(type(entry.event)) == nth)
    assert line(made, index).startswith(said)


def test_every_event_of_the_relic_has_a_picture_and_a_caption() -> None:
    from battlefield.events import scrollhammer_relic as relics

    kinds = [each for each in vars(relics).values() if isinstance(each, type) and each.__name__.startswith("Relic")]
    assert set(kinds) <= set(PLANS)
    for name in ("relic-run", "relic-capture-cut-short", "relic-aboard"):
        made = shipped(name)
        for index, entry in enumerate(made.entries):
            if type(entry.event) in kinds:
                assert caption(made, index).headline
                assert words(made, index)


def test_the_roll_says_what_is_found_and_the_counter_is_called_so_afterwards() -> None:
    made = shipped("relic-run")
    index = index_of(made, RelicSeized) + 1
    assert "6: Ancient Wine" in words(made, index)
    later = index_of(made, RelicPickedUp)
    assert any(each.startswith("Seekers · Casket: Ancient Wine") for each in words(made, later + 3))


def test_the_bearer_is_ringed_and_shows_the_sign_even_from_aboard() -> None:
    made = shipped("relic-run")
    state = made.states[index_of(made, RelicPassed) + 1]
    assert signs_of(state) == {"Seekers/3": (True,)}
    rings = [
        each
        for each in standing(state, 20.0, tuple(theme.liveries(("Gold", "Ash")).items()), frozenset())
        if isinstance(each, Ellipse) and each.outline == theme.ORANGE and each.at == state.models["Seekers/3"].pose[:2]  # type: ignore[index]
    ]
    assert len(rings) == 1
    aboard = shipped("relic-aboard")
    assert signs_of(aboard.states[-1]) == {"Slow cart/1": (True,)}


def test_a_seized_counter_has_a_ring_of_its_seizers_colour() -> None:
    made = shipped("relic-run")
    index = index_of(made, RelicSeized)
    colours = tuple(theme.liveries(("Gold", "Ash")).items())
    at = made.states[index].artifacts["Casket"].at
    assert at is not None

    def ringed(k: int) -> bool:
        dark = dict(colours)["Gold"].dark
        shown = standing(made.states[k], 20.0, colours, frozenset())
        return any(isinstance(each, Ellipse) and each.at == at.point and each.outline == dark for each in shown)

    assert (ringed(index), ringed(index + 1)) == (False, True)


def test_the_way_to_the_edge_lights_it_up() -> None:
    made = shipped("relic-run")
    scene = scene_of_event(made, made.entries[index_of(made, RelicCaptured) - 1].n, ViewOptions(1400, 800))
    under = next(layer for layer in scene.layers if layer.name == "under")
    edges = [each for each in under.items if getattr(each, "points", None) == ((0.0, 0.0), (44, 0.0))]
    assert len(edges) == 3
