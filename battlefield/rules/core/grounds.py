"""Difficult and dangerous terrain on the way of a move.

Source rules: move.difficult, move.dangerous.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from battlefield.events.core import TokenSet
from battlefield.geometry.paths import cut, reached
from battlefield.geometry.shapes import Pose
from battlefield.geometry.sweep import first_overlap
from battlefield.play import Play, Stop
from battlefield.rules.core.travelling import allowance_of, length_claim, whole
from battlefield.rules.core.wounds import destroy_models
from battlefield.state import Model, State

DIFFICULT, DANGEROUS = "move.difficult", "move.dangerous"
HARD_GOING = "moves as in difficult terrain"


def slowed(play: Play, name: str, path: Sequence[Pose], limit: float | None) -> tuple[list[Pose], float | None]:
    """A path as far as difficult ground lets it go: 2D6, and the model moves at most the higher die in the phase.

    Returns the path, cut where that many inches are used up, and the limit of the move.
    """
    model = play.state.models[name]
    known = play.state.token(name, DIFFICULT)
    if known is None and not _hard(play.state, model, path):
        return list(path), limit
    if known is None:
        higher = float(max(play.roll(DIFFICULT, name, "2D6", rulings=(DIFFICULT,)).faces))
        play.do(TokenSet(rule=DIFFICULT, holder=name, token=DIFFICULT, value=higher, until="phase"))
    else:
        higher = float(known.value) if isinstance(known.value, float | int) else 0.0
    left = max(higher - allowance_of(play.state, model).moved, 0.0)
    ahead, _ = cut(whole(model, [])[0], path, *reached(model.profile.base, whole(model, path), left))
    return ahead, left if limit is None else min(limit, left)


def as_far_as_dice_let(
    play: Play,
    paths: Mapping[str, tuple[Pose, ...]],
    extra: float = 0.0,
    limits: Mapping[str, float | None] | None = None,
) -> tuple[dict[str, tuple[Pose, ...]], dict[str, float | None]]:
    """Each path cut where its limit, or difficult ground, ends it; and the limit of each move.

    `limits`: how far each model may move; unless given, what is left of its M, and `extra`.
    """
    going: dict[str, tuple[Pose, ...]] = {}
    left: dict[str, float | None] = {}
    for name, path in paths.items():
        model = play.state.models[name]
        limit = allowance_of(play.state, model, extra).left if limits is None else limits[name]
        ahead, left[name] = slowed(play, name, path, limit)
        claim = length_claim(play.state, model, ahead, limit)
        if claim is not None and not claim.holds and model.pose is not None and limit is not None:
            far = reached(model.profile.base, [model.pose, *ahead], max(limit, 0.0))
            ahead, _ = cut(model.pose, ahead, *far)
        going[name] = tuple(ahead)
    return going, left


def dangers(state: State, model: Model, path: Sequence[Pose]) -> Iterator[Stop]:
    """The first point of a path in each dangerous feature: there the model rolls a D6, and is slain on a 1."""
    if model.pose is None:
        return
    for terrain in state.terrain:
        if "dangerous" in terrain.traits:
            contact = first_overlap(model.profile.base, whole(model, path), terrain.area)
            if contact is not None:
                then = _risk(model.name, terrain.name)
                yield Stop(contact.travelled, f"danger of {terrain.name}", then, contact.turned)


def _hard(state: State, model: Model, path: Sequence[Pose]) -> bool:
    if not path:
        return False
    if state.token(model.name, HARD_GOING) is not None or state.token(model.unit, HARD_GOING) is not None:
        return True
    ways = whole(model, path)
    return any(
        "difficult" in terrain.traits and first_overlap(model.profile.base, ways, terrain.area) is not None
        for terrain in state.terrain
    )


def _risk(model: str, terrain: str) -> Callable[[Play, float], None]:
    def then(play: Play, _: float) -> None:
        if not play.roll(DANGEROUS, model, "D6", needs="2+", rulings=(DANGEROUS,)).passed:
            destroy_models(play, [model], terrain)

    return then
