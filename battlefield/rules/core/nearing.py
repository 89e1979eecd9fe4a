"""Where on its way a model first comes near something, horizontally and vertically at once.

Source rules: relic.seize, measure.base_contact; rulings A4, D1.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlefield.geometry.paths import legs, sub_leg, turn_between
from battlefield.geometry.shapes import Pose
from battlefield.geometry.solids import Solid
from battlefield.geometry.sweep import Contact, first_within
from battlefield.state import Model


def first_near(model: Model, path: Sequence[Pose], target: Solid, reach: tuple[float, float]) -> Contact | None:
    """The first pose on a path, given with its start, within both parts of a limit; None when there is none.

    `reach`: horizontal, vertical. `travelled` and `turned` of the contact count from the start of the path.
    """
    horizontal, vertical = reach
    tall = model.profile.height if model.profile.is_hull else 0.0
    gone = spun = 0.0
    for leg in legs(path):
        part = sub_leg(leg, target.low - vertical - tall, target.high + vertical)
        if part is not None:
            skipped, stretch = part
            found = first_within(model.profile.base, [stretch.start, stretch.end], target.shape, horizontal)
            if found is not None:
                travelled, turned = gone + skipped + found.travelled, spun + found.turned
                return found._replace(travelled=travelled, turned=turned)
        gone += leg.length
        spun += abs(turn_between(leg.start.facing, leg.end.facing))
    return None
