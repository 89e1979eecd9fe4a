"""The first point of contact on a path, exact, against dense sampling that shares nothing with it."""

from __future__ import annotations

import math
from random import Random

import pytest

from battlefield.geometry.measure import gap
from battlefield.geometry.motions import motions
from battlefield.geometry.shapes import Disc, HullBase, OvalBase, Pose, RoundBase, rectangle_hull
from battlefield.rules.scrollhammer_relic.seizing import first_contact
from battlefield.state import Artifact, Board, Model, Player, Profile, State, Unit

CONTACT, STEPS, FINE = 0.01, 120, 1e-6
HOOK = HullBase(((-1.5, -1.5), (2.0, -1.5), (2.0, -0.8), (-0.5, -0.8), (-0.5, 1.5), (-1.5, 1.5)))
TOKEN = Disc(0.0, 0.0, 40 / 50.8)


def scene(chance: Random) -> tuple[State, Model, list[Pose], Artifact]:
    """A model, its path, and the Relic at (0, 0); one in three starts in contact."""
    base = chance.choice((RoundBase(0.5), RoundBase(1.0), OvalBase(1.4, 0.7), rectangle_hull(3.0, 1.0), HOOK))
    reach = 0.6 if chance.random() < 0.33 else 5.0

    def somewhere(out: float) -> Pose:
        turn = chance.uniform(0, math.tau)
        return Pose(out * math.cos(turn), out * math.sin(turn), 0.0, chance.uniform(0, 360))

    start = somewhere(reach)
    path = [somewhere(chance.uniform(0.0, 4.0)) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.4:
        path = [each._replace(facing=start.facing) for each in path]
    model = Model("A/1", "A", "Red", Profile(base, "?"), 1, "board", start)
    relic = Artifact("Casket", "relic", "field", at=Pose(0.0, 0.0), radius=TOKEN.radius)
    state = State(
        title="",
        systems=("core",),
        board=Board(60, 44),
        players=(Player("Red"),),
        ranges={"engagement": (1, 5)},
        units={"A": Unit("A", "Red", ("A/1",))},
        models={"A/1": model},
        artifacts={"Casket": relic},
    )
    return state, model, path, relic


@pytest.mark.parametrize("seed", range(24))
def test_relic_seize__first_contact_agrees_with_dense_sampling(seed: int) -> None:
    state, model, path, relic = scene(Random(seed))
    assert model.pose is not None
    found = first_contact(state, model, path, relic)

    def apart(pose: Pose) -> float:
        return gap(model.footprint_at(pose), TOKEN).high - CONTACT

    left = apart(model.pose) > 0
    for motion in motions([model.pose, *path]):
        for step in range(STEPS + 1):
            pose = motion.at(step / STEPS)
            arc, spun = motion.before + step / STEPS * motion.length, motion.turned + step / STEPS * abs(motion.turn)
            if found is not None and (arc, spun) >= (found.travelled - FINE, found.turned - FINE):
                assert abs(apart(found.pose)) < FINE or left  # it comes to contact there, or stands in it at a corner
                assert apart(found.pose) < FINE
                return
            far = apart(pose)
            assert not left or far > -FINE, f"in contact after {arc:.4f} in and {spun:.2f} degrees already"
        left = left or apart(motion.end) > 0
    assert found is None
