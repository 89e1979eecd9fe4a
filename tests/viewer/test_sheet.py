"""Map sheets: true to scale, everything on them and nothing on anything else, readable without colour."""

from __future__ import annotations

import io
import re
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from battlefield.battle import run
from battlefield.geometry.area_tree import circle_area, line_area, minus_area, polygon_area, rect_area
from battlefield.log import load as load_log
from battlefield.recording import Recording
from battlefield.scenario.load import load, loads
from battlefield.state import Board
from battlefield.viewer import theme
from battlefield.viewer.drawing import Colour, Ellipse, Fill, Rect, Scene, Text
from battlefield.viewer.export import Wish, export
from battlefield.viewer.labels import box
from battlefield.viewer.png import png_from_svg
from battlefield.viewer.sheet import SIZES, Paper, map_sheets, paper_named
from battlefield.viewer.sheet_map import base_items, zone_items
from battlefield.viewer.sheet_places import from_edges, parts_of
from battlefield.viewer.svg import svg

SCENARIOS = Path(__file__).resolve().parent.parent.parent / "scenarios"
SHIPPED = ("crossroads", "relics-of-old", "illegal-set-up", "keyhole", "pomroczna-swieca", "relic-run", "hatchway")
A4 = paper_named("a4")


def recorded(name: str) -> Recording:
    return load_log(SCENARIOS / f"{name}.jsonl").recording


def crowded(features: int) -> Recording:
    """A board with so many terrain features, each of six corners, and a unit for each player."""
    terrain = "\n".join(
        f'[[terrain]]\nname = "Rock {n}"\ntraits = ["cover"]\narea = {{ polygon = [[{x}, {y}], [{x + 2}, {y - 0.5}], '
        f"[{x + 3}, {y + 1}], [{x + 2.5}, {y + 2}], [{x + 1}, {y + 2.5}], [{x}, {y + 1.5}]] }}"
        for n in range(features)
        for x, y in [(2 + n % 10 * 5.5, 6 + n // 10 * 6)]
    )
    text = f"""
        format = 1
        title = "Rocks"
        rules = ["core"]
        board = {{ width = 60, height = 44 }}
        players = [{{ name = "Red" }}, {{ name = "Blue" }}]
        {terrain}
    """
    return run(loads(text, "rocks.toml")).recording


def on_paper(scene: Scene) -> list[tuple[str, Rect]]:
    """What every text covers, in pixels of the sheet."""
    out = []
    for layer in scene.layers:
        for item in layer.items:
            if isinstance(item, Text):
                scale = scene.view.scale if layer.space == "board" else 1.0
                rect = box(item, scale)
                if layer.space == "board":
                    rect = rect._replace(x=rect.x + scene.view.x, y=rect.y + scene.view.y)
                else:
                    rect = rect._replace(y=rect.y + 2 * item.at[1])  # on the screen y runs down
                out.append((item.text, rect))
    return out


def grey(colour: Colour) -> float:
    """How light a colour is on white paper, 0 to 255."""
    light = 0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b
    return colour.a * light + (1 - colour.a) * 255


# --- places ---


def test_a_place_is_measured_from_its_two_nearest_edges() -> None:
    board = Board(60, 44)
    assert from_edges(board, (0, 44)) == ("0 W", "0 N")
    assert from_edges(board, (30, 22)) == ("30 W", "22 S")
    assert from_edges(board, (30.01, 22.01)) == ("29.99 E", "21.99 N")
    assert from_edges(board, (12.125, 3)) == ("12.12 W", "3 S")


def test_an_area_is_told_by_its_corners_its_holes_its_discs_and_what_is_cut_out() -> None:
    square = rect_area(2, 3, 4, 5)
    (part,) = parts_of(square)
    assert [each.at for each in part.spots] == [(2, 3), (6, 3), (6, 8), (2, 8)]
    assert [each.called for each in part.spots] == ["1", "2", "3", "4"]
    holed = polygon_area([(0, 0), (9, 0), (9, 9), (0, 9)], [[(2, 2), (4, 2), (4, 4)]])
    assert [(each.what, len(each.spots)) for each in parts_of(holed)] == [("", 4), ("hole", 3)]
    bitten = parts_of(minus_area(square, circle_area(6, 8, 1.5)))
    assert [(each.what, each.spots[0].words) for each in bitten] == [("", ""), ("cut out", "middle, radius 1.5")]
    wall = parts_of(line_area([(0, 0), (6, 0), (6, 4)], 1))  # three strips and a wedge are one wall of six corners
    assert [len(each.spots) for each in wall] == [6]


# --- the sheet ---


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("paper", [A4, paper_named("letter", True)], ids=["a4", "letter landscape"])
def test_no_text_lies_on_another_or_beyond_the_margin(name: str, paper: Paper) -> None:
    for scene in map_sheets(recorded(name), paper):
        texts = on_paper(scene)
        wide, high = (each * 96 / 25.4 for each in paper)
        for text, rect in texts:
            assert rect.x >= 36, text
            assert rect.y >= 36, text
            assert rect.right <= wide - 36, text
            assert rect.bottom <= high - 36, text
        for (one, a), (other, b) in combinations(texts, 2):
            across = min(a.right, b.right) - max(a.x, b.x)
            down = min(a.bottom, b.bottom) - max(a.y, b.y)
            assert across <= 0.5 or down <= 1.0, f"{one} lies on {other}"


LONG = b"""format = 1
title = "The long and winding battle for the ruined chapter house of the Brotherhood of the Iron Candle at midwinter"
rules = ["core"]
start = { round = 1, player = "Red Host of the Seven Burning Towers beyond the Sea", phase = "movement" }
board = { width = 44, height = 30 }
players = [{ name = "Red Host of the Seven Burning Towers beyond the Sea" }, { name = "Blue" }]

[[units]]
name = "Brotherhood of the Iron Candle, First Company"
player = "Red Host of the Seven Burning Towers beyond the Sea"
base = "32mm"
at = [[5, 7], [7, 7]]

[[terrain]]
name = "The Collapsed Gatehouse of Saint Odo"
area = { rect = [10, 10, 4, 4] }
traits = ["cover", "obscuring"]
height = 4
"""


@pytest.mark.parametrize("landscape", [False, True])
def test_names_and_titles_go_on_in_the_next_line_and_are_never_cut(landscape: bool) -> None:
    (scene,) = map_sheets(run(loads(LONG, "long.toml")).recording, paper_named("a4", landscape))
    texts = on_paper(scene)
    said = " ".join(each for each, _ in texts)
    assert "…" not in said
    for wanted in ("R1 Brotherhood of the Iron Candle, First Company", "The Collapsed Gatehouse of Saint Odo",
                   "The long and winding battle for the ruined chapter house of the Brotherhood of the Iron Candle at",
                   "UNITS OF RED HOST OF THE SEVEN BURNING TOWERS BEYOND THE SEA"):  # fmt: skip
        assert wanted in said, wanted
    for (one, a), (other, b) in combinations(texts, 2):
        across = min(a.right, b.right) - max(a.x, b.x)
        down = min(a.bottom, b.bottom) - max(a.y, b.y)
        assert across <= 0.5 or down <= 1.0, f"{one} lies on {other}"


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("name", list(SIZES))
def test_an_inch_of_the_table_is_as_many_millimetres_as_the_sheet_says(name: str, landscape: bool) -> None:
    (scene, *_) = map_sheets(recorded("relics-of-old"), paper_named(name, landscape))
    text = svg(scene)
    wide, high = SIZES[name][::-1] if landscape else SIZES[name]
    assert f'width="{wide:g}mm" height="{high:g}mm"' in text
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    assert found is not None
    pixel = wide / float(found[1])  # millimetres of paper in a unit of the picture
    assert abs(high / float(found[2]) - pixel) < 1e-6
    told = next(re.search(r"is ([\d.]+) mm here", each) for each, _ in on_paper(scene) if "mm here" in each)
    assert told is not None
    assert abs(scene.view.scale * pixel - float(told[1])) < 1e-4
    left, right = scene.view.to_screen((0, 0))[0], scene.view.to_screen((44, 0))[0]
    assert abs((right - left) * pixel - 44 * float(told[1])) < 1e-4


def test_a_sheet_holds_title_units_with_bases_terrain_with_corners_and_tokens() -> None:
    (scene,) = map_sheets(recorded("relics-of-old"), A4)
    said = [each for each, _ in on_paper(scene)]
    for wanted in ("Four rounds for three Artifacts and a seal", "R1 Ark", "1 of 130 mm", "B2 Lancers",
                   "1 of 75 × 42 mm", "B4 Ghosts (in Reserves)", "wall, 3″ high", "17.6 E · 2 S", "Old Seal",
                   "22 W · 14 S", "Red deployment zone (defender)", "carried by Pilgrim/1"):  # fmt: skip
        assert wanted in said, wanted
    assert {"R1", "R2", "R3", "R4", "B1", "B2", "B3", "A", "B", "C"} <= set(said)


def test_what_one_sheet_cannot_hold_goes_on_to_the_next(tmp_path: Path) -> None:
    made = crowded(60)
    scenes = map_sheets(made, A4)
    assert len(scenes) == 2
    said = [text for scene in scenes for text, _ in on_paper(scene)]
    for n in range(60):
        assert said.count(f"Rock {n}") == 1
    assert "sheet 2 of 2" in said
    _, files = export(made, tmp_path / "map.svg", Wish(paper=A4))
    assert [each.name for each in files] == ["map.svg", "map-2.svg"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["map-2.svg", "map.svg"]


def test_a_sheet_shows_the_set_up_unless_an_event_is_named() -> None:
    made = run(load(SCENARIOS / "relics-of-old.toml")).recording
    before, after = map_sheets(made, A4)[0], map_sheets(made, A4, len(made.entries))[0]
    one, other = ([(each.text, each.at) for each in scene.texts() if each.text == "B3"] for scene in (before, after))
    assert one != other
    assert any("as it stands after event" in each for each, _ in on_paper(after))
    with pytest.raises(ValueError, match="there is no event 999"):
        map_sheets(made, A4, 999)


def test_paper_of_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match="--page a5: allowed are a4, letter"):
        paper_named("a5")


# --- as a PDF ---


def test_a_pdf_has_every_sheet_at_its_size_and_shows_what_the_svg_shows(tmp_path: Path) -> None:
    reader = pytest.importorskip("pypdfium2", reason="a PDF is looked at with pypdfium2, of the extra [test]")
    pytest.importorskip("reportlab", reason="a PDF is written with ReportLab, of the extra [pdf]")
    made, paper, out = recorded("crossroads"), paper_named("letter", True), tmp_path / "map.pdf"
    _, files = export(made, out, Wish(paper=paper))
    scenes = map_sheets(made, paper)
    book = reader.PdfDocument(out)
    assert files == (out,)
    assert len(book) == len(scenes) > 1
    for page, scene in zip(book, scenes, strict=True):
        assert page.get_size() == pytest.approx((792, 612))
        text = page.get_textpage().get_text_range()
        assert all(each in text for each in ("Crossroads", f"sheet {scenes.index(scene) + 1} of {len(scenes)}"))
        ours = page.render(scale=96 / 72).to_pil()
        drawn = Image.open(io.BytesIO(png_from_svg(svg(scene), *ours.size)))
        coarse = (ours.width // 4, ours.height // 4)  # two ways to smooth letters are not what is compared
        one, other = (np.asarray(each.convert("L").resize(coarse, Image.Resampling.BOX), int) for each in (ours, drawn))
        assert np.abs(one - other).mean() < 3.0
        assert (np.abs(one - other) > 64).mean() < 0.001
    assert "R1 Ark" in book[0].get_textpage().get_text_range()


def test_without_the_extra_a_pdf_names_it_and_the_way_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("battlefield.viewer.pdf.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"battlefield\[pdf\].* an \.svg of a sheet does without"):
        export(recorded("crossroads"), tmp_path / "map.pdf", Wish(paper=A4))
    with pytest.raises(ValueError, match=r"a \.pdf is a map sheet: say on which paper"):
        export(recorded("crossroads"), tmp_path / "map.pdf")
    assert list(tmp_path.iterdir()) == []


# --- without colour ---


def test_players_are_told_apart_without_colour() -> None:
    from battlefield.geometry.shapes import Disc

    fills, hatches = [], []
    for index, livery in enumerate(theme.LIVERIES[:3]):
        base = base_items(Disc(0, 0, 1), livery, index)
        assert isinstance(base[0], Ellipse)
        assert base[0].fill is not None
        fills.append((grey(base[0].fill), len(base)))
        zone = [each for each in zone_items(rect_area(0, 0, 9, 9), livery, index) if isinstance(each, Fill)]
        hatches += [each.hatch.kind for each in zone if each.hatch is not None]
    assert abs(fills[0][0] - fills[1][0]) > 100  # filled and hollow
    assert len({length for _, length in fills[:2]}) == 1
    assert fills[2][1] > fills[0][1]  # with a dot besides
    assert len(set(hatches)) == 3


def test_kinds_of_terrain_are_told_apart_without_colour() -> None:
    looks = [(None if each.hatch is None else each.hatch.kind, grey(each.wash)) for each in theme.GROUNDS]
    for (kind, light), (other, shade) in combinations(looks, 2):
        assert kind != other or abs(light - shade) > 10


# --- the table alone ---


def test_the_table_alone_has_neither_panel_nor_bar_and_what_was_asked_for_below_it() -> None:
    from battlefield.viewer.table_alone import Furniture, table_alone

    made = recorded("relics-of-old")
    bare = table_alone(made, 40, (900, 700), Furniture())
    full = table_alone(made, 40, (900, 700), Furniture(True, True))
    assert {each.name for each in full.layers} - {each.name for each in bare.layers} == {"scale", "legend"}
    assert not {"panel", "bar"} & {each.name for each in bare.layers}
    left, top = full.view.to_screen((0, 30))
    right, bottom = full.view.to_screen((44, 0))
    assert 0 < left < right < 900
    assert 0 < top < bottom < 700
    below = [each for each in full.layers if each.name in ("scale", "legend")]
    assert all(each.at[1] > bottom for layer in below for each in layer.items if isinstance(each, Text))
    rows = sorted({each.at[1] for layer in below for each in layer.items if isinstance(each, Text)})
    assert all(two - one > 8 for one, two in pairwise(rows))
    with pytest.raises(ValueError, match="there is no event 999"):
        table_alone(made, 999, (900, 700), Furniture())
