"""The story of Artifacts."""

from __future__ import annotations

from battlefield.events import relics_of_old as artifacts
from battlefield.geometry.measure import overlap, overlapping
from battlefield.state import State
from battlefield.viewer.telling import Told, called, capital, inches, listed, place

DROPPED = "artifact.drop"


def _placed(event: artifacts.ArtifactPlaced, before: State) -> Told:
    _ = before
    return Told(f"{event.artifact} lies on the battlefield", "", (("at", place(event.at.point)),))


def _assigned(event: artifacts.ArtifactAssigned, before: State) -> Told:
    _ = before
    points = f" Its unit's Crusade card gains {event.crusade_points}." if event.crusade_points else ""
    how = {
        "declared": f"Declared with the armies.{points}",
        "handed over": "Handed over, once in this Command phase.",
        "on destruction": "Assigned at once, as its carrier was destroyed.",
    }
    said = how.get(event.how, f"{capital(event.how)}.")
    if event.from_ is None:
        return Told(f"{event.to} carries {event.artifact}", said)
    return Told(f"{event.artifact} goes from {event.from_} to {event.to}", said)


def _recovered(event: artifacts.ArtifactRecovered, before: State) -> Told:
    _ = before
    figures = [("model at", place(event.pose.point))]
    if event.arc is not None:
        figures.append(("along the move", f"{event.arc:.6f} in"))
    when = "" if event.arc is None else f"{inches(event.arc)} into its move: "
    rivals = f" Also in range: {listed(event.rivals)}." if event.rivals else ""
    said = f"{when}within Engagement Range of it.{rivals}"
    if event.rule == "artifact.claim":
        return Told(f"{event.by} has claimed {event.artifact}", "Nothing moves for it on the table.", tuple(figures))
    return Told(f"{event.by} recovers {event.artifact}", capital(said), tuple(figures))


def _dropped(event: artifacts.ArtifactDropped, before: State) -> Told:
    where = "in the middle of" if event.centred else "within"
    carrier = before.find_model(event.from_)
    aboard = None if carrier is None or carrier.transport is None else called(before, carrier.transport)
    said = f"It lies {where} the space that {aboard or event.from_} took up."
    said += _crowded(event, before)
    return Told(f"{event.from_} drops {event.artifact}", said, (("at", place(event.at.point)),))


def _crowded(event: artifacts.ArtifactDropped | artifacts.ArtifactExpelled, before: State) -> str:
    """What is said of an Artifact in the space of a model, where that is too small for it or holds another token."""
    said = " Warning: it is too large to lie wholly in it." if DROPPED in event.rulings else ""
    if "C11" in event.rulings:
        on_top = " Warning: it lies on another token, for there is no room beside it."
        said += on_top if _on_a_token(event, before) else " It was moved to the nearest place off another token."
    return said


def _on_a_token(event: artifacts.ArtifactDropped | artifacts.ArtifactExpelled, before: State) -> bool:
    disc = before.artifacts[event.artifact].disc_at(event.at)
    others = (each.disc_at(each.at) for each in before.lying() if each.name != event.artifact and each.at is not None)
    return any(overlapping(overlap(disc, each).depth) for each in others)


def _expelled(event: artifacts.ArtifactExpelled, before: State) -> Told:
    passed = [hop.what for hop in event.passed]
    if in_the_machine(event):
        said = f"No place on the line is free up to the edge: it lies in the space that {event.machine} takes up."
        said += _crowded(event, before)
    elif event.edge:
        said = "The line leaves the battlefield first: it lies at the last free place short of the edge."
    elif passed:
        said = f"6 in along the dice line, then over {listed(passed)} to the first free place."
    else:
        said = "6 in along the dice line, closest part to closest part."
    if event.on is not None:
        said += f" {event.on} holds it."
    low, high = event.dice
    figures = (
        ("low die", place(low)),
        ("high die", place(high)),
        ("direction", place(event.direction)),
        ("6 in away", place(event.first_place)),
        ("lies at", place(event.at.point)),
        ("centre to centre", f"{event.travelled:.6f} in"),
    )
    return Told(f"{event.artifact} is expelled from {event.machine}", said, figures)


def in_the_machine(event: artifacts.ArtifactExpelled) -> bool:
    """Whether nothing on the line was free, so that it lies in the space of its machine (C27, as by C10)."""
    return "C10" in event.rulings


def _lost(event: artifacts.ArtifactLost, before: State) -> Told:
    _ = before
    return Told(f"{event.artifact} is lost", f"It went with {event.with_}.")


def _returned(event: artifacts.ArtifactReturned, before: State) -> Told:
    if event.player is None:
        return Told(f"{event.artifact} stays unclaimed", "Nobody ever controlled it.")
    why = "No claim succeeded"
    if event.rule == DROPPED:
        why = f"{before.artifacts[event.artifact].carrier} was destroyed off the battlefield, with nowhere to drop it"
    return Told(f"{event.artifact} returns to {event.player}", f"{why}; they controlled it last.")


def _exfiltrated(event: artifacts.MachineExfiltrated, before: State) -> Told:
    _ = before
    said = f"{listed(event.kept)} safe with it." if event.kept else "No Artifact leaves with it."
    return Told(f"{event.machine} exfiltrates", said)


TELLERS = {
    artifacts.ArtifactPlaced: _placed,
    artifacts.ArtifactAssigned: _assigned,
    artifacts.ArtifactRecovered: _recovered,
    artifacts.ArtifactDropped: _dropped,
    artifacts.ArtifactExpelled: _expelled,
    artifacts.ArtifactLost: _lost,
    artifacts.ArtifactReturned: _returned,
    artifacts.MachineExfiltrated: _exfiltrated,
}
