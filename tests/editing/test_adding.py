"""New things, second ones, and things that go, with what names them."""

from __future__ import annotations

import pytest
from editing.table import TABLE, after, changed, more, table

from battlefield.editing.applying import applied
from battlefield.editing.deleting import mentions_of
from battlefield.scenario.patching import Patch, patched
from battlefield.workbench import (
    AddArtifact,
    AddModel,
    AddObjective,
    AddTerrain,
    AddUnit,
    Delete,
    Duplicate,
    EditError,
)


def test_a_new_unit_stands_behind_the_last_in_the_style_of_the_file() -> None:
    made, new = applied(table(), AddUnit(player="Blue", profile="ranger", x=10, y=30, count=7))
    assert new == ("Ranger",)
    assert more(made) == [
        'name    = "Ranger"',
        "at      = { grid = [5, 2], first = [10, 30], gap = 0.5 }",
        "count   = 7",
    ]
    assert made.raw.decode().index('"Ranger"') > made.raw.decode().index('"Statue"')
    assert made.pose("Ranger/1").point == (10, 30)


def test_a_file_without_columns_gets_none() -> None:
    raw = b"\n".join(b" ".join(line.split()) for line in TABLE.split(b"\n"))
    assert 'name = "Unit"' in more(after(AddUnit(player="Red", x=5, y=5), raw=raw), raw)


def test_the_first_thing_of_a_kind_gets_a_table_behind_what_goes_before() -> None:
    raw = b'format = 1\nrules = ["core", "relics-of-old"]\n[board]\nwidth = 40\nheight = 30\n[[players]]\nname = "Red"'
    edits = (AddObjective(x=3, y=4), AddArtifact(x=5, y=6), AddUnit(player="Red", x=20, y=20))
    made = after(AddTerrain(shape="rect", x=10, y=10), *edits, raw=raw)
    headers = [line for line in made.raw.decode().splitlines() if line.startswith("[")]
    assert headers == ["[board]", "[[players]]", "[[terrain]]", "[[units]]", "[[artifacts]]", "[[objectives]]"]
    assert made.raw.startswith(raw)


@pytest.mark.parametrize("shape", ["rect", "circle", "polygon", "line"])
def test_terrain_of_each_shape_is_round_its_place(shape: str) -> None:
    made = after(AddTerrain(shape=shape, x=20, y=20, traits=("wall",), height=4))  # type: ignore[arg-type]
    terrain = made.terrain("Terrain")
    assert (terrain.traits, terrain.height) == ({"wall"}, 4)


def test_artifact_assigned__an_artifact_needs_its_rules() -> None:
    with pytest.raises(EditError, match="relics-of-old"):
        after(AddArtifact(x=3, y=3), raw=TABLE.partition(b"[[artifacts]]")[0].replace(b', "relics-of-old"', b""))


# --- models ---


def test_one_more_model_of_a_list_is_a_line_below_the_last() -> None:
    made, new = applied(table(), AddModel(unit="Scouts", x=20, y=8))
    assert new == ("Scouts/4",)
    assert "\n    [20, 8]," in made.raw.decode()
    assert "# by itself\n" in made.raw.decode()
    assert made.pose("Scouts/4").point == (20, 8)


def test_one_more_model_of_a_full_grid_gets_a_row_and_a_place_of_its_own() -> None:
    made = after(AddModel(unit="Rangers", x=40, y=24))
    grid = "at      = { grid = [5, 3], first = [44, 30], gap = 0.5 }"
    assert more(made) == [grid, "count   = 11", "[units.models.11]", "at = [40, 24]"]
    assert made.pose("Rangers/11").point == (40, 24)


def test_a_unit_of_one_becomes_a_unit_of_two() -> None:
    made = after(
        AddModel(unit="Ark", x=40, y=8),
        raw=TABLE.partition(b"[[artifacts]]")[0].replace(b'"Ark", gap', b'"Ark/1", gap'),
    )
    assert "at       = [[30.5, 12], [40, 8]] # in the middle" in made.raw.decode()


def test_a_unit_of_one_that_is_named_as_a_model_stays_one() -> None:
    with pytest.raises(EditError, match=r"table.toml:\d+:\d+: .*is a unit of 2 models"):
        after(AddModel(unit="Ark", x=40, y=8))


def test_a_second_model_like_the_first_has_its_keys() -> None:
    raw = TABLE.replace(b'name = "Alpha"', b'name = "Alpha"\nbase = "32mm"')
    made, new = applied(table(raw), Duplicate(name="Alpha", dx=0, dy=5))
    assert new == ("Rangers/11",)
    assert made.layout.scenario.table.models["Rangers/11"].profile.size == "32mm"


# --- second ones ---


def test_a_second_unit_has_new_names_and_leans_on_itself() -> None:
    made, new = applied(table(), Duplicate(name="Scouts", dx=0, dy=-6))
    assert new == ("Scouts 2",)
    assert '{ from = "Scouts 2/1", gap = 0.5, bearing = 90 },' in made.raw.decode()
    before = table()
    for n in (1, 2, 3):
        was, now = before.pose(f"Scouts/{n}"), made.pose(f"Scouts 2/{n}")
        assert (now.x - was.x, now.y - was.y) == pytest.approx((0, -6), abs=1e-6)
    assert made.raw.decode().count("# beside the Ark") == 2


def test_a_second_unit_renames_the_models_that_have_names() -> None:
    made = after(Duplicate(name="Rangers", dy=-9, dx=0), Duplicate(name="Rangers", dy=-18, dx=0))
    assert [made.model(each) for each in ("Alpha", "Alpha 2", "Alpha 3")] == ["Rangers/4", "Rangers 2/4", "Rangers 3/4"]


def test_a_second_terrain_feature_is_moved() -> None:
    made = after(Duplicate(name="Sinkhole", dx=10, dy=0))
    assert "[[44, 27], [47, 27], [47, 31], [44, 31]]" in made.raw.decode()


# --- what goes ---


def test_deleting_takes_the_table_out_and_nothing_else() -> None:
    gone = after(Delete(names=("Hall",)))
    assert gone.raw == TABLE.replace(b'[[terrain]]\nname = "Hall"\narea = { rect = [2, 30, 6, 4], angle = 15 }\n', b"")


def test_what_names_a_thing_is_said_before_it_goes() -> None:
    lines = TABLE.decode().splitlines()
    found = mentions_of(table(), ["Ark"])
    said = [(each.says, each.line) for each in found]
    assert said == [(lines[line - 1].strip(), line) for _, line in said]
    assert [each.says.split(" #")[0].strip() for each in found] == [
        '{ from = "Ark", gap = 1, bearing = 180 },',
        'carrier = "Ark"',
        'unit = "Ark"',
    ]
    with pytest.raises(EditError, match=f"line {found[0].line}: "):
        after(Delete(names=("Ark",)))


def test_what_names_a_thing_goes_with_it_or_is_made_good() -> None:
    gone = after(Delete(names=("Ark",), with_mentions=True))
    text = gone.raw.decode()
    assert "exfiltrate" not in text
    assert ("[[orders]]" in text, "[[expect]]" in text) == (False, True)
    assert 'at      = [30.5, 12]\nstate   = "field"\n' in text
    assert gone.pose("Scouts/1").point == pytest.approx(table().pose("Scouts/1").point, abs=1e-6)
    assert gone.pose("Scouts/2").point == pytest.approx(table().pose("Scouts/2").point, abs=1e-6)
    assert text.endswith("# the end\n")


def test_models_behind_one_that_goes_move_up_and_so_do_their_names() -> None:
    before, gone = table(), after(Delete(names=("Rangers/3",)))
    assert 'distance = ["Scouts/3", "Rangers/4"]' in gone.raw.decode()
    assert "[units.models.3]                        # one model by its number" in gone.raw.decode()
    assert gone.model("Alpha") == "Rangers/3"
    for n in range(4, 11):
        assert gone.pose(f"Rangers/{n - 1}").point == pytest.approx(before.pose(f"Rangers/{n}").point, abs=1e-6)


def test_the_last_of_a_grid_goes_by_the_count() -> None:
    assert more(after(Delete(names=("Rangers/10",)))) == ["count   = 9"]


def test_one_of_a_list_goes_with_its_line() -> None:
    gone = after(Delete(names=("Scouts/3",), with_mentions=True))
    assert "by itself" not in gone.raw.decode()
    assert len(gone.models("Scouts")) == 2


def test_the_only_model_of_a_unit_goes_with_its_unit() -> None:
    assert "Statue" not in after(Delete(names=("Statue/1",))).layout.names.units


def test_an_edit_that_makes_the_file_unreadable_is_refused_with_the_loaders_words() -> None:
    raw = TABLE.replace(b"[profiles.statue]\n", b'[profiles.statue]\nleads = "Rangers"\n')
    with pytest.raises(EditError, match=r'table.toml:\d+:\d+: no unit is called "Rangers"'):
        after(Delete(names=("Rangers",), with_mentions=True), raw=raw)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(EditError, match="Nobody"):
        after(Delete(names=("Nobody",)))
    assert changed(table()) == []


def test_names_in_what_goes_with_a_model_are_not_moved_up() -> None:
    order = (
        b'[[orders]]\ndo = "move"\nunit = "Rangers"\n[orders.paths]\n"Rangers/2" = [40, 20]\n"Rangers/3" = [41, 20]\n\n'
    )
    raw = TABLE.replace(b"[[expect]]", order + b"[[expect]]", 1)
    gone = after(Delete(names=("Rangers/2",), with_mentions=True), raw=raw).raw.decode()
    assert "[orders.paths]" not in gone
    assert 'distance = ["Scouts/3", "Rangers/4"]' in gone


def test_names_in_the_keys_of_paths_move_up() -> None:
    order = b'[[orders]]\ndo = "move"\nunit = "Rangers"\n[orders.paths]\n"Rangers/3" = [41, 20]\n\n'
    raw = TABLE.replace(b"[[expect]]", order + b"[[expect]]", 1)
    assert '"Rangers/2" = [41, 20]' in after(Delete(names=("Rangers/2",)), raw=raw).raw.decode()


def test_two_changes_that_overlap_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        patched(b"abcdef", [Patch(0, 3, "x"), Patch(2, 4, "y")])
