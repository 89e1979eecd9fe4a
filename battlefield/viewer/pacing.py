"""Slow motion: how fast the film runs round what was measured. Pure."""

from __future__ import annotations

from battlefield.certificate import Certificate
from battlefield.events.core import ChargeFailed, ModelMoved, OrderRefused
from battlefield.recording import Recording
from battlefield.viewer.plan import eased
from battlefield.viewer.timeline import Moment

SLOWEST = 0.2
"""Of its speed, at the instant that tells most."""
REACH = 0.45
"""Seconds before and after that instant within which time eases, at the least; as a share of the moment, too."""
CLOSE = 0.25
"""A move is measured all the way: what slows it is a margin of less than so many inches."""


def measured(recording: Recording, moment: Moment) -> bool:
    """Whether a moment shows a measure against a limit; of a move, only one that came out close."""
    if moment.index < 0 or moment.quiet:
        return False
    event = recording.entries[moment.index].event
    claims = [each for each in event.claims if each.limit is not None]
    if isinstance(event, OrderRefused | ChargeFailed):
        claims += [each.claim for each in event.reasons if each.claim is not None and each.claim.limit is not None]
    return any(_close(each) for each in claims) if isinstance(event, ModelMoved) else bool(claims)


def pace(moment: Moment, elapsed: float, still: float) -> float:
    """How fast time runs, 1 to `SLOWEST`, so many seconds into a measured moment that tells most at `still`."""
    reach = max(REACH, REACH * moment.duration)
    near = max(0.0, 1.0 - abs(elapsed - still) / reach)
    return 1.0 - (1.0 - SLOWEST) * eased(near)


def _close(claim: Certificate) -> bool:
    return claim.margin is not None and -CLOSE < claim.margin < CLOSE
