"""What changed is written where it stands: every other byte stays, and the file is written whole or not at all."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest
import tomlkit
from campaign.making import TOP

from battlefield.campaign.ledger import Campaign, Fought, Kept
from battlefield.campaign.reading import loads
from battlefield.campaign.reassigning import after, wish
from battlefield.campaign.rewriting import rewritten
from battlefield.scenario.saving import write_whole

BOOK = """\
# The war, as it stands.   (two blanks at the end of this line)BLANKS
format   = 1
campaign = "Wär"                        # ä is two bytes

[[armies]]
name="Red"
  [[armies]]   # indented
  name = "Blue"

[[artifacts]]                           # artifacts stand before cards here
"name" = "Crown"
holder = "Ark"                          # the machine

[[cards]]
army           = "Red"
crusade_points = 10                     # two digits
honours = 9
unit = "Ark"

# about the pilgrim
[[cards]]
unit = "Pilgrim"
army = "Red"
\tcrusade_points\t= 0
keywords = [
    "INFANTRY",  # one
    # and another
    "CHARACTER",
]

[[artifacts]]
name = "Ring"
state = "unclaimed"  # so far
carriers = [ "CHARACTER" ]
# the end, without a line end""".replace("BLANKS", "  ")


def assigned(raw: bytes, *wishes: str) -> bytes:
    before = loads(raw)
    return rewritten(raw, before, after(before, [wish(before, each) for each in wishes]).campaign)


def lines_changed(was: bytes, now: bytes) -> list[str]:
    """The lines that are different, as `-` and `+`."""
    pair = (was.decode().splitlines(keepends=True), now.decode().splitlines(keepends=True))
    return [each for each in difflib.ndiff(*pair) if each[0] in "+-"]


def with_changes(book: Campaign, **kept: Kept) -> Campaign:
    return book.with_artifacts({**book.artifacts, **kept})[0]


def test_campaign__only_the_lines_that_changed_are_different() -> None:
    raw = BOOK.encode()
    now = assigned(raw, "Crown=Pilgrim")
    assert lines_changed(raw, now) == [
        '- holder = "Ark"                          # the machine\n',
        '+ holder = "Pilgrim"                      # the machine\n',
        "- crusade_points = 10                     # two digits\n",
        "+ crusade_points = 9                      # two digits\n",
        "- \tcrusade_points\t= 0\n",
        "+ \tcrusade_points\t= 1\n",
    ]
    assert assigned(now, "Crown=Ark") == raw


def test_campaign__nothing_different_is_no_byte_different() -> None:
    raw = BOOK.encode()
    assert rewritten(raw, loads(raw), loads(raw)) == raw


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_campaign__line_ends_and_a_byte_order_mark_stay(mark: bytes, end: str) -> None:
    raw = mark + BOOK.replace("\n", end).encode()
    before = loads(raw)
    battle = Fought("0" * 16, 'A "battle"', "b.jsonl", ("one", "two"))
    moved = with_changes(before, Crown=Kept("Crown", None, "lost"), Star=Kept("Star", "Red", None, ("PSYKER",), True))
    now = Campaign(moved.title, moved.armies, moved.cards, moved.artifacts, (battle,))
    made = rewritten(raw, before, now)
    assert loads(made) == now
    assert made.startswith(mark + b"# The war")
    assert made.count(b"\n") == made.count(end.encode())
    plain = made.removeprefix(mark).replace(b"\r\n", b"\n").decode()
    # a comment behind the last table of a list stays behind what is put after that table
    assert plain.endswith(
        """\
carriers = [ "CHARACTER" ]

[[artifacts]]
name     = "Star"
holder   = "Red"
carriers = ["PSYKER"]
one_use  = true
# the end, without a line end

[[battles]]
title   = "A \\"battle\\""
log     = "b.jsonl"
chain   = "0000000000000000"
changes = [
    "one",
    "two",
]
"""
    )
    assert 'state  = "lost"                         # the machine\n' in plain


def test_campaign__an_unclaimed_one_gets_a_holder_in_the_place_of_its_state() -> None:
    raw = BOOK.encode()
    before = loads(raw)
    made = rewritten(raw, before, with_changes(before, Ring=Kept("Ring", "Pilgrim", None, ("CHARACTER",))))
    assert 'holder = "Pilgrim"   # so far\n' in made.decode()
    assert lines_changed(raw, made)[-2:] == ['- state = "unclaimed"  # so far\n', '+ holder = "Pilgrim"   # so far\n']


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('state="lost"', 'holder="Red"'),
        ('state  = "lost" # c', 'holder = "Red"  # c'),
        ('state = "lost"# c', 'holder = "Red"# c'),
        ("'state' = 'lost'   # c", 'holder  = "Red"    # c'),
        ("state\t=\t'unclaimed' # c", 'holder\t=\t"Red"      # c'),
    ],
)
def test_campaign__another_key_keeps_equals_sign_and_comment_in_their_columns(was: str, now: str) -> None:
    raw = f'{TOP}[[artifacts]]\nname = "Ring"\n{was}\n'.encode()
    before = loads(raw)
    made = rewritten(raw, before, with_changes(before, Ring=Kept("Ring", "Red")))
    assert made.decode().splitlines()[-1] == now


def test_campaign__lists_that_are_interrupted_and_texts_that_look_like_keys() -> None:
    text = 'format = 1\ncampaign = """\n[[cards]]\ncrusade_points = 7\n"""\n[[armies]]\nname = "Red"\n'
    text += "[[cards]]\nunit = 'A'\narmy = 'Red'\ncrusade_points = 1\n[[artifacts]]\nname = 'X'\nholder = 'A'\n"
    text += "[[cards]]\nunit = 'B'\narmy = 'Red'\ncrusade_points = 0 # B\n[[ artifacts ]]\nname = 'Y'\nholder = 'Red'"
    raw = text.encode()
    made = assigned(raw, "X=B", "Y=B")
    expected = text.replace("holder = 'A'", 'holder = "B"').replace("holder = 'Red'", 'holder = "B"')
    expected = expected.replace("points = 1\n", "points = 0\n").replace("points = 0 # B", "points = 2 # B")
    assert made.decode() == expected


@pytest.mark.parametrize("title", ['quotes " and \\', "tab\tand\nline", "\x7f\x01", "ęż ☃ 🐉", "'''", '"""', "# no"])
def test_campaign__any_text_is_written_so_that_it_reads_the_same(title: str) -> None:
    raw = TOP.encode()
    before = loads(raw)
    now = Campaign(before.title, before.armies, battles=(Fought("f" * 16, title, title, (title,)),))
    made = rewritten(raw, before, now)
    assert loads(made).battles == now.battles
    # another reader of TOML says the same
    assert tomlkit.parse(made.decode())["battles"][0]["title"] == title  # type: ignore[index]


def test_campaign__what_the_file_could_not_say_is_not_written() -> None:
    raw = TOP.encode()
    before = loads(raw)
    now = Campaign(before.title, before.armies, artifacts={"x": Kept("bad / name", "Red")})
    with pytest.raises(ValueError, match=r"the file is left as it is: .*a name without"):
        rewritten(raw, before, now)
    with pytest.raises(ValueError, match="cannot be written into this file"):
        rewritten(raw, before, Campaign("another title", before.armies))


# --- writing ---


def test_campaign__is_written_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "war.toml"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"old", b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_campaign__a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "war.toml").write_bytes(b"old")
    link = tmp_path / "link.toml"
    link.symlink_to("war.toml")
    write_whole(link, b"old", b"new")
    assert link.is_symlink()
    assert (tmp_path / "war.toml").read_bytes() == b"new"


def test_campaign__changed_meanwhile_it_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "war.toml"
    path.write_bytes(b"other")
    with pytest.raises(ValueError, match="changed meanwhile"):
        write_whole(path, b"old", b"new")
    assert path.read_bytes() == b"other"
    assert list(tmp_path.iterdir()) == [path]


def test_campaign__one_that_cannot_be_written_is_left_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "war.toml"
    path.write_bytes(b"old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="no space"):
            write_whole(path, b"old", b"new")
    with monkeypatch.context() as patched:
        patched.setattr("os.access", lambda *_: False)
        with pytest.raises(ValueError, match="may not be written"):
            write_whole(path, b"old", b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_campaign__a_course_is_written_and_read_again_and_may_be_missing() -> None:
    before = loads(TOP, "book.toml")
    battles = (Fought("0" * 16, "One", "one.jsonl"), Fought("f" * 16, "Two", "two.jsonl", (), "0123abcd"))
    made = rewritten(TOP.encode(), before, Campaign(before.title, before.armies, battles=battles))
    assert made.count(b"course") == 1
    assert loads(made, "book.toml").battles == battles
    with pytest.raises(ValueError, match="four for the beginning of the battle and four for each event"):
        loads(made.replace(b"0123abcd", b"0123abc"), "book.toml")


def test_campaign__a_file_of_the_user_that_is_called_part_is_left_alone(tmp_path: Path) -> None:
    path, own = tmp_path / "war.toml", tmp_path / "war.toml.part"
    path.write_bytes(b"old")
    own.write_bytes(b"mine")
    write_whole(path, b"old", b"new")
    assert (path.read_bytes(), own.read_bytes()) == (b"new", b"mine")
    assert sorted(tmp_path.iterdir()) == [path, own]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_campaign__written_by_root_it_stays_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "war.toml"
    path.write_bytes(b"old")
    os.chown(path, 1234, 1234)
    write_whole(path, b"old", b"new")
    assert (path.stat().st_uid, path.stat().st_gid, path.read_bytes()) == (1234, 1234, b"new")
