"""A scenario file with every way of saying a place, for the tests of editing."""

from __future__ import annotations

from battlefield.editing.applying import applied
from battlefield.editing.document import Document, opened
from battlefield.workbench import Edit

TABLE = b"""format = 1
title  = "Every way"   # of saying a place
rules  = ["core", "relics-of-old"]

[board]
width  = 60
height = 44

[[players]]
name            = "Red"
deployment_zone = { rect = [0, 0, 60, 20] }
[[players]]
name = "Blue"

# --- the ground ---

[[terrain]]
name   = "Sinkhole"
traits = ["impassable"]
area   = { polygon = [[34, 27], [37, 27], [37, 31], [34, 31]] }   # a hole
[[terrain]]
name = "Hall"
area = { rect = [2, 30, 6, 4], angle = 15 }
[[terrain]]
name = "Moat"
area = { minus = [{ circle = [52, 10, 4] }, { union = [{ circle = [52, 10, 2] }, MOAT] }] }

[profiles.ranger]                       # what all of them have
keywords = ["INFANTRY"]
base     = "25mm"
move     = 6
[profiles.statue]
base = "40mm"
at   = [8, 8]

[[units]]
name     = "Ark"
player   = "Red"
keywords = ["VEHICLE", "DARK MACHINE"]
base     = "130mm"
wounds   = 12
at       = [30.5, 12]   # in the middle
facing   = 90

[[units]]
name    = "Rangers"
player  = "Blue"
profile = "ranger"
at      = { grid = [5, 2], first = [44, 30], gap = 0.5 }
[units.models.4]                        # one model by its number
name = "Alpha"

[[units]]
name   = "Scouts"
player = "Red"
base   = "40mm"
at     = [
    { from = "Ark", gap = 1, bearing = 180 },     # beside the Ark
    { from = "Scouts/1", gap = 0.5, bearing = 90 },
    [24.0, 8],                                    # by itself
]

[[units]]
name    = "Statue"
player  = "Red"
profile = "statue"

[[artifacts]]
name    = "Ember Crown"
carrier = "Ark"

[[objectives]]
name = "Well"
at   = [20, 30]

[[orders]]
do   = "exfiltrate"
unit = "Ark"
[[orders.expect]]                       # right after it
artifact = "Ember Crown"
state    = "carried"
is       = false

[[expect]]
distance = ["Scouts/3", "Rangers/5"]
at_most  = 100
# the end
""".replace(b"MOAT", b"{ line = [[52, 8], [52, 12]], width = 0.5 }")


def table(raw: bytes = TABLE) -> Document:
    """The document of a file."""
    return opened(raw, "table.toml")


def after(*edits: Edit, raw: bytes = TABLE) -> Document:
    """The document after edits."""
    document = table(raw)
    for edit in edits:
        document, _ = applied(document, edit)
    return document


def changed(document: Document, raw: bytes = TABLE) -> list[tuple[str, str]]:
    """The lines that are others now, where as many lines are left as there were."""
    before, now = raw.decode().splitlines(), document.raw.decode().splitlines()
    assert len(before) == len(now)
    return [(old, new) for old, new in zip(before, now, strict=True) if old != new]


def more(document: Document, raw: bytes = TABLE) -> list[str]:
    """The lines that are new."""
    before = raw.decode().splitlines()
    return [line for line in document.raw.decode().splitlines() if line not in before]
