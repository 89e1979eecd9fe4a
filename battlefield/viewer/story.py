"""The story of a recording in field terms: for each event a headline, a sentence, its rule, rulings and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from battlefield.certificate import Certificate
from battlefield.events import core
from battlefield.events.base import Event, event_name
from battlefield.geometry.lines import in_one_place
from battlefield.recording import Recording
from battlefield.state import State
from battlefield.viewer import story_artifacts, story_cards, story_moves, story_relic, story_relics, story_wrecks
from battlefield.viewer.remember import by_identity
from battlefield.viewer.telling import Told, against, asked, called, capital, comparison, count, listed, outcome, place
from battlefield.viewer.timeline import kind, quiet


@dataclass(frozen=True, slots=True)
class Caption:
    """What is said of an event. `figures`: (name, value) pairs. `claims`: what was measured."""

    n: int
    kind: str
    headline: str
    sentence: str
    rule: str = ""
    rulings: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    claims: tuple[Certificate, ...] = ()
    quiet: bool = False


@by_identity(4096)
def caption(recording: Recording, index: int) -> Caption:
    """What is said of the event that `index` others came before; -1 is the empty table."""
    if index < 0:
        board = recording.table.board
        return Caption(0, "opening", recording.table.title, f"An empty table, {board.width:g} × {board.height:g} in.")
    entry = recording.entries[index]
    event, before = entry.event, recording.states[index]
    told = story_moves.in_context(recording, index, tell(spoken(event, before), before))
    return Caption(
        entry.n,
        kind(event),
        told.headline,
        told.sentence,
        event.rule,
        event.rulings,
        told.figures,
        tuple(replace(each, a=called(before, each.a), b=each.b and called(before, each.b)) for each in event.claims),
        quiet(event),
    )


def line(recording: Recording, index: int) -> str:
    """The story of one event in a line of text."""
    said = caption(recording, index)
    return said.headline if not said.sentence else f"{said.headline}. {said.sentence}"


def spoken(event: Event, state: State) -> Event:
    """The event with models called as on the table."""
    changed: dict[str, Any] = {}
    for each in fields(event):
        value = getattr(event, each.name)
        if isinstance(value, str):
            changed[each.name] = called(state, value)
        elif isinstance(value, tuple) and value and all(isinstance(part, str) for part in value):
            changed[each.name] = tuple(called(state, part) for part in value)
    return replace(event, **changed)


def tell(event: Event, before: State) -> Told:
    """What is said of an event that happens to a state."""
    teller = _TELLERS.get(type(event))
    return teller(event, before) if teller is not None else _anything(event, before)


def _phase_began(event: core.PhaseBegan, before: State) -> Told:
    _ = before
    return Told(f"{event.player}: {event.phase.capitalize()} phase", f"Battle round {event.round}.")


def _phase_ended(event: core.PhaseEnded, before: State) -> Told:
    _ = before
    return Told(f"{event.phase.capitalize()} phase ends", f"{event.player}, battle round {event.round}.")


def _refused(event: core.OrderRefused, before: State) -> Told:
    _ = before
    what = str(event.asked.get("do", "order")).replace("_", " ")
    subject = next((str(event.asked[key]) for key in ("unit", "model", "artifact", "card") if key in event.asked), "")
    if not subject and isinstance(event.asked.get("plays"), list):
        subject = listed([str(each.get("card")) for each in event.asked["plays"]])
    alone = len(event.reasons) == 1 and event.reasons[0].rule == event.rule
    said = "; ".join(each.why if alone else f"{each.why} ({each.rule})" for each in event.reasons)
    figures = []
    for reason in event.reasons:
        if reason.claim is not None:
            figures.append((reason.rule, against(reason.claim)))
    foretold = " As foretold." if event.foretold else ""
    return Told(f"Refused: {what} {subject}".rstrip(), f"{capital(said)}.{foretold}", tuple(figures))


def _rolled(event: core.Rolled, before: State) -> Told:
    _ = before
    faces = ", ".join(str(face) for face in event.faces)
    figures = [("dice", f"{event.roll}: {faces}")]
    if event.modifier:
        figures.append(("modifier", f"{event.modifier:+d}"))
    if event.throw is None:
        figures.append(("total", str(event.total)))
    if event.needs is not None:
        figures.append(("needs", comparison(event.needs)))
    figures.append(("source", event.source))
    if event.throw is not None:
        figures += [(f"die {index} ({face})", place(at)) for index, (at, face) in enumerate(_dice(event), 1)]
        if event.needs is None and len(set(event.faces)) < len(event.faces):
            return Told(f"Both dice show {event.faces[0]}", "Same face: they are thrown again.", tuple(figures))
        if event.needs is None and in_one_place(event.throw):
            return Told(f"Dice on the field: {faces}", "Both lie in one place: they are thrown again.", tuple(figures))
        low, high = min(event.faces), max(event.faces)
        again = f" after {count(len(event.rerolls), 'tie')}" if event.rerolls else ""
        said = f"The line will run from the {low} to the {high}."
        return Told(f"Dice on the field{again}: {faces}", said, tuple(figures))
    told = story_moves.rolled(event, tuple(figures))
    if told is not None:
        return told
    found = story_relic.rolled(event)
    if found is not None:
        return Told(f"{event.of} rolls {found}", f"{event.roll} say what it is, once in a battle.", tuple(figures))
    needs = f", {asked(event)}" if asked(event) else ""
    what = capital(event.asks.rpartition(".")[2].replace("_", " "))
    return Told(f"{what}: {event.of} rolls {event.total}{outcome(event)}", f"{event.roll}{needs}.", tuple(figures))


def _dice(event: core.Rolled) -> list[tuple[tuple[float, float], int]]:
    return list(zip(event.throw or (), event.faces, strict=False))


def _chose(event: core.Chose, before: State) -> Told:
    told = story_artifacts.chose(event, before) or story_wrecks.chose(event)
    if told is not None:
        return told
    who = event.player or "The rule"
    by = "as the ruling has it where nobody answers" if event.by == "default" else "by order"
    return Told(f"{who} chooses {event.answer}", f"{event.of}: {listed(event.options, 'or')}; {by}.")


def _wounds(event: core.WoundsLost, before: State) -> Told:
    _ = before
    what = "mortal wound" if event.mortal else "wound"
    kept = f"{event.prevented} prevented, " if event.prevented else ""
    return Told(f"{event.model} loses {count(event.count, what)}", f"{kept}{event.left} left.")


def _healed(event: core.WoundsRegained, before: State) -> Told:
    _ = before
    return Told(f"{event.model} regains {count(event.count, 'wound')}", f"{event.left} left.")


def _destroyed(event: core.ModelDestroyed, before: State) -> Told:
    model = before.find_model(event.model)
    unit = "" if model is None or model.unit == event.model else f" {model.unit} is destroyed."
    said = f"By {event.by}." if event.by else "It leaves the battlefield."
    return Told(f"{event.model} is destroyed", said + (unit if event.unit_destroyed else ""))


def _left(event: core.ModelLeft, before: State) -> Told:
    _ = before
    where = {"safety": "to safety", "reserves": "for Reserves", "edge": "over the board edge"}
    return Told(f"{event.model} leaves {where.get(event.to, event.to)}", "It is not destroyed.")


def _cleared(event: core.TokenCleared, before: State) -> Told:
    _ = before
    return story_wrecks.cleared(event) or Told(f"{event.holder}: no longer {event.token.replace('_', ' ')}", "")


def _ended(event: core.BattleEnded, before: State) -> Told:
    _ = before
    figures = tuple((name, str(points)) for name, points in (event.score or {}).items())
    return Told(f"{event.winner} wins" if event.winner else "The battle is over", event.why or "", figures)


def _closed(event: core.LogClosed, before: State) -> Told:
    _ = before
    return Told("The log is whole", f"{count(event.events, 'event')}.")


def _anything(event: Event, before: State) -> Told:
    """An event that has no words of its own yet: its name and its plain fields."""
    _ = before
    own = [each.name for each in fields(event) if each.name not in ("rule", "rulings", "claims", "seen_by")]
    values = {name: getattr(event, name) for name in own}
    shown = {name: value for name, value in values.items() if isinstance(value, str | int | float)}
    name = event_name(type(event)).replace("_", " ").capitalize()
    subject = next((str(value) for value in shown.values() if isinstance(value, str)), "")
    figures = tuple((key.strip("_").replace("_", " "), _value(value)) for key, value in shown.items())
    return Told(f"{name}: {subject}" if subject else name, "", figures[:6])


def _value(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


_TELLERS = cast(
    Mapping[type[Event], Callable[[Event, State], Told]],
    {
        core.PhaseBegan: _phase_began,
        core.PhaseEnded: _phase_ended,
        core.OrderRefused: _refused,
        core.Rolled: _rolled,
        core.Chose: _chose,
        core.WoundsLost: _wounds,
        core.WoundsRegained: _healed,
        core.ModelDestroyed: _destroyed,
        core.ModelLeft: _left,
        core.TokenCleared: _cleared,
        core.BattleEnded: _ended,
        core.LogClosed: _closed,
        **story_moves.TELLERS,
        **story_relics.TELLERS,
        **story_relic.TELLERS,
        **story_cards.TELLERS,
        **story_artifacts.TELLERS,
    },
)
