"""What speaks against paths: their length, what they meet, where they end.

Source rules: move.length, move.swept, setup.*.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlefield.events.core import Reason
from battlefield.figures import measured
from battlefield.geometry.paths import cut, reached
from battlefield.rules.core.coherency import against_coherency
from battlefield.rules.core.placing import Standing, against_engagement, against_objectives, against_standing
from battlefield.rules.core.planning import Paths, ends_of, units_of
from battlefield.rules.core.swept import Way, against_paths
from battlefield.rules.core.travelling import allowance_of, length_claim, whole
from battlefield.state import State


def against_ends(state: State, paths: Paths, *, engaging: bool = False) -> Iterator[Reason]:
    """Everything against where a Normal, Advance or Fall Back move ends; `engaging`: it may end engaged."""
    ends = ends_of(paths)
    standing = Standing(state, ends)
    for name in ends:
        yield from against_standing(standing, name)
        if not engaging:
            yield from against_engagement(standing, name)
        yield from against_objectives(standing, name)
    for unit in units_of(state, paths):
        yield from against_coherency(state, unit, ends)


def against_length(state: State, paths: Paths, extra: float) -> Iterator[Reason]:
    """Every path that is longer than what is left of the model's M."""
    for name, path in paths.items():
        model = state.models[name]
        limit = allowance_of(state, model, extra).left
        claim = length_claim(state, model, path, limit)
        if claim is not None and not claim.holds and path and limit is not None:
            why = f"{name} would move {measured(claim)} in and may move {limit:g} in"
            at_most = max(limit, 0.0)
            way = whole(model, path)
            ahead, _ = cut(way[0], path, *reached(model.profile.base, way, at_most))
            there = ahead[-1] if ahead else way[0]
            yield Reason(rule="move.length", why=why, claim=claim, of=name, at=there.point, path_at=at_most)


def against_ways(state: State, paths: Paths, way: Way) -> Iterator[Reason]:
    """Everything that the paths meet on the way."""
    yield from against_paths(state, paths, way)
