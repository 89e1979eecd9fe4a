"""Elekt: Artefakty: deck, display, draw, limit, moment, arrow, priority, expansion."""

from __future__ import annotations

import pytest

from battlefield.battle import findings
from battlefield.events.artefakty import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardSeen,
    DeckOrdered,
    DeckShuffled,
    EffectLapsed,
    MomentPassed,
    UnitRelocated,
    UnitsSwapped,
)
from battlefield.scenario.scenario import ScenarioError
from tests.court import (
    CARDS,
    confront,
    court,
    discard,
    draw,
    names,
    play,
    played,
    reasons,
    rules_refused,
    turned_up,
)

ALL = tuple(CARDS)
IN_ORDER = 'deck = ["Kielich", "Łza", "Dzwon", "Ćma", "Źrenica", "Pomroczna świeca"]'
CANDLE_OPEN = 'deck = ["Pomroczna świeca", "Kielich", "Łza", "Dzwon", "Ćma"]\nartemistrz = "Artemistrz"'
AGREED = IN_ORDER + '\nartemistrz = "Artemistrz"'


# --- the deck and the display ---


def test_artefakt_display__two_cards_lie_open_from_the_top_of_the_deck() -> None:
    battle = played(layout=IN_ORDER)
    assert (names(battle, "display"), names(battle, "deck")[0]) == (["Kielich", "Łza"], "Dzwon")
    assert len(battle.state.card_table.deck) == 4


def test_artefakt_deck__is_shuffled_from_the_seed_and_nobody_sees_how() -> None:
    layout = "shuffle = true"
    orders = {tuple(names(played(layout=layout, seed=seed), "deck")) for seed in range(12)}
    assert len(orders) > 6
    battle, again = played(layout=layout, seed=5), played(layout=layout, seed=5)
    assert battle.events == again.events
    assert sorted(names(battle, "deck") + names(battle, "display")) == sorted(ALL)
    assert [each.seen_by for each in battle.events if isinstance(each, DeckOrdered)] == [()]


def test_artefakt_display__the_place_of_a_drawn_card_is_filled_at_once() -> None:
    battle = played(confront(), draw(card="Kielich"), layout=IN_ORDER)
    assert (names(battle, "Anna"), names(battle, "display")) == (["Kielich"], ["Dzwon", "Łza"])
    drawn = next(each for each in battle.events if isinstance(each, CardDrawn))
    assert (drawn.name, drawn.from_, drawn.zone, drawn.replaced_by) == ("Kielich", "display", "Pałac", "#3")


def test_artefakt_draw__the_top_of_the_deck_is_seen_by_who_draws_it() -> None:
    battle = played(confront(), draw(), layout=IN_ORDER)
    assert (names(battle, "Anna"), names(battle, "display")) == (["Dzwon"], ["Kielich", "Łza"])
    drawn = next(each for each in battle.events if isinstance(each, CardDrawn))
    seen = next(each for each in battle.events if isinstance(each, CardSeen))
    assert (drawn.name, drawn.seen_by) == (None, None)
    assert (seen.name, seen.seen_by) == ("Dzwon", ("Anna",))


def test_artefakt_deck__runs_out_and_is_made_of_the_discards_without_a_trace_of_their_ids() -> None:
    layout = 'deck = ["Kielich", "Łza", "Dzwon"]\ndiscard = ["Ćma", "Źrenica"]'
    battle = played(confront(), draw(card="Kielich"), layout=layout)
    again = [each for each in battle.events if isinstance(each, DeckShuffled)][-1]
    assert (again.of, again.cards) == ("discards", ("#6", "#7"))  # #1, #2 were the discards, #3 to #5 the deck
    assert names(battle, "discard") == []
    assert sorted(names(battle, "deck")) == ["Ćma", "Źrenica"]
    assert names(battle, "display") == ["Dzwon", "Łza"]


def test_artefakt_deck__with_both_used_up_nothing_is_drawn_and_from_the_display_neither() -> None:
    layout = 'deck = ["Kielich", "Łza", "Dzwon"]'
    battle = played(
        confront(), draw(), confront(), draw(card="Kielich"), draw(), layout=layout, cards={**CARDS, "Inna": ""}
    )
    assert rules_refused(battle) == ["artefakt.deck", "artefakt.deck"]
    assert names(battle, "display") == ["Kielich", "Łza"]


def test_artefakt_deck__a_later_discard_is_a_deck_again() -> None:
    """The last card is drawn as the third: what is discarded for it is all that is left, and becomes the deck."""
    layout = 'deck = ["Kielich", "Łza", "Dzwon"]'
    hands = {"Anna": ("Ćma", "Źrenica")}
    battle = played(confront(), draw(), discard("Ćma"), layout=layout, hands=hands)
    assert (names(battle, "deck"), names(battle, "discard")) == (["Ćma"], [])
    assert names(battle, "Anna") == ["Źrenica", "Dzwon"]


def test_artefakt_display__with_one_card_in_all_only_one_lies_open() -> None:
    battle = played(layout='deck = ["Kielich"]')
    assert (names(battle, "display"), names(battle, "deck")) == (["Kielich"], [])


# --- the draw ---


@pytest.mark.parametrize(
    ("orders", "why"),
    [
        ((draw(),), "has won no confrontation"),
        ((confront("Bartek"), draw()), "Bartek, not Anna, won"),
        ((confront(kind="władza"), draw()), "for a confrontation over Władza no Artifact is drawn"),
        ((confront(), draw(), draw()), "has had something"),
        ((confront(more='effects = [{ do = "draw", player = "self" }]'), draw()), "has had something"),
        ((draw(by="Artemistrz"),), "did not agree"),
        ((draw(by="Szpieg"),), "did not agree"),
    ],
)
def test_artefakt_draw__is_refused(orders: tuple[str, ...], why: str) -> None:
    battle = played(*orders, layout=IN_ORDER)
    (reason,) = reasons(battle)
    assert reason.rule == "artefakt.draw"
    assert why in reason.why


def test_artefakt_draw__an_agreed_artemistrz_is_another_way_for_its_own_player_only() -> None:
    battle = played(draw("Bartek", by="Artemistrz"), draw(by="Artemistrz"), layout=AGREED)
    assert [each.why for each in reasons(battle)] == ["Artemistrz is Anna's, not Bartek's"]
    drawn = [each for each in battle.events if isinstance(each, CardDrawn)]
    assert [(each.player, each.why, each.zone, each.by) for each in drawn] == [
        ("Anna", "artemistrz", "Rynek", "Artemistrz")
    ]
    (claim,) = drawn[0].claims
    assert (claim.a, claim.b, claim.holds) == ("Artemistrz/1", "Rynek", True)


def test_artefakt_draw__an_artemistrz_off_the_battlefield_draws_nothing() -> None:
    battle = played(
        'do = "destroy"\nunit = "Artemistrz"', draw(by="Artemistrz"), layout=AGREED, rules='"core", "artefakty"'
    )
    assert [each.why for each in reasons(battle)] == ["Artemistrz is not on the battlefield"]


def test_artefakt_display__a_card_that_does_not_lie_open_is_not_taken_from_there() -> None:
    battle = played(confront(), draw(card="Dzwon"), layout=IN_ORDER)
    assert [(each.rule, each.why) for each in reasons(battle)] == [
        ("artefakt.display", "Dzwon does not lie open; Kielich and Łza do")
    ]


def test_artefakt_draw__the_moment_of_a_confrontation_passes_with_anything_else() -> None:
    battle = played(confront(), 'do = "phase"', draw(), layout=IN_ORDER, rules='"core", "artefakty"')
    assert rules_refused(battle) == ["artefakt.draw"]
    assert [each.of for each in battle.events if isinstance(each, MomentPassed)] == ["confrontation"]


# --- the limit ---

FULL = {"Anna": ("Ćma", "Źrenica")}


def test_artefakt_limit__a_third_card_is_followed_by_a_discard_and_it_may_be_the_one_just_drawn() -> None:
    battle = played(confront(), draw(card="Kielich"), discard("Kielich"), layout=IN_THREE, hands=FULL)
    assert rules_refused(battle) == []
    assert (names(battle, "Anna"), names(battle, "discard")) == (["Ćma", "Źrenica"], ["Kielich"])
    battle = played(confront(), draw(card="Kielich"), discard("Ćma"), layout=IN_THREE, hands=FULL)
    assert (names(battle, "Anna"), names(battle, "discard")) == (["Źrenica", "Kielich"], ["Ćma"])


IN_THREE = 'deck = ["Kielich", "Łza", "Dzwon", "Pomroczna świeca"]'


def test_artefakt_limit__nothing_else_is_done_before() -> None:
    battle = played(
        confront(),
        draw(card="Kielich"),
        confront("Bartek"),
        draw("Bartek"),
        play("Ćma"),
        discard("Ćma"),
        confront("Bartek"),
        layout=IN_THREE,
        hands=FULL,
    )
    assert rules_refused(battle) == ["artefakt.limit"] * 3


def test_artefakt_limit__a_card_with_the_arrow_may_be_played_before_it_is_applied() -> None:
    layout = 'deck = ["Pomroczna świeca", "Łza", "Dzwon", "Kielich"]'
    battle = played(
        confront(),
        draw(card="Pomroczna świeca"),
        play("Pomroczna świeca", target="Strażnik"),
        layout=layout,
        hands=FULL,
    )
    assert rules_refused(battle) == []
    assert names(battle, "Anna") == ["Ćma", "Źrenica"]
    assert not any(isinstance(each, CardDiscarded) for each in battle.events)


def test_artefakt_limit__nobody_discards_at_will() -> None:
    battle = played(discard("Ćma"), layout=IN_THREE, hands=FULL)
    assert [each.why for each in reasons(battle)] == ["Anna holds 2 of 2 Artifacts; nothing is to be discarded"]


def test_artefakt_limit__other_cards_do_not_count_and_are_not_discarded_for_it() -> None:
    cards = {**CARDS, "Rozkaz": 'level = "mission"', "List": 'level = "privilege"'}
    hands = {"Anna": ("Rozkaz", "List", "Ćma", "Źrenica")}
    battle = played(
        confront(), draw(card="Kielich"), discard("Rozkaz"), discard("Ćma"), layout=IN_THREE, hands=hands, cards=cards
    )
    assert [each.why for each in reasons(battle)] == ["Rozkaz is no Artifact; one of those is to be discarded"]
    assert names(battle, "Anna") == ["Rozkaz", "List", "Źrenica", "Kielich"]


def test_artefakt_limit__an_effect_on_cards_in_hand_reaches_artifacts() -> None:
    cards = {**CARDS, "Rozkaz": 'level = "mission"\neffects = [{ do = "discard", player = "opponent", count = 2 }]'}
    hands = {"Bartek": ("Rozkaz",), "Anna": ("Ćma", "Źrenica")}
    answers = 'answers = [{ to = "artefakt.limit", player = "Anna", is = "Ćma" }]'
    battle = played(play("Rozkaz", "Bartek", more=answers), layout=IN_THREE, hands=hands, cards=cards)
    thrown = [(each.name, each.by, each.to) for each in battle.events if isinstance(each, CardDiscarded)]
    assert thrown == [("Ćma", "order", "discard"), ("Źrenica", "default", "discard")]
    assert names(battle, "Anna") == []


# --- playing ---


def test_artefakt_play__a_card_serves_once() -> None:
    battle = played(play("Ćma"), play("Ćma"), layout=IN_THREE, hands=FULL)
    assert [each.why for each in reasons(battle)] == ["Ćma has been used; a card is played once"]
    assert names(battle, "out") == ["Ćma"]


def test_artefakt_play__only_a_card_that_one_holds() -> None:
    battle = played(play("Ćma", "Bartek"), layout=IN_THREE, hands=FULL)
    assert [each.why for each in reasons(battle)] == ["Bartek does not hold Ćma"]


@pytest.mark.parametrize(
    ("when", "before", "allowed"),
    [
        ("any", (), True),
        ("confrontation", (), False),
        ("confrontation", (confront("Bartek", kind="Władza"),), True),
        ("movement", (), False),
        ("movement", ('do = "phase"\nphase = "movement"',), True),
        ("movement", ('do = "phase"\nphase = "charge"',), False),
        ("on draw", (), False),
    ],
)
def test_artefakt_play__in_the_moment_that_the_card_allows(when: str, before: tuple[str, ...], allowed: bool) -> None:
    cards = {**CARDS, "Zegar": f'when = "{when}"'}
    battle = played(
        *before, play("Zegar"), layout=IN_THREE, cards=cards, hands={"Anna": ("Zegar",)}, rules='"core", "artefakty"'
    )
    assert rules_refused(battle) == ([] if allowed else ["artefakt.play"])


def test_artefakt_play__at_once_it_reaches_only_the_zone_that_caused_the_draw() -> None:
    candle = "Pomroczna świeca"
    battle = played(
        confront(),
        draw(card=candle),
        play(candle, target="Szpieg"),
        play(candle, target="Strażnik"),
        layout=CANDLE_OPEN,
    )
    (reason,) = reasons(battle)
    assert (reason.rule, reason.of, reason.at) == ("artefakt.play", "Szpieg/1", (15.0, 10.0))
    assert reason.claim is not None
    assert (reason.claim.value, reason.claim.holds) == (5.0, False)  # Pałac ends at x = 10
    assert battle.state.token("Strażnik", "cień") is not None
    made = next(each for each in battle.events if isinstance(each, CardPlayed))
    assert (made.at_once, made.zone, made.targets) == (True, "Pałac", ("Strażnik",))


@pytest.mark.parametrize(
    ("x", "zone", "reached"),
    [
        (10.0, "Pałac", True),  # on the border of both: the one listed first has it
        (10.0, "Katedra", False),
        (10.0 + 1e-6, "Pałac", False),
        (10.0 + 1e-6, "Katedra", True),
        (10.0 - 1e-6, "Pałac", True),
        (10.0 - 1e-6, "Katedra", False),
    ],
)
def test_artefakt_play__a_unit_is_in_the_zone_that_holds_its_centre(x: float, zone: str, reached: bool) -> None:
    candle = "Pomroczna świeca"
    units = {"Strażnik": ("Anna", x)}
    layout = 'deck = ["Pomroczna świeca", "Kielich", "Łza"]'
    battle = played(confront(zone=zone), draw(card=candle), play(candle, target="Strażnik"), layout=layout, units=units)
    assert rules_refused(battle) == ([] if reached else ["artefakt.play"])
    if not reached:
        claim = reasons(battle)[0].claim
        assert claim is not None
        assert claim.b == ("Pałac" if x <= 10.0 and zone == "Katedra" and claim.holds else zone)


@pytest.mark.parametrize(("x", "reached"), [(9.0, True), (9.000001, False), (8.999999, True)])
def test_artefakt_play__of_a_hull_the_middle_of_its_footprint_counts(x: float, reached: bool) -> None:
    """A hull of 2 by 1 in whose origin is a corner of it: the middle is an inch further on."""
    candle = "Pomroczna świeca"
    hull = "{ hull = [[0, 0], [2, 0], [2, 1], [0, 1]], height = 1 }"
    wagon = f'[[units]]\nname = "Wóz"\nplayer = "Anna"\nbase = {hull}\nat = [{x}, 5]\n'
    battle = played(confront(), draw(card=candle), play(candle, target="Wóz"), layout=CANDLE_OPEN, more=wagon)
    assert rules_refused(battle) == ([] if reached else ["artefakt.play"])


def test_artefakt_play__later_it_is_bound_to_no_zone_or_when_it_is_kept() -> None:
    candle = "Pomroczna świeca"
    battle = played(
        confront(), draw(card=candle), play(candle, target="Szpieg", more="at_once = false"), layout=CANDLE_OPEN
    )
    assert rules_refused(battle) == []
    battle = played(confront(), draw(card=candle), confront(), play(candle, target="Szpieg"), layout=CANDLE_OPEN)
    assert rules_refused(battle) == []
    assert [each.of for each in battle.events if isinstance(each, MomentPassed)] == ["draw"]
    late = play(candle, target="Szpieg", more="at_once = true")
    battle = played(confront(), draw(card=candle), confront(), late, layout=CANDLE_OPEN)
    assert [each.why for each in reasons(battle)] == [f"the moment in which Anna drew {candle} has passed"]


def test_artefakt_play__the_zone_of_an_artemistrz_binds_what_it_drew() -> None:
    candle = "Pomroczna świeca"
    battle = played(
        draw(card=candle, by="Artemistrz"),
        play(candle, target="Strażnik"),
        play(candle, target="Artemistrz"),
        layout=CANDLE_OPEN,
    )
    assert [each.of for each in reasons(battle)] == ["Strażnik/1"]
    assert battle.state.token("Artemistrz", "cień") is not None


def test_artefakt_play__a_card_drawn_by_an_effect_reaches_no_unit_at_once() -> None:
    cards = {**CARDS, "List": 'effects = [{ do = "draw", player = "self" }]'}
    layout = 'deck = ["Kielich", "Łza", "Pomroczna świeca", "Dzwon"]'
    candle = "Pomroczna świeca"
    battle = played(
        play("List"),
        play(candle, target="Strażnik"),
        play(candle, target="Strażnik", more="at_once = false"),
        layout=layout,
        cards=cards,
        hands={"Anna": ("List",)},
    )
    assert len(reasons(battle)) == 1
    assert "no zone caused the draw" in reasons(battle)[0].why
    assert battle.state.token("Strażnik", "cień") is not None


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("", "it asks for 1 × unit in zone; 0 named"),
        ('target = ["Strażnik", "Szpieg"]', "it asks for 1 × unit in zone; 2 named"),
        ('target = "Katedra"', "it asks for a unit in zone; Katedra is none"),
    ],
)
def test_artefakt_play__what_the_card_asks_for_is_named(target: str, why: str) -> None:
    battle = played(play("Pomroczna świeca", more=target), layout=IN_THREE_LESS, hands={"Anna": ("Pomroczna świeca",)})
    assert [each.why for each in reasons(battle)] == [why]


IN_THREE_LESS = 'deck = ["Kielich", "Łza", "Dzwon"]'


# --- what cards do ---


def test_artefakt_play__units_change_places() -> None:
    cards = {**CARDS, "Lustro": 'effects = [{ do = "swap", a = "unit in zone", b = "Szpieg" }]'}
    battle = played(play("Lustro", target="Strażnik"), layout=IN_THREE, cards=cards, hands={"Anna": ("Lustro",)})
    (swap,) = [each for each in battle.events if isinstance(each, UnitsSwapped)]
    assert (swap.a, swap.a_zone, swap.b, swap.b_zone) == ("Strażnik", "Katedra", "Szpieg", "Pałac")
    places = {name: battle.state.model(name).pose for name in ("Strażnik", "Szpieg")}
    assert [(pose.x, pose.y) for pose in places.values() if pose is not None] == [(15.0, 10.0), (5.0, 10.0)]


def test_artefakt_play__units_change_places_by_the_middles_of_their_footprints() -> None:
    """A hull of 2 by 1 in about a corner of it: its middle comes to lie where the other's was, and the other way."""
    cards = {**CARDS, "Lustro": 'effects = [{ do = "swap", a = "Strażnik", b = "Wóz" }]'}
    hull = "{ hull = [[0, 0], [2, 0], [2, 1], [0, 1]], height = 1 }"
    wagon = f'[[units]]\nname = "Wóz"\nplayer = "Anna"\nbase = {hull}\nat = [12, 4]\n'
    battle = played(play("Lustro"), layout=IN_THREE, cards=cards, hands={"Anna": ("Lustro",)}, more=wagon)
    poses = [battle.state.model(name).pose for name in ("Strażnik", "Wóz")]
    assert [(pose.x, pose.y) for pose in poses if pose is not None] == [(13.0, 4.5), (4.0, 9.5)]


def test_artefakt_play__a_unit_is_put_into_a_zone_at_the_free_place_nearest_to_its_middle() -> None:
    cards = {**CARDS, "Wiatr": 'effects = [{ do = "move", unit = "unit in zone", to = "zone" }]'}
    battle = played(
        play("Wiatr", more='target = ["Strażnik", "Katedra"]'),
        layout=IN_THREE,
        cards=cards,
        hands={"Anna": ("Wiatr",)},
    )
    (put,) = [each for each in battle.events if isinstance(each, UnitRelocated)]
    assert (put.unit, put.from_, put.to) == ("Strażnik", "Pałac", "Katedra")
    pose = battle.state.model("Strażnik").pose
    assert pose is not None
    # Szpieg stands in the middle of Katedra, (15, 10): two 32 mm bases touch at 32 / 25.4 in between their centres
    distance = ((pose.x - 15) ** 2 + (pose.y - 10) ** 2) ** 0.5
    assert distance == pytest.approx(32 / 25.4, abs=1e-7)


def test_artefakt_play__at_once_nothing_is_moved_out_of_the_zone() -> None:
    cards = {**CARDS, "Wiatr": 'arrow = true\neffects = [{ do = "move", unit = "unit in zone", to = "Rynek" }]'}
    layout = 'deck = ["Wiatr", "Kielich", "Łza"]'
    battle = played(confront(), draw(card="Wiatr"), play("Wiatr", target="Strażnik"), layout=layout, cards=cards)
    assert [each.why for each in reasons(battle)] == [
        "played at once the card reaches no farther than Pałac, and so moves nothing into Rynek"
    ]


def test_artefakt_play__a_swap_onto_another_base_is_refused_with_its_overlap() -> None:
    cards = {**CARDS, "Lustro": 'effects = [{ do = "swap", a = "Strażnik", b = "Olbrzym" }]'}
    big = '[[units]]\nname = "Olbrzym"\nplayer = "Bartek"\nbase = "100mm"\nat = [22, 15]\n'
    close = '[[units]]\nname = "Giermek"\nplayer = "Anna"\nbase = "25mm"\nat = [6.2, 10]\n'
    battle = played(play("Lustro"), layout=IN_THREE, cards=cards, hands={"Anna": ("Lustro",)}, more=big + close)
    assert rules_refused(battle) == ["setup.no_overlap"]
    assert reasons(battle)[0].claim is not None


# --- the order of effects ---

RANKS = {"other": 0, "influence": 1, "mission": 2, "unit": 3, "privilege": 4, "artifact": 5}


def _five(court: str) -> list[str]:
    """Five cards at one time, the lowest rank first: who did what in which order. Both players have a mission."""
    cards = {**CARDS}
    cards |= {f"K {level}": f'level = "{level}"' for level in RANKS}
    cards["M Bartka"] = 'level = "mission"'
    hands = {
        "Anna": tuple(f"K {level}" for level in ("other", "mission", "artifact")),
        "Bartek": ("M Bartka", "K unit"),
    }
    wanted = ("K other", "M Bartka", "K mission", "K unit", "K artifact")
    plays = [f'{{ player = "{"Bartek" if each in hands["Bartek"] else "Anna"}", card = "{each}" }}' for each in wanted]
    order = f'do = "play"\nplays = [{", ".join(plays)}]'
    battle = played(order, layout=f"{IN_THREE}\ncourt = [{court}]", cards=cards, hands=hands)
    made = [each for each in battle.events if isinstance(each, CardPlayed)]
    assert [each.turn for each in made] == [1, 2, 3, 4, 5]
    assert {each.rule for each in made} == {"artefakt.priority"}
    return [each.name for each in made]


def test_artefakt_priority__by_rank_then_by_the_court() -> None:
    assert _five('"Anna", "Bartek"') == ["K artifact", "K unit", "K mission", "M Bartka", "K other"]
    assert _five('"Bartek", "Anna"') == ["K artifact", "K unit", "M Bartka", "K mission", "K other"]


def test_artefakt_priority__an_effect_that_comes_too_late_lapses() -> None:
    cards = {
        **CARDS,
        "Klątwa": 'effects = [{ do = "discard", player = "opponent", count = 1 }]',
        "Kradzież": 'level = "influence"\neffects = [{ do = "discard", player = "Bartek", count = 1 }]',
    }
    hands = {"Anna": ("Klątwa", "Kradzież"), "Bartek": ("Ćma",)}
    order = 'do = "play"\nplays = [{ player = "Anna", card = "Kradzież" }, { player = "Anna", card = "Klątwa" }]'
    battle = played(order, layout=IN_THREE, cards=cards, hands=hands)
    assert [each.name for each in battle.events if isinstance(each, CardDiscarded)] == ["Ćma"]
    assert [(each.name, each.do) for each in battle.events if isinstance(each, EffectLapsed)] == [
        ("Kradzież", "discard")
    ]


# --- the expansion ---


def test_artefakt_extra__cards_of_the_expansion_only_with_it_but_for_one() -> None:
    cards = {
        "Chorąży Nieśmiertelnych": 'level = "privilege"\nexpansion = true',
        "Nowy przywilej": 'level = "privilege"\nexpansion = true',
        "Stary przywilej": 'level = "privilege"',
    }
    hands = {"Anna": tuple(cards)}
    battle = played(*(play(each) for each in cards), layout="expansion = false", cards=cards, hands=hands)
    assert [(each.rule, each.why) for each in reasons(battle)] == [
        ("artefakt.extra", "Nowy przywilej comes with the expansion, which is not in this game")
    ]
    assert [each.of for each in findings(battle.state_after(0)) if each.rule == "artefakt.extra"] == ["Nowy przywilej"]
    battle = played(*(play(each) for each in cards), cards=cards, hands=hands)
    assert rules_refused(battle) == []


def test_artefakt_extra__without_the_expansion_no_artifact_is_drawn() -> None:
    battle = played(confront(), draw(), layout="expansion = false")
    assert rules_refused(battle) == ["artefakt.extra"]
    assert turned_up(battle) == []


def test_artefakt_limit__an_answer_that_names_no_card_of_the_hand_is_an_error() -> None:
    cards = {**CARDS, "Rozkaz": 'level = "mission"\neffects = [{ do = "discard", player = "opponent" }]'}
    hands = {"Bartek": ("Rozkaz",), "Anna": ("Ćma",)}
    answers = 'answers = [{ to = "artefakt.limit", is = "Dzwon" }]'
    with pytest.raises(ScenarioError, match="Anna does not hold Dzwon"):
        played(play("Rozkaz", "Bartek", more=answers), layout=IN_THREE, hands=hands, cards=cards)


def test_artefakt_deck__without_a_deck_named_every_artifact_that_lies_nowhere_else_is_in_it() -> None:
    scenario = court(layout='display = ["Kielich"]', hands={"Anna": ("Ćma",)})
    assert scenario.deal is not None
    assert scenario.deal.deck == ("Pomroczna świeca", "Łza", "Dzwon", "Źrenica")


@pytest.mark.parametrize("at", ["[12, 10]", "[18, 10]", "[15, 6]", "[15, 14]", "[12, 6]"])
def test_artefakt_play__a_zone_that_touches_no_other_has_its_whole_border(at: str) -> None:
    zones = '[board]\nwidth = 30\nheight = 20\n[[zones]]\nname = "Pałac"\narea = { rect = [12, 6, 6, 8] }'
    guard = f'[[units]]\nname = "Giermek"\nplayer = "Anna"\nbase = "25mm"\nat = {at}\n'
    battle = played(
        confront(),
        draw(card="Pomroczna świeca"),
        play("Pomroczna świeca", target="Giermek"),
        layout='deck = ["Pomroczna świeca", "Kielich", "Łza"]',
        units={},
        zones=zones,
        more=guard,
    )
    assert rules_refused(battle) == []
