"""Where on its way a model first comes near something, horizontally and vertically at once.

Source rules: measure.engagement, relic.seize, measure.base_contact; rulings A4, D1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlefield.geometry.paths import legs, sub_leg, turn_between
from battlefield.geometry.shapes import Pose
from battlefield.geometry.solids import Solid
from battlefield.geometry.sweep import Contact, first_within
from battlefield.state import Model


def first_near(model: Model, path: Sequence[Pose], target: Solid, reach: tuple[float, float]) -> Contact | None:
    """The first pose on a path, given with its start, within both parts of a limit; None when there is none.

    `reach`: horizontal, vertical. `travelled` and `turned` of the contact count from the start of the path.
    """

    def near(stretch: Sequence[Pose]) -> Contact | None:
        return first_within(model.profile.base, stretch, target.shape, reach[0])

    return first_on_level(model, path, target, reach[1], near)


def first_on_level(
    model: Model,
    path: Sequence[Pose],
    target: Solid,
    vertical: float,
    found_on: Callable[[Sequence[Pose]], Contact | None],
) -> Contact | None:
    """What is found first on the stretches of a path on which the model is within a limit up and down of a target.

    `found_on` looks on one stretch; what it finds is counted from the start of the path here.
    """
    tall = model.profile.height if model.profile.is_hull else 0.0
    gone = spun = 0.0
    for leg in legs(path):
        part = sub_leg(leg, target.low - vertical - tall, target.high + vertical)
        if part is not None:
            skipped, stretch = part
            found = found_on([stretch.start, stretch.end])
            if found is not None:
                travelled, turned = gone + skipped + found.travelled, spun + found.turned
                return found._replace(travelled=travelled, turned=turned)
        gone += leg.length
        spun += abs(turn_between(leg.start.facing, leg.end.facing))
    return None
