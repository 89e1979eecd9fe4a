"""Claims, extraction and what else is done with Artifacts, told in words and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlefield.events.relics_of_old import (
    ArtifactUsed,
    ClaimAttempted,
    ExtractionBegan,
    ExtractionBrokenOff,
    ExtractionCompleted,
)
from battlefield.log import load
from battlefield.recording import Recording
from battlefield.viewer.drawing import Ellipse, Stroke
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.scene import film_of, scene_of_event
from battlefield.viewer.story import caption

HOME = Path(__file__).resolve().parents[2] / "scenarios"
SIZE = ViewOptions(1600, 900)


def battle(name: str) -> Recording:
    return load(HOME / f"{name}.jsonl").recording


def numbers(recording: Recording, kind: type) -> list[int]:
    return [entry.n for entry in recording.entries if isinstance(entry.event, kind)]


def said(recording: Recording, n: int) -> set[str]:
    return {text.text for text in scene_of_event(recording, n, SIZE).texts()}


def test_a_claim_shows_the_ring_the_order_the_way_and_what_came_of_it() -> None:
    claims = battle("claims")
    sentries, pikes, riders, keepers = numbers(claims, ClaimAttempted)
    assert {"13″", "1", "2", "3", "Sentries: barred by Walker", "7″"} <= said(claims, sentries)
    assert {"way 13.823″", "11″", "Pikes: barred, 13.82″ is more than 12″"} <= said(claims, pikes)
    assert {"way 11.2″", "Riders: rolls 12, needs 12 – claimed"} <= said(claims, riders)
    assert {"1", "Keepers: there already"} <= said(claims, keepers)


def test_the_way_of_a_claim_is_drawn_round_the_wall_in_its_width() -> None:
    claims = battle("claims")
    scene = scene_of_event(claims, numbers(claims, ClaimAttempted)[1], SIZE)
    event = claims.entries[numbers(claims, ClaimAttempted)[1] - 1].event
    assert isinstance(event, ClaimAttempted)
    over = next(layer for layer in scene.layers if layer.name == "over")
    ways = [each for each in over.items if isinstance(each, Stroke) and each.points[-1] == event.path[-1].point]
    assert len(ways[0].points) == len(event.path) + 1


def test_only_the_artifact_that_is_claimed_has_its_ring() -> None:
    claims = battle("claims")
    scene = scene_of_event(claims, numbers(claims, ClaimAttempted)[0], SIZE)
    rings = [each for layer in scene.layers if layer.name == "claim rings" for each in layer.items]
    (ring,) = [each for each in rings if isinstance(each, Ellipse)]
    assert ring.at == (22, 15)
    assert ring.rx == pytest.approx(13 + 25 / 25.4 / 2)


def test_the_roll_for_a_claim_has_its_way_before_it() -> None:
    claims = battle("claims")
    roll = numbers(claims, ClaimAttempted)[2] - 1
    scene = scene_of_event(claims, roll, SIZE)
    assert any(layer.name == "claim rings" for layer in scene.layers)
    assert any(layer.name == "under" for layer in scene.layers)


def test_that_a_unit_attempts_where_nobody_says_otherwise_is_no_stop_of_its_own() -> None:
    claims = battle("claims")
    attempt = numbers(claims, ClaimAttempted)[2] - 2
    assert film_of(claims).of_event(attempt).quiet


@pytest.mark.parametrize(
    ("name", "kind", "headline", "tag"),
    [
        ("quick-extraction", ExtractionBegan, "Pilgrims/1 begins to extract Ember Crown", "extracts Ember Crown"),
        (
            "quick-extraction",
            ExtractionBrokenOff,
            "The extraction of Grey Lantern is broken off",
            "extraction broken off: the unit has shot or fought",
        ),
        ("quick-extraction", ExtractionCompleted, "Ember Crown is safe", "Ember Crown is safe"),
        (
            "spent-artifact",
            ArtifactUsed,
            "Bearer uses Grey Lantern",
            "uses Grey Lantern: it blinds who aims at the bearer",
        ),
    ],
)
def test_what_is_done_with_an_artifact_is_told_and_drawn(name: str, kind: type, headline: str, tag: str) -> None:
    recording = battle(name)
    n = numbers(recording, kind)[0]
    assert caption(recording, n - 1).headline == headline
    assert tag in said(recording, n)


def test_a_carrier_wears_a_ring_while_its_artifact_is_being_extracted() -> None:
    recording = battle("quick-extraction")
    began, done = numbers(recording, ExtractionBegan)[0], numbers(recording, ExtractionCompleted)[0]

    def ringed(n: int) -> bool:
        scene = scene_of_event(recording, n, SIZE)
        standing = next(layer for layer in scene.layers if layer.name == "standing")
        return any(isinstance(each, Ellipse) and each.at == (8, 22) and each.dash == (7, 5) for each in standing.items)

    assert not ringed(began - 1)
    assert ringed(began + 1)
    assert not ringed(done + 1)
