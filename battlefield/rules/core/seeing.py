"""Who sees whom, through what, and who is in cover.

Lines of sight are loaded when the first is asked for.
Source rules: measure.visible, core.cover; rulings A16, A17.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from battlefield.certificate import Certificate, Verdict
from battlefield.certify import inside_of, verdict_of
from battlefield.geometry.measure import more_than
from battlefield.geometry.shapes import Disc
from battlefield.geometry.solids import Solid
from battlefield.named import solid_of
from battlefield.state import Model, State, Terrain

if TYPE_CHECKING:
    from battlefield.geometry.sight import Blocker, Sight

VISIBLE, COVER = "measure.visible", "core.cover"
SIGHT_HEIGHT = 1.5
"""Inches that a based model is tall for sight when the scenario does not say."""

Named = tuple[str, "Blocker"]


class Target(NamedTuple):
    """What is looked at: its name, its shape in plan, its top, its unit where it has one, whether it is a Hatchway."""

    name: str
    shape: Blocker
    top: float
    unit: str | None
    hatchway: bool


def visible(state: State, a: str, b: str) -> Certificate:
    """Whether model `a` sees `b`: a model, a Hatchway (A17), an Artifact or a marker; a unit of one by its name.

    `value` and `margin` are the room beside the line, inches; 0 when there is none. Whoever is embarked neither sees
    nor is seen. ValueError when a name is unknown or has no footprint now.
    """
    seer = state.model(a)
    other = state.find_model(b)
    aboard = tuple(each.name for each in (seer, other) if each is not None and each.where == "embarked")
    if aboard:
        found = _certificate(state, VISIBLE, seer.name, b if other is None else other.name, None)
        return replace(found, details={"blockers": (), "embarked": aboard})
    from battlefield.geometry.sight import sight

    target = _target(state, b)
    if target.name == seer.name:
        raise ValueError(f"{a} is asked whether it sees something else, not itself")
    seen = sight(_solid(state, seer).shape, target.shape, blocking(state, seer, target))
    rulings = (*(("A16",) if state.boarding else ()), *(("A17",) if target.hatchway else ()))
    return _certificate(state, VISIBLE, seer.name, target.name, seen, rulings)


def unit_visible(state: State, a: str, unit: str) -> Certificate:
    """Whether model `a` sees a unit: one of its models that it sees, or the first of them; ValueError if none is there.

    The certificate is that of the pair of models.
    """
    claims = [visible(state, a, each.name) for each in state.models_of(unit) if each.on_board and each.name != a]
    if not claims:
        raise ValueError(f"no model of {unit} is on the battlefield at this moment")
    return next((claim for claim in claims if claim.holds), claims[0])


def covered(state: State, attacker: str, target: str) -> Certificate:
    """Whether a model has the Benefit of Cover against attacks of another (core.cover).

    `measure` is inside where it lies wholly within a feature with the cover trait, and sight where that must decide:
    terrain (`blockers`) is in some lines from the attacker, and another one (`line`) is clear of all terrain.
    """
    here, there = state.model(attacker), state.model(target)
    solid = _solid(state, there)
    for terrain in state.terrain:
        if "cover" in terrain.traits:
            claim = inside_of(state, COVER, there.name, terrain.name)
            if claim.holds:
                return claim
    from battlefield.geometry.sight import shading, sight

    ground = tuple(_terrain(state, max(top_of(here), top_of(there))))
    shape = _solid(state, here).shape
    seen = sight(shape, solid.shape, ground)
    found = replace(_certificate(state, COVER, here.name, there.name, seen), limit=None, margin=None)
    if not seen.clear:
        return found
    partly = shading(shape, solid.shape, ground)
    verdict: Verdict = "in" if partly else "out"
    return replace(found, holds=bool(partly), verdict=verdict, details={**found.details, "blockers": partly})


def top_of(model: Model) -> float:
    """The elevation of a model's top, for sight: a hull's height, a based model's own or SIGHT_HEIGHT."""
    height = model.profile.height
    if not model.profile.is_hull:
        height = height or SIGHT_HEIGHT
    return (0.0 if model.pose is None else model.pose.z) + height


def field_of(state: State, seer: Model) -> tuple[float, tuple[Named, ...]]:
    """What may hide ground from a model: something there of no unit, no taller than it; and that height.

    ValueError when it is not on the battlefield.
    """
    top = top_of(seer)
    _solid(state, seer)
    return top, blocking(state, seer, Target("", Disc(0.0, 0.0, 0.0), top, None, False))


def blocking(state: State, seer: Model, target: Target) -> tuple[Named, ...]:
    """What blocks the sight of a target, by name: terrain, taller hulls, in Boarding Actions models (A16)."""
    highest = max(top_of(seer), target.top)
    terrain = (each for each in _terrain(state, highest) if not target.hatchway or each[0] != target.name)
    return (*terrain, *_models(state, seer, target, highest))


def _terrain(state: State, highest: float) -> Iterator[Named]:
    for terrain in state.terrain:
        if _always_blocks(terrain) or more_than(terrain.top, highest):
            yield terrain.name, terrain.area


def _always_blocks(terrain: Terrain) -> bool:
    return "obscuring" in terrain.traits or terrain.shuts


def _models(state: State, seer: Model, target: Target, highest: float) -> Iterator[Named]:
    for model in state.on_board():
        if model.name == seer.name or model.unit == target.unit:
            continue
        taller = model.profile.is_hull and model.unit != seer.unit and more_than(top_of(model), highest)
        if state.boarding or taller:
            yield model.name, model.footprint


def _target(state: State, name: str) -> Target:
    model = state.find_model(name)
    if model is None and name in state.artifacts:
        artifact = state.artifacts[name]
        if artifact.status == "carried" and artifact.carrier is not None:
            model = state.model(artifact.carrier)
    if model is not None:
        return Target(model.name, _solid(state, model).shape, top_of(model), model.unit, False)
    for terrain in state.terrain:
        if terrain.name == name:
            if not terrain.is_hatchway:
                raise ValueError(f"{name} is no Hatchway: of terrain only they are asked for in sight")
            return Target(name, terrain.area, terrain.top, None, True)
    solid = solid_of(state, name)
    return Target(name, solid.shape, solid.high, None, False)


def _solid(state: State, model: Model) -> Solid:
    if not model.on_board:
        raise ValueError(f"{model.name} is not on the battlefield")
    return model.solid


def _certificate(
    state: State, rule: str, a: str, b: str, seen: Sight | None, rulings: tuple[str, ...] = ()
) -> Certificate:
    """The certificate of a look; None where there was nobody to look."""
    clear = seen is not None and seen.clear
    room = seen.room if seen is not None else 0.0
    details: dict[str, object] = {"blockers": seen.blockers} if seen is not None and not clear else {}
    if seen is not None and seen.line is not None:
        details["line"] = seen.line
    return Certificate(
        rule=rule,
        measure="sight",
        a=a,
        b=b,
        value=room,
        limit=0.0,
        margin=room,
        holds=clear,
        verdict=verdict_of(state, room, clear) if clear else "out",
        error=seen.error if seen is not None else 0.0,
        rulings=rulings,
        details=details,
    )
