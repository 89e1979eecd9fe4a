"""The built-in deployment maps: zones for attacker and defender, and where the objective markers lie."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from battlefield.scenario.report import Report
from battlefield.scenario.wording import found, unknown

ROLES = ("attacker", "defender")


@lru_cache(maxsize=1)
def maps() -> Mapping[str, Mapping[str, Any]]:
    """The maps by name: `name` for people, `zones` by role and `objectives`, as a scenario file would write them."""
    from importlib.resources import files  # late, because it brings in tempfile and shutil

    text = files("battlefield").joinpath("data", "deployments.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return {name: {**each, "width": data["width"], "height": data["height"]} for name, each in data["maps"].items()}


def deploy(report: Report, raw: dict[str, Any]) -> None:
    """Write what a file's deployment map gives into its players and objectives, or say why that cannot be."""
    name = raw.get("deployment")
    if name is None:
        return
    if not isinstance(name, str) or name not in maps():
        message = (
            unknown("no deployment map is called", name, maps()) if isinstance(name, str) else f"found {found(name)}"
        )
        report.add(("deployment",), message)
        return
    chosen = maps()[name]
    board = raw.get("board")
    size = (board.get("width"), board.get("height")) if isinstance(board, dict) else (None, None)
    if size != (chosen["width"], chosen["height"]):
        message = f"the map {name} is made for a board of {chosen['width']} × {chosen['height']}"
        report.add(("deployment",), message)
    players = raw.get("players")
    if not isinstance(players, list):
        return
    roles = [player.get("role") for player in players if isinstance(player, dict)]
    if sorted(map(str, roles)) != list(ROLES):
        message = f'the map {name} needs two players, one with role = "attacker" and one with role = "defender"'
        report.add(("deployment",), message)
        return
    for player in (each for each in players if isinstance(each, dict)):
        player.setdefault("deployment_zone", chosen["zones"][player["role"]])
    markers = raw.setdefault("objectives", [])
    if isinstance(markers, list):
        markers.extend({"name": each["name"], "at": list(each["at"])} for each in chosen["objectives"])
