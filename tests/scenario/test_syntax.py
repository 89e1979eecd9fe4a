"""What is no TOML, or no text: kind words, each at its exact place."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario.written import ARK, HEAD, fault, faults

from battlefield.scenario.load import load, loads
from battlefield.scenario.scenario import ScenarioError

ON_ONE_LINE = "an inline table { … } stays on one line: join the lines, or give it a [table] of its own"
DEEP = "lists and tables lie more than 64 deep in one another, the most allowed"
OVERDONE = "numbers here lie between -1000000 and 1000000"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('at = { from = "Ark",\n gap = 1 }', f"14:21: {ON_ONE_LINE}"),
        ("at = {\n from = 1 }", f"14:7: {ON_ONE_LINE}"),
        ('at = { from = "Ark" # near\n}', f"14:21: {ON_ONE_LINE}"),
        (
            'at = { from = "Ark", gap = 1, }',
            "14:29: an inline table { … } has no comma after its last key: take the comma out",
        ),
        ("wounds = .5", "14:10: a number has a digit before its point: write 0.5 for .5"),
        ("at = [1, -.25]", "14:10: a number has a digit before its point: write -0.25 for -.25"),
        ("wounds = 5.", "14:11: a number has a digit behind its point: write 5.0 for 5."),
        ("at = [5., 3]", "14:8: a number has a digit behind its point: write 5.0 for 5."),
        ("wounds = 007", "14:10: a number does not begin with 0"),
        ("wounds = 1,5", '14:11: decimals follow a point, found ","'),
        ("profile = Red", '14:11: a text stands in quotes: write "Red"'),
        ("reserves = True", "14:12: write true, found True"),
        ("reserves = null", "14:12: there is no null in TOML: leave the key out"),
        ("profile = “Red”", '14:11: a text stands in straight quotes "…", found “'),
        ("profile = ", '14:11: the value is missing behind "="'),
        ("wounds : 3", '14:8: a key and its value are parted by "=", found ":"'),
        ("two words = 3", '14:5: a key is one word (or stands in quotes) and "=" follows it'),
        ("wounds = 1\nwounds = 2", "15:1: the key wounds is given twice in one table: keep one of them"),
        ('profile = "Red', "14:15: a text is not closed: its last quote is missing"),
        ('profile = "a\\d"', '14:13: in "…" a backslash is written \\\\; or put the text in single quotes'),
        ("at = [1, 2\n[[units]]", '14:6: the list that begins here is not closed: "]" is missing'),
        ("at = [1, 2\nwounds = 3", '14:6: the list that begins here is not closed: "]" is missing'),
        ("at = [1 2]", '14:9: a comma (or "]") is missing here, between two parts of a list'),
        ("[units.models.1", "14:16: the header of a table is not closed: [board], or [[units]] for a list of tables"),
        ("[ranges]]", "14:9: a bracket that was never opened: [board], or [[units]] for a list of tables"),
        ("[board]", "14:1: the table [board] is there already: put these keys into it"),
        (
            "[terrain]\n[terrain]",
            "15:1: this table is there already; a list of tables takes double brackets: [[terrain]]",
        ),
        (
            "[orders.expect]\n[[orders]]",
            "15:1: this header does not fit one above: "
            "a name is that of one table, [orders], or of several, [[orders]]",
        ),
        ("a = " + "[" * 5000, f"14:69: {DEEP}"),
        ("a = " + "[" * 70 + "]" * 70, f"14:69: {DEEP}"),
        ("a = " + "{ a = " * 70 + "1" + " }" * 70, f"14:389: {DEEP}"),
        (".".join("a" * 5000) + " = 1", f"14:1: {DEEP}"),
        (f"[{'.'.join(['a'] * 100_000)}]", f"14:2: {DEEP}"),
        ("wounds = " + "9" * 5000, f"14:10: a number of 5000 digits; {OVERDONE}"),
    ],
)
def test_no_toml__is_told_in_kind_words_at_its_place(text: str, said: str) -> None:
    assert fault(HEAD + ARK + text + "\n") == said


def test_no_toml__faults_that_leave_the_rest_readable_are_told_together() -> None:
    text = HEAD + ARK + "wounds = .5\nmove = Red\nreserves = True\nname = 'again'\nheight = [.5, 5.]\n"
    assert [each.split(": ")[0] for each in faults(text)] == ["14:10", "15:8", "16:12", "17:1", "18:11"]


def test_no_toml__columns_count_characters_and_lines_end_in_either_way() -> None:
    assert fault('title = "żółw 🐢" x\r\n'.encode()).startswith("1:18: ")
    assert fault('a = "żółw"\r\nb = .5\r\n'.encode()).startswith("2:5: ")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfea", "1:1: the file is not UTF-8: found the byte 0xFF; save it as UTF-8"),
        ("# ąę\n# ".encode() + b"\xc4", "2:3: the file is not UTF-8: found the byte 0xC4; save it as UTF-8"),
        ("# ą\n# ż\0".encode(), "2:4: the file holds a NUL character, so it is not a text"),
        (b"#" * ((1 << 20) + 1), "1:1: the file has more than 1 MiB (1048576 bytes), the most allowed"),
        ("a = '\ud800'", "1:6: the text holds half a character (a lone surrogate), so it cannot be UTF-8"),
        ("", "1:1: the key format is missing: a scenario begins with format = 1"),
    ],
)
def test_no_text__is_told_at_its_place(raw: bytes | str, said: str) -> None:
    assert faults(raw)[0] == said


def test_a_byte_order_mark_is_accepted_and_counts_in_no_column() -> None:
    assert loads(b"\xef\xbb\xbf" + (HEAD + ARK).encode(), "x").table.board.width == 60
    assert fault(b"\xef\xbb\xbf" + HEAD.replace("format = 1", "format = 2").encode()).startswith("1:10: ")


def test_a_file_of_exactly_1_mib_is_read() -> None:
    text = HEAD + ARK + "#"
    assert loads(text + "x" * ((1 << 20) - len(text)), "x").table.units


def test_a_file_that_cannot_be_opened_is_a_fault(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "none.toml", "No such file"), (tmp_path, "directory"), ("a\0b", "null")):
        with pytest.raises(ScenarioError) as caught:
            load(path)
        assert str(caught.value).startswith(f"{path}:1:1: the file cannot be read: ")
        assert why.lower() in str(caught.value).lower()


def test_a_dotted_name_in_a_text_or_a_comment_is_no_key() -> None:
    dotted = ".".join("a" * 200)
    assert loads(f'{HEAD}{ARK}# {dotted}\nabilities = ["{dotted}"]\n', "x").table.units
