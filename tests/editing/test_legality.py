"""Live legality: what is told while something is dragged is what `check` finds when it is there; exact places."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest
from editing.table import TABLE, after, table

from battlefield.battle import findings
from battlefield.editing.document import Document
from battlefield.editing.legality import Ground
from battlefield.editing.session import Session
from battlefield.editing.snapping import HAIR, snapper
from battlefield.geometry.areas import moved_area
from battlefield.geometry.measure import gap
from battlefield.geometry.shapes import MM_PER_INCH, Pose
from battlefield.workbench import MoveTo

DUEL = b"""format = 1
[board]
width  = 40
height = 30
[[players]]
name            = "Red"
deployment_zone = { rect = [0, 0, 40, 15] }
[[players]]
name = "Blue"
[[terrain]]
name   = "Rock"
traits = ["impassable"]
area   = { rect = [30, 2, 4, 4] }
[[units]]
name   = "Wardens"
player = "Red"
base   = "32mm"
at     = [[10, 10], [12, 10], [14, 10]]
[[units]]
name   = "Foe"
player = "Blue"
base   = "40mm"
at     = [20, 14]
[[units]]
name   = "Hulk"
player = "Red"
base   = "75x42mm"
at     = [24, 6]
"""
WARDEN, FOE = 16 / MM_PER_INCH, 20 / MM_PER_INCH


def rules(document: Document, name: str, pose: Pose) -> set[str]:
    return {each.rule for each in Ground(document).trial({name: pose}, 6.0).reasons}


@pytest.mark.parametrize(
    ("gap_", "engaged"), [(1.0, True), (1.0 - 1e-6, True), (1.0 + 1e-6, False)], ids=["at", "inside", "outside"]
)
def test_setup_engagement__is_told_while_dragging(gap_: float, engaged: bool) -> None:
    pose = Pose(20 - FOE - WARDEN - gap_, 14)
    trial = Ground(table(DUEL)).trial({"Wardens/1": pose}, 6.0)
    found = [each for each in trial.reasons if each.rule == "setup.engagement"]
    assert bool(found) == engaged
    if engaged:
        claim = found[0].claim
        assert claim is not None
        assert claim.margin == pytest.approx(1.0 - gap_, abs=1e-9)  # by how much


def test_setup__every_rule_of_check_is_told_of_a_pose() -> None:
    document = table(DUEL)
    assert rules(document, "Wardens/1", Pose(0.5, 10)) >= {"setup.on_board", "setup.coherency"}
    assert "setup.no_overlap" in rules(document, "Wardens/1", Pose(11, 10))
    assert "setup.zone" in rules(document, "Wardens/1", Pose(12, 15))
    assert rules(document, "Hulk", Pose(29, 4)) == {"setup.impassable"}
    assert rules(document, "Wardens/1", Pose(12, 12)) == set()


@pytest.mark.parametrize("spot", [(0.5, 10), (11, 10), (12, 15), (19, 12.5), (31, 3), (12, 12), (26, 6.5)])
def test_what_is_told_while_dragging_is_what_check_finds_when_it_is_there(spot: tuple[float, float]) -> None:
    for name in ("Wardens/1", "Hulk"):
        document = table(DUEL)
        before = document.pose(name)
        told = Ground(document).trial({name: before._replace(x=spot[0], y=spot[1])}, 6.0).reasons
        there = after(MoveTo(name=name, x=spot[0], y=spot[1]), raw=DUEL)
        found = findings(there.state)
        assert sorted(_key(each) for each in told) == sorted(_key(each) for each in found)


def _key(reason: object) -> tuple[str, tuple[str, ...], float]:
    claim = reason.claim  # type: ignore[attr-defined]
    pair = tuple(sorted(str(each) for each in (claim.a, claim.b) if each is not None))
    return reason.rule, pair, round(claim.margin, 9)  # type: ignore[attr-defined]


def test_what_follows_is_judged_too() -> None:
    raw = DUEL.replace(b"[[10, 10], [12, 10], [14, 10]]", b'[[10, 10], { from = "Wardens/1", gap = 1, bearing = 0 }]')
    trial = Ground(table(raw)).trial({"Wardens/1": Pose(39, 10)}, 6.0)
    assert set(trial.poses) == {"Wardens/1", "Wardens/2"}
    assert trial.poses["Wardens/2"].x == pytest.approx(39 + 2 * WARDEN + 1)
    assert [each.of for each in trial.reasons if each.rule == "setup.on_board"] == ["Wardens/2"]


def test_distances_to_what_is_near_are_told_the_nearest_first() -> None:
    near = Ground(table(DUEL)).trial({"Wardens/1": Pose(10, 10)}, 6.0).near
    assert [each.name for each in near] == ["Wardens/2", "Wardens/3"]
    assert [each.gap for each in near] == pytest.approx([2 - 2 * WARDEN, 4 - 2 * WARDEN])
    near = Ground(table(DUEL)).trial({"Hulk": Pose(26, 3)}, 6.0).near
    assert [each.name for each in near] == ["south edge", "Rock"]
    assert near[0].gap == pytest.approx(3 - 21 / MM_PER_INCH)


def test_setup_impassable__terrain_that_is_moved_onto_models_is_told() -> None:
    session_ground = Ground(table(DUEL))
    rock = table(DUEL).terrain("Rock")
    trial = session_ground.trial_of_terrain(replace(rock, area=moved_area(rock.area, -6, 3)), 3.0)
    assert {(each.rule, each.of) for each in trial.reasons} == {("setup.impassable", "Hulk/1")}


# --- exact places ---


def test_setup_engagement__snaps_to_just_outside_of_it_while_armies_are_deployed() -> None:
    document = table(DUEL)
    found = snapper(Ground(document), "Wardens/3").snapped(Pose(20 - FOE - WARDEN - 1.15, 14), 0.3)
    assert found is not None
    assert found.words == "just outside Engagement Range of Foe, 1.000002″"
    made = after(MoveTo(name="Wardens/3", x=found.pose.x, y=found.pose.y, exact=True), raw=DUEL)
    shapes = [made.shape(name) for name in ("Wardens/3", "Foe")]
    assert gap(*shapes).value == pytest.approx(1 + HAIR, abs=1e-8)  # type: ignore[arg-type]
    assert not [each for each in findings(made.state) if each.rule == "setup.engagement"]


def test_measure_engagement__snaps_to_exactly_one_inch_in_play() -> None:
    raw = DUEL.replace(b"[[players]]", b'[start]\nround = 1\nplayer = "Red"\n[[players]]', 1)
    found = snapper(Ground(table(raw)), "Wardens/3").snapped(Pose(20 - FOE - WARDEN - 1.15, 14), 0.2)
    assert found is not None
    assert found.words == "exactly 1″ from Foe, within Engagement Range"
    assert hypot(found.pose.x - 20, found.pose.y - 14) == pytest.approx(1 + FOE + WARDEN, abs=1e-8)


def test_measure_base_contact__snaps_to_it() -> None:
    found = snapper(Ground(table(DUEL)), "Hulk").snapped(Pose(28.4, 4), 0.2)
    assert found is not None
    assert found.words == "up against Rock"
    assert found.pose.x == pytest.approx(30 - 37.5 / MM_PER_INCH, abs=1e-8)


def test_setup_coherency__snaps_to_the_distance_that_still_is() -> None:
    found = snapper(Ground(table(DUEL)), "Wardens/1").snapped(Pose(12 - 2 * WARDEN - 1.95, 10), 0.2)
    assert found is not None
    assert found.words == "in coherency with Wardens/2, 2″"
    assert found.pose.x == pytest.approx(12 - 2 * WARDEN - 2, abs=1e-8)


def test_a_snap_may_meet_two_conditions_at_once() -> None:
    raw = DUEL.replace(b"[[10, 10], [12, 10], [14, 10]]", b"[[10, 10], [12.5, 10], [11.25, 12]]")
    found = snapper(Ground(table(raw)), "Wardens/3").snapped(Pose(11.25, 10.3), 0.6)
    assert found is not None
    assert set(found.to) == {"Wardens/1", "Wardens/2"}
    assert found.pose.x == pytest.approx(11.25)
    assert hypot(found.pose.x - 10, found.pose.y - 10) == pytest.approx(2 * WARDEN, abs=1e-8)


def test_setup_zone__snaps_to_its_edge() -> None:
    found = snapper(Ground(table(DUEL)), "Hulk").snapped(Pose(8, 15 - 21 / MM_PER_INCH - 0.1), 0.2)
    assert found is not None
    assert found.words == "at the edge of Red's deployment zone"
    assert found.pose.y == pytest.approx(15 - 21 / MM_PER_INCH)


def test_nothing_is_snapped_to_from_afar() -> None:
    assert snapper(Ground(table(DUEL)), "Hulk").snapped(Pose(8, 4), 0.2) is None


def test_the_legal_place_is_the_nearest_one() -> None:
    document = table(DUEL)
    ground = Ground(document)
    # Overlapping Foe's ring from below: straight out of Engagement Range, away from Foe's centre.
    found = snapper(ground, "Hulk").legal(Pose(20, 12.5))
    assert found is not None
    assert found.pose.x == pytest.approx(20, abs=1e-6)
    assert found.pose.y == pytest.approx(14 - FOE - 21 / MM_PER_INCH - 1 - HAIR, abs=1e-6)
    assert not ground.reasons("Hulk", found.pose)


def test_the_legal_place_keeps_to_every_rule_at_once() -> None:
    ground = Ground(table(DUEL))
    for spot in [(20, 14), (14, 16), (-2, -2), (11, 10.2), (19, 13), (39, 20)]:
        for name in ("Wardens/1", "Wardens/2", "Hulk"):
            found = snapper(ground, name).legal(Pose(*spot))
            assert found is None or not ground.reasons(name, found.pose)
            if name == "Hulk":
                assert found is not None


def test_the_session_asks_the_same(tmp_path: object) -> None:
    path = tmp_path / "duel.toml"  # type: ignore[operator]
    path.write_bytes(DUEL)
    session = Session(path)
    assert not session.trial({"Hulk": Pose(20, 12.5)}).legal
    assert session.legal_place("Hulk", Pose(20, 12.5)) is not None
    assert session.snapped("Hulk", Pose(8, 4), 0.2) is None
    assert not session.trial_of_terrain("Rock", -6, 3, 0).legal
    assert session.found() == ()
    assert TABLE


def test_core_hatchway__distances_go_round_walls_in_boarding_actions() -> None:
    raw = DUEL.replace(b"[board]", b"boarding = true\n[board]", 1).replace(b'"impassable"', b'"wall"')
    raw = raw.replace(b"[30, 2, 4, 4]", b"[17, 5, 0.5, 20]")
    near = Ground(table(raw)).trial({"Wardens/3": Pose(15, 13)}, 40.0).near
    foe = next(each for each in near if each.name == "Foe/1")
    # Straight it would be about 3.6 in through the Wall; the way round its lower end is far longer.
    assert foe.gap > 14


def test_measure_vertical__distances_are_those_in_space() -> None:
    raw = DUEL.replace(b"at     = [24, 6]", b"at     = [24, 6, 5]").replace(b"facing = 90", b"")
    near = Ground(table(raw)).trial({"Wardens/3": Pose(20, 6)}, 9.0).near
    flat = 4 - WARDEN - 37.5 / MM_PER_INCH
    assert next(each for each in near if each.name == "Hulk/1").gap == pytest.approx(hypot(flat, 5))


def test_what_leans_on_a_thing_comes_along_and_is_not_snapped_to() -> None:
    raw = DUEL.replace(b"at     = [20, 14]", b'at     = { from = "Hulk", gap = 3, bearing = 90 }')
    ground = Ground(table(raw))
    assert ground.followers("Hulk/1") == {"Foe/1"}
    at = ground.document.pose("Foe/1")
    box = Pose(at.x, at.y - 21 / MM_PER_INCH - FOE - 1.0)  # 1 in from where the Foe stands now, if it stayed
    found = snapper(ground, "Hulk").snapped(box, 0.2)
    assert found is None or "Foe" not in found.words


@pytest.mark.parametrize(("up", "engaged"), [(5.0, True), (5.01, False)])
def test_measure_engagement__a_snap_says_so_only_within_its_height(up: float, engaged: bool) -> None:
    raw = b"""format = 1
[board]
width = 40
height = 30
[start]
round = 2
player = "Red"
[[players]]
name = "Red"
[[players]]
name = "Blue"
[[units]]
name = "Low"
player = "Red"
base = "40mm"
height = 1
at = [10, 10]
[[units]]
name = "Lookout"
player = "Blue"
base = "40mm"
height = 1
at = [20, 10]
elevation = LEVEL
""".replace(b"LEVEL", f"{up:g}".encode())
    found = snapper(Ground(table(raw)), "Low").snapped(Pose(20 - 2 * FOE - 1.1, 10), 0.2)
    assert found is not None
    assert ("within Engagement Range" in found.words) is engaged
    assert "in plan" in found.words


def test_setup__nothing_is_against_a_place_in_a_game_that_judges_none() -> None:
    raw = DUEL.replace(b"format = 1", b'format = 1\nrules = ["artefakty"]')
    over = {"Hulk": Pose(39.9, 6)}
    assert Ground(table(DUEL)).trial(over, 6.0).reasons
    assert not Ground(table(raw)).trial(over, 6.0).reasons


def test_setup_on_board__an_artifact_over_the_edge_is_told_as_check_does() -> None:
    raw = DUEL.replace(b"format = 1", b'format = 1\nrules = ["core", "relics-of-old"]')
    raw += b'[[artifacts]]\nname = "Relic"\nkind = "mission"\nstate = "field"\nat = [20, 20]\n'
    ground = Ground(table(raw))
    assert not ground.trial({"Relic": Pose(20, 21)}, 6.0).reasons
    assert [each.rule for each in ground.trial({"Relic": Pose(0.1, 20)}, 6.0).reasons] == ["setup.on_board"]
    there = {each.rule for each in findings(after(MoveTo(name="Relic", x=0.1, y=20), raw=raw).state)}
    assert there == {"setup.on_board"}
