"""The story of the Scrollhammer Relic: seized, identified, picked up, passed, dropped, captured."""

from __future__ import annotations

from math import hypot

from battlefield.catalogue import is_known, rules
from battlefield.events import scrollhammer_relic as relics
from battlefield.events.core import Rolled, TokenSet
from battlefield.figures import ROUNDING
from battlefield.state import State
from battlefield.viewer.telling import Told, inches, listed, place

IDENTIFY = "relic.identify"


def _seized(event: relics.RelicSeized, before: State) -> Told:
    _ = before
    figures = [("model at", place(event.pose.point))]
    if event.arc is None:
        said = "It touches the Relic as its Movement phase ends."
    else:
        figures.append(("along the move", f"{event.arc:.6f} in"))
        said = f"Base contact {inches(event.arc)} into its move. It lies there until the phase ends."
    return Told(f"{event.model} seizes {event.relic}", said, tuple(figures))


def _voided(event: relics.RelicSeizureVoided, before: State) -> Told:
    _ = before
    return Told(f"{event.model} has not seized {event.relic} after all", f"Void: {event.why}.")


def _identified(event: relics.RelicIdentified, before: State) -> Told:
    _ = before
    said = rules()[event.rule].statement if is_known(event.rule) else ""
    figures = (("2D6", str(event.roll)), ("found", event.result))
    return Told(f"{event.relic} is: {event.result}", said, figures)


def _picked_up(event: relics.RelicPickedUp, before: State) -> Told:
    return Told(
        f"{event.model} picks up {event.relic}", f"{identity(before, event.relic)}From now on it goes with its bearer."
    )


def _passed(event: relics.RelicPassed, before: State) -> Told:
    _ = before
    said = "In base contact as the Movement phase ends; once in that phase."
    return Told(f"{event.from_} passes {event.relic} to {event.model}", said)


def _dropped(event: relics.RelicDropped, before: State) -> Told:
    _ = before
    at = event.at.point
    moved = hypot(at[0] - event.asked_at[0], at[1] - event.asked_at[1])
    if event.edge is not None:
        figures = [("nearest point", place(event.asked_at))]
        said = f"The capture is interrupted: it is laid against the {event.edge} edge."
    else:
        figures = [("bearing", f"{event.bearing:.6g}°"), ("1 in away", place(event.asked_at))]
        said = f"1 in from {event.mover}, closest part to closest part ({event.why})."
    if moved >= ROUNDING:
        out = f"out of {listed(event.out_of)}" if event.out_of else "to the nearest free place"
        said += f" From there {inches(moved)} {out}."
        figures.append(("moved on by", f"{moved:.6f} in"))
    figures.append(("lies at", place(at)))
    return Told(f"{event.from_} drops {event.relic}", said, tuple(figures))


def _lost(event: relics.RelicLost, before: State) -> Told:
    _ = before
    return Told(f"{event.relic} is lost", f"{event.model} was destroyed off the battlefield, with nowhere to drop it.")


def _captured(event: relics.RelicCaptured, before: State) -> Told:
    said = f"{identity(before, event.relic)}Its base touches the {event.edge} edge, which is that of {event.player}."
    return Told(f"{event.model} takes {event.relic} off the table", said, (("at", place(event.at.point)),))


def identity(state: State, relic: str) -> str:
    """What a Relic was found to be, as a sentence; nothing while nobody knows."""
    found = relics.identity_of(state, relic)
    return "" if found is None else f"{relics.RESULTS.get(found, 'Nobody knows what it is')}. "


def rolled(event: Rolled) -> str | None:
    """What the 2D6 of the Relic find, in few words; None of other dice."""
    return f"{event.total}: {relics.RESULTS.get(event.total, '?')}" if event.asks == IDENTIFY else None


def token(event: TokenSet) -> str | None:
    """What is said of a token of these rules; None of others."""
    words = {
        "bound this turn": f"{event.holder} neither marches nor charges this turn",
        "held back by the Wine": f"{event.holder} neither marches nor charges while it has the Wine",
        "not to be seized by": f"{event.value} cannot seize {event.holder} again in this phase",
        "to be seized by": f"{event.value} is to seize {event.holder}",
        "capturing": f"{event.holder} makes for the {event.value} edge",
        "ongoing reserves": f"{event.holder} waits in Ongoing Reserves, by the {event.value} edge",
        "went into Reserves": f"{event.holder} comes back in its player's next Movement phase",
        "identified": f"{event.holder} is known",
    }
    return words.get(event.token)


TELLERS = {
    relics.RelicSeized: _seized,
    relics.RelicSeizureVoided: _voided,
    relics.RelicIdentified: _identified,
    relics.RelicPickedUp: _picked_up,
    relics.RelicPassed: _passed,
    relics.RelicDropped: _dropped,
    relics.RelicLost: _lost,
    relics.RelicCaptured: _captured,
}
