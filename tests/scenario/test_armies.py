"""Units and models: profiles, numbers, single models, where each begins."""

from __future__ import annotations

from scenario.written import ARK, CREW, HEAD, WITH_ARTIFACTS, fault, faults, unit

from battlefield.geometry.shapes import Pose, RoundBase
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import Placement

PROFILES = """\
[profiles.soldier]
keywords = ["Infantry"]
base = "25.4mm"
move = 6
save = 4
abilities = ["Stealth"]
[profiles.sergeant]
profile = "soldier"
save = 3
wounds = 2
"""


def test_profiles__hold_under_the_units_own_keys_and_over_those_that_they_take() -> None:
    text = PROFILES + unit("A", "[5, 5]", '"50.8mm"', more='profile = "sergeant"\nmove = 8\n')
    profile = loads(HEAD + text).table.model("A").profile
    assert (profile.base, profile.move, profile.save, profile.wounds) == (RoundBase(1.0), 8.0, 3, 2)
    assert (profile.keywords, profile.abilities) == ({"INFANTRY"}, ("Stealth",))


def test_profiles__any_key_of_a_unit() -> None:
    more = '[profiles.p]\nplayer = "Blue"\nat = [9, 9]\nfacing = 90\nbase = "32mm"\ntokens = ["Slow"]\n'
    more += '[profiles.p.models.1]\nname = "Solo"\n'
    scenario = loads(HEAD + more + '[[units]]\nname = "A"\nprofile = "p"\n')
    assert scenario.placements[0].poses == {"A/1": Pose(9, 9, 0, 90)}
    assert scenario.table.model("Solo").player == "Blue"
    assert scenario.tokens == (("A", "Slow", None),)


def test_profiles__in_a_circle_are_one_fault() -> None:
    circle = '[profiles.a]\nprofile = "b"\n[profiles.b]\nprofile = "c"\n[profiles.c]\nprofile = "a"\nbase = "32mm"\n'
    said = fault(HEAD + circle + unit("A", "[5, 5]", more='profile = "b"\n'))
    assert said == "10:11: profiles take one another in a circle: a takes b takes c takes a"


def test_profiles__what_a_broken_one_would_have_given_is_not_missed() -> None:
    text = HEAD + '[profiles.p]\nbase = "x"\nplayer = 3\n[[units]]\nname = "A"\nprofile = "p"\nat = [1, 1]\n'
    assert [each.split(": ")[0] for each in faults(text)] == ["10:8", "11:10"]


def test_models__by_number_have_names_and_keys_of_their_own() -> None:
    models = '[units.models.2]\nname = "Boss"\nprofile = "sergeant"\nfacing = 45\n'
    models += '[units.models.3]\nat = [20, 20]\nkeywords = ["CHARACTER"]\n'
    scenario = loads(HEAD + PROFILES + CREW + models)
    table = scenario.table
    assert [model.profile.size for model in table.models_of("Crew")] == ["32mm", "25.4mm", "32mm"]
    assert table.model("Boss").profile.save == 3
    assert table.models["Crew/3"].keywords == {"CHARACTER"}
    assert table.units["Crew"].keywords == {"INFANTRY", "CHARACTER"}
    assert scenario.placements[0].poses == {
        "Crew/1": Pose(10, 10),
        "Crew/2": Pose(12, 10, 0, 45),
        "Crew/3": Pose(20, 20),
    }
    assert scenario.places["Boss"] == scenario.places["Crew/2"]
    assert scenario.places["Crew/1"].line == 23


def test_count__says_what_at_does_not() -> None:
    def number(more: str, at: str = "") -> int:
        text = f'[[units]]\nname = "A"\nplayer = "Red"\nbase = "32mm"\n{at}\n{more}\n'
        return len(loads(HEAD + text).table.units["A"].models)

    assert number("") == 1
    assert number("count = 7") == 7
    assert number('[units.models.4]\nname = "Last"') == 4
    assert number("", "at = { grid = [3, 2], first = [5, 5] }") == 6
    assert number("count = 5", "at = { grid = [3, 2], first = [5, 5] }") == 5
    assert number("count = 2", "at = [[1, 1], [5, 5]]") == 2


def test_count__against_at_is_a_fault() -> None:
    assert fault(HEAD + CREW + "count = 4\n") == "14:9: count is 4, but at gives 3 places"
    grid = unit("A", "{ grid = [2, 2], first = [5, 5] }", more="count = 5\n")
    assert fault(HEAD + grid) == "14:9: count is 5, but a grid of that size holds at most 4 models"
    huge = unit("A", "{ grid = [50, 50], first = [5, 5] }")
    assert fault(HEAD + huge) == "13:6: a unit has at most 500 models; found 2500"


def test_placements__deployed_in_play_aboard_in_reserves_and_aside() -> None:
    waiting = '[[units]]\nname = "%s"\nplayer = "Red"\nbase = "32mm"\n%s\n'
    text = ARK + waiting % ("Squad", 'in = "Ark"\ncount = 2') + waiting % ("Late", "reserves = true")
    text += waiting % ("Aside", "") + waiting % ("Also", "reserves = false")
    scenario = loads(HEAD + text)
    assert scenario.placements == (
        Placement(unit="Ark", kind="deployed", poses={"Ark/1": Pose(30, 22)}),
        Placement(unit="Squad", kind="embarked", transport="Ark/1"),
        Placement(unit="Late", kind="reserves"),
    )
    assert {model.where for model in scenario.table.models.values()} == {"aside"}
    started = loads(HEAD + '[start]\nround = 1\nplayer = "Red"\n' + ARK)
    assert started.placements[0].kind == "in play"
    assert started.start is not None
    assert started.start.phase == "command"


def test_placements__two_ways_at_once_are_a_fault() -> None:
    assert fault(HEAD + ARK + CREW + 'in = "Ark"\n') == (
        "18:1: a unit with in = … has no at: it is in a transport, in Reserves, or at a place"
    )
    assert faults(HEAD + ARK.replace("at = [30, 22]", 'in = "Ark"')) == ["13:6: a unit cannot be aboard itself"]
    crew = CREW.replace("at = [[10, 10], [12, 10], [14, 10]]", "count = 2")
    assert fault(HEAD + crew + ARK.replace("at = [30, 22]", 'in = "Crew"')) == (
        '18:6: "Crew" is a unit of 2 models: name one of them, "Crew/1" … "Crew/2"'
    )


def test_leads__is_a_unit() -> None:
    assert loads(HEAD + ARK + CREW + 'leads = "Ark"\n').table.units["Crew"].leads == "Ark"
    assert fault(HEAD + ARK + CREW + 'leads = "Ark/1"\n') == '19:9: "Ark/1" is a model: name its unit, "Ark"'
    assert fault(HEAD + ARK + CREW + 'leads = "Akr"\n').startswith('19:9: no unit is called "Akr"; did you mean "Ark"?')


def test_a_unit_needs_a_player_and_a_base() -> None:
    assert fault(HEAD + ARK.replace('player = "Red"\n', "")) == '9:1: the unit "Ark" needs a player: player = NAME'
    assert fault(HEAD + ARK.replace('base = "130mm"\n', "")) == (
        '9:1: the unit "Ark" needs a base: base = "32mm", or a profile that has one'
    )


def test_characteristics__all_of_them() -> None:
    more = (
        "height = 2\nmove = 6\ntoughness = 4\nsave = 3\ninvulnerable = 5\nwounds = 2\nleadership = 7\noc = 1\n"
        'capacity = 6\nabilities = ["Scout"]\nweapons = [{ name = "Pistol", range = 12, attacks = "d6+1", skill = 3, '
        'strength = 4, ap = -1, damage = 1, abilities = ["Pistol"] }]\nelevation = 3\nfacing = 30\n'
    )
    scenario = loads(HEAD + unit("A", "[5, 5]", more=more))
    profile = scenario.table.model("A").profile
    assert (profile.height, profile.move, profile.toughness, profile.save, profile.invulnerable) == (2, 6, 4, 3, 5)
    assert (profile.wounds, profile.leadership, profile.oc, profile.capacity) == (2, 7, 1, 6)
    assert profile.abilities == ("Scout",)
    weapon = {"name": "Pistol", "range": 12.0, "attacks": "D6+1", "skill": 3, "strength": 4, "ap": -1, "damage": 1}
    assert profile.weapons == ({**weapon, "abilities": ("Pistol",)},)
    assert scenario.placements[0].poses == {"A/1": Pose(5, 5, 3, 30)}
    assert scenario.table.model("A").wounds_left == 2


def test_artifacts__faults() -> None:
    def said(text: str) -> list[str]:
        return faults(WITH_ARTIFACTS + ARK + "[[artifacts]]\nname = 'Crown'\n" + text)

    assert said("") == [
        '15:1: an Artifact needs a carrier, or a place to lie at; "Crown" has neither (artifact.assigned)'
    ]
    assert said("kind = 'relic'\n") == [
        '15:1: the Relic needs a carrier, or a place to lie at; "Crown" has neither (artifact.assigned)'
    ]
    assert said("at = [1, 1]\n") == [
        '17:1: an Artifact that lies somewhere needs a state: state = "field" or "dropped"'
    ]
    assert said("carrier = ['Ark', 'Ark']\n") == [
        "17:11: carrier must be one name in quotes: an Artifact has one carrier; found a list of 2"
    ]
    assert said("carrier = 'Arc'\n")[0].startswith('17:11: no model is called "Arc"; did you mean "Ark"?')
    assert said("carrier = 'Ark'\nat = [1, 1]\nstate = 'field'\n") == [
        "18:1: an Artifact with a carrier lies nowhere: it has no at",
        "19:1: an Artifact with a carrier lies nowhere: it has no state",
    ]
    assert said("kind = 'mission'\nstate = 'field'\n") == ["18:1: a state needs a place: at = [x, y]"]
    assert said("carrier = 'Ark'\nbase = '75x42mm'\n") == ['18:8: base must be round for a token, such as "25mm"']
    assert said("carrier = 'Ark'\nowner = 'Rod'\n")[0].startswith(
        '18:9: no player is called "Rod"; did you mean "Red"?'
    )


def test_artifacts__need_their_system_among_the_rules() -> None:
    crown = "[[artifacts]]\nname = 'Crown'\ncarrier = 'Ark'\n"
    said = 'an artifact of kind "artifact" needs "relics-of-old" among the rules'
    assert fault(HEAD + ARK + crown) == f"14:1: {said}"
    text = WITH_ARTIFACTS.replace(', "scrollhammer-relic"', "") + ARK + crown + "kind = 'relic'\n"
    assert fault(text) == '18:8: an artifact of kind "relic" needs "scrollhammer-relic" among the rules'


def test_artifact_recover__only_a_mission_artifact_is_left_to_the_end() -> None:
    crown = WITH_ARTIFACTS + ARK + '[[artifacts]]\nname = "Crown"\nrecovery = "at the end"\n'
    said = 'only a Mission Artifact has a recovery of its own: kind = "mission" (artifact.recover)'
    assert faults(crown + "carrier = 'Ark'\n") == [f"17:1: {said}"]
    assert (
        loads(crown + "kind = 'mission'\nat = [20, 20]\n", "s.toml").table.artifacts["Crown"].recovery == "at the end"
    )
