"""Cards beside the table: piles with their heights, hands that only their holders see, the lit zone, captions."""

from __future__ import annotations

from pathlib import Path

import pytest
from viewer.test_html import unpacked

from battlefield.cards import CardTable
from battlefield.events import artefakty
from battlefield.events.base import Event
from battlefield.log import lines_of, load, loads
from battlefield.recording import Recording
from battlefield.sealing import copy_for
from battlefield.viewer.drawing import Fill, Scene
from battlefield.viewer.export import Wish, export
from battlefield.viewer.options import ViewOptions, layout
from battlefield.viewer.scene import film_of, scene_at, scene_of_event
from battlefield.viewer.scene_cards import extent, lit, place_of_card, tray
from battlefield.viewer.story import caption, tell
from battlefield.viewer.story_cards import TELLERS
from battlefield.viewer.svg import svg
from tests.court import confront, draw, play, played

CANDLE = "Pomroczna świeca"
LAYOUT = f'deck = ["{CANDLE}", "Kielich", "Łza", "Dzwon", "Ćma"]\nartemistrz = "Artemistrz"'
ORDERS = (confront(), draw(card=CANDLE), play(CANDLE, target="Strażnik"), draw(by="Artemistrz"))
SHIPPED = Path(__file__).resolve().parent.parent.parent / "scenarios"


def recording(*orders: str, reader: str | None = None, **keys: object) -> Recording:
    battle = played(*(orders or ORDERS), **{"layout": LAYOUT, "hands": {"Bartek": ("Źrenica",)}, **keys})
    if reader is None:
        return battle.recording
    lines = copy_for(lines_of(battle.scenario, battle.seed, tuple(battle.entries)), reader)
    return loads("".join(f"{line}\n" for line in lines).encode(), "copy.jsonl").recording


def texts(scene: Scene, layer: str) -> list[str]:
    return [item.text for each in scene.layers if each.name == layer for item in each.items if hasattr(item, "text")]


def at_end(shown: Recording) -> Scene:
    film = film_of(shown)
    return scene_at(shown, film, film.duration, ViewOptions())


def number(shown: Recording, kind: type[Event]) -> int:
    return next(entry.n for entry in shown.entries if isinstance(entry.event, kind))


def test_tray__shows_the_display_the_heights_of_the_piles_and_the_hands() -> None:
    words = texts(at_end(recording()), "cards")
    assert {"Deck · 1", "Display", "Discards · 0", "Played · 1", "Anna · 1", "Bartek · 1"} <= set(words)
    assert {"Kielich", "Łza", "Dzwon", "Źrenica"} <= {*words, *texts(at_end(recording()), "top")}


@pytest.mark.parametrize(("reader", "sees", "not_"), [("Anna", "Dzwon", "Źrenica"), ("Bartek", "Źrenica", "Dzwon")])
def test_tray__in_a_copy_the_others_hold_backs(reader: str, sees: str, not_: str) -> None:
    shown = recording(reader=reader)
    picture = svg(at_end(shown))
    assert f">{sees}<" in picture
    for n in range(len(shown.entries) + 1):
        assert not_ not in svg(scene_of_event(shown, n, ViewOptions()))


def test_tray__a_card_that_all_saw_is_a_back_in_another_hand() -> None:
    """Bartek saw Anna take it from the display; in her hand it shows its back all the same."""
    shown = recording(confront(), draw(card=CANDLE), reader="Bartek")
    state = shown.state
    card = state.card_table.hand("Anna")[0]
    assert state.card_table.name(card) == CANDLE
    place = place_of_card(state, card, "Bartek")
    assert place is not None
    assert not place.open


def test_lit__the_zone_that_caused_a_draw_while_its_moment_lasts() -> None:
    shown = recording(confront(), draw(card=CANDLE), confront("Bartek", "Rynek"))
    rings = [item.rings[0] for state in shown.states for item in lit(state) if isinstance(item, Fill)]
    assert {min(x for x, _ in ring) for ring in rings} == {0.0}
    assert {max(x for x, _ in ring) for ring in rings} == {10.0}
    assert lit(shown.state) == ()


def test_lit__while_the_card_is_played_at_once() -> None:
    shown = recording()
    scene = scene_of_event(shown, number(shown, artefakty.CardPlayed), ViewOptions())
    under = next(each for each in scene.layers if each.name == "under")
    assert any(isinstance(item, Fill) for item in under.items)


def test_layout__cards_have_room_above_the_battlefield_and_a_battle_without_cards_has_none() -> None:
    state = recording().table
    assert extent(state).height == pytest.approx(20 + 5.3)
    other = load(SHIPPED / "exfiltration.jsonl").recording.table
    assert extent(other) is other.board
    assert tray(other, 20.0, (), None) == ()
    view = layout(extent(state), ViewOptions()).view
    assert view.to_screen((0.0, 25.3))[1] >= 0


def test_caption__every_event_of_the_card_game_has_words_of_its_own() -> None:
    kinds = {
        kind
        for kind in vars(artefakty).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == artefakty.__name__
    }
    assert set(TELLERS) == kinds


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (artefakty.DeckShuffled(rule="r", cards=("#6",), of="discards"), "The discards become the deck"),
        (artefakty.MomentPassed(rule="r", of="draw"), "The moment of the draw has passed"),
        (artefakty.UnitRelocated(rule="r", unit="A", models={}, from_="Pałac", to=None), "A goes to no zone"),
        (artefakty.EffectLapsed(rule="r", card="#1", name="Łza", do="draw", why="nothing"), "The draw of Łza comes to"),
        (artefakty.Sealed(rule="r"), "Sealed"),
        (artefakty.CardTurnedUp(rule="r", card="#1", name="Łza", to="discard"), "Łza lies on the discards"),
    ],
)
def test_caption__says_what_happened(event: Event, words: str) -> None:
    assert tell(event, recording().table).headline.startswith(words)


def test_caption__polish_names_keep_their_diacritics_in_log_story_and_picture() -> None:
    shown = recording()
    said = [caption(shown, index).headline for index in range(len(shown.entries))]
    assert f"Anna plays {CANDLE}" in said
    assert "Anna wins Podstęp in Pałac" in said
    picture = svg(scene_of_event(shown, number(shown, artefakty.CardPlayed), ViewOptions()))
    for name in ("Pałac", "Strażnik", "Kielich", "świeca", "Łza"):
        assert name in picture


def test_export__a_replay_and_a_picture_hold_the_cards(tmp_path: Path) -> None:
    shown = recording(reader="Bartek")
    page, still = tmp_path / "gra.html", tmp_path / "gra.png"
    export(shown, page)
    text = page.read_text(encoding="utf-8")
    held = unpacked(text)
    assert "Deck · 1" in held
    assert "Źrenica" in held
    assert "Dzwon" not in held
    assert "Dzwon" not in text
    export(shown, still, Wish(at=3, renderer="svg", size=(640, 360)))
    assert still.read_bytes().startswith(b"\x89PNG")


def test_hand__of_many_cards_stays_beside_the_others() -> None:
    cards = {f"List {n}": 'level = "mission"' for n in range(9)}
    state = played(layout="", cards=cards, hands={"Anna": tuple(cards)}).state
    table: CardTable = state.card_table
    places = [place_of_card(state, card) for card in table.hand("Anna")]
    xs = [place.at[0] for place in places if place is not None]
    assert xs == sorted(xs)
    assert xs[-1] + 1.25 <= 15.6 + 7.2  # Bartek's cards begin there
