"""The card game in scenario files: zones, cards, how they lie; every fault at its place."""

# One fault a line, however long: the table is read across.
# ruff: noqa: E501

from __future__ import annotations

from unicodedata import normalize

import pytest

from battlefield.battle import run
from battlefield.events.core import OrderRefused
from battlefield.geometry.areas import area_bounds
from battlefield.scenario.load import loads
from battlefield.scenario.schema import json_schema
from tests.court import confront, court, court_text, draw, play
from tests.scenario.written import fault, faults

# Twelve lines: what follows begins on line 13.
GAME = """\
format = 1
rules = ["core", "artefakty"]
[[players]]
name = "Anna"
[[players]]
name = "Bartek"
[[cards]]
name = "Kielich"
[[cards]]
name = "Rozkaz"
level = "mission"

"""


def test_zones__without_a_board_lie_side_by_side_on_a_table_of_30_by_20() -> None:
    state = court().table
    assert (state.board.width, state.board.height) == (30.0, 20.0)
    assert [(each.name, area_bounds(each.area)) for each in state.zones] == [
        ("Pałac", (0.0, 0.0, 10.0, 20.0)),
        ("Katedra", (10.0, 0.0, 20.0, 20.0)),
        ("Rynek", (20.0, 0.0, 30.0, 20.0)),
    ]


def test_zones__have_areas_of_their_own_where_the_file_gives_them() -> None:
    text = GAME + '[board]\nwidth = 20\nheight = 20\n[[zones]]\nname = "Wieża"\narea = { circle = [5, 5, 3] }\n'
    state = loads(text).table
    assert [area_bounds(each.area) for each in state.zones] == [(2.0, 2.0, 8.0, 8.0)]
    assert fault(text + '[[zones]]\nname = "Most"\n').startswith(
        "19:1: a zone needs an area, unless there is no [board]"
    )


def test_cards__have_their_defaults_and_are_kept_by_name_so_that_no_order_shows() -> None:
    table = court(layout='court = ["Bartek", "Anna"]\nartemistrz = "Artemistrz"').table.cards
    assert table is not None
    assert list(table.kinds) == sorted(table.kinds)
    assert table.court == ("Bartek", "Anna")
    assert table.artemistrz == ("Artemistrz",)
    kind = table.kinds["Kielich"]
    assert (kind.when, kind.arrow, kind.level, kind.expansion, kind.effects) == ("any", False, "artifact", True, ())
    assert (table.deck, table.display, dict(table.hands)) == ((), (), {})  # nothing lies there before the set-up


def test_hands__stand_in_the_deal_and_not_in_the_table() -> None:
    scenario = court(hands={"Anna": ("Kielich",)})
    assert scenario.deal is not None
    assert scenario.deal.hands == {"Anna": ("Kielich",), "Bartek": ()}
    assert [each.hand for each in scenario.table.players] == [(), ()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[artefakty]\ncourt = ['Anna', 'Bartk']", '14:18: no player is called "Bartk"; did you mean "Bartek"?'),
        ("[artefakty]\ncourt = ['Anna']", "14:9: the court names every player; missing: Bartek"),
        ("[artefakty]\ncourt = ['Anna', 'Bartek', 'Anna']", '14:28: "Anna" stands twice in the court'),
        ("[artefakty]\ndeck = ['Kielch']", '14:9: no card is called "Kielch"; did you mean "Kielich"?'),
        ("[artefakty]\ndeck = ['Rozkaz']", '14:9: the deck holds Artifacts only; "Rozkaz" is of the level "mission"'),
        (
            "[artefakty]\ndeck = ['Kielich']\ndisplay = ['Kielich']",
            '14:9: "Kielich" lies in the display already: each card is there once',
        ),
        ("[artefakty]\ndisplay = ['a', 'b', 'c']", "14:11: display must have at most 2 parts; found 3"),
        ("[artefakty]\nartemistrz = 'Nobody'", '14:14: no unit is called "Nobody"'),
        (
            "[artefakty]\nexpansion = false\ndeck = ['Kielich']",
            "15:1: without the expansion there are no Artifacts, and so no deck (artefakt.extra)",
        ),
        ("[artefakty]\nshufle = true", '14:1: there is no key "shufle" here; did you mean shuffle?'),
        ("[[cards]]\nname = 'Kielich'", '14:8: the name "Kielich" is taken: the card on line 8 is called so too'),
        ("[[cards]]\nname = 'K'\nwhen = 'moving'", '15:8: when must be one of "any", "on draw", "confrontation"'),
        ("[[cards]]\nname = 'K'\nwhen = 'on draw'\narrow = false", '16:1: a card with when = "on draw" has the arrow'),
        ("[[cards]]\nname = 'K'\nexpansion = false", "15:1: every Artifact comes with the expansion"),
        ("[[cards]]\nname = 'K'\nlevel = 'artefakt'", '15:9: level must be one of "artifact", "privilege", "unit"'),
        ("[[cards]]\nname = 'K'\neffects = [{ do = 'atach', token = 't', to = 'unit in zone' }]", '15:19: do must be "attach"'),
        ("[[cards]]\nname = 'K'\neffects = [{ token = 't' }]", "15:12: effects must be an effect: { do = "),
        ("[[cards]]\nname = 'K'\neffects = [{ do = 'attach', token = 't' }]", "15:12: the key to is missing"),
        ("[[cards]]\nname = 'K'\neffects = [{ do = 'swap', a = 'unit in zone', b = 'Nobody' }]", '15:51: no unit is called "Nobody"'),
        ("[[cards]]\nname = 'K'\neffects = [{ do = 'draw', player = 'Ana' }]", '15:36: no player is called "Ana"; did you mean "Anna"?'),
        ("[[cards]]\nname = 'K'\neffects = [{ do = 'move', unit = 'unit in zone', to = 'Dom' }]", '15:55: no unit or zone is called "Dom"'),
        ("[[orders]]\ndo = 'draw'\nplayer = 'Anna'\nfrom = 'display'", "13:1: a card drawn from the display is named: card = NAME"),
        ("[[orders]]\ndo = 'draw'\nplayer = 'Anna'\nfrom = 'deck'\ncard = 'Kielich'", "17:1: nobody knows which card lies on top of the deck"),
        ("[[orders]]\ndo = 'draw'\nplayer = 'Anna'\nfrom = 'hand'", '16:8: from must be one of "display", "deck"'),
        ("[[orders]]\ndo = 'play'\nplayer = 'Anna'", "13:1: the key card is missing: a player plays a card, or plays lists several"),
        ("[[orders]]\ndo = 'play'\nplayer = 'Anna'\nplays = [{ player = 'Anna', card = 'Kielich' }]", "15:1: plays names every card that is played, each with its own player"),
        ("[[orders]]\ndo = 'discard'\nplayer = 'Anna'\ncard = 'Kileich'", '16:8: no card is called "Kileich"; did you mean "Kielich"?'),
        ("[[expect]]\ncard = 'Kielich'", "13:1: this question needs an answer: pile, player"),
        ("[[expect]]\ncard = 'Kielich'\npile = 'dek'", '15:8: pile must be one of "deck", "display"'),
    ],
)  # fmt: skip
def test_faults__one_thing_wrong_is_one_fault_at_its_place(text: str, said: str) -> None:
    assert fault(GAME + text + "\n").startswith(said)


@pytest.mark.parametrize(
    ("kind", "good"),
    [("Podstęp", True), ("PODSTĘP", True), ("podstep", False), ("Spór", False), ("Podste\u0328p", True)],
)
def test_confrontations__are_known_by_name_in_any_case(kind: str, good: bool) -> None:
    order = (
        f'[[zones]]\nname = "Pałac"\n[[orders]]\ndo = "confront"\nzone = "Pałac"\nkind = "{kind}"\nwinner = "Anna"\n'
    )
    if good:
        assert loads(GAME + order).orders[0].order.kind == "Podstęp"  # type: ignore[attr-defined]
    else:
        assert fault(GAME + order).startswith('18:8: no confrontation is called "')
    named = '[artefakty]\nconfrontations = ["Spór"]\n'
    assert loads(GAME + named + order.replace(kind, "spór")).orders


def test_faults__a_hand_of_three_artifacts_is_over_the_limit() -> None:
    text = court_text(hands={"Anna": ("Kielich", "Łza", "Dzwon")})
    assert fault(text) == "7:8: a hand holds at most 2 Artifacts; found 3"


def test_faults__an_opponent_is_known_only_where_two_play() -> None:
    third = '[[players]]\nname = "Celina"\n[[cards]]\nname = "K"\neffects = [{ do = "draw", player = "opponent" }]\n'
    assert fault(GAME + third).startswith('17:36: "opponent" says who is meant only where two players play; here are 3')


def test_faults__orders_of_the_card_game_need_it_among_the_rules() -> None:
    found = faults(GAME.replace(', "artefakty"', "") + "[[orders]]\ndo = 'discard'\n")
    assert any('the order discard belongs to "artefakty", which is not among the rules' in each for each in found)


def test_schema__knows_the_tables_of_the_card_game() -> None:
    properties = json_schema()["properties"]
    assert {"zones", "cards", "artefakty"} <= set(properties)


def test_names__of_the_card_game_are_compared_after_normalising() -> None:
    """A game whose text has its letters in parts is the same game: piles, hands, kinds, tokens, answers, expectations."""
    expects = """
[[expect]]
event = "card_played"
name = "Źrenica"
targets = ["Strażnik"]
[[expect]]
token = ["Strażnik", "cień"]
[[expect]]
card = "Dzwonę"
pile = "hand"
player = "Anna"
"""
    cards = {
        "Źrenica": 'effects = [{ do = "attach", token = "cień", to = "unit in zone" }]',
        **dict.fromkeys(("Łzaę", "Dzwonę", "Ćma"), ""),
    }
    answer = 'answers = [{ to = "artefakt.priority", is = "Ćma" }]\n'
    text = court_text(
        confront(kind="podstęp", zone="Pałac"),
        draw(card="Dzwonę"),
        play("Źrenica", target="Strażnik", more=answer) + expects.replace("[[expect]]", "[[orders.expect]]"),
        layout='deck = ["Łzaę"]\ndisplay = ["Dzwonę", "Ćma"]\nconfrontations = ["Podstęp"]\n',
        cards=cards,
        hands={"Anna": ("Źrenica",)},
        more=expects,
    )
    parted = normalize("NFD", text)
    assert parted != text
    one, other = loads(text), loads(parted)
    assert (one.table.cards, one.deal, one.table.units) == (other.table.cards, other.deal, other.table.units)
    assert [each.order for each in one.orders] == [each.order for each in other.orders]
    assert [each.answers for each in one.orders] == [each.answers for each in other.orders]
    for mine, theirs in zip(
        (*one.at_end, *one.orders[2].expects), (*other.at_end, *other.orders[2].expects), strict=True
    ):
        assert (mine.subject, mine.keys) == (theirs.subject, theirs.keys)
    played = [run(loads(each.replace(normalize(form, answer), ""))) for each, form in ((text, "NFC"), (parted, "NFD"))]
    assert [each.event for each in played[0].entries] == [each.event for each in played[1].entries]
    assert not any(isinstance(each.event, OrderRefused) for each in played[1].entries)


def test_keywords__are_compared_after_normalising() -> None:
    keyword = normalize("NFD", "ścież")
    held = court(cards={"Łza": ""}, units={"Straż": ("Anna", 5.0)}, more=f'keywords = ["{keyword}"]').table
    assert held.units["Straż"].keywords == {"ŚCIEŻ"}
