"""`situation`: all that the rules say of a model where it stands, and what is within a ring round it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from battlefield.certificate import Certificate
from battlefield.cli.judging import AsJson, Seed
from battlefield.cli.reading import battle_at, check_names
from battlefield.cli.telling import GREEN, RED, YELLOW, certificate_lines, coloured, tell, tell_json
from battlefield.judge import Fact
from battlefield.judging import RulesJudge
from battlefield.plain import written

TONES = {"in": GREEN, "out": RED, "on the line": YELLOW}


def situation(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    model: Annotated[str, typer.Argument(help="a model, or a unit of one; with --within anything with a footprint")],
    within: Annotated[float | None, typer.Option(help="instead: what is within so many inches of it")] = None,
    after: Annotated[int | None, typer.Option(help="after that many orders; 0 is the set-up")] = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> int:
    """A model's situation: engaged, coherent, objectives, Artifacts, ground, sight, charges; a certificate each.

    Example: battlefield situation scenarios/hand-over.toml Wardens/1 --after 0
    """
    state = battle_at(file, seed, after).state
    check_names(state, model)
    if within is not None:
        if not 0 < within <= 1000:
            raise ValueError(f"--within {within:g}: allowed is a range in inches, more than 0 and at most 1000")
        claims = sorted(RulesJudge().within(state, model, within), key=lambda claim: -(claim.margin or 0.0))
        _ring(claims, as_json)
        return 0
    facts = list(RulesJudge().situation(state, model))
    if as_json:
        tell_json([_plain(fact) for fact in facts])
        return 0
    topic = ""
    for fact in facts:
        if fact.topic != topic:
            topic = fact.topic
            tell(topic)
        verdict = fact.claim.verdict or ""
        note = f" ({fact.note})" if fact.note else ""
        tell(f"  {coloured(fact.says, TONES.get(verdict, ''))}{note}")
        for line in certificate_lines(fact.claim):
            tell(f"    {line}")
    return 0


def _ring(claims: list[Certificate], as_json: bool) -> None:
    if as_json:
        tell_json([written(claim) for claim in claims])
        return
    for claim in claims:
        for line in certificate_lines(claim):
            tell(line)
    if not claims:
        tell("nothing is within")


def _plain(fact: Fact) -> dict[str, Any]:
    needs = {} if fact.needs is None else {"roll": fact.needs.roll}
    note = {"note": fact.note} if fact.note else {}
    return {"topic": fact.topic, "says": fact.says, **note, **needs, "claim": written(fact.claim)}


COMMANDS = {"situation": situation}
