"""Stills of what can be charged, what is seen, what is in reach; and what the command line makes of them."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from viewer.test_picture import shown, state_of

from battlefield.battle import run
from battlefield.check import check
from battlefield.cli import main
from battlefield.cli.picturing import picture_of
from battlefield.events.core import ChargeNeeds
from battlefield.geometry.shapes import Point
from battlefield.judge import Charge
from battlefield.judging import RulesJudge, charged, looked_at
from battlefield.scenario.load import loads
from battlefield.state import State
from battlefield.viewer import theme
from battlefield.viewer.drawing import Ellipse, Fill, Rect, Scene, Stroke, Text
from battlefield.viewer.labels import Ground, board_pixels, box
from battlefield.viewer.picture_answers import charge_picture, reach_picture, sight_picture
from battlefield.viewer.shown import HELD

HOME = Path(__file__).resolve().parent.parent.parent
SCENARIOS = HOME / "scenarios"
JUDGE = RulesJudge()
HEAD = """
format = 1
title  = "Answers"
rules  = ["core"]
board  = { width = 44, height = 30 }
start  = { round = 1, player = "Red", phase = "charge" }
players = [{ name = "Red" }, { name = "Blue" }]
"""


def table(text: str) -> State:
    return run(loads(HEAD + text, "answers.toml")).state


def one(name: str, player: str, at: str, base: str = "32mm", **keys: object) -> str:
    more = "\n".join(f"{key} = {value}" for key, value in keys.items())
    return f'[[units]]\nname = "{name}"\nplayer = "{player}"\nbase = "{base}"\nat = {at}\n{more}\n'


def ground(name: str, trait: str, area: str) -> str:
    return f'[[terrain]]\nname = "{name}"\ntraits = ["{trait}"]\nheight = 4\narea = {{ {area} }}\n'


def layer(scene: Scene, name: str) -> list[Any]:
    return [item for each in scene.layers if each.name == name for item in each.items]


def strokes(items: list[Any], colour: object = None) -> list[Stroke]:
    found = [each for each in items if isinstance(each, Stroke)]
    return [each for each in found if colour is None or each.colour[:3] == tuple(colour)[:3]]  # type: ignore[arg-type]


def lit_up(scene: Scene, colour: object) -> list[Stroke]:
    """The closed edges below the models that are drawn strong in a colour."""
    return [each for each in strokes(layer(scene, "under"), colour) if each.closed and each.width > 2.5]


def ghosts(scene: Scene) -> list[Point]:
    """Where bases are drawn as they would stand: dashed discs below the models, true in size."""
    found = [each for each in layer(scene, "under") if isinstance(each, Ellipse) and each.dash == (4, 3)]
    return [each.at for each in found]


# --- charges ---


@lru_cache
def corner() -> Scene:
    state = state_of("charge-round-a-corner", 0)
    return charge_picture(state, "Lancers", list(JUDGE.charges(state, "Lancers")))


def test_a_charge_shows_its_way_its_end_its_length_its_roll_and_its_chance_in_words() -> None:
    """9.210530 in round the end of the wall, as tests/rules/test_charge.py works it out: ten, or 6 of 36 throws."""
    said = shown(corner())
    assert {"Archers: 10+, 6 in 36", "9.21053″ to Archers"} <= set(said)
    assert {
        "Archers",
        "10+",
        "6 throws of 36 make it (16.7 %).",
        "9.21053 in",
        "Wall",
        "(18.014367, 11.078958)",
    } <= set(said)
    start, end = (10.0, 10.0), (18.014367, 11.078958)
    ways = [each.points for each in strokes(layer(corner(), "over")) if len(each.points) > 8]
    assert ways
    for way in ways:
        assert way[0] == start
        assert way[-1] == pytest.approx(end, abs=1e-6)
        assert sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(way)) == pytest.approx(9.210530, abs=2e-3)
    assert any(at == pytest.approx(end, abs=1e-6) for at in ghosts(corner()))


def test_the_band_of_a_charge_is_as_wide_as_its_base_and_touches_the_wall() -> None:
    bands = [each.rings[0] for each in layer(corner(), "under") if isinstance(each, Fill) and len(each.rings[0]) > 40]
    top = max(y for ring in bands for _, y in ring)
    assert top == pytest.approx(12 + 2 * 16 / 25.4, abs=0.01), "over the wall's end at y = 12, a base of 32 mm"


def test_where_no_roll_makes_it_the_first_blocker_is_lit_and_named() -> None:
    said = shown(corner())
    assert {"Prisoner: no roll, Cell is first in the way", "no roll", "Cell is first in the way."} <= set(said)
    lit = lit_up(corner(), theme.REFUSED)
    assert len(lit) == 2, "a ring has two edges"
    far = [hypot(x - 12, y - 22) for each in lit for x, y in each.points]
    assert min(far) == pytest.approx(3, abs=0.01)
    assert max(far) == pytest.approx(4, abs=0.01)


def test_a_base_that_goes_straight_is_drawn_where_it_is_stopped() -> None:
    pen = ground("Pen", "impassable", "minus = [{ circle = [16, 10, 4] }, { circle = [16, 10, 3] }]")
    state = table(one("Red one", "Red", "[8, 10]") + one("Far", "Blue", "[16, 10]") + pen)
    charge = charged(state, "Red one", "Far")
    assert (charge.needs.bound, charge.needs.shortest[0].blocker) == (None, "Pen")
    scene = charge_picture(state, "Red one", [charge])
    stopped = [each for each in layer(scene, "over") if isinstance(each, Ellipse) and each.dash == (3, 3)]
    assert [each.at[0] for each in stopped] == [pytest.approx(12 - 16 / 25.4, abs=1e-5)]


def test_an_enemy_in_the_way_stops_a_base_at_its_range_and_is_lit() -> None:
    """A gate of 3 in is shut by the Engagement Range of the one who stands in it, 1.629921 in round its middle."""
    posts = ground("North", "impassable", "rect = [16, 11.5, 1, 18.5]") + ground(
        "South", "impassable", "rect = [16, 0, 1, 8.5]"
    )
    state = table(
        one("Red one", "Red", "[12, 10]") + one("Guard", "Blue", "[16.5, 10]") + one("Far", "Blue", "[21, 10]") + posts
    )
    charge = charged(state, "Red one", "Far")
    assert (charge.needs.bound, charge.needs.shortest[0].blocker) == (None, "Guard/1")
    scene = charge_picture(state, "Red one", [charge])
    stopped = [each for each in layer(scene, "over") if isinstance(each, Ellipse) and each.dash == (3, 3)]
    assert [each.at[0] for each in stopped] == [pytest.approx(16.5 - 1 - 32 / 25.4, abs=1e-5)]
    rings = [each for each in layer(scene, "under") if isinstance(each, Ellipse) and each.outline == theme.REFUSED]
    assert [each.at for each in rings] == [(16.5, 10.0)]


def test_a_unit_shows_where_each_of_its_models_would_end() -> None:
    text = one("Squad", "Red", "{ grid = [3, 1], first = [10, 10], gap = 0.5 }") + one("Foe", "Blue", "[22, 10]")
    state = table(text)
    charge = charged(state, "Squad", "Foe")
    scene = charge_picture(state, "Squad", [charge])
    places = [each.path[-1] for each in charge.needs.ends]
    assert len(places) == 3
    found = ghosts(scene)
    assert all(any(at == pytest.approx(place) for at in found) for place in places)
    assert "3 models, at most" in " ".join(shown(scene))
    assert f"{charge.needs.roll}+" in shown(scene)


def test_a_bound_that_no_end_places_meet_is_told_as_it_is() -> None:
    state = state_of("charge-round-a-corner", 0)
    needs = charged(state, "Lancers", "Archers").needs
    loose = ChargeNeeds(targets=needs.targets, bound=9, roll=10, chance=needs.chance, shortest=needs.shortest)
    none = ChargeNeeds(targets=needs.targets, bound=9, shortest=needs.shortest)
    said = shown(charge_picture(state, "Lancers", [Charge("Lancers", loose)]))
    assert "10+, 6 in 36 (9+ not ruled out)" in said
    said = shown(charge_picture(state, "Lancers", [Charge("Lancers", none)]))
    assert "9+ at least, no end places found" in said
    assert "No less than 9 can do, and no end places were found" in " ".join(said)


def test_nobody_to_charge_is_said() -> None:
    state = table(one("Squad", "Red", "[4, 4]") + one("Foe", "Blue", "[40, 26]"))
    assert list(JUDGE.charges(state, "Squad")) == []
    assert "No enemy unit is within 12 in." in shown(charge_picture(state, "Squad", []))


# --- sight ---


@lru_cache
def keyhole() -> Scene:
    state = state_of("keyhole")
    return sight_picture(state, "Watcher", list(JUDGE.sights(state, "Watcher")))


def test_a_seen_model_has_its_clear_line_its_room_and_its_cover() -> None:
    state = state_of("keyhole")
    seen = looked_at(state, "Watcher", "Seen")
    line = tuple(tuple(each) for each in seen.claim.details["line"])
    drawn = strokes(layer(keyhole(), "over"), HELD)
    assert [each.points for each in drawn if each.dash and not each.closed] == [line], "dashed, since it is in cover"
    said = shown(keyhole())
    assert {"0.02″ of room", "in cover, partly behind First tower and Second tower", "sees 1 of 3"} <= set(said)
    assert said.count("in cover") == 1
    assert said.count("hidden") == 2


def test_what_hides_a_model_is_lit_and_the_line_is_cut_there() -> None:
    lit = lit_up(keyhole(), theme.REFUSED)
    assert [sorted({round(y, 6) for _, y in each.points}) for each in lit] == [[11.9, 12.1]], "the curtain wall alone"
    cut = [each.points for each in strokes(layer(keyhole(), "over"), theme.REFUSED) if each.dash == (5, 4)]
    assert any(one == (5.0, 18.0) and two == pytest.approx((5.0, 12.1), abs=1e-5) for one, two in cut)
    assert {"Unseen is behind Curtain wall", "Lookout is behind Curtain wall"} <= set(shown(keyhole()))


def test_one_look_is_told_in_full() -> None:
    state = state_of("keyhole")
    said = shown(sight_picture(state, "Watcher", [looked_at(state, "Watcher", "Seen")]))
    assert {"sees it", "0.02 in", "(5.629862, 18.008652)", "(23.689063, 18.011250)", "core.cover"} <= set(said)
    said = shown(sight_picture(state, "Lookout", [looked_at(state, "Lookout", "Unseen")]))
    assert {"does not see it", "Behind Third tower and Fourth tower."} <= set(said)


def test_of_many_looks_those_behind_the_same_thing_share_a_label() -> None:
    row = one("Row", "Blue", "{ grid = [8, 1], first = [20, 20], gap = 0.5 }")
    state = table(one("Eye", "Red", "[24, 6]") + row + ground("Hedge", "obscuring", "rect = [10, 12, 30, 1]"))
    said = shown(sight_picture(state, "Eye", list(JUDGE.sights(state, "Eye"))))
    assert "8 behind Hedge" in said
    assert "sees 0 of 8" in said


# --- reach ---


def test_reach_shows_the_ground_its_size_and_the_ranges_that_bound_it() -> None:
    state = state_of("between-two-guards", 0)
    found = JUDGE.reach(state, "Slim", 6.0)
    scene = reach_picture(state, found)
    fills = [each for each in layer(scene, "under") if isinstance(each, Fill) and each.rings == found.parts[0]]
    assert fills
    assert {"6″ of way: 95.53 sq in", "95.53 sq in", "113.1 sq in"} <= set(shown(scene))
    assert "North guard and" in " ".join(shown(scene))
    assert found.bounded == ("North guard/1", "South guard/1")
    radius = 16 / 25.4 + 1.0
    rings = [each for each in layer(scene, "under") if isinstance(each, Ellipse) and each.dash == (7, 5)]
    assert [(each.at, each.rx) for each in rings] == [
        ((15, 14.220472), pytest.approx(radius)),
        ((15, 9.779528), pytest.approx(radius)),
    ]
    assert shown(scene).count("1″") == 2


def test_a_pillar_that_is_gone_round_is_a_hole() -> None:
    state = table(one("Runner", "Red", "[12, 12]", "25mm") + ground("Pillar", "impassable", "circle = [15, 12, 1]"))
    found = JUDGE.reach(state, "Runner", 8.0)
    ((outer, *holes),) = found.parts
    assert len(holes) == 1
    for x, y in holes[0]:
        assert hypot(x - 15, y - 12) == pytest.approx(1 + 12.5 / 25.4, abs=0.02)
    assert found.bounded == ("Pillar",)
    assert max(hypot(x - 12, y - 12) for x, y in outer) == pytest.approx(8.0, abs=0.02)
    scene = reach_picture(state, found)
    assert any(isinstance(each, Fill) and len(each.rings) == 2 for each in layer(scene, "under"))
    assert "Stopped by, or led round, Pillar." in shown(scene)


def test_open_ground_is_a_disc_and_is_bounded_by_nobody() -> None:
    state = table(one("Runner", "Red", "[20, 15]", "25mm") + one("Foe", "Blue", "[30, 15]"))
    near, far = JUDGE.reach(state, "Runner", 6.0), JUDGE.reach(state, "Runner", 9.0)
    assert near.area == pytest.approx(36 * 3.14159265, abs=0.3)
    assert near.bounded == ()
    assert far.bounded == ("Foe/1",)


# --- all of them ---


@pytest.mark.parametrize("kind", ["corner", "keyhole"])
def test_labels_keep_off_the_lines_and_in_the_picture(kind: str) -> None:
    scene = corner() if kind == "corner" else keyhole()
    scale = scene.view.scale
    lines = [each.points for each in strokes(layer(scene, "over")) if len(each.points) > 1 and not each.closed]
    ground_of = Ground(Rect(-1e6, -1e6, 2e6, 2e6), [board_pixels(each, scale) for each in lines])
    tags = [each for each in layer(scene, "top") if isinstance(each, Text)]
    assert len(tags) >= 3
    for tag in tags:
        rect = box(tag, scale)
        assert ground_of.cost(rect.shrunk(3)) == 0, tag.text
        assert scene.view.viewport.holds(*scene.view.to_screen((rect.x / scale, -rect.y / scale)))
    rects = [box(each, scale).shrunk(2) for each in tags]
    for place, rect in enumerate(rects):
        for other in rects[place + 1 :]:
            assert not (
                rect.x < other.right and other.x < rect.right and rect.y < other.bottom and other.y < rect.bottom
            )


COMMANDS = [
    ["charge", "charge-round-a-corner.toml", "Lancers"],
    ["sight", "keyhole.toml", "Watcher"],
    ["reach", "between-two-guards.toml", "Slim", "--inches", "6"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
def test_the_command_draws_and_answers_as_ever(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, file, *rest = command
    question = [name, str(SCENARIOS / file), *rest, "--after", "0"]
    assert main(question) == 0
    plain = capsys.readouterr().out
    for ending, begins in ((".svg", b"<svg"), (".png", b"\x89PNG")):
        out = tmp_path / f"{name}{ending}"
        assert main([*question, "--picture", str(out)]) == 0
        said = capsys.readouterr()
        assert said.out == plain
        assert f"{name}{ending}: written" in said.err
        assert out.read_bytes().startswith(begins)
    assert main([*question, "--json", "--picture", str(tmp_path / "again.svg")]) == 0
    assert capsys.readouterr().out.lstrip()[0] in "[{"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
def test_another_ending_is_refused_before_anything_is_done(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, file, *rest = command
    for ending in (".gif", ""):
        assert main([name, str(SCENARIOS / file), *rest, "--picture", str(tmp_path / f"a{ending}")]) == 2
        said = capsys.readouterr()
        assert ".svg or .png" in said.err
        assert said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_sight_without_a_picture_imports_nothing_that_draws() -> None:
    code = (
        "import sys; from battlefield.cli import main; "
        f"main(['sight', {str(SCENARIOS / 'keyhole.toml')!r}, 'Watcher']); "
        "print([each for each in sys.modules if each.startswith('battlefield.viewer') or each == 'resvg_py'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=HOME, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_check__an_unmet_look_and_an_unmet_roll_are_drawn_as_such() -> None:
    text = HEAD + one("Eye", "Red", "[8, 10]") + one("Prey", "Blue", "[17, 10]")
    text += ground("Hedge", "obscuring", "rect = [11, 5, 2, 10]")
    text += '[[expect]]\nvisible = ["Eye", "Prey"]\n[[expect]]\nleast_charge_roll = ["Eye", "Prey"]\nis = 5\n'
    report = check(loads(text, "x.toml"))
    look, roll = (picture_of(report, finding) for finding in report.findings)
    assert lit_up(look, theme.REFUSED)
    assert "measure.visible: behind Hedge" in shown(look)
    # 9 in from centre to centre, two radii of 16 mm and the inch of Engagement Range less: 6.740157, a seven
    assert {"7+, 21 in 36", "21 throws of 36 make it (58.3 %).", "6.740157″"} <= set(shown(roll))
    assert "Expected least_charge_roll" in " ".join(shown(roll))
