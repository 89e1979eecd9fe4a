"""The first point of a path at which a model is within Engagement Range of something.

Without Walls it is where the straight gap comes to the limit, found by the sweep. Round Walls it is marched to: no step
is longer than what still lies between the distance and the limit, so that none misses it; only where a way that is
short enough begins to lead through a Hatchway may a step be of a hundredth of an inch.
Source rules: measure.engagement, move.swept, artifact.recover; ruling A15.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, radians

from battlefield.certificate import Certificate
from battlefield.certify import engagement
from battlefield.geometry.measure import CONTACT, TOLERANCE, radius_around, within
from battlefield.geometry.motions import Motion, motions
from battlefield.geometry.shapes import Pose
from battlefield.geometry.solids import Solid
from battlefield.geometry.sweep import Contact, first_within
from battlefield.rooms import engagement_reach, walls_in
from battlefield.rules.core.nearing import first_on_level
from battlefield.state import Model, State

CLOSE = 1e-10
PATIENCE = 30
"""Steps after which the least of them slowly grows."""


def first_engaged(state: State, model: Model, path: Sequence[Pose], name: str, there: Solid) -> Contact | None:
    """The first pose of a path, given with its start, within both parts of Engagement Range of a named thing.

    In a turn the inches travelled are those of its corner. None when it never is.
    """

    def engaged(stretch: Sequence[Pose]) -> Contact | None:
        return _on_stretch(state, model, stretch, name, there)

    return first_on_level(model, path, there, state.range_pair("engagement")[1], engaged)


def _on_stretch(state: State, model: Model, stretch: Sequence[Pose], name: str, there: Solid) -> Contact | None:
    base = model.profile.base
    straight = first_within(base, stretch, there.shape, engagement_reach(state))
    if straight is None or walls_in(state) is None:
        return straight
    nearer = first_within(base, stretch, there.shape, state.range_pair("engagement")[0])
    for motion in motions(stretch):
        march = _March(state, model, motion, name)
        near = inf if nearer is None else march.inches(nearer)
        at = march.first(march.inches(straight), near)
        if at is not None:
            travelled, turned = motion.before + at * motion.length, motion.turned + at * abs(motion.turn)
            pose = motion.at(at)
            return Contact(at, travelled, pose.point, pose, turned)
    return None


class _March:
    """A slide or a turn in inches of the farthest point: no distance changes faster than these."""

    def __init__(self, state: State, model: Model, motion: Motion, name: str) -> None:
        self.state, self.model, self.motion, self.name = state, model, motion, name
        reach = radius_around(model.footprint_at(motion.start), motion.start.point) if motion.turn else 0.0
        self.size = abs(radians(motion.turn)) * reach if motion.turn else motion.length

    def inches(self, contact: Contact) -> float:
        """How far into it the straight gap first comes to a limit."""
        return self.motion.share_of(contact.travelled, contact.turned) * self.size

    def first(self, start: float, near: float) -> float | None:
        """The share at which the model is first engaged; `near`: the inches up to which the lesser range is short."""
        least, reach = self.state.range_pair("engagement")[0], engagement_reach(self.state)
        before, at, steps = start, start, 0
        graze: float | None = None
        while True:
            claim = self._claim(at)
            if claim.holds and _reached(claim):
                return self._share(self._begins(before, at))
            if graze is not None and (not claim.holds or at >= self.size):
                return self._share(graze)
            if claim.holds:  # by no more than the tolerance: where it is reached, if it ever is, or here
                graze = at if graze is None else graze
            if at >= self.size:
                return None if graze is None else self._share(graze)
            way = claim.details["horizontal"]
            step = max(way - least, near - at)
            if reach > least:
                led = "through" in claim.details or not within(way, reach)
                step = min(step, way - reach if led else CONTACT)
            smallest = TOLERANCE * max(1.0, steps / PATIENCE) ** 4
            before, at, steps = at, min(at + max(step, smallest), self.size), steps + 1

    def _begins(self, before: float, after: float) -> float:
        """Where between two places, the one out of reach and the other in reach, that begins."""
        while after - before > CLOSE:
            middle = (before + after) / 2
            claim = self._claim(middle)
            before, after = (before, middle) if claim.holds and _reached(claim) else (middle, after)
        return after

    def _share(self, inches: float) -> float:
        return inches / self.size if self.size else 0.0

    def _claim(self, inches: float) -> Certificate:
        pose = self.motion.at(inches / self.size if self.size else 1.0)
        return engagement(self.state, self.model.name, self.name, pose)


def _reached(claim: Certificate) -> bool:
    """Whether the limit is reached without the tolerance."""
    limit = claim.limit[0] if isinstance(claim.limit, tuple) else claim.limit
    return limit is not None and within(claim.details["horizontal"], limit - TOLERANCE + CLOSE)
