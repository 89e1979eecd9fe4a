"""What cards do: the five verbs, what stands against each, and how it is carried out.

Source rules: artefakt.play, artefakt.limit, artefakt.deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from battlefield.cards import ANY_ZONE, OPPONENT, UNIT_IN_ZONE, Effect
from battlefield.certificate import Certificate
from battlefield.events.artefakty import EffectLapsed, UnitRelocated, UnitsSwapped
from battlefield.events.core import Reason, TokenSet
from battlefield.geometry.placement import centroid
from battlefield.geometry.shapes import Pose
from battlefield.play import Play
from battlefield.rules.artefakty.hands import discard_chosen
from battlefield.rules.artefakty.piles import draw_top
from battlefield.rules.artefakty.places import place_in_zone, shifted
from battlefield.rules.artefakty.zones import RULE, against_no_zone, against_zone, first_model, zone_of
from battlefield.rules.core.placing import Standing, against_standing
from battlefield.state import State

_SLOTS: Mapping[str, tuple[str, ...]] = {"attach": ("to",), "swap": ("a", "b"), "move": ("unit", "to")}
_ASKED = (UNIT_IN_ZONE, ANY_ZONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Whose effects these are: the player, the card if it is one's, and where they are confined to.

    `bounded`: what they do to units reaches only `zone` (None: no unit).
    """

    player: str
    card: str | None = None
    name: str | None = None
    bounded: bool = False
    zone: str | None = None


def asked_for(effects: Sequence[Effect]) -> tuple[str, ...]:
    """What the player names for effects, in order: each a "unit in zone" or a "zone"."""
    slots = ((each, key) for each in effects for key in _SLOTS.get(each.do, ()))
    return tuple(value for each, key in slots if (value := getattr(each, key)) in _ASKED)


def against_targets(state: State, effects: Sequence[Effect], targets: Sequence[str]) -> list[Reason]:
    """Whether the player named what the effects ask for: so many, units for units, zones for zones."""
    asked = asked_for(effects)
    if len(asked) != len(targets):
        why = f"it asks for {_listed(asked)}; {len(targets)} named" if asked else "it asks for no target; one is named"
        return [Reason(rule=RULE, why=why)]
    wrong = [
        (name, what)
        for name, what in zip(targets, asked, strict=True)
        if name not in state.units and not (what == ANY_ZONE and _is_zone(state, name))
    ]
    return [Reason(rule=RULE, why=f"it asks for a {what}; {name} is none", of=name) for name, what in wrong]


def filled(effects: Sequence[Effect], targets: Sequence[str]) -> tuple[Effect, ...]:
    """The effects with what the player named in the places that ask for it."""
    left = list(targets)
    made = []
    for effect in effects:
        named = {key: left.pop(0) for key in _SLOTS.get(effect.do, ()) if getattr(effect, key) in _ASKED and left}
        made.append(replace(effect, **named) if named else effect)  # type: ignore[arg-type]  # keys of text
    return tuple(made)


def against(state: State, effect: Effect, printed: Effect, source: Source) -> list[Reason]:
    """Everything against an effect; `printed`: as it stands on the card, with nothing named yet."""
    reasons = []
    for key in _SLOTS.get(effect.do, ()):
        name = getattr(effect, key)
        if name not in state.units:
            continue
        asked = getattr(printed, key) == UNIT_IN_ZONE
        found = against_zone(state, name, source.zone) if source.bounded else None
        if found is None and not source.bounded and asked:
            found = against_no_zone(state, name)
        elif found is None and first_model(state, name) is None:
            found = Reason(rule=RULE, why=f"{name} is not on the battlefield", of=name)
        reasons += [found] if found is not None else []
    if reasons:
        return reasons
    if effect.do == "swap":
        return _against_swap(state, effect)
    return _against_move(state, effect, source) if effect.do == "move" else []


def carry(play: Play, effect: Effect, printed: Effect, source: Source) -> None:
    """Carry an effect out, or write down why it comes to nothing."""
    reasons = against(play.state, effect, printed, source)
    if reasons:
        claims = tuple(each.claim for each in reasons if each.claim is not None)
        _lapses(play, effect, source, reasons[0].why, claims=claims)
        return
    match effect.do:
        case "attach":
            play.do(TokenSet(rule=RULE, holder=effect.to or "", token=effect.token or "", value=True))
        case "swap":
            _swap(play, effect.a or "", effect.b or "")
        case "move":
            zone = destination(play.state, effect)
            _relocate(play, effect.unit or "", place_in_zone(play.state, effect.unit or "", zone or "") or {})
        case "discard":
            _discards(play, effect, source)
        case "draw":
            _draws(play, effect, source)


def swapped(state: State, a: str, b: str) -> dict[str, dict[str, Pose]]:
    """Where two units stand when they change places: the first models' middles change, the rest goes with them."""
    one, other = first_model(state, a), first_model(state, b)
    if one is None or other is None or one.pose is None or other.pose is None:
        return {}
    here, there = centroid(one.footprint), centroid(other.footprint)
    up = other.pose.z - one.pose.z
    to_there = (there[0] - here[0], there[1] - here[1])
    return {a: shifted(state, a, to_there, up), b: shifted(state, b, (-to_there[0], -to_there[1]), -up)}


def destination(state: State, effect: Effect) -> str | None:
    """The zone into which a unit is moved: named itself, or as that of another unit."""
    to = effect.to or ""
    return to if _is_zone(state, to) else zone_of(state, to).zone if to in state.units else None


def player_meant(state: State, word: str | None, player: str) -> str:
    """The player of whom an effect speaks: a name, who plays the card, or the other one of two."""
    names = [each.name for each in state.players]
    if word is not None and word in names:
        return word
    return next((each for each in names if each != player), player) if word == OPPONENT else player


def _against_swap(state: State, effect: Effect) -> list[Reason]:
    a, b = effect.a or "", effect.b or ""
    if a == b:
        return [Reason(rule=RULE, why=f"{a} cannot change places with itself", of=a)]
    poses = {name: pose for each in swapped(state, a, b).values() for name, pose in each.items()}
    standing = Standing(state, poses)
    return [reason for name in poses for reason in against_standing(standing, name)]


def _against_move(state: State, effect: Effect, source: Source) -> list[Reason]:
    unit, zone = effect.unit or "", destination(state, effect)
    if zone is None:
        return [Reason(rule=RULE, why=f"{effect.to} is in no zone", of=unit)]
    if source.bounded and zone != source.zone:
        why = f"played at once the card reaches no farther than {source.zone}, and so moves nothing into {zone}"
        return [Reason(rule=RULE, why=why, of=unit)]
    if place_in_zone(state, unit, zone) is None:
        return [Reason(rule=RULE, why=f"there is no room for {unit} in {zone}", of=unit)]
    return []


def _relocate(play: Play, unit: str, poses: Mapping[str, Pose]) -> None:
    state = play.state
    after = state.with_models({name: replace(state.models[name], pose=pose) for name, pose in poses.items()})
    from_, to = zone_of(state, unit).zone, zone_of(after, unit).zone
    play.do(UnitRelocated(rule=RULE, rulings=(RULE,), unit=unit, models=poses, from_=from_, to=to))


def _swap(play: Play, a: str, b: str) -> None:
    state = play.state
    poses = {name: pose for each in swapped(state, a, b).values() for name, pose in each.items()}
    after = state.with_models({name: replace(state.models[name], pose=pose) for name, pose in poses.items()})
    a_zone, b_zone = zone_of(after, a).zone, zone_of(after, b).zone
    play.do(UnitsSwapped(rule=RULE, rulings=(RULE,), a=a, b=b, models=poses, a_zone=a_zone, b_zone=b_zone))


def _discards(play: Play, effect: Effect, source: Source) -> None:
    player = player_meant(play.state, effect.player, source.player)
    for _ in range(effect.count):
        if not play.state.card_table.hand(player):
            _lapses(play, effect, source, f"{player} holds no card that could be discarded")
            return
        discard_chosen(play, player, RULE)


def _draws(play: Play, effect: Effect, source: Source) -> None:
    player = player_meant(play.state, effect.player, source.player)
    for _ in range(effect.count):
        if not play.state.card_table.deck:
            _lapses(play, effect, source, "deck and discards are used up: nothing is left to draw", "artefakt.deck")
            return
        draw_top(play, player, why="effect", zone=source.zone, by=source.name)


def _lapses(
    play: Play, effect: Effect, source: Source, why: str, rule: str = RULE, claims: tuple[Certificate, ...] = ()
) -> None:
    play.do(EffectLapsed(rule=rule, claims=claims, card=source.card, name=source.name, do=effect.do, why=why))


def _is_zone(state: State, name: str) -> bool:
    return any(each.name == name for each in state.zones)


def _listed(asked: Sequence[str]) -> str:
    words = [f"{asked.count(each)} × {each}" for each in dict.fromkeys(asked)]
    return " and ".join(words)
