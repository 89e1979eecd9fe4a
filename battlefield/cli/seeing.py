"""`sight`: who sees whom, and what is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from battlefield.asking import members, sighting
from battlefield.certificate import Certificate
from battlefield.cli.judging import AsJson, Seed
from battlefield.cli.reading import battle_at
from battlefield.cli.telling import GREEN, RED, coloured, figure, tell, tell_json
from battlefield.plain import written
from battlefield.rules.core.seeing import covered
from battlefield.state import State


def sight(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    a: Annotated[str, typer.Argument(help="a model or unit that looks")],
    b: Annotated[str | None, typer.Argument(help="what it looks at; everything when left out")] = None,
    after: Annotated[int | None, typer.Option(help="look after that many orders; 0 is the set-up")] = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> int:
    """Who sees whom: a clear line, or what is in the way of all of them; and who is in cover.

    Example: battlefield sight scenarios/keyhole.toml Watcher
    """
    battle = battle_at(file, seed, after)
    if after is not None and after > len(battle.scenario.orders):
        raise ValueError(f"{file}: --after {after}: the scenario has {len(battle.scenario.orders)} orders")
    state = battle.state
    if b is not None:
        _pair(state, sighting(state, a, b), as_json)
        return 0
    claims = [sighting(state, a, name) for name in _others(state, a)]
    if as_json:
        seen = {True: "sees", False: "does_not_see"}
        tell_json({said: [written(claim) for claim in claims if claim.holds is holds] for holds, said in seen.items()})
        return 0
    for claim in sorted(claims, key=lambda each: not each.holds):
        tell(_line(claim))
    return 0


def _pair(state: State, claim: Certificate, as_json: bool) -> None:
    """One pair, with what cover there is where a model looks at another."""
    model = None if claim.b is None else state.find_model(claim.b)
    cover = covered(state, claim.a, model.name) if claim.holds and model is not None else None
    if as_json:
        tell_json({**written(claim), **({} if cover is None else {"cover": written(cover)})})
        return
    tell(_line(claim))
    if cover is not None:
        tell(f"  {cover.rule}: {_cover(cover)}")


def _others(state: State, a: str) -> Iterator[str]:
    """Everything on the battlefield that may be seen, but for those that look: models, Artifacts, Hatchways."""
    lookers = {state.model(name).name for name in members(state, a)}
    yield from (each.name for each in state.on_board() if each.name not in lookers)
    yield from (each.name for each in state.lying())
    yield from (each.name for each in state.terrain if each.is_hatchway)


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
