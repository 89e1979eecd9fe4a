"""`campaign`: what stands between battles; entering a battle, reassigning Artifacts.

What only this command needs is imported in it, so that the others start without it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlefield.cli.judging import AsJson
from battlefield.cli.reading import STANDARD_INPUT, log_at
from battlefield.cli.telling import BOLD, GREEN, RED, coloured, say, tell, tell_json
from battlefield.scenario.syntax import MOST_BYTES

if TYPE_CHECKING:
    from battlefield.campaign.judged import Finding
    from battlefield.campaign.ledger import Campaign, Outcome, Reason

FOUND = 1


def campaign_file(
    file: Annotated[str, typer.Argument(help="a campaign file, or - for standard input")],
    battle: Annotated[str | None, typer.Option(help="enter the battle of this log", metavar="LOG")] = None,
    assign: Annotated[
        list[str] | None, typer.Option(help="reassign an Artifact; may be given again", metavar="ARTIFACT=UNIT")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="say what would change, and write nothing")] = False,
    as_json: AsJson = False,
) -> int:
    """Tell what stands in a campaign: armies, Crusade cards, Artifacts. Enter a battle, or reassign Artifacts.

    Example: battlefield campaign scenarios/campaigns/ember-crown.toml
    """
    from battlefield.campaign.judged import judged
    from battlefield.campaign.reading import loads

    _refuse_options(file, battle, assign, dry_run)
    raw = _bytes_at(file)
    campaign = loads(raw, "<stdin>" if file == STANDARD_INPUT else file)
    findings = judged(campaign)
    if battle is None and not assign:
        _tell_campaign(campaign, findings, as_json)
        return FOUND if findings else 0
    if findings:
        _tell_campaign(campaign, findings, as_json)
        say("nothing is changed while there are findings")
        return FOUND
    if battle is not None:
        reasons, outcome = _entered(campaign, battle)
    else:
        reasons, outcome = _reassigned(campaign, assign or [])
    if outcome is None:
        _tell_refused(reasons, as_json)
        return FOUND
    _write(file, raw, campaign, outcome, dry_run)
    _tell_outcome(outcome, as_json, written=not dry_run)
    return 0


def _refuse_options(file: str, battle: str | None, assign: Sequence[str] | None, dry_run: bool) -> None:
    """ValueError for options that do not go together."""
    if battle is not None and assign:
        raise ValueError("--battle and --assign are two steps: enter the battle first, then reassign")
    if file == STANDARD_INPUT == battle:
        raise ValueError("only one of the campaign and the log can be standard input")
    if file == STANDARD_INPUT and (battle is not None or assign) and not dry_run:
        raise ValueError("what is read from standard input cannot be written back: add --dry-run, or name the file")


def _bytes_at(file: str) -> bytes:
    from battlefield.scenario.top import bytes_of

    raw = sys.stdin.buffer.read(MOST_BYTES + 1) if file == STANDARD_INPUT else bytes_of(file)
    if raw.startswith(b'{"log":'):
        raise ValueError(f"{file}:1:1: this is a log, not a campaign; a log is entered by: campaign FILE --battle LOG")
    return raw


def _entered(campaign: Campaign, battle: str) -> tuple[Sequence[Reason], Outcome | None]:
    """The campaign after a battle, or every reason why there is none."""
    from battlefield.campaign.aftermath import after, held_against_itself, refusals

    log = log_at(battle)
    reasons, notes = held_against_itself(log)
    reasons = reasons or refusals(campaign, log)
    if reasons:
        return reasons, None
    for note in notes:
        say(f"{battle}: {note}")
    if not log.recording.state.ended:
        say(f"{battle}: the battle was not brought to its end; it is entered as it stands after the last order")
    return (), after(campaign, log, "" if battle == STANDARD_INPUT else battle)


def _reassigned(campaign: Campaign, assign: Sequence[str]) -> tuple[Sequence[Reason], Outcome | None]:
    """The campaign with Artifacts reassigned, or every reason why they cannot be."""
    from battlefield.campaign.reassigning import after, refusals, wish

    wishes = [wish(campaign, each) for each in assign]
    reasons = refusals(campaign, wishes)
    return (reasons, None) if reasons else ((), after(campaign, wishes))


def _write(file: str, raw: bytes, campaign: Campaign, outcome: Outcome, dry_run: bool) -> None:
    from battlefield.campaign.rewriting import rewritten
    from battlefield.scenario.saving import write_whole

    made = rewritten(raw, campaign, outcome.campaign)
    if not dry_run and made != raw:
        write_whole(Path(file), raw, made)


# --- telling ---


def _tell_refused(reasons: Sequence[Reason], as_json: bool) -> None:
    if as_json:
        tell_json({"written": False, "refused": [{"rule": each.rule, "why": each.why} for each in reasons]})
        return
    for each in reasons:
        rule = f"{coloured(each.rule, RED)}: " if each.rule is not None else ""
        tell(f"{coloured('refused', RED)}: {rule}{each.why}")


def _tell_outcome(outcome: Outcome, as_json: bool, *, written: bool) -> None:
    campaign = outcome.campaign
    if as_json:
        changes = [{"rule": each.rule, "of": each.of, "was": each.was, "now": each.now} for each in outcome.changes]
        tell_json({"written": written, "changes": changes, "campaign": _plain(campaign, ())})
        return
    for each in outcome.changes:
        tell(f"{each.said}  [{each.rule}]")
    if not outcome.changes:
        tell("no Artifact and no card changes")
    say(f"{campaign.path}: {'written' if written else 'left as it is (--dry-run)'}")


def _tell_campaign(campaign: Campaign, findings: Sequence[Finding], as_json: bool) -> None:
    from battlefield.campaign.judged import makeup
    from battlefield.campaign.ledger import in_points

    if as_json:
        tell_json(_plain(campaign, findings))
        return
    tell(coloured(campaign.title or campaign.path, BOLD))
    for army in campaign.armies:
        tell(f"  {army}: {in_points(campaign.total(army))}")
        for card in campaign.cards.values():
            if card.army == army:
                tell(f"    {card.unit}: {campaign.points(card.unit)} ({makeup(campaign, card)})")
    for kept in campaign.artifacts.values():
        tell(f"  {kept.name}: {campaign.whereabouts(kept)}")
    for number, fought in enumerate(campaign.battles, start=1):
        tell(f"  battle {number}: {fought.title or fought.chain}" + (f" ({fought.log})" if fought.log else ""))
    for each in findings:
        tell(f"{campaign.path}:{each.at.line}:{each.at.column}: {coloured(each.rule, RED)}: {each.message}")
    count = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    tell(f"{campaign.path}: {coloured(count, RED) if findings else coloured('fine', GREEN)}")


def _plain(campaign: Campaign, findings: Sequence[Finding]) -> dict[str, Any]:
    cards = [
        {
            "unit": card.unit,
            "army": card.army,
            "keywords": sorted(card.keywords),
            "crusade_points": campaign.points(card.unit),
            "artifacts": [kept.name for kept in campaign.borne_by(card.unit)],
        }
        for card in campaign.cards.values()
    ]
    artifacts = [
        {
            "name": kept.name,
            "unit": kept.holder if kept.holder in campaign.cards else None,
            "army": campaign.army_of(kept),
            "state": kept.state or ("held" if kept.holder in campaign.cards else "unassigned"),
        }
        for kept in campaign.artifacts.values()
    ]
    return {
        "file": campaign.path,
        "campaign": campaign.title,
        "armies": [{"name": army, "crusade_points": campaign.total(army)} for army in campaign.armies],
        "cards": cards,
        "artifacts": artifacts,
        "battles": [
            {"title": each.title, "log": each.log, "chain": each.chain, "changes": list(each.changes)}
            for each in campaign.battles
        ],
        "findings": [
            {"rule": each.rule, "message": each.message, "line": each.at.line, "column": each.at.column}
            for each in findings
        ],
    }


COMMANDS = {"campaign": campaign_file}
