"""The story of what is destroyed and still stands: those aboard of a wreck get out, others stay for a while."""

from __future__ import annotations

from battlefield.events import core
from battlefield.state import State
from battlefield.viewer.telling import Told, asked, called, count, listed, outcome

RULE, RULING = "move.disembark", "B7"
AWAITING, WRECK = "awaits removal", "wreck"
ANY = "any free place"


def reach_of(event: core.UnitSetUp, usual: float) -> float:
    """The distance within which those who get out had to stay, by the certificates; the usual one without."""
    limits = [each.limit for each in event.claims if isinstance(each.limit, float | int)]
    return float(limits[0]) if limits else usual


def set_up(event: core.UnitSetUp, before: State, reach: float) -> Told | None:
    """What is said of a unit that gets out of a wreck; None of another."""
    if RULING not in event.rulings:
        return None
    wreck = next((called(before, each.b) for each in event.claims if each.b is not None), "the wreck")
    said = f"{count(len(event.models), 'model')} set up, wholly within {reach_of(event, reach):g} in of it."
    return Told(f"{event.unit} gets out of {wreck}", said)


def token(event: core.TokenSet, before: State) -> Told | None:
    """What is said of a token that a wreck leaves, or whoever stays; None of others."""
    if event.token == AWAITING and event.value == WRECK and not before.model(event.holder).on_board:
        said = "It is not on the battlefield, so there is no place to get out to."
        return Told(f"{event.holder} is destroyed, and with it whoever is aboard", said)
    if event.token == AWAITING and event.value == WRECK:
        return Told(f"{event.holder} is destroyed: whoever is aboard gets out", "It is removed after that.")
    if event.token == AWAITING:
        said = "It holds no Artifact any longer, and nobody can take one from it until it is removed."
        return Told(f"{event.holder} is destroyed, and stays for now", said)
    if event.token == "disembarked" and event.value == WRECK:
        return Told(f"{event.holder} has got out of a wreck, and does not charge this turn", "")
    words = {
        "gets out of": f"{event.holder} must leave the wreck of {called(before, str(event.value))}",
        "getting out needs": f"{event.holder}: each model that gets out needs {event.value}",
    }
    found = words.get(event.token)
    return None if found is None else Told(found, "")


def cleared(event: core.TokenCleared) -> Told | None:
    """What is said where one of these tokens goes; None of others."""
    words = {
        AWAITING: f"{event.holder} is removed",
        "gets out of": f"{event.holder} is out of the wreck",
        "getting out needs": f"{event.holder}: all have rolled",
    }
    found = words.get(event.token)
    return None if found is None else Told(found, "")


def rolled(event: core.Rolled, figures: tuple[tuple[str, str], ...]) -> Told | None:
    """What is said of the die of a model that gets out; None of other dice."""
    if event.asks != RULE:
        return None
    said = f"{event.roll}, {asked(event)}; a failure is a mortal wound to its unit."
    return Told(f"Getting out: {event.of} rolls {event.total}{outcome(event)}", said, figures)


def chose(event: core.Chose) -> Told | None:
    """What is said of the places that a unit gets out to, or of which unit goes first; None of other choices."""
    if event.asks == "core.attack":
        by = "the first of those that may, as nobody says otherwise" if event.by == "default" else "by order"
        return Told(f"{event.answer} is to suffer the mortal wound", f"{event.player} may choose; {by}.")
    if event.asks != RULE:
        return None
    untold = "the nearest places" if event.options == (ANY,) else "in the order of the file"
    by = f"{untold}, as nobody says otherwise" if event.by == "default" else "by order"
    if event.options != (ANY,):
        return Told(f"{event.player} has {event.answer} get out first", f"{listed(event.options, 'or')}; {by}.")
    if event.answer == "nowhere":
        return Told(f"{event.of} finds no way out", "There is no free place for any of its models.")
    return Told(f"{event.of} can get out {event.answer}", f"{event.player} may choose the places; {by}.")
