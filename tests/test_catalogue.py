"""The catalogue of rules and rulings: nothing is missing, nothing points nowhere, and a name leads where it should."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from battlefield import catalogue
from battlefield.catalogue import Rule, Ruling, digest, is_known, lookup, rules, rulings, sections

ROOT = Path(__file__).resolve().parent.parent

# Written out by hand: a rule that is renamed or lost is seen here.
SLUGS: dict[str, str] = {
    "Measuring": """
        measure.units measure.footprint measure.horizontal measure.vertical measure.distance measure.within
        measure.wholly_within measure.within_area measure.unit measure.base_contact measure.engagement measure.ranges
        measure.half_range measure.visible measure.margin
    """,
    "Setting up and moving": """
        setup.on_board setup.no_overlap setup.impassable setup.zone setup.engagement setup.objective setup.token
        setup.coherency move.length move.swept move.normal move.advance move.fall_back core.desperate_escape
        move.charge core.charge_bonus move.charge_distance move.consolidate move.deep_strike move.embark move.capacity
        move.embarked move.disembark move.vertical battle.sequence move.difficult move.dangerous
    """,
    "Relics of Old": """
        artifact.assigned artifact.eligible artifact.housed artifact.crusade_points artifact.hand_over artifact.one_use
        artifact.between_battles artifact.vehicle artifact.recover artifact.drop artifact.machine_destroyed
        artifact.claim artifact.returned artifact.extraction artifact.exfiltration artifact.exfiltration_failed
        artifact.exfiltration_loss artifact.exfiltration_safe artifact.expulsion.dice artifact.expulsion.line
        artifact.expulsion.distance artifact.expulsion.unstable artifact.expulsion.edge artifact.expelled
    """,
    "The Scrollhammer Relic": """
        relic.seize relic.seized relic.terms relic.identify relic.carry relic.transport relic.pass relic.drop
        relic.drop.impassable relic.capture relic.capture.interrupted relic.table.2 relic.table.3 relic.table.4
        relic.table.5 relic.table.6 relic.table.7 relic.table.8 relic.table.9 relic.table.10 relic.table.11
        relic.table.12
    """,
    "Core battle rules": """
        core.objective core.objective.held core.acquisition core.battle_shock core.strength core.leader core.attack
        core.weapon.assault core.weapon.heavy core.weapon.pistol core.weapon.blast core.weapon.hazardous
        core.weapon.devastating_wounds core.weapon.lethal_hits core.weapon.sustained_hits core.weapon.anti
        core.weapon.precision core.weapon.extra_attacks core.cover core.deadly_demise core.lone_operative core.stealth
        core.fights_first core.firing_deck core.feel_no_pain core.rerolls core.hatchway core.roll_off
        core.leadership_test core.enginseer core.doctrina
    """,
    "Stratagems": """
        stratagem.battlefield_command stratagem.command_re_roll.boarding stratagem.insane_bravery.boarding
        stratagem.explosive_clearance stratagem.counter_offensive.boarding stratagem.command_re_roll
        stratagem.insane_bravery stratagem.fire_overwatch stratagem.rapid_ingress stratagem.go_to_ground
        stratagem.heroic_intervention stratagem.counter_offensive stratagem.epic_challenge
        stratagem.incantation_of_the_iron_soul stratagem.tribute_of_emphatic_veneration
        stratagem.litany_of_the_electromancer stratagem.luminescent_blessing stratagem.chant_of_the_remorseless_fist
        stratagem.verse_of_vengeance stratagem.ballistic_synchrony stratagem.omni_targeters stratagem.saviour_systems
        stratagem.auto_vengeance stratagem.cached_acquisition stratagem.infoslave_skull stratagem.incense_exhausts
        stratagem.reactive_safeguard stratagem.priority_reclamation stratagem.guided_retreat stratagem.neural_overload
        stratagem.analytical_divination stratagem.eradication_protocols stratagem.targeting_override
        stratagem.tether_tendrils stratagem.omnissiahs_guidance stratagem.extinction_order stratagem.lethal_dosage
        stratagem.pre_calibrated_purge_solution stratagem.baleful_halo
    """,
    "Detachments": """
        detachment.rad_bombardment.bombardment detachment.rad_bombardment.fallout detachment.noospheric_transference
        detachment.noospheric_transference.electromotive_energisation
        detachment.noospheric_transference.microactuator_bracing
        detachment.noospheric_transference.predation_protocols detachment.noospheric_transference.muted_servomotors
        detachment.benedictions_of_the_omnissiah detachment.panegyric_procession detachment.citation_in_savagery
        detachment.acquisition_at_any_cost.attacker detachment.acquisition_at_any_cost.target
        detachment.canticles_of_the_omnissiah detachment.overload_machine_spirits
    """,
    "Enhancements": """
        enhancement.autoclavic_denunciation enhancement.malphonic_susurrus enhancement.peerless_eradicator
        enhancement.radial_suffusion enhancement.sanctified_ordnance enhancement.cognitive_reinforcement
        enhancement.mechanicus_locum enhancement.mantle_of_the_gnosticarch enhancement.data_blessed_autosermon
        enhancement.temporcopia enhancement.artisan enhancement.magos enhancement.logis enhancement.genetor
        enhancement.arch_negator enhancement.emotionless_clarity enhancement.lord_of_machines enhancement.necromechanic
        enhancement.multi_dimensional_auspex enhancement.remote_lockdown enhancement.beseech_the_machine_spirits
        enhancement.harmonic_discordator
    """,
    "Elekt: Artefakty": """
        artefakt.deck artefakt.display artefakt.draw artefakt.limit artefakt.play artefakt.priority artefakt.extra
    """,
}
COUNTS = dict(zip(SLUGS, (15, 27, 24, 22, 31, 39, 14, 22, 7), strict=True))
RULING_COUNTS = {"A": 18, "B": 12, "C": 29, "D": 20, "E": 13}

SYSTEMS = {"artifact": "relics-of-old", "relic": "scrollhammer-relic", "artefakt": "artefakty"}  # the rest is core
TEXTS = {"relics-of-old": "Relics of Old", "scrollhammer-relic": "Scrollhammer Relic", "artefakty": "Elekt: Artefakty"}
LINES = r":\d+(-\d+)?(, \d+(-\d+)?)*"
SOURCE = re.compile(rf"ruling|(Relics of Old|Scrollhammer Relic|Core rules|Elekt: Artefakty){LINES}")

LONGEST = 450  # characters of one text: what fits into a terminal and a panel


def test_every_slug_is_there_once_under_its_section_in_order() -> None:
    assert {title: [rule.slug for rule in found] for title, found in sections().items()} == {
        title: slugs.split() for title, slugs in SLUGS.items()
    }
    assert list(rules()) == [slug for slugs in SLUGS.values() for slug in slugs.split()]
    assert list(sections()) == list(SLUGS)


def test_the_number_of_rules_of_each_section() -> None:
    assert {title: len(found) for title, found in sections().items()} == COUNTS
    assert len(rules()) == sum(COUNTS.values()) == 201


def test_every_ruling_is_there_in_order() -> None:
    assert list(rulings()) == [f"{part}{n}" for part, count in RULING_COUNTS.items() for n in range(1, count + 1)]
    assert len(rulings()) == 92


def test_a_name_is_given_once_in_the_files() -> None:
    names = re.findall(r'^(?:slug|id) = "(.+)"$', catalogue._text("rules.toml") + catalogue._text("rulings.toml"), re.M)
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert names == [*rules(), *rulings()]


@pytest.mark.parametrize("slug", rules())
def test_a_rule_says_what_it_is(slug: str) -> None:
    rule = rules()[slug]
    assert 0 < len(rule.statement) <= LONGEST
    assert SOURCE.fullmatch(rule.source)
    assert rule.ruling is None or 0 < len(rule.ruling) <= LONGEST
    assert rule.source != "ruling" or rule.ruling, "what no source says is a ruling"
    assert rule.system == SYSTEMS.get(slug.split(".")[0], "core")
    assert re.fullmatch(r"[a-z]+(\.[a-z0-9_]+)+", slug)


@pytest.mark.parametrize("name", rulings())
def test_a_ruling_says_what_it_is(name: str) -> None:
    ruling = rulings()[name]
    assert ruling.question.endswith("?")
    assert all(0 < len(text) <= LONGEST for text in (ruling.question, ruling.ruling, ruling.why))
    assert ruling.rules


def test_a_text_is_whole_sentences() -> None:
    texts = [text for rule in rules().values() for text in (rule.statement, rule.ruling) if text]
    texts += [text for ruling in rulings().values() for text in (ruling.ruling, ruling.why)]
    assert [
        text for text in texts if not text.endswith(".") or "  " in text or not (text[0].isupper() or text[0].isdigit())
    ] == []
    assert [text for text, times in Counter(texts).items() if times > 1 and len(text) > 120] == []


def test_the_rules_of_a_game_come_from_its_text() -> None:
    for rule in rules().values():
        if rule.source != "ruling" and rule.system in TEXTS:
            assert rule.source.startswith(TEXTS[rule.system]), rule.slug


def test_every_reference_resolves_and_is_answered() -> None:
    forth = {(slug, name) for slug, rule in rules().items() for name in rule.see}
    back = {(slug, name) for name, ruling in rulings().items() for slug in ruling.rules}
    assert {name for _, name in forth} <= set(rulings())
    assert {slug for slug, _ in back} <= set(rules())
    assert forth == back


def test_references_inside_the_texts_resolve() -> None:
    texts = [f"{rule.statement} {rule.ruling}" for rule in rules().values()]
    texts += [f"{ruling.question} {ruling.ruling} {ruling.why}" for ruling in rulings().values()]
    assert {name for text in texts for name in re.findall(r"\b[A-E]\d+\b", text)} <= set(rulings())
    heads = "|".join({slug.split(".")[0] for slug in rules()})
    assert {slug for text in texts for slug in re.findall(rf"\b(?:{heads})\.[a-z_]+", text)} <= set(rules())


def test_a_ruling_is_carried_out_only_with_a_rule_that_it_bears_on() -> None:
    for ruling in rulings().values():
        assert not ruling.carried_out or any(rules()[slug].carried_out for slug in ruling.rules), ruling.id


@pytest.mark.parametrize("slug", ["core.feel_no_pain", "core.desperate_escape", "artifact.exfiltration_loss"])
def test_what_is_rolled_by_itself_is_carried_out(slug: str) -> None:
    assert rules()[slug].carried_out


def test_spot_values() -> None:
    drop = rules()["artifact.drop"]
    assert (drop.source, drop.system, drop.section) == ("Relics of Old:25-28", "relics-of-old", "Relics of Old")
    assert {"A8", "C7", "C8", "C9", "C10", "C11", "C12"} <= set(drop.see)
    assert rules()["measure.engagement"].source == "Core rules:366-367"
    assert rules()["artifact.exfiltration_failed"].ruling is None
    assert "2D3+3" in rules()["artifact.exfiltration_failed"].statement
    assert rules()["relic.terms"].source == "ruling"
    assert rules()["relic.table.12"].statement.startswith("Magical Anomaly")
    assert "13 in" in rules()["artifact.claim"].statement
    assert "Chorąży Nieśmiertelnych" in rules()["artefakt.extra"].statement
    assert "2 CP" in rules()["stratagem.baleful_halo"].statement
    assert rulings()["C24"].rules == ("measure.horizontal", "artifact.expulsion.distance")
    assert "5.196" in rulings()["C24"].why
    assert "50.4 mm" in rulings()["C12"].ruling
    assert all("E13" in rule.see for rule in sections()["Stratagems"])


def test_costs_of_the_stratagems() -> None:
    costs = Counter(re.search(r", (\d) CP[,:]", rule.statement)[1] for rule in sections()["Stratagems"])  # type: ignore[index]
    assert costs == {"1": 36, "2": 3}


def test_lookup() -> None:
    rule, ruling = lookup("artifact.drop"), lookup("C12")
    assert isinstance(rule, Rule)
    assert isinstance(ruling, Ruling)
    assert (rule.slug, ruling.id) == ("artifact.drop", "C12")
    assert lookup("c12") is ruling


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("artifact.dorp", "nearest: artifact.drop"),
        ("artefact.drop", "nearest: artifact.drop"),
        ("Artifact.Drop", "nearest: artifact.drop"),
        ("move.charge_distnce", "nearest: move.charge_distance"),
        ("C30", "nearest: C3"),
        ("exfiltration", "nearest: artifact.exfiltration"),
        ("core.weapon", "11 rules begin so: core.weapon.assault, core.weapon.heavy, core.weapon.pistol, …"),
        ("core.weapon.*", "11 rules begin so: core.weapon.assault"),
        ("xyzzy", "none has a name near it"),
        ("", "none has a name near it"),
    ],
)
def test_lookup_of_what_is_not_there_names_the_nearest(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"no rule or ruling is called {name!r}; {said}")) as caught:
        lookup(name)
    assert not isinstance(caught.value, KeyError)


def test_is_known() -> None:
    assert all(map(is_known, (*rules(), *rulings())))
    assert not any(map(is_known, ("artifact.dorp", "artifact", "core.weapon.*", "c12", "C30", "A0", "")))


def test_the_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        rules()["x"] = rules()["artifact.drop"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        rules()["artifact.drop"].carried_out = False  # type: ignore[misc]
    assert rules() is rules()
    assert rulings() is rulings()


def told_by_another_process(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", f"import sys\nfrom battlefield.catalogue import *\n{code}"]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT, env=os.environ | environment
    ).stdout.strip()


def test_digest_is_the_same_in_every_process_and_follows_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.fullmatch("[0-9a-f]{16}", digest())
    for seed in ("1", "2"):
        assert told_by_another_process("print(digest())", PYTHONHASHSEED=seed) == digest()
    text = catalogue._text
    monkeypatch.setattr(catalogue, "_text", lambda name: text(name).replace("13 in away", "14 in away"))
    assert digest.__wrapped__() != digest()


def test_to_ask_for_a_name_or_the_digest_parses_nothing() -> None:
    assert told_by_another_process("print(is_known('C12'), len(digest()), 'tomllib' in sys.modules)") == "True 16 False"
