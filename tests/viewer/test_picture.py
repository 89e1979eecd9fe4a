"""Stills of a measured pair and of findings, and the files that they are written to."""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from viewer.test_shipped import LOGS, items

from battlefield.asking import measure_pair
from battlefield.battle import findings, run
from battlefield.check import check
from battlefield.cli import main
from battlefield.cli.picturing import picture_of
from battlefield.events.core import OrderRefused
from battlefield.geometry import measure
from battlefield.scenario.load import load
from battlefield.state import State
from battlefield.viewer.camera import NEAREST, view_of
from battlefield.viewer.drawing import Ellipse, Rect, Scene, Stroke, Text
from battlefield.viewer.labels import Ground, board_pixels, box
from battlefield.viewer.picture import SIZE, measure_picture, reason_picture, save, table_picture
from battlefield.viewer.svg import svg

HOME = Path(__file__).resolve().parent.parent.parent
SCENARIOS = HOME / "scenarios"
PAIRS = [
    ("threshold", "Oval", "Oval at"),
    ("threshold", "Disc", "Disc at"),
    ("held-from-above", "Marksman", "Well"),
    ("deep-strike", "Meteor", "Watch"),
]


def state_of(name: str, orders: int | None = None) -> State:
    return run(load(SCENARIOS / f"{name}.toml"), orders=orders).state


def pair_picture(name: str, a: str, b: str, orders: int | None = None) -> Scene:
    state = state_of(name, orders)
    return measure_picture(state, *measure_pair(state, a, b))


def shown(scene: Scene) -> list[str]:
    return [each.text for each in scene.texts()]


def everything(scene: Scene) -> list[Any]:
    return [item for layer in scene.layers for item in layer.items]


def test_a_measured_pair_has_its_points_its_line_its_figure_its_ring_and_its_verdicts() -> None:
    state = state_of("threshold")
    bare, about = measure_pair(state, "Oval", "Oval at")
    scene = measure_picture(state, bare, about)
    here, there = (tuple(bare.details[key][:2]) for key in ("here", "there"))
    strokes = [each for each in everything(scene) if isinstance(each, Stroke)]
    assert (here, there) in [each.points for each in strokes]
    dots = [each.at for each in everything(scene) if isinstance(each, Ellipse)]
    assert here in dots
    assert there in dots
    said = shown(scene)
    assert {"1″", "1 in", "measure.engagement", "in", "out", "exactly 1″", "Oval/1 – Oval at/1"} <= set(said)
    assert any(each.startswith("1 of 1 in, margin 0") for each in said)
    oval = state.model("Oval at").footprint
    rings = [each for each in strokes if each.closed and each.dash and len(each.points) > 60]
    assert any(
        all(measure.point_gap(oval, point).high == pytest.approx(1.0, abs=1e-3) for point in ring.points)
        for ring in rings
    )


def test_a_pair_one_above_the_other_reads_in_plan_and_in_height() -> None:
    said = shown(pair_picture("held-from-above", "Marksman", "Well"))
    assert "0.582677″ in plan, 5″ up" in said
    assert "0.582677 of 3 in, height 5 of 5 in, margin 0" in said


def test_a_pair_far_apart_is_wholly_in_the_picture_and_a_close_one_is_near() -> None:
    for name, a, b, orders in (("exfiltration", "Rangers", "Ark", 0), ("threshold", "Disc", "Disc at", None)):
        state = state_of(name, orders)
        bare, about = measure_pair(state, a, b)
        scene = measure_picture(state, bare, about)
        port = scene.view.viewport
        for one in (bare.a, bare.b):
            assert one is not None
            x0, y0, x1, y1 = measure.bounds(state.model(one).footprint)
            for corner in ((x0, y0), (x1, y1)):
                assert port.holds(*scene.view.to_screen(corner))
        assert scene.view.scale > 20


def test_an_area_can_be_measured_to() -> None:
    said = shown(pair_picture("exfiltration", "Rangers", "Sinkhole", 0))
    assert "6.507874″" in said
    assert "measure.within_area" in said


def test_labels_keep_off_the_measured_line_and_in_the_picture() -> None:
    for name, a, b in PAIRS[:4]:
        scene = pair_picture(name, a, b)
        bare = measure_pair(state_of(name), a, b)[0]
        line = tuple(tuple(bare.details[key][:2]) for key in ("here", "there"))
        scale = scene.view.scale
        ground = Ground(Rect(-1e6, -1e6, 2e6, 2e6), [board_pixels(line, scale)])
        port = scene.view.viewport
        for text in items(scene, "labels").items:
            assert isinstance(text, Text)
            rect = box(text, scale)
            assert ground.cost(rect.shrunk(3)) == 0.0
            assert port.holds(rect.x + scene.view.x, rect.y + scene.view.y)
            assert port.holds(rect.right + scene.view.x, rect.bottom + scene.view.y)


@pytest.mark.parametrize("name", LOGS)
def test_every_reason_of_a_shipped_battle_has_a_picture(name: str) -> None:
    battle = run(load(SCENARIOS / f"{name}.toml"))
    drawn = [
        (battle.states[place], reason, event.asked)
        for place, event in enumerate(battle.events)
        if isinstance(event, OrderRefused)
        for reason in event.reasons
    ]
    drawn += [(battle.state_after(0), fault, {}) for fault in findings(battle.state_after(0))]
    for state, reason, asked in drawn:
        scene = reason_picture(state, reason, asked=asked)
        assert reason.rule in shown(scene)
        ElementTree.fromstring(svg(scene))
        if reason.at is not None and not scene.whole:
            assert scene.view.viewport.holds(*scene.view.to_screen(reason.at))


def test_the_asked_way_is_in_the_picture_of_a_refusal() -> None:
    battle = run(load(SCENARIOS / "between-two-walls.toml"))
    place, event = next((n, each) for n, each in enumerate(battle.events) if isinstance(each, OrderRefused))
    scene = reason_picture(battle.states[place], event.reasons[0], asked=event.asked, kind="refused")
    for corner in ((5.0, 5.0), (16.0, 5.0)):
        assert scene.view.viewport.holds(*scene.view.to_screen(corner))
    assert {"REFUSED", "move.swept", "0.0102 in deep, 0.01 allowed", "0.0102″ deep"} <= set(shown(scene))


def test_a_view_is_no_nearer_than_need_be_and_shows_little_beyond_the_board() -> None:
    board = state_of("threshold").board
    port = Rect(0, 0, 900, 800)
    tiny = view_of(board, (10.0, 10.0, 10.1, 10.1), port)
    assert tiny.scale <= NEAREST
    corner = view_of(board, (0.2, 0.2, 1.0, 1.0), port)
    left, low = corner.to_board((port.x, port.bottom))
    assert left > -2.0
    assert low > -2.0
    whole = view_of(board, None, port)
    assert view_of(board, (0, 0, board.width, board.height), port).scale == pytest.approx(whole.scale)


def test_a_still_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table_picture(state_of("threshold"), "Heading", "Words.")
    for name in ("a.svg", "a.png"):
        save(scene, tmp_path / name)
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    width, height = struct.unpack(">II", (tmp_path / "a.png").read_bytes()[16:24])
    assert (width, height) == SIZE
    with pytest.raises(ValueError, match="allowed are"):
        save(scene, tmp_path / "a.gif")

    def broken(self: Path, data: bytes) -> int:
        self.open("wb").close()
        raise OSError("disk full")

    monkeypatch.setattr(Path, "write_bytes", broken)
    with pytest.raises(OSError, match="disk full"):
        save(scene, tmp_path / "b.svg")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.png", "a.svg"]


# --- the command line ---

WRONG = """
format = 1
rules  = ["core"]
start  = { round = 1, player = "Red", phase = "movement" }
[board]
width  = 44
height = 30
[[players]]
name = "Red"
[[players]]
name = "Blue"
[[units]]
name   = "Guard"
player = "Red"
base   = "32mm"
move   = 6
at     = [[5, 7], [8.5, 7]]
[[units]]
name   = "Hunter"
player = "Blue"
base   = "40mm"
at     = [5, 15]
[[orders]]
do   = "move"
unit = "Guard"
by   = [7, 0]
[[orders]]
do      = "move"
unit    = "Guard"
by      = [0, 1]
refused = "move.length"
[[expect]]
distance = ["Guard", "Hunter"]
is       = 5
[[expect]]
event = "battle_ended"
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.toml"
    path.write_text(WRONG, encoding="utf-8")
    return path


def test_check__each_finding_has_a_picture_of_its_own_kind(wrong: Path) -> None:
    report = check(load(wrong))
    assert {each.kind for each in report.findings} == {"set up", "refused", "expected"}
    for finding in report.findings:
        said = " ".join(shown(picture_of(report, finding)))
        assert finding.rule in said or finding.message[:24] in said
        assert finding.kind.upper() in said or finding.kind.capitalize() in said


def test_check__one_finding_is_drawn_into_the_file_several_into_numbered_ones(
    wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = wrong.with_name("found.svg")
    assert main(["check", str(wrong), "--picture", str(out)]) == 1
    number = len(check(load(wrong)).findings)
    assert number > 2
    names = [f"found-{each}.svg" for each in range(1, number + 1)]
    assert sorted(each.name for each in wrong.parent.glob("found*")) == sorted(names)
    assert all(f"{name}: written" in capsys.readouterr().err for name in names[:1])
    lone = wrong.with_name("lone.toml")
    text = WRONG.split("[[orders]]")[0].replace("[8.5, 7]", "[7, 7]") + "[[expect]]\nevent = 'battle_ended'\n"
    lone.write_text(text, encoding="utf-8")
    assert main(["check", str(lone), "--picture", str(wrong.with_name("lone.svg")), "--json"]) == 1
    assert wrong.with_name("lone.svg").exists()


def test_check__nothing_found_nothing_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "none.png"
    assert main(["check", str(SCENARIOS / "exfiltration.toml"), "--picture", str(out)]) == 0
    assert not out.exists()
    assert "no finding" in capsys.readouterr().err


def test_measure__is_drawn_and_answers_as_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = ["measure", str(SCENARIOS / "threshold.toml"), "Disc", "Disc at"]
    assert main(question) == 0
    plain = capsys.readouterr().out
    assert main([*question, "--picture", str(tmp_path / "pair.png")]) == 0
    assert capsys.readouterr().out == plain
    assert (tmp_path / "pair.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", [["check"], ["measure"]])
def test_another_ending_is_refused_before_anything_is_done(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = [] if command == ["check"] else ["Disc", "Disc at"]
    assert main([*command, str(SCENARIOS / "threshold.toml"), *rest, "--picture", str(tmp_path / "a.gif")]) == 2
    said = capsys.readouterr()
    assert ".svg or .png" in said.err
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "nowhere" / "pair.svg"
    assert main(["measure", str(SCENARIOS / "threshold.toml"), "Disc", "Disc at", "--picture", str(out)]) == 2
    assert "pair.svg" in capsys.readouterr().err


def test_a_check_without_a_picture_imports_nothing_that_draws() -> None:
    code = (
        "import sys; from battlefield.cli import main; "
        f"main(['check', {str(SCENARIOS / 'threshold.toml')!r}]); "
        "print([each for each in sys.modules if each.startswith('battlefield.viewer') or each == 'resvg_py'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=HOME, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


# --- the pictures of the documentation ---


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("pictures", HOME / "tools" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_picture_of_the_documentation_is_there_and_small(tool: Any) -> None:
    names = {f"{each}.png" for each in tool.DRAWN}
    assert {each.name for each in (HOME / "docs" / "pictures").glob("*.png")} >= names
    for name in names:
        assert (HOME / "docs" / "pictures" / name).stat().st_size <= 150_000, name
    assert tool.main(["no-such-picture"]) == 2


def test_a_deployment_map_shows_its_zones_and_its_markers(tool: Any) -> None:
    scene = tool.deployment("search_and_destroy")
    said = shown(scene)
    assert {"Attacker", "Defender", "Centre (30, 22)", "Attacker home (46, 34)", "0, 22", "9″ from the centre"} <= set(
        said
    )
    rings = [each for each in everything(scene) if isinstance(each, Ellipse) and each.at == (30.0, 22.0) and each.dash]
    assert any(each.rx == pytest.approx(3 + 20 / 25.4) for each in rings)


def test_the_page_of_the_maps_shows_each(tool: Any) -> None:
    page = (HOME / "docs" / "deployment-maps.md").read_text(encoding="utf-8")
    shown_there = {each for each in tool.DRAWN if f"pictures/{each}.png" in page}
    assert shown_there == {each for each in tool.DRAWN if each.startswith("deployment-")}
