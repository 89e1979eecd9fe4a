"""`--picture`: what `check` found, `measure` measured, `charge`, `sight` and `reach` answered, as stills in files.

Whatever draws is imported when something is drawn, so that a check without a picture starts quickly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlefield.battle import findings
from battlefield.certificate import Certificate
from battlefield.check import Finding, Report
from battlefield.cli.telling import say
from battlefield.events.core import OrderRefused, Reason
from battlefield.judge import Charge, Reached, Sighting, Viewed
from battlefield.scenario.scenario import Expectation, Source
from battlefield.state import State

if TYPE_CHECKING:
    from battlefield.viewer.drawing import Scene

ENDINGS = (".svg", ".png")
MOST = 24
"""So many findings of one check are drawn at most."""

Picture = Annotated[
    Path | None, typer.Option("--picture", help="draw it into a file that ends in .svg or .png", metavar="OUT")
]


def refuse_ending(out: Path | None) -> None:
    """ValueError for a name that says of no picture what it is."""
    if out is not None and out.suffix.lower() not in ENDINGS:
        raise ValueError(f"--picture {out}: the name must end in {' or '.join(ENDINGS)}")


def draw_measure(state: State, bare: Certificate, about: Sequence[Certificate], out: Path) -> None:
    """The picture of a measured pair."""
    from battlefield.viewer.picture import measure_picture

    _write([measure_picture(state, bare, about)], out)


def draw_charges(state: State, unit: str, charges: Sequence[Charge], out: Path) -> None:
    """The picture of what charges of a unit need."""
    from battlefield.viewer.picture_answers import charge_picture

    _write([charge_picture(state, unit, charges)], out)


def draw_sights(state: State, a: str, sights: Sequence[Sighting], out: Path) -> None:
    """The picture of what something sees, and what hides the rest."""
    from battlefield.viewer.picture_answers import sight_picture

    _write([sight_picture(state, a, sights)], out)


def draw_view(state: State, found: Viewed, out: Path) -> None:
    """The picture of the ground that a model sees."""
    from battlefield.viewer.picture_answers import view_picture

    _write([view_picture(state, found)], out)


def draw_reach(state: State, found: Reached, out: Path) -> None:
    """The picture of where a model can get to."""
    from battlefield.viewer.picture_answers import reach_picture

    _write([reach_picture(state, found)], out)


def draw_findings(reports: Sequence[Report], out: Path) -> None:
    """The picture of the only finding, or of each: OUT-1, OUT-2 …; nothing is written where nothing was found."""
    drawn = [(report, finding) for report in reports for finding in report.findings]
    if not drawn:
        say(f"{out}: not written, there is no finding to draw")
        return
    _write([picture_of(report, finding) for report, finding in drawn[:MOST]], out)
    if len(drawn) > MOST:
        say(f"{out}: {len(drawn) - MOST} more findings are not drawn")


def picture_of(report: Report, finding: Finding) -> Scene:
    """The picture of one finding: of its reason or certificate where it has one, else of the whole table."""
    from battlefield.viewer.picture import reason_picture, table_picture

    found = _case(report, finding)
    if found.reason is not None:
        return reason_picture(found.state, found.reason, asked=found.asked, kind=finding.kind)
    if found.charge:
        from battlefield.judging import charged
        from battlefield.viewer.picture_answers import charge_picture

        unit, target = found.names
        return charge_picture(found.state, unit, [charged(found.state, unit, target)], found=finding.message)
    return table_picture(found.state, finding.kind.capitalize(), finding.message, names=found.names)


@dataclass(frozen=True, slots=True)
class _Case:
    """A finding as it is drawn: the state that it is about, its reason, the order as it was put, who is concerned.

    `charge`: it is about the least roll of a charge of the first named unit at the second.
    """

    state: State
    reason: Reason | None = None
    asked: Any = None
    names: tuple[str, ...] = ()
    charge: bool = False


def _case(report: Report, finding: Finding) -> _Case:
    battle = report.battle
    states = battle.states
    if finding.kind == "set up":
        state = states[battle.after[0]]
        reasons = [each for each in findings(state) if (each.rule, each.why) == (finding.rule, finding.message)]
        return _Case(state, reasons[0] if reasons else None)
    if finding.kind == "refused":
        for place, event in enumerate(battle.events):
            if isinstance(event, OrderRefused) and _order_at(report, place) == finding.at:
                named = [each for each in event.reasons if f"refused: {each.why}" == finding.message]
                if named:
                    return _Case(states[place], named[0], event.asked)
                first = event.reasons[0]
                return _Case(states[place], replace(first, why=f"{finding.message}: {first.why}"), event.asked)
    state, names, question = _asked_at(report, finding.at)
    if finding.claim is None:
        known = len(names) == 2 and all(each in state.units for each in names)
        return _Case(state, names=names, charge=question == "least_charge_roll" and known)
    claim = finding.claim
    return _Case(state, Reason(rule=finding.rule, why=finding.message, claim=claim, of=claim.a))


def _order_at(report: Report, place: int) -> Source | None:
    """Where the file puts the order to which an event belongs."""
    order = report.battle.entries[place].order
    return report.battle.scenario.orders[order - 1].at if order > 0 else None


def _asked_at(report: Report, at: Source) -> tuple[State, tuple[str, ...], str]:
    """The state that an expectation or an order of the file is about, the names that it speaks of, what it asks."""
    for where, state, question in _questions(report):
        if where == at:
            subject = () if question is None else question.subject
            named = subject if isinstance(subject, list | tuple) else (subject,)
            asks = "" if question is None else question.question
            return state, tuple(each for each in named if isinstance(each, str)), asks
    return report.battle.state, (), ""


def _questions(report: Report) -> Iterator[tuple[Source, State, Expectation | None]]:
    battle = report.battle
    for question in battle.scenario.at_set_up:
        yield question.at, battle.state_after(0), question
    for number, entry in enumerate(battle.scenario.orders, start=1):
        yield entry.at, battle.state_after(number), None
        for question in entry.expects:
            yield question.at, battle.state_after(number), question
    for question in battle.scenario.at_end:
        yield question.at, battle.state, question


def _write(scenes: Sequence[Scene], out: Path) -> None:
    """Each scene into its file, whole or not at all."""
    from battlefield.viewer.picture import save

    for number, scene in enumerate(scenes, start=1):
        path = out if len(scenes) == 1 else out.with_name(f"{out.stem}-{number}{out.suffix}")
        save(scene, path)
        say(f"{path}: written")
