"""The story of moves: setting up, arriving, boarding, moving, Desperate Escape, objectives."""

from __future__ import annotations

from dataclasses import replace

from battlefield.events import core
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import course, story_artifacts, story_relic, story_wrecks
from battlefield.viewer.telling import (
    Told,
    against,
    asked,
    barred_by,
    capital,
    count,
    inches,
    listed,
    odds,
    outcome,
    place,
)

WAYS = {
    "normal": ("moves", "Normal move"),
    "advance": ("Advances", "Advance"),
    "fall_back": ("Falls Back", "Fall Back"),
    "consolidate": ("Consolidates", "Consolidate"),
    "charge": ("charges", "Charge"),
    "capture": ("makes for its board edge,", "Capture"),
}


def way_of(kind: str) -> tuple[str, str]:
    """What a model does that moves so, and what that is called."""
    plain = kind.replace("_", " ")
    return WAYS.get(kind, (f"{plain}s", plain.capitalize()))


def reach(state: State, name: str, usual: float) -> float:
    """A distance that the edition fixes, in plan; the usual one where the battle does not say."""
    value = state.ranges.get(name, usual)
    return float(value[0] if isinstance(value, tuple) else value)


def _set_up(event: core.UnitSetUp, before: State) -> Told:
    player = before.units[event.unit].player if event.unit in before.units else "?"
    models = count(len(event.models), "model")
    if event.kind == "reserves":
        return Told(f"{event.unit} waits in Reserves", f"{player} keeps it off the battlefield.")
    if event.kind == "deep strike":
        said = f"{models} set up, more than {reach(before, 'deep_strike', 9.0):g} in from every enemy model."
        return Told(f"{event.unit} arrives by Deep Strike", said)
    wreck = story_wrecks.set_up(event, before, reach(before, "disembark", 3.0))
    if wreck is not None:
        return wreck
    if event.kind == "disembarked":
        said = f"{models} set up, wholly within {reach(before, 'disembark', 3.0):g} in of the transport."
        return Told(f"{event.unit} disembarks", said)
    if event.rule == "move.deep_strike":
        return Told(f"{event.unit} arrives from Reserves", f"{models} set up, from the edge of the battlefield.")
    how = {"deployed": "deploys"}.get(event.kind, "sets up")
    return Told(f"{player} {how} {event.unit}", f"{models} set up, {event.kind}.")


def _embarked(event: core.UnitEmbarked, before: State) -> Told:
    here = any(each.on_board for each in before.models_of(event.unit)) if event.unit in before.units else False
    said = "It has no footprint of its own while embarked."
    return Told(f"{event.unit} {'boards' if here else 'is aboard'} {event.transport}", said)


def _moved(event: core.ModelMoved, before: State) -> Told:
    _ = before
    verb, _ = way_of(event.kind)
    figures = [("way", f"{event.length:.6f} in")]
    if event.allowance is not None:
        figures.append(("allowance", f"{event.allowance:g} in"))
        figures.append(("margin", f"{event.allowance - event.length:.6f} in"))
    if event.moved_this_phase != event.length:
        figures.append(("this phase", f"{event.moved_this_phase:.6f} in"))
    figures.append(("ends at", place(event.path[-1].point)))
    said = [f"Passes over {listed(event.over)}."] if event.over else []
    if not event.last:
        said.append("The move goes on.")
    return Told(f"{event.model} {verb} {inches(event.length)}", " ".join(said), tuple(figures))


def _controlled(event: core.ObjectiveControlled, before: State) -> Told:
    levels = tuple((f"Level of Control, {player}", str(level)) for player, level in event.levels.items())
    token = before.token(event.objective, "controlled")
    holder = None if token is None or token.value == "contested" else str(token.value)
    if event.player == "contested":
        return Told(f"{event.objective} is contested", "Nobody has the higher Level of Control.", levels)
    taken = f", from {holder}" if holder is not None else ""
    most = event.levels.get(event.player, 0)
    others = [level for player, level in event.levels.items() if player != event.player]
    said = f"The higher Level of Control{taken}: {most} against {max(others, default=0)}."
    return Told(f"{event.player} controls {event.objective}", said, levels)


def _operated(event: core.HatchwayOperated, before: State) -> Told:
    hatchway = before.hatchway(event.hatchway)
    was_open = hatchway is not None and hatchway.open
    what = "close" if was_open else "open"
    done = f"{event.model} {what}s {event.hatchway}" if event.success else f"{event.hatchway} stays {_stands(was_open)}"
    if event.results is None or event.opposed_by is None:
        return Told(done, "Nobody opposes.")
    own, other = list(event.results.values())[:2]
    figures = ((event.model, f"{own} with Toughness"), (event.opposed_by, f"{other} with Toughness"))
    won = f"{own} against {other}" if event.success else f"{event.opposed_by} prevents it, {other} against {own}"
    said = f"{event.opposed_by} opposes: {won}." if event.success else f"{event.model} would {what} it; {won}."
    return Told(done, said, figures)


def _stands(open_: bool) -> str:
    return "open" if open_ else "closed"


def _charge(event: core.ChargeDeclared, before: State) -> Told:
    does = "intervenes: a charge at" if event.rule == course.INTERVENTION else "declares a charge at"
    headline, needs = f"{event.unit} {does} {listed(event.targets)}", event.needs
    if needs is None:
        return Told(headline, "2D6 say how far it may go.")
    figures = [
        (f"way to {each.target}", f"{each.length:.6f} in{f', round {listed(each.through)}' if each.through else ''}")
        for each in needs.shortest
        if each.length is not None
    ]
    roll = "" if needs.roll is None else f"Needs {needs.roll} or more on 2D6. "
    roll = "No roll of 2D6 makes it. " if needs.bound is None else roll
    return Told(headline, roll + odds(needs, before), tuple(figures))


def _charge_failed(event: core.ChargeFailed, before: State) -> Told:
    _ = before
    if event.reasons:
        said = "; ".join(f"{each.why} ({each.rule})" for each in event.reasons)
        figures = tuple((each.rule, against(each.claim)) for each in event.reasons if each.claim is not None)
        return Told(f"The charge of {event.unit} fails", f"{capital(said)}.", figures)
    needed = "no roll would have done" if event.needs is None else f"it needed {event.needs}"
    return Told(f"The charge of {event.unit} fails", f"Nobody moves: {needed}.")


def _token(event: core.TokenSet, before: State) -> Told:
    """Something that became true; what a move leaves behind has words of its own."""
    wreck = story_wrecks.token(event, before)
    if wreck is not None:
        return wreck
    until = "" if event.until is None else f"Until the end of the {event.until}."
    if event.until == OWN_COMMAND:
        until = "Until its player's next Command phase."
    known = {
        "moved as": f"{event.holder}: {way_of(str(event.value))[1]} declared",
        "advance": f"{event.holder} has Advanced (+{event.value} in)",
        "desperate escape tested": f"{event.holder} is tested for Desperate Escape",
        "arrived": f"{event.holder} has arrived, and moves no further",
        "disembarked": f"{event.holder} has disembarked, {event.value} its transport moved",
        "embarked": f"{event.holder} has boarded {event.value}",
        "charge declared": f"{event.holder} has declared a charge",
        "charge move": f"{event.holder} has made a Charge move",
        "hatchway operated": f"{event.holder}: an attempt at a Hatchway is made",
        "attacked": f"{event.holder} has attacked",
        "handed over": f"{event.holder} has changed hands",
    }
    card = story_artifacts.card(event)
    if card is not None:
        return Told(card, "")
    value = "" if event.value is None or event.value is True else f" ({event.value})"
    said = known.get(event.token) or story_relic.token(event)
    return Told(said or f"{event.holder}: {event.token.replace('_', ' ')}{value}", until)


TELLERS = {
    core.ChargeDeclared: _charge,
    core.ChargeFailed: _charge_failed,
    core.TokenSet: _token,
    core.UnitSetUp: _set_up,
    core.UnitEmbarked: _embarked,
    core.ModelMoved: _moved,
    core.ObjectiveControlled: _controlled,
    core.HatchwayOperated: _operated,
}


def in_context(recording: Recording, index: int, told: Told) -> Told:
    """What is said of an event, with what happened round it in the same order."""
    event = recording.entries[index].event
    if isinstance(event, core.ModelMoved):
        return _moved_in_context(recording, index, event, told)
    if isinstance(event, core.Rolled) and event.asks == course.CHARGE:
        needs = course.charge_needs(recording, index)
        if needs is not None and needs.roll is not None:
            return replace(told, figures=(*told.figures, ("needs", f"≥ {needs.roll}")))
        return told
    if isinstance(event, core.ChargeFailed) and not event.reasons:
        needs = course.charge_needs(recording, index)
        ways = () if needs is None else needs.shortest
        barred = [barred_by(each, recording.states[index]) for each in ways if each.length is None]
        if needs is not None and needs.roll is None and needs.bound is not None:
            said = f"no less than {needs.bound} would have done, and no end places were found for any roll"
            return replace(told, sentence=f"Nobody moves: {said}.")
        return replace(told, sentence=f"{told.sentence[:-1]}, {barred[0]}.") if barred else told
    if isinstance(event, core.ModelDestroyed):
        return _destroyed_in_context(recording, index, event, told)
    if isinstance(event, core.Chose) and event.asks == course.ESCAPE:
        said = (
            "The model that failed is lost." if event.answer == event.of else f"In place of {event.of}, which failed."
        )
        return replace(told, headline=f"{event.player} gives up {event.answer}", sentence=said)
    return told


def _moved_in_context(recording: Recording, index: int, event: core.ModelMoved, told: Told) -> Told:
    found = course.course_of(recording, index)
    said = [told.sentence] if told.sentence else []
    if found.danger is not None:
        said = [f"Into dangerous ground, {found.danger}: it rolls before it goes on."]
    elif len(found.legs) > 1:
        said.append(f"{inches(found.length)} in all.")
    if found.halted:
        said.append(f"Difficult ground stops it: at most the higher of {listed([str(each) for each in found.halted])}.")
    figures = told.figures
    roll = course.rolled_for(recording, index, course.ADVANCE, recording.states[index].models[event.model].unit)
    if event.kind == "advance" and roll is not None:
        figures = (("Advance roll", f"+{roll.total} in"), *figures)
    return replace(told, sentence=" ".join(said), figures=figures)


def _destroyed_in_context(recording: Recording, index: int, event: core.ModelDestroyed, told: Told) -> Told:
    rest = told.sentence.partition(".")[2]
    ground = course.slain_by(recording.states[index], event)
    if ground is not None:
        return replace(told, headline=told.headline.replace("is destroyed", "is slain"),
                       sentence=f"By dangerous ground, {ground.name}.{rest}")  # fmt: skip
    if event.by == course.ESCAPED:
        other = course.given_up_for(recording, index, event.model)
        said = "Desperate Escape failed." if other is None else f"Desperate Escape: given up for {other}, which failed."
        return replace(told, sentence=f"{said}{rest}")
    return told


ROLLS = {
    course.DIFFICULT: "Difficult ground",
    course.DANGEROUS: "Dangerous ground",
    course.ESCAPE: "Desperate Escape",
    course.ADVANCE: "Advance",
    course.CHARGE: "Charge",
}
ROLL_OFF = "core.roll_off"
OWN_COMMAND = "own command phase"


def rolled(event: core.Rolled, figures: tuple[tuple[str, str], ...]) -> Told | None:
    """What is said of the dice of a move; None of others."""
    if event.asks == ROLL_OFF:
        return Told(f"Roll-off: {event.of} rolls {event.total}", "The higher wins; equal results roll again.", figures)
    name = ROLLS.get(event.asks)
    if name is None:
        return story_wrecks.rolled(event, figures)
    if event.asks == course.DIFFICULT:
        shown = listed([str(face) for face in event.faces])
        said = f"{event.roll}: it moves at most the higher, {max(event.faces)} in."
        return Told(f"{name}: {event.of} rolls {shown}", said, figures)
    if event.asks == course.ADVANCE:
        return Told(f"{name}: {event.of} rolls {event.total}", f"{event.roll} in are added to its Move.", figures)
    if event.asks == course.CHARGE:
        return Told(f"{name}: {event.of} rolls {event.total}", f"{event.roll}: every model may go so far.", figures)
    cost = {course.DANGEROUS: "slain on a 1, where it enters", course.ESCAPE: "a failed test costs the unit a model"}
    return Told(
        f"{name}: {event.of} rolls {event.total}{outcome(event)}",
        f"{event.roll}, {asked(event)}; {cost[event.asks]}.",
        figures,
    )


def on_tray(event: core.Rolled) -> str:
    """What the dice of a roll come to, in few words."""
    if event.asks == course.DIFFICULT:
        return f"Difficult ground: at most {max(event.faces)} in"
    if event.asks == course.ADVANCE:
        return f"Advance: +{event.total} in"
    if event.asks == course.CHARGE:
        return f"Charge: {event.total} in"
    found = story_relic.rolled(event)
    if found is not None:
        return found
    modifier = f" {event.modifier:+d}" if event.modifier else ""
    needs = f" ({asked(event)})" if asked(event) else ""
    name = {course.DANGEROUS: "Dangerous ground: ", course.ESCAPE: "Desperate Escape: "}.get(event.asks, "")
    return f"{name}{event.roll}{modifier} = {event.total}{needs}{outcome(event)}"
