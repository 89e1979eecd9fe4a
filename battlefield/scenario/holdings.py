"""The Artifacts and objective markers of a scenario: who carries them, or where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battlefield.geometry.shapes import MM_PER_INCH, RoundBase
from battlefield.orders.base import Place
from battlefield.scenario.document import Document
from battlefield.scenario.names import Names
from battlefield.scenario.order_entries import OLD, SCROLLHAMMER
from battlefield.scenario.reader import Piece
from battlefield.scenario.report import Report
from battlefield.scenario.setting import Wanted
from battlefield.scenario.sizes import base_of
from battlefield.scenario.spots import place_of
from battlefield.scenario.whereabouts import Path
from battlefield.scenario.wording import quoted
from battlefield.state import MARKER_RADIUS, Artifact

TOKEN_RADIUS, RELIC_RADIUS = 25 / MM_PER_INCH / 2, 40 / MM_PER_INCH / 2


@dataclass(frozen=True, slots=True)
class Holding:
    """An Artifact with its place: carried by a model, lying at a place as `status` says, or neither."""

    artifact: Artifact
    path: Path
    carrier: str | None = None
    place: Place | None = None
    status: str = "field"
    identified: int | None = None

    def wanted(self) -> Wanted | None:
        """The place that it is to lie at."""
        if self.place is None:
            return None
        return Wanted(self.artifact.name, self.place, RoundBase(self.artifact.radius), (*self.path, "at"))


def holdings_of(document: Document, names: Names) -> Iterator[Holding]:
    """Every Artifact that could be read, in the order of the file."""
    for piece in document.many["artifacts"]:
        holding = _holding(document, names, piece)
        if holding is not None:
            yield holding


def markers_of(document: Document) -> Iterator[Wanted]:
    """Every objective marker, with the place of its centre."""
    for piece in document.many["objectives"]:
        place = place_of(piece.entry["at"])
        yield Wanted(piece.entry["name"], place, RoundBase(MARKER_RADIUS), (*piece.path, "at"))


def _holding(document: Document, names: Names, piece: Piece) -> Holding | None:
    report, path, kind = document.report, piece.path, piece.get("kind", "artifact")
    _check_system(document, piece, kind)
    identified = piece.get("identified")
    if identified is not None and kind != "relic":
        report.add((*path, "identified"), 'only an artifact of kind "relic" is identified by 2D6', key=True)
    carrier, owner = piece.get("carrier"), piece.get("owner")
    if carrier is not None:
        carrier = names.find_model(carrier, (*path, "carrier"))
    if owner is not None:
        owner = names.find_player(owner, (*path, "owner"))
    radius = _radius(report, piece, kind)
    if radius is None:
        return None
    artifact = Artifact(
        name=piece.entry["name"],
        kind=kind,
        owner=owner,
        carriers=tuple(piece.get("carriers", ())),
        one_use=piece.get("one_use", False),
        used=piece.get("used", False),
        radius=radius,
        recovery=piece.get("recovery", "at once"),
    )
    _check_recovery(report, piece, kind)
    if "carrier" in piece.entry:
        _check_carried(report, piece)
        return Holding(artifact, path, carrier=carrier, identified=identified)
    if "at" not in piece.entry:
        _check_assigned(report, piece, kind)
        return Holding(artifact, path)
    if kind == "artifact" and "state" not in piece.entry and not piece.broken & {"state", "kind", "carrier"}:
        message = 'an Artifact that lies somewhere needs a state: state = "field" or "dropped"'
        report.add((*path, "at"), message, key=True)
    status = piece.get("state", "field")
    return Holding(artifact, path, place=place_of(piece.entry["at"]), status=status, identified=identified)


def _check_system(document: Document, piece: Piece, kind: str) -> None:
    needed = SCROLLHAMMER if kind == "relic" else OLD
    if needed not in document.systems and "kind" not in piece.broken:
        message = f"an artifact of kind {quoted(kind)} needs {quoted(needed)} among the rules"
        document.report.add((*piece.path, "kind") if "kind" in piece.entry else piece.path, message)


def _check_recovery(report: Report, piece: Piece, kind: str) -> None:
    if "recovery" in piece.entry and kind != "mission" and "kind" not in piece.broken:
        message = 'only a Mission Artifact has a recovery of its own: kind = "mission" (artifact.recover)'
        report.add((*piece.path, "recovery"), message, key=True)


def _check_carried(report: Report, piece: Piece) -> None:
    for key in ("at", "state"):
        if key in piece.entry:
            report.add((*piece.path, key), f"an Artifact with a carrier lies nowhere: it has no {key}", key=True)


def _check_assigned(report: Report, piece: Piece, kind: str) -> None:
    if piece.broken & {"carrier", "at", "kind"}:
        return
    if "state" in piece.entry:
        report.add((*piece.path, "state"), "a state needs a place: at = [x, y]", key=True)
    if kind != "mission":
        what, name = "the Relic" if kind == "relic" else "an Artifact", quoted(piece.entry["name"])
        report.add(piece.path, f"{what} needs a carrier, or a place to lie at; {name} has neither (artifact.assigned)")


def _radius(report: Report, piece: Piece, kind: str) -> float | None:
    """The radius of the token; None, and a fault, when its base is not round."""
    size = piece.get("base")
    if size is None:
        return RELIC_RADIUS if kind == "relic" else TOKEN_RADIUS
    base = base_of(size) if isinstance(size, str) else None
    if isinstance(base, RoundBase):
        return base.radius
    report.add((*piece.path, "base"), 'base must be round for a token, such as "25mm"')
    return None
