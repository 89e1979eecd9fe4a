"""`check` and `measure`: what the rules say of a scenario, and of a pair."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from battlefield.asking import measure_pair
from battlefield.check import Finding, Report, check
from battlefield.cli.picturing import Picture, draw_findings, draw_measure, refuse_ending
from battlefield.cli.reading import battle_at, check_names, check_seed, scenario_at
from battlefield.cli.telling import GREEN, RED, certificate_lines, coloured, figure, say, tell, tell_json, way_lines
from battlefield.plain import written

Files = Annotated[list[str], typer.Argument(help="scenario files, or - for standard input", metavar="FILE…")]
Seed = Annotated[int | None, typer.Option(help="in place of the scenario's seed")]
AsJson = Annotated[bool, typer.Option("--json", help="print the answer as JSON")]


def check_files(files: Files, as_json: AsJson = False, seed: Seed = None, picture: Picture = None) -> int:
    """Judge set-ups by every rule, run their orders, answer their expectations.

    Example: battlefield check scenarios/exfiltration.toml
    """
    refuse_ending(picture)
    check_seed(seed)
    reports, worst, told = [], 0, []
    for path in files:
        try:
            report = check(scenario_at(path), seed)
        except ValueError as fault:
            worst = 2
            say(str(fault))
            told.append({"file": path, "faults": str(fault).splitlines()})
            continue
        reports.append(report)
        worst = max(worst, 0 if report.fine else 1)
        told.append(_plain(report, path))
        if not as_json:
            _tell(report, path)
    if as_json:
        tell_json(told[0] if len(told) == 1 else told)
    if picture is not None:
        draw_findings(reports, picture)
    return worst


def measure(
    file: Annotated[str, typer.Argument(help="a scenario file, or - for standard input")],
    a: Annotated[
        str, typer.Argument(help="a model, unit, Artifact, marker, terrain feature, zone, or a place: at/X,Y")
    ],
    b: Annotated[str, typer.Argument(help="another; an edge of the battlefield is edge/north and so on")],
    after: Annotated[int | None, typer.Option(help="measure after that many orders; 0 is the set-up")] = None,
    seed: Seed = None,
    as_json: AsJson = False,
    picture: Picture = None,
) -> int:
    """Measure a pair: the certificate, and those of every rule that speaks of it.

    Example: battlefield measure scenarios/threshold.toml Disc "Disc at"
    """
    refuse_ending(picture)
    battle = battle_at(file, seed, after)
    check_names(battle.state, a, b)
    bare, about = measure_pair(battle.state, a, b)
    if picture is not None:
        draw_measure(battle.state, bare, about, picture)
    if as_json:
        tell_json({**written(bare), "rules": [written(claim) for claim in about]})
        return 0
    rulings = f"  [{', '.join(bare.rulings)}]" if bare.rulings else ""
    tell(f"{bare.a} – {bare.b}: {figure(bare.value)} in{rulings}")
    for line in way_lines(bare):
        tell(f"  {line}")
    for key in ("horizontal", "vertical", "here", "there"):
        if key in bare.details:
            tell(f"  {key:<10} {_point(bare.details[key])}")
    tell(f"  {'error':<10} at most {bare.error:.1e} in")
    for claim in about:
        for line in certificate_lines(claim):
            tell(f"  {line}")
    return 0


def _point(value: Any) -> str:
    return f"({', '.join(f'{part:.6f}' for part in value)})" if isinstance(value, tuple) else f"{figure(value)} in"


def _tell(report: Report, path: str) -> None:
    for each in report.findings:
        tell(f"{_at(report, path, each)}: {coloured(each.rule, RED)}: {each.message}")
        if each.claim is not None:
            for line in certificate_lines(each.claim):
                tell(f"    {line}")
    orders = len(report.battle.scenario.orders)
    more = f"{_count(report.met, 'expectation')} met, {_count(orders, 'order')} run"
    foretold = f", {_count(report.foretold, 'fault')} foretold" if report.foretold else ""
    verdict = coloured("fine", GREEN) if report.fine else coloured(_count(len(report.findings), "finding"), RED)
    tell(f"{report.battle.scenario.path or path}: {verdict} ({more}{foretold})")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _at(report: Report, path: str, finding: Finding) -> str:
    return f"{report.battle.scenario.path or path}:{finding.at.line}:{finding.at.column}"


def _plain(report: Report, path: str) -> dict[str, Any]:
    findings = [
        {
            "kind": each.kind,
            "rule": each.rule,
            "message": each.message,
            "line": each.at.line,
            "column": each.at.column,
            **({"claim": written(each.claim)} if each.claim is not None else {}),
        }
        for each in report.findings
    ]
    return {"file": path, "fine": report.fine, "met": report.met, "foretold": report.foretold, "findings": findings}


COMMANDS = {"check": check_files, "measure": measure}
