"""What is wrong with a file that is TOML: every message at its exact place, one wrong letter one fault."""

from __future__ import annotations

import re
from unicodedata import normalize

import pytest
from scenario.written import ARK, CREW, HEAD, WITH_ARTIFACTS, fault, faults, unit

from battlefield.scenario.load import loads
from battlefield.scenario.starter import starter

MILLION = "9" * 4000
SQUARE = "{ polygon = [[0, 0], [9, 0], [9, 9], [0, 9]]"
NOTHING_LEFT = "nothing is left of this area: what is taken out covers all of it"
DOUBLED = "a line does not double back on itself: here it runs back the way it came"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wounds = '3'", '14:10: wounds must be a whole number; found the text "3": write 3 without quotes'),
        ("save = '3+'", '14:8: save must be a whole number; found the text "3+": write 3 without quotes'),
        ("wounds = 2.0", "14:10: wounds must be a whole number; found 2.0"),
        ("wounds = true", "14:10: wounds must be a whole number; found true"),
        ("wounds = 0", "14:10: wounds must be at least 1; found 0"),
        ("move = true", "14:8: move must be a number; found true"),
        ("move = -1", "14:8: move must be at least 0; found -1"),
        ("move = 1e7", "14:8: move must be at most 1000000; found 10000000.0"),
        ("move = nan", "14:8: move must be a finite number; found nan"),
        ("facing = -inf", "14:10: facing must be a finite number; found -inf"),
        ("facing = 1e999", "14:10: facing must be a finite number; found inf"),
        ("facing = " + MILLION, "14:10: facing must be a number; found a number of about 4000 digits"),
        ("oc = 0x" + "f" * 5000, "14:6: oc must be at most 1000000; found a number of about 6021 digits"),
        ("reserves = 'no'", '14:12: reserves must be true or false; found the text "no"'),
        ("leads = 3", "14:9: leads must be a text in quotes; found 3: write it in quotes"),
        ("keywords = 'VEHICLE'", '14:12: keywords must be a list [ … ]; found the text "VEHICLE"'),
        ("keywords = [3]", "14:13: keywords must be a text in quotes; found 3: write it in quotes"),
        (
            "wounds = 2020-01-02",
            "14:10: wounds must be a whole number; found the TOML date or time 2020-01-02 "
            "(put it in quotes if it is a text)",
        ),
        (
            "tokens = 'Fast'",
            '14:10: tokens must be a list of names ["Sheltered"] or a table of names and values { Sheltered = true }; '
            'found the text "Fast"',
        ),
        (
            "[units.models]\nname = 'Alpha'",
            "14:1: models must be single models by their numbers, each in a table of its own: [units.models.1], "
            "[units.models.2], …; found a table",
        ),
        (
            "[[units.models]]\nname = 'Alpha'",
            "14:9: models must be single models by their numbers, each in a table of its own: [units.models.1], "
            "[units.models.2], …; found a list of 1",
        ),
        ("[units.models.2]\nname = 'Alpha'", '14:15: there is no model 2: "Ark" has 1 (allowed: 1 to 1)'),
        (
            "[units.models.1]\nname = 'Al/pha'",
            '15:8: name must be a name without "/", which is how single models are written (Rangers/2); '
            'found the text "Al/pha"',
        ),
        (
            "profile = 'rangr'\n[profiles.ranger]",
            '14:11: no profile is called "rangr"; did you mean "ranger"? (there is: ranger)',
        ),
        (
            "reserves = true",
            "13:1: a unit with reserves = … has no at: it is in a transport, in Reserves, or at a place",
        ),
        ("count = 2", "14:9: count is 2, but at gives 1 place"),
        ("leads = 'Ark'", "14:9: a unit cannot lead itself"),
        (
            "[[players]]\nname = ''",
            '15:8: name must be a name that is not empty and neither begins nor ends with a space; found the text ""',
        ),
        ("[[players]]\nname = 'Ark'", '10:8: the name "Ark" is taken: the player on line 15 is called so too'),
        ("[[terrain]]\nname = 'T'\narea = [1, 2]", None),
        ("[ranges]\nengagment = [1, 5]", None),
        (
            "[ranges]\nengagement = 2",
            "15:14: engagement must be a pair of numbers from 0 on, [horizontal, vertical]; found 2",
        ),
        ("[ranges]\ncharge = [1, 5]", "15:10: charge must be a number from 0 on; found a list of 2"),
        ("[ranges]\nclaim = -1", "15:9: claim must be a number from 0 on; found -1"),
        ("[tables]\nexfiltration = { two = 5 }", '15:18: a round is a whole number from 1 to 99; found the text "two"'),
        ("[tables]\nexfiltration = { 2 = 8 }", "15:22: 2 must be at most 7; found 8"),
        (
            "[start]\nround = 1\nplayer = 'Rde'",
            '16:10: no player is called "Rde"; did you mean "Red"? (there is: Red, Blue)',
        ),
        ("[board2]", None),
        (
            "[[zones]]\nname = 'Z'\narea = { circle = [1, 1, 1] }",
            '14:3: zones belongs to "artefakty", which is not among the rules',
        ),
        ("[[cards]]\nname = 'C'", '14:3: cards belongs to "artefakty", which is not among the rules'),
        ("[artefakty]\nshuffle = true", '14:2: artefakty belongs to "artefakty", which is not among the rules'),
    ],
)
def test_faults__one_thing_wrong_is_one_fault_at_its_place(text: str, said: str | None) -> None:
    found = fault(HEAD + ARK + text + "\n")
    if said is None:
        assert found.startswith(
            ("16:8: area must be an area: { polygon = ", "15:1: no range is called", "14:2: there is no key")
        )
    else:
        assert found == said


@pytest.mark.parametrize(
    ("area", "said"),
    [
        (
            "{ polygon = [[0, 0], [4, 4], [4, 0], [0, 4]] }",
            "11:20: these corners make no polygon: it crosses itself near",
        ),
        ("{ polygon = [[0, 0], [4, 4]] }", "11:20: polygon must have at least 3 parts; found 2"),
        ("{ polygon = [[0, 0], [4, 4], [0]] }", "11:37: polygon must have at least 2 parts; found 1"),
        ("{ polygon = [[0, 0], [2, 2], [4, 4]] }", "11:20: these corners make no polygon: "),
        (
            "{ polygon = [[0, 0], [9, 0], [9, 9]], holes = [[[1, 1], [2, 2], [2, 1], [1, 2]]] }",
            "11:55: these corners make no polygon: it crosses itself",
        ),
        ("{ rect = [0, 0, 4, 0] }", "11:17: a rect needs a width and a height of more than 0; found 4 and 0"),
        ("{ rect = [0, 0, 4] }", "11:17: rect must have at least 4 parts; found 3"),
        ("{ circle = [1, 1, -2] }", "11:26: a circle needs a radius of more than 0; found -2"),
        ("{ line = [[1, 1], [1, 1]], width = 1 }", "11:17: a line needs two distinct points"),
        ("{ line = [[1, 1], [2, 1]], width = 0 }", "11:43: width must be more than 0; found 0"),
        ("{ line = [[1, 1], [2, 1]] }", "11:8: the key width is missing in this table"),
        ("{ minus = [{ circle = [1, 1, 1] }] }", "11:18: minus must have at least 2 parts; found 1"),
        (
            "{ union = [{ circle = [1, 1, 1] }, { circle = [1, 1, 0] }] }",
            "11:61: a circle needs a radius of more than 0",
        ),
        ("{ minus = [{ circle = [9, 9, 2] }, { circle = [9, 9, 3] }] }", f"11:18: {NOTHING_LEFT}"),
        ("{ minus = [{ circle = [9, 9, 2] }, { circle = [9, 9, 2] }] }", f"11:18: {NOTHING_LEFT}"),
        (
            "{ union = [{ circle = [1, 1, 1] }, { minus = [{ rect = [1, 1, 2, 2] }, { rect = [0, 0, 4, 4] }] }] }",
            f"11:53: {NOTHING_LEFT}",
        ),
        (f"{SQUARE}, holes = [[[0, 0], [9, 0], [9, 9], [0, 9]]] }}", f"11:62: {NOTHING_LEFT}"),
        (
            f"{SQUARE}, holes = [[[1, 1], [2, 1], [2, 2]], [[20, 9], [22, 9], [22, 9.5]]] }}",
            "11:89: the edge of this hole lies outside the polygon",
        ),
        (
            f"{SQUARE}, holes = [[[-1, -1], [10, -1], [10, 10], [-1, 10]]] }}",
            "11:63: the edge of this hole lies outside the polygon",
        ),
        (f"{SQUARE}, holes = [[[8, 8], [10, 8], [10, 8.5]]] }}", "11:63: this hole crosses the edge of the polygon"),
        ("{ line = [[0, 0], [4, 0], [0, 0]], width = 1 }", f"11:26: {DOUBLED}"),
        ("{ line = [[0, 0], [4, 0], [4, 0], [1, 0], [1, 5]], width = 1 }", f"11:34: {DOUBLED}"),
        ("{ line = [[0, 0], [4, 0], [4, 4], [8, 0], [0, 0]], width = 1 }", f"11:18: {DOUBLED}"),
        ("{ circl = [1, 1, 1] }", '11:10: there is no key "circl" here; did you mean circle? (allowed: circle)'),
        ("{ circle = [1, 1, 1], angle = 3 }", '11:30: there is no key "angle" here (allowed: circle)'),
        ("'big'", "11:8: area must be an area: { polygon = [[x, y], …] }, "),
    ],
)
def test_areas__are_judged_at_the_part_that_is_wrong(area: str, said: str) -> None:
    assert fault(f"{HEAD}[[terrain]]\nname = 'Zażółć'\narea = {area}\n").startswith(said)


@pytest.mark.parametrize(
    "area",
    [
        f"{SQUARE}, holes = [[[0, 0], [4, 0], [4, 4], [0, 4]]] }}",
        f"{SQUARE}, holes = [[[0, 0], [9, 0], [9, 5], [0, 5]], [[3, 4], [6, 4], [6, 8], [3, 8]]] }}",
        "{ line = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]], width = 1 }",
        "{ line = [[0, 0], [4, 0], [4, 4], [2, -4]], width = 1 }",
    ],
)
def test_areas__holes_that_touch_the_edge_and_lines_that_cross_themselves_are_read(area: str) -> None:
    assert loads(f"{HEAD}[[terrain]]\nname = 'T'\narea = {area}\n").table.terrain


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ('"32cm"', '12:8: base must be "32mm" or "75x42mm"; found the text "32cm"'),
        ('"0mm"', '12:8: base must be a base of more than 0mm and at most 10000mm; found the text "0mm"'),
        (
            '"7x4in"',
            "12:8: base must be a base in millimetres; a hull in inches is written "
            '{ hull = "7x4in", height = inches }; found the text "7x4in"',
        ),
        ("32", '12:8: base must be "32mm", "75x42mm", { hull = "7x4in", height = inches } or'),
        ('{ hull = "7in", height = 3 }', '12:17: hull must be "7x4in" (length along the facing, width) or a list'),
        ("{ hull = [[0, 0], [1, 1]] }", "12:17: hull must have at least 3 parts; found 2"),
        ("{ hull = [[0, 0], [4, 4], [4, 0], [0, 4]] }", "12:17: these corners make no polygon: it crosses itself"),
        (
            '{ hull = "7x4in", hight = 3 }',
            '12:26: there is no key "hight" here; did you mean height? (allowed: hull, height)',
        ),
        (
            '{ hull = "7x4in", height = 3 }\nheight = 4',
            "13:10: the hull has a height of 3, the model one of 4: give one of them",
        ),
    ],
)
def test_bases__are_judged_at_the_part_that_is_wrong(base: str, said: str) -> None:
    assert fault(HEAD + unit("Ark", "[1, 1]", base)).startswith(said)


def test_format__of_another_number_is_all_that_is_said() -> None:
    text = HEAD.replace("format = 1", "format = 3") + "[[nothing]]\nx = 1\n"
    assert fault(text) == "1:10: this program reads format = 1; found 3"


@pytest.mark.parametrize(
    ("value", "found"), [('"1"', 'the text "1"'), ("true", "true"), ("1.0", "1.0"), ("[1]", "a list of 1")]
)
def test_format__is_a_number_and_nothing_like_it(value: str, found: str) -> None:
    said = fault(HEAD.replace("format = 1", f"format = {value}"))
    assert said == f"1:10: format must be 1, the number of this format; found {found}"


def test_format__missing_is_told_at_the_first_letter_with_all_the_rest() -> None:
    found = faults((HEAD + ARK).replace("format = 1\n", "").replace('"130mm"', "130"))
    assert [each.split(": ")[0] for each in found] == ["1:1", "11:8"]


def test_a_mistyped_key_or_table_is_one_fault_and_is_read_as_meant() -> None:
    assert fault((HEAD + ARK).replace("base", "bsae")).startswith(
        '12:1: there is no key "bsae" here; did you mean base?'
    )
    assert fault(
        (HEAD + ARK).replace("[[players]]", "[[palyers]]", 1).replace("[[players]]", "[[palyers]]")
    ).startswith(
        '5:3: there is no key "palyers" at the top of a scenario; did you mean players? (allowed: format, title, '
    )
    assert fault((HEAD + ARK).replace("at = [30", "ta = [30")).startswith(
        '13:1: there is no key "ta" here; did you mean at?'
    )


def test_a_mistyped_header_among_others_is_one_fault() -> None:
    text = HEAD + ARK + CREW + "[[expect]]\ncoherent = 'Crew'\n"
    for header, line in (("[[players]]", 7), ("[[units]]", 14)):
        at = text.rindex(header)
        mistyped = text[:at] + text[at:].replace(header, header.replace("s]]", "z]]"), 1)
        assert fault(mistyped).startswith(f"{line}:3: there is no key {header[2:-3]!r}".replace("'", '"')[:-1])


def test_one_wrong_letter_in_a_key_or_a_header_is_one_fault() -> None:
    text = starter()
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        key = re.match(r"\[*([a-z_]+)(?=\]| =)", line)
        for at in range(*key.span(1)) if key else ():
            for letter in ("", "q", f"q{line[at]}"):
                spoilt = [*lines[: number - 1], line[:at] + letter + line[at + 1 :], *lines[number:]]
                found = faults("\n".join(spoilt))
                assert len(found) == 1, spoilt[number - 1]
                if not line.startswith(
                    "[["
                ):  # a header further down, which belongs to this one, may be what fits no more
                    assert found[0].startswith(f"{number}:"), spoilt[number - 1]


def test_a_key_that_fell_into_the_table_above_it_is_told_so() -> None:
    above = "the key seed belongs to the top of the file and fell into [board] above it: put it before the first table"
    assert fault(HEAD.replace("height = 44\n", "height = 44\nseed = 3\n")) == f"5:1: {above}"
    text = HEAD.removeprefix("format = 1\n") + "rules = ['core']\nformat = 1\n" + ARK
    assert [each.split(" belongs")[0] for each in faults(text)] == ["8:1: the key rules", "9:1: the key format"]
    text = HEAD + ARK + "[units.models.1]\nname = 'Alpha'\ncapacity = 3\ncount = 1\n"
    into = "fell into [units.models.1] above it: put it before [units.models.1]"
    assert fault(text) == f"17:1: the key count belongs to [[units]] and {into}"
    text = HEAD + ARK + "[[orders]]\ndo = 'move'\nmodel = 'Ark'\n[[orders.expect]]\nlegal = 'Ark'\nto = [1, 2]\n"
    into = "fell into [[orders.expect]] above it: put it before [[orders.expect]]"
    assert faults(text)[1] == f"19:1: the key to belongs to [[orders]] and {into}"


def test_brackets__single_for_a_table_and_double_for_a_list() -> None:
    text = (HEAD + ARK).replace("[board]", "[[board]]").replace("[[units]]", "[units]")
    assert faults(text) == [
        "2:3: board must be a table, in single brackets [board]; found a list of 1",
        "9:1: units must be a list of tables, in double brackets [[units]]; found a table",
    ]
    assert fault("orders = [3]\n" + HEAD) == "1:11: orders must be a list of tables, [[orders]]; found 3"


def test_columns_count_characters() -> None:
    text = HEAD + ARK.replace('name = "Ark"', 'name = "Żółw 🐢"').replace('player = "Red"', 'player="Réd"')
    assert fault(text).startswith('11:8: no player is called "Réd"; did you mean "Red"?')
    inline = HEAD + "objectives = []\n"
    assert fault(
        inline.replace("objectives = []", "[[objectives]]\nat={ from = 'Ł', gap = 'ź' }\nname = 'O'")
    ).startswith("10:24: ")


def test_names__are_one_space_compared_after_normalising() -> None:
    composed = "Żółw"
    parted = normalize("NFD", composed)
    assert composed != parted
    text = HEAD + unit(composed, "[1, 1]") + unit(parted, "[5, 5]")
    assert fault(text) == f'15:8: the name "{composed}" is taken: the unit on line 10 is called so too'
    assert fault(HEAD + unit("Ark", "[1, 1]") + "[[objectives]]\nname = 'Ark'\nat = [9, 9]\n").startswith(
        '15:8: the name "Ark"'
    )
    assert fault(HEAD + CREW + "[units.models.2]\nname = 'Red'\n") == (
        '15:8: the name "Red" is taken: the player on line 6 is called so too'
    )


def test_every_fault_is_told_at_once_in_the_order_of_the_file() -> None:
    text = (
        WITH_ARTIFACTS.replace("width = 60", "width = '60'")
        + ARK.replace("130mm", "130m").replace('"Red"', '"Rde"')
        + CREW.replace("[12, 10]", "[12]")
        + "[[artifacts]]\nname = 'Crown'\ncarrier = 'Arc'\n[[orders]]\ndo = 'exfiltrate'\nunit = 'Crew'\nthrow = 3\n"
        + "[[expect]]\nartifact = 'Crow'\nstate = 'lots'\n"
    )
    assert [each.split(": ")[0] for each in faults(text)] == [
        "4:9", "12:10", "13:8", "19:17", "22:11", "26:9", "28:12", "29:9",
    ]  # fmt: skip


def test_every_fault_of_a_list_is_told_also_beyond_its_greatest_length() -> None:
    rules = 'rules = ["core", "corr", "core", "artefakty", "core"]\n'
    assert [each.split(": ", 1)[0] for each in faults(HEAD.replace("[board]", rules + "[board]", 1))] == [
        "2:9", "2:18", "2:26", "2:47",
    ]  # fmt: skip
    assert [each.split(": ", 1)[0] for each in faults(HEAD + ARK.replace("[30, 22]", '[30, 22, 0, "x", "y"]'))] == [
        "13:6", "13:18", "13:23",
    ]  # fmt: skip


def test_models__a_number_that_is_none_leaves_the_others_judged() -> None:
    strange = "[units.models.x]\nnme = 'y'\n[units.models.2]\nnam = 'Z'\n[units.models.9]\nname = 'Far'\n"
    found = faults(HEAD + CREW + strange)
    assert [each.split(": ", 1)[0] for each in found] == ["14:15", "15:1", "17:1", "18:15"]
    assert "single models by their numbers" in found[0]


def test_lists__that_need_a_part_are_told_so_in_the_singular() -> None:
    assert fault(HEAD.replace("[board]", "rules = []\n[board]", 1)) == "2:9: rules must have at least 1 part; found 0"


def test_places__an_empty_list_is_told_what_a_place_is() -> None:
    assert "found an empty list" in fault(HEAD + ARK.replace("[30, 22]", "[]"))


def test_what_hangs_on_a_broken_table_is_not_a_fault_of_its_own() -> None:
    broken = ARK.replace("at = [30, 22]", "at = [30, 'x']").replace('"130mm"', '"x"')
    more = unit("Near", "{ from = 'Ark', gap = 1 }") + "[[expect]]\ndistance = ['Ark/1', 'Near']\nis = 1\n"
    assert [each.split(": ")[0] for each in faults(HEAD + broken + more)] == ["12:8", "13:11"]
    assert len(faults(HEAD + broken.replace('"Ark"', "3") + more.replace("Ark", "Near"))) >= 3


def test_too_many_faults_are_cut_off() -> None:
    found = faults(HEAD + "[[units]]\n" * 3000)
    assert len(found) == 501
    assert found[-1].endswith("too many faults: the others are not told")
