"""Certificates in the panel: value, limit, margin, verdict, rulings."""

from __future__ import annotations

from functools import lru_cache

from battlefield.catalogue import Rule, lookup
from battlefield.certificate import Certificate
from battlefield.state import Model, State
from battlefield.viewer import theme
from battlefield.viewer.column import Column, chip, written
from battlefield.viewer.metrics import width
from battlefield.viewer.options import Hover
from battlefield.viewer.telling import against, figure, margin, parts

VERDICTS = {"in": theme.GOOD, "out": theme.BAD, "on the line": theme.EDGE_CASE}
SIGNS = {"in": "✓", "out": "✗", "on the line": "(on the line)"}
"""The second cue of a verdict, where there is no room for its word."""


def claim_lines(column: Column, claims: tuple[Certificate, ...], most: int = 3) -> None:
    """What was measured for an event, a line each: the pair, the figure against the limit, the verdict."""
    for claim in claims[:most]:
        column.space(3)
        pair = claim.a if claim.b is None else f"{claim.a} – {claim.b}"
        flat, up = parts(claim)
        sign = SIGNS.get(claim.verdict or "", "")
        column.pair(pair, f"{flat} {sign}".rstrip(), colour=VERDICTS.get(claim.verdict or "", theme.SOFT))
        if up is not None:
            column.pair("height", up, 11.0, theme.FAINT)
    if len(claims) > most:
        column.paragraph(f"and {len(claims) - most} more measured", 11, theme.DIM)


def ruling_lines(column: Column, rulings: tuple[str, ...], most: int = 2) -> None:
    """The rulings that decided something, each with what it says; the rest by name only."""
    for name in rulings[:most]:
        column.space(6)
        column.chips((f"Ruling {name}",), theme.SKY, theme.RAISED)
        column.space(3)
        column.paragraph(ruling_text(name), 11.5, theme.FAINT, 2, lead=1.35)
    if len(rulings) > most:
        column.space(5)
        column.chips(tuple(rulings[most:]), theme.SKY, theme.RAISED)


@lru_cache(maxsize=256)
def ruling_text(name: str) -> str:
    """What a ruling says, plain; nothing for one that the catalogue does not have."""
    try:
        found = lookup(name)
    except ValueError:
        return ""
    text = found.ruling or found.statement if isinstance(found, Rule) else found.ruling
    return text.replace("**", "").replace("`", "")


def measured(column: Column, state: State, hover: Hover) -> None:
    """What is under the pointer: one thing with its figures, or a pair with what every rule says of it."""
    column.y += 6
    column.items.append(written(column.x, column.y, "MEASURED" if hover.b else "ON THE TABLE", 11, theme.FAINT,
                                weight="semibold"))  # fmt: skip
    column.y += 10
    title = hover.a if hover.b is None else f"{hover.a} – {hover.b}"
    column.paragraph(title, 15, theme.BRIGHT, 2, "semibold", 1.3)
    certificate = hover.certificate
    if certificate is None:
        _alone(column, state, hover.a)
        return
    details = certificate.details
    for name in ("distance", "horizontal", "vertical"):
        if isinstance(details.get(name), float | int):
            column.pair(name, f"{details[name]:.6f} in", colour=theme.BRIGHT if name == "distance" else theme.SOFT)
    if "distance" not in details:
        column.pair(certificate.measure, f"{figure(certificate.value)} in", colour=theme.BRIGHT)
    for rule in hover.rules[:5]:
        rule_lines(column, rule)


def rule_lines(column: Column, rule: Certificate) -> None:
    """What a rule says of a pair: the verdict, the figure against the limit, the margin, the rulings."""
    column.space(7)
    column.y += 8
    verdict = rule.verdict or ("in" if rule.holds else "out")
    colour = VERDICTS[verdict]
    size = 11.0
    wide = width(verdict, size, "semibold") + 14
    column.items.append(written(column.x, column.y, rule.rule, 12, theme.SOFT, room=column.width - wide - 8))
    column.items.append(chip(column.x + column.width - wide, column.y, verdict, theme.BLACK, colour, size))
    column.y += 9
    if rule.limit is not None:
        left = "" if rule.margin is None else f", margin {margin(rule.margin)}"
        column.paragraph(f"{against(rule)}{left}", 12, theme.FAINT, 2)
    if rule.rulings:
        column.space(3)
        column.chips(tuple(f"Ruling {each}" for each in rule.rulings), theme.SKY, theme.RAISED)


def _alone(column: Column, state: State, name: str) -> None:
    """What is known of one thing on the table."""
    model, artifact = state.find_model(name), state.artifacts.get(name)
    if model is not None:
        _model(column, state, model)
    elif artifact is not None:
        column.paragraph(f"{artifact.kind.capitalize()}, {artifact.status}", 12, theme.SOFT)
        if artifact.at is not None:
            column.pair("at", f"({artifact.at.x:.6f}, {artifact.at.y:.6f})")
        column.pair("radius", f"{artifact.radius:.6f} in")
        if artifact.owner is not None:
            column.pair("last controlled by", artifact.owner)
    for terrain in state.terrain:
        if terrain.name == name:
            column.paragraph(", ".join(sorted(terrain.traits)) or "no traits", 12, theme.SOFT, 2)
            column.pair("height", f"{terrain.height:g} in")
            if terrain.elevation:
                column.pair("elevation", f"{terrain.elevation:g} in")


def _model(column: Column, state: State, model: Model) -> None:
    profile = model.profile
    column.paragraph(f"{model.player} · {model.unit} · {profile.size}", 12, theme.SOFT, 2)
    if model.pose is not None:
        column.pair("at", f"({model.pose.x:.6f}, {model.pose.y:.6f})")
        if model.pose.z or model.pose.facing:
            column.pair("elevation, facing", f"{model.pose.z:g} in, {model.pose.facing:g}°")
    if profile.wounds > 1:
        column.pair("wounds", f"{model.wounds_left} of {profile.wounds}")
    carried = [each.name for each in state.carried_by(model.name)]
    if carried:
        column.pair("carries", ", ".join(carried), colour=theme.YELLOW)
    if model.keywords:
        column.space(2)
        column.paragraph(", ".join(sorted(model.keywords)), 11, theme.FAINT, 2)
    tokens = [each.name.replace("_", " ") for key, each in state.tokens.items() if key[0] in (model.name, model.unit)]
    if tokens:
        column.paragraph("Tokens: " + ", ".join(tokens), 11, theme.FAINT, 2)
