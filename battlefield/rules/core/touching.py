"""Who must end in base contact: each model that can, given where those before it now stand.

A model is held to it by a witness only: a legal way to a place in contact at which all that is asked of the unit holds,
with the models before it at their new places and those after it still at their old ones.
Source rules: move.charge, move.consolidate, measure.base_contact; ruling B5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from battlefield.certificate import Certificate
from battlefield.certify import base_contact, engagement
from battlefield.events.core import Reason
from battlefield.geometry.measure import closer_than, within
from battlefield.geometry.shapes import Pose
from battlefield.rules.core.coherency import coherency
from battlefield.rules.core.ways_of import ModelWay, Ways, end_of
from battlefield.state import Model, State

RULING = "B5"
Ends = Mapping[str, Pose]


@dataclass(frozen=True, slots=True)
class Touching:
    """The models of one unit, in the order in which they move, and the enemies that they may come to touch.

    `most`: how far each may move. `will_do(name, ends)`: whether all else that is asked holds with the unit's models at
    these ends, when it is this model that goes into contact.
    """

    finding: Ways
    models: Sequence[Model]
    enemies: Sequence[Model]
    most: float
    will_do: Callable[[str, Ends], bool]

    def touched(self, model: Model, end: Pose) -> Certificate | None:
        """The certificate of base contact with one of the enemies at an end; None without."""
        state = self.finding.state
        claims = (base_contact(state, model.name, each.name, a_pose=end) for each in self.enemies)
        return next((claim for claim in claims if claim.holds), None)

    def places_taken(self, index: int, ends: Ends) -> list[tuple[str, Pose]]:
        """Where its own unit leaves no place to the model that moves at this turn: others' ends, and those who wait."""
        others = [(name, pose) for name, pose in ends.items() if name != self.models[index].name]
        return others + [(each.name, each.pose) for each in self.models[index + 1 :] if each.pose is not None]

    def way(self, index: int, ends: Ends) -> tuple[ModelWay, str] | None:
        """A way into contact for the model that moves at this turn, and with whom; None when none is found.

        `ends`: where each model ends that has been given an end; the others stay where they are.
        """
        model = self.models[index]
        others = self.places_taken(index, ends)
        near = [each for each in self.enemies if closer_than(model.footprint, each.footprint, self.most)]
        for enemies in (near, *([each] for each in near if len(near) > 1)):
            found = self.finding.to_contact(model, enemies, others, self.most)
            if found.way is None or not within(found.length, self.most):
                continue
            there = end_of(model, found)
            claim = self.touched(model, there)
            if claim is not None and claim.b is not None and self.will_do(model.name, {**ends, model.name: there}):
                return found, claim.b
        return None

    def reasons(self, rule: str, ends: Ends) -> Iterator[Reason]:
        """Every model that ends out of contact and could be in it."""
        for index, model in enumerate(self.models):
            end = ends.get(model.name, model.pose)
            if end is None or self.touched(model, end) is not None:
                continue
            found = self.way(index, ends)
            if found is not None:
                way, enemy = found
                claim = base_contact(self.finding.state, model.name, enemy, a_pose=end)
                claim = replace(claim, rulings=(*claim.rulings, RULING))
                why = (
                    f"{model.name} must end in base contact where it can ({RULING}): "
                    f"{way.length:.6g} in of way lead it to {enemy}"
                )
                yield Reason(rule=rule, why=why, claim=claim, of=model.name, at=end.point)


def charging_into_contact(finding: Ways, models: Sequence[Model], targets: Sequence[str], most: float) -> Touching:
    """The charge of a unit: it ends coherent, within Engagement Range of every target."""
    state = finding.state
    enemies = [each for target in targets for each in state.models_of(target) if each.on_board]

    def will_do(_: str, ends: Ends) -> bool:
        engaged = all(engages(state, models, ends, target) for target in targets)
        return engaged and coherency(state, finding.unit, ends).holds is True

    return Touching(finding, models, enemies, most, will_do)


def engages(state: State, models: Sequence[Model], ends: Ends, target: str) -> bool:
    """Whether one of the models, at these ends, is within Engagement Range of a unit."""
    enemies = [each for each in state.models_of(target) if each.on_board]
    return any(
        engagement(state, model.name, enemy.name, a_pose=ends.get(model.name)).holds
        for model in models
        for enemy in enemies
    )
