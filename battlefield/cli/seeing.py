"""`sight`: who sees whom, and what is in the way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from battlefield.certificate import Certificate
from battlefield.cli.judging import AsJson, Seed
from battlefield.cli.picturing import Picture, draw_sights, draw_view, refuse_ending
from battlefield.cli.reading import battle_at
from battlefield.cli.telling import GREEN, RED, coloured, figure, tell, tell_json
from battlefield.judge import Sighting
from battlefield.judging import RulesJudge, looked_at
from battlefield.plain import written
from battlefield.state import State


def sight(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    a: Annotated[str, typer.Argument(help="a model or unit that looks")],
    b: Annotated[str | None, typer.Argument(help="what it looks at; everything when left out")] = None,
    ground: Annotated[bool, typer.Option("--ground", help="the ground that a model sees, as an area")] = False,
    after: Annotated[int | None, typer.Option(help="look after that many orders; 0 is the set-up")] = None,
    seed: Seed = None,
    as_json: AsJson = False,
    picture: Picture = None,
) -> int:
    """Who sees whom: a clear line, or what is in the way of all of them; and who is in cover.

    Example: battlefield sight scenarios/keyhole.toml Watcher
    """
    refuse_ending(picture)
    state = battle_at(file, seed, after).state
    if ground:
        _ground(state, a, b, as_json, picture)
        return 0
    sights = [*RulesJudge().sights(state, a)] if b is None else [looked_at(state, a, b)]
    if picture is not None:
        draw_sights(state, a, sights, picture)
    if b is not None:
        _pair(sights[0], as_json)
        return 0
    claims = [each.claim for each in sights]
    if as_json:
        seen = {True: "sees", False: "does_not_see"}
        tell_json({said: [written(claim) for claim in claims if claim.holds is holds] for holds, said in seen.items()})
        return 0
    for claim in sorted(claims, key=lambda each: not each.holds):
        tell(_line(claim))
    return 0


def _ground(state: State, a: str, b: str | None, as_json: bool, picture: Path | None) -> None:
    """The area that a model sees, and its share of the battlefield."""
    if b is not None:
        raise ValueError(f"--ground is of {a} alone: it is not asked of a pair")
    found = RulesJudge().viewed(state, a)
    if picture is not None:
        draw_view(state, found, picture)
    if as_json:
        rings = [[[list(at) for at in ring] for ring in part] for part in found.parts]
        plain = {"model": found.model, "area": found.area, "top": found.top, "tolerance": found.tolerance}
        tell_json({**plain, "blockers": list(found.blockers), "parts": rings})
        return
    share = 100 * found.area / (state.board.width * state.board.height)
    tell(f"{found.model} {coloured('sees', GREEN)} {figure(found.area)} sq in of ground, {share:.1f} % of it")
    tell(f"  for what is up to {figure(found.top)} in high; round edges to {figure(found.tolerance)} in")
    if found.blockers:
        tell(f"  hidden by {', '.join(found.blockers)}")


def _pair(seen: Sighting, as_json: bool) -> None:
    """One pair, with what cover there is where a model looks at another."""
    claim, cover = seen.claim, seen.cover
    if as_json:
        tell_json({**written(claim), **({} if cover is None else {"cover": written(cover)})})
        return
    tell(_line(claim))
    if cover is not None:
        tell(f"  {cover.rule}: {_cover(cover)}")


def _line(claim: Certificate) -> str:
    if claim.holds:
        start, end = claim.details["line"]
        words = f"from {_point(start)} to {_point(end)}, with {figure(claim.value)} in of room"
        said = coloured("sees", GREEN)
    else:
        aboard, blockers = claim.details.get("embarked", ()), claim.details.get("blockers", ())
        words = f"{', '.join(aboard)} embarked" if aboard else f"behind {', '.join(blockers)}"
        said = coloured("does not see", RED)
    verdict = f" ({claim.verdict})" if claim.verdict == "on the line" else ""
    rulings = f"  [{', '.join(claim.rulings)}]" if claim.rulings else ""
    return f"{claim.a} {said} {claim.b}: {words}{verdict}{rulings}"


def _cover(claim: Certificate) -> str:
    if claim.measure == "inside":
        return f"{claim.a} lies wholly within {claim.b} and is in cover"
    if not claim.holds:
        return f"{claim.b} is seen in full, and not in cover"
    return f"{claim.b} is in cover: partly behind {', '.join(claim.details['blockers'])}"


def _point(point: Any) -> str:
    return f"({', '.join(figure(part) for part in point)})"


COMMANDS = {"sight": sight}
