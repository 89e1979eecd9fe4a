"""`charge` and `reach`: who can be charged at which roll and with what chance; where a model can get to."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlefield.asking import members
from battlefield.cli.judging import AsJson, Seed
from battlefield.cli.picturing import Picture, draw_charges, draw_reach, refuse_ending
from battlefield.cli.reading import battle_at
from battlefield.cli.telling import RED, coloured, figure, tell, tell_json
from battlefield.judge import Charge
from battlefield.judging import chargeable, reached
from battlefield.plain import written

if TYPE_CHECKING:
    from battlefield.rules.core.charge_reach import Reach
    from battlefield.rules.core.ways_of import ModelWay
    from battlefield.state import State

After = Annotated[int | None, typer.Option(help="after that many orders; 0 is the set-up")]


def charge(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    unit: Annotated[str, typer.Argument(help="the unit that charges")],
    target: Annotated[str | None, typer.Argument(help="an enemy unit; every one within 12 in when left out")] = None,
    after: After = None,
    seed: Seed = None,
    as_json: AsJson = False,
    picture: Picture = None,
) -> int:
    """The least roll that makes a charge, its exact chance, and the way; or what stands in it.

    Example: battlefield charge scenarios/charge-round-a-corner.toml Lancers
    """
    from battlefield.rules.core.charge_reach import needs_of, reach_of

    refuse_ending(picture)
    state = battle_at(file, seed, after).state
    charger = state.unit_of(unit)
    if charger is None:
        raise ValueError(f"no unit is called {unit!r}")
    if target is not None and target not in state.units:
        raise ValueError(f"no unit is called {target!r}")
    if target is not None and state.units[target].player == charger.player:
        raise ValueError(f"{target} is no enemy unit of {charger.name}, so it cannot be charged")
    for name in (charger.name, *([] if target is None else [target])):
        members(state, name)  # a ValueError where nobody of it is on the battlefield
    wanted = [target] if target is not None else chargeable(state, charger.name)
    reaches = [reach_of(state, charger.name, [each]) for each in wanted]
    if picture is not None:
        draw_charges(state, charger.name, [Charge(each.unit, needs_of(each, state)) for each in reaches], picture)
    if as_json:
        tell_json([_plain(each) for each in reaches])
        return 0
    if not reaches:
        tell(f"no enemy unit is within {state.range('charge'):g} in of {charger.name}")
    for each in reaches:
        for line in (*_lines(each), *_refusals(state, each)):
            tell(line)
    return 0


def _refusals(state: State, reach: Reach) -> Iterator[str]:
    """What speaks against declaring the charge as things stand, whosever phase it is."""
    from battlefield.orders.core import Charge as Order
    from battlefield.rules.core.charging import against_declaring

    for reason in against_declaring(state, Order(unit=reach.unit, targets=reach.targets)):
        tell_it = f"  as things stand it would be refused: {reason.why} ({reason.rule})"
        yield coloured(tell_it, RED)


def _lines(reach: Reach) -> list[str]:
    target = ", ".join(reach.targets)
    first = reach.first[0]
    if first.way is None:
        return [f"{reach.unit} cannot charge {target} with any roll{_kept(first)} ({_bar(first)})"]
    lines = [f"{reach.unit} charges {target} on {reach.roll or '?'}+ ({reach.chance:.1%} on 2D6)"]
    if not reach.exact:
        found = f"end places were found for {reach.roll} ({reach.chance:.1%} on 2D6)"
        found = found if reach.roll else "no end places were found for any roll; that none exist is not proved"
        lines[0] = f"{reach.unit} at {target}: no less than {reach.bound}; {found}"
    hugs = f", round {', '.join(first.way.through)}" if first.way.through else ""
    lines.append(f"  shortest way: {first.model}, {figure(first.length)} in{hugs} ({first.kind})")
    for each in reach.ways:
        if each.way is not None:
            place = ", ".join(f"{part:.6f}" for part in each.way.end)
            climbs = f", {figure(each.climb)} of them up or down" if each.climb else ""
            lines.append(f"  {each.model}: {figure(each.length)} in{climbs} to ({place})")
    return lines


def _bar(first: ModelWay) -> str:
    if first.blocker is None:
        return "it is too far away, though nothing is in the straight way"
    return f"first in the way: {first.blocker}" if first.blocker else "the edge of the battlefield is in the way"


def _kept(way: ModelWay) -> str:
    """A base that is not round is moved as it lies; turned, it may find another way."""
    return " as it lies, without a turn" if way.kind == "fixed facing" else ""


def _plain(reach: Reach) -> dict[str, Any]:
    ways = [
        {
            "model": each.model,
            "length": None if each.way is None else each.length,
            "end": None if each.way is None else list(each.way.end),
            "climb": each.climb,
            "through": [] if each.way is None else list(each.way.through),
            "path": [] if each.way is None else written(each.way.corners()),
            "blocker": each.blocker,
            "kind": each.kind,
        }
        for each in (*reach.first, *reach.ways)
    ]
    count = len(reach.first)
    return {
        "unit": reach.unit,
        "targets": list(reach.targets),
        "bound": reach.bound,
        "roll": reach.roll,
        "exact": reach.exact,
        "chance": reach.chance,
        "shortest": ways[:count],
        "witness": ways[count:],
    }


def reach(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    model: Annotated[str, typer.Argument(help="a model")],
    inches: Annotated[float | None, typer.Option(help="how far; its M when left out", min=0.0, max=200.0)] = None,
    after: After = None,
    seed: Seed = None,
    as_json: AsJson = False,
    picture: Picture = None,
) -> int:
    """Where a model's centre can get to by a Normal move: how much ground, and its outline as WKT.

    Example: battlefield reach scenarios/between-two-walls.toml Runner --after 0
    """
    refuse_ending(picture)
    state = battle_at(file, seed, after).state
    if inches is not None and isnan(inches):
        raise ValueError("--inches nan: allowed is a number from 0 to 200")
    if inches is None and state.model(model).profile.move is None:
        raise ValueError(f"{state.model(model).name} has no M in the file; say how far with --inches")
    found, area = reached(state, model, inches)
    if picture is not None:
        draw_reach(state, found, picture)
    if as_json:
        told = {"model": found.model, "inches": found.inches, "area": found.area, "tolerance": found.tolerance}
        tell_json({**told, "wkt": area.wkt})
        return 0
    far = f"{found.inches:g} in of way (its centre, to {found.tolerance:g} in)"
    tell(f"{found.model} reaches {found.area:.2f} square inches with {far}")
    tell(area.wkt)
    return 0


COMMANDS = {"charge": charge, "reach": reach}
