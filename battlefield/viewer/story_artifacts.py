"""The story of what is done with Artifacts in play and at the end: used, extracted, claimed, unclaimed."""

from __future__ import annotations

from battlefield.events import core
from battlefield.events import relics_of_old as artifacts
from battlefield.figures import telling
from battlefield.state import State
from battlefield.viewer.telling import Told, capital, count, inches, listed, place

CLAIM = "artifact.claim"
_BROKEN = {
    "moved": "the unit has moved",
    "attacked": "the unit has shot or fought",
    "embarked": "the unit has embarked",
    "put elsewhere": "the unit was put elsewhere",
    "set up anew": "the unit was set up anew",
    "handed over": "the Artifact is no longer with its carrier",
    "destroyed": "its carrier is destroyed",
    "left the battlefield": "its carrier has left the battlefield",
}


def _used(event: artifacts.ArtifactUsed, before: State) -> Told:
    artifact = before.artifacts.get(event.artifact)
    once = "A one-time effect: it is spent for this battle." if artifact is not None and artifact.one_use else ""
    effect = f"{capital(event.effect)}. " if event.effect else ""
    return Told(f"{event.by} uses {event.artifact}", f"{effect}{once}".strip())


def _began(event: artifacts.ExtractionBegan, before: State) -> Told:
    _ = before
    said = f"{event.unit} must not move or attack until its next Command phase."
    return Told(f"{event.model} begins to extract {event.artifact}", said)


def _broken_off(event: artifacts.ExtractionBrokenOff, before: State) -> Told:
    _ = before
    return Told(f"The extraction of {event.artifact} is broken off", f"{capital(broken_by(event))}.")


def broken_by(event: artifacts.ExtractionBrokenOff) -> str:
    """What broke an extraction off."""
    return _BROKEN.get(event.by, event.by)


def _completed(event: artifacts.ExtractionCompleted, before: State) -> Told:
    _ = before
    return Told(f"{event.artifact} is safe", f"{event.model} has stood still for it; it is off the battlefield.")


def _unclaimed(event: artifacts.ArtifactUnclaimed, before: State) -> Told:
    _ = before
    return Told(f"{event.artifact} stays unclaimed", "No claim succeeded, and nobody ever controlled it.")


def _claimed(event: artifacts.ClaimAttempted, before: State) -> Told:
    limit = before.ranges.get("claim", 13.0)
    figures = [("distance", f"{telling(event.distance, float(limit) if isinstance(limit, int | float) else None)} in")]
    if event.length is not None:
        figures.append(("way", f"{event.length:.6f} in"))
    if event.needs:
        figures.append(("needs", str(event.needs)))
    if event.roll is not None:
        figures.append(("roll", str(event.roll)))
    if event.path:
        figures.append(("to", place(event.path[-1].point)))
    if event.needs is None:
        said = f"{barred(event)} It keeps its attempt."
        return Told(f"{event.unit} cannot claim {event.artifact}", said, tuple(figures))
    if event.needs == 0:
        said = f"{event.model} is within Engagement Range of it already: no roll."
        return Told(f"{event.unit} claims {event.artifact}", said, tuple(figures))
    way = f"{event.model} has {inches(event.length or 0.0)} of way and needs {event.needs}"
    if event.success:
        return Told(f"{event.unit} claims {event.artifact}", f"{way}: {event.roll} will do.", tuple(figures))
    said = f"{way}: {event.roll} is too little."
    return Told(f"{event.unit} falls short of {event.artifact}", said, tuple(figures))


def barred(event: artifacts.ClaimAttempted) -> str:
    """What keeps a unit from attempting a claim."""
    if event.length is not None:
        round_ = f" round {listed(event.blockers)}" if event.blockers else ""
        return f"Its shortest way{round_} is {inches(event.length)}, more than 2D6 can be."
    if len(event.claims) > 1:
        return f"It is within Engagement Range of {listed(event.blockers)}."
    what = f", for {listed(event.blockers)}" if event.blockers else ""
    return f"No free place in range of it can be reached{what}."


def chose(event: core.Chose, before: State) -> Told | None:
    """What is said of a choice about a claim; None of others."""
    if event.asks != CLAIM:
        return None
    by = "as it does unless it is told otherwise" if event.by == "default" else "by order"
    if "decline" in event.options:
        verb = "attempts the claim" if event.answer == "attempt" else "declines to claim"
        return Told(f"{event.of} {verb}", f"{event.player} may attempt or decline; {by}.")
    if event.of in before.units:
        said = f"{listed(event.options, 'or')}, whose ways are equally short; {by}."
        return Told(f"{event.player} has {event.answer} make the claim", said)
    return Told(f"{event.player} has {event.answer} go first", f"{listed(event.options, 'or')}, equally close; {by}.")


def card(event: core.TokenSet) -> str | None:
    """What is said of a Crusade card that is kept; None of other tokens."""
    if event.token != artifacts.CRUSADE_POINTS or not isinstance(event.value, int):
        return None
    return f"Crusade card of {event.holder}: {count(event.value, 'point')} from Artifacts"


TELLERS = {
    artifacts.ArtifactUsed: _used,
    artifacts.ArtifactUnclaimed: _unclaimed,
    artifacts.ClaimAttempted: _claimed,
    artifacts.ExtractionBegan: _began,
    artifacts.ExtractionBrokenOff: _broken_off,
    artifacts.ExtractionCompleted: _completed,
}
