"""The table of rule systems: one line each."""

from __future__ import annotations

from collections.abc import Iterable

from battlefield.play import System
from battlefield.rules.artefakty.system import ARTEFAKTY
from battlefield.rules.core.system import CORE
from battlefield.rules.relics_of_old.system import RELICS_OF_OLD
from battlefield.rules.scrollhammer_relic.system import SCROLLHAMMER_RELIC

SYSTEMS = {system.name: system for system in (CORE, RELICS_OF_OLD, SCROLLHAMMER_RELIC, ARTEFAKTY)}


def in_play(names: Iterable[str]) -> tuple[System, ...]:
    """The systems of those names, in that order."""
    return tuple(SYSTEMS[name] for name in names if name in SYSTEMS)
