"""The table of rule systems: a line each. A system is loaded when a table plays it, since loading takes its time."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from battlefield.play import System

SYSTEMS = {
    "core": "battlefield.rules.core.system:CORE",
    "relics-of-old": "battlefield.rules.relics_of_old.system:RELICS_OF_OLD",
    "scrollhammer-relic": "battlefield.rules.scrollhammer_relic.system:SCROLLHAMMER_RELIC",
    "artefakty": "battlefield.rules.artefakty.system:ARTEFAKTY",
}


def in_play(names: Iterable[str]) -> tuple[System, ...]:
    """The systems of those names, in that order."""
    return tuple(_loaded(SYSTEMS[name]) for name in names if name in SYSTEMS)


def _loaded(place: str) -> System:
    module, _, name = place.partition(":")
    system = getattr(import_module(module), name)
    assert isinstance(system, System)
    return system
