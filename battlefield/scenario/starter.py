"""The scenario that `battlefield new` writes: small, whole, legal, with a word about every part."""

from __future__ import annotations

_TEXT = """\
#:schema ./battlefield.schema.json
# A scenario. Inches from the lower left corner of the table, x to the right, y up; degrees counter-clockwise from +x.
#   battlefield check FILE    judges the set-up, plays the orders, answers the expectations
#   battlefield view FILE     shows it
# For help while you type: battlefield schema > battlefield.schema.json

format = 1
title = "My first scenario"
rules = ["core", "relics-of-old"]   # the systems in play; also "scrollhammer-relic", "artefakty"
seed = 1                            # of all dice that are not entered; --seed overrides it

# Keys of the top stand up here: below a [table] they would belong to it.

[board]
width = 60
height = 44

[start]                             # a position in play; without it armies are being deployed
round = 1
player = "Red"
phase = "movement"

[[players]]                         # in turn order
name = "Red"
board_edge = "west"

[[players]]
name = "Blue"
board_edge = "east"

# --- the ground -----------------------------------------------------------------------------------------------------
# Areas: { polygon = [[x, y], …] }, { rect = [x, y, width, height], angle = 30 }, { circle = [x, y, radius] },
#        { line = [[x, y], …], width = 0.5 }, { union = [area, …] }, { minus = [area, area] }

[[terrain]]
name = "Sinkhole"
area = { circle = [30, 30, 3] }
traits = ["unstable"]               # impassable difficult dangerous obscuring cover wall hatchway

[[terrain]]
name = "Ruin"
area = { rect = [40, 8, 8, 6], angle = 15 }
traits = ["cover", "obscuring"]
height = 4

[[objectives]]
name = "Centre"
at = [30, 22]

# --- the armies -----------------------------------------------------------------------------------------------------
# Bases: "32mm", "75x42mm" (the first number along the facing), { hull = "7x4in", height = 3 }
# Places: [x, y], [x, y, z], or { from = NAME, gap = 1, bearing = 90 }: exactly 1 in away, straight up.

[profiles.trooper]                  # keys that several units share
keywords = ["INFANTRY"]
base = "32mm"
move = 6

[[units]]
name = "Scouts"
player = "Red"
profile = "trooper"
at = { grid = [3, 1], first = [12, 22], gap = 0.5 }

[units.models.1]                    # one model, by its number: "Scouts/1" may now be called "Sergeant" too
name = "Sergeant"

[[units]]
name = "Ark"
player = "Blue"
keywords = ["VEHICLE", "DARK MACHINE"]
base = "130mm"
wounds = 12
at = [44, 22]
facing = 180

[[units]]
name = "Wardens"
player = "Blue"
profile = "trooper"
at = [{ from = "Ark", gap = 1, bearing = 90 }, { from = "Wardens/1", gap = 0.5, bearing = 90 }]

[[artifacts]]
name = "Ember Crown"
carrier = "Ark"

[[artifacts]]
name = "Old Seal"
kind = "mission"
at = [21, 22]

# --- what happens ---------------------------------------------------------------------------------------------------

[[expect]]
distance = ["Ark", "Wardens"]
is = 1
when = "set up"

[[orders]]
do = "move"
unit = "Scouts"
by = [4, 0]                         # the whole unit at once; or model = "Sergeant" with to = [x, y]

[[orders.expect]]                   # judged right after this order
artifact = "Old Seal"
carrier = "Scouts/3"

[[orders]]
do = "move"
model = "Sergeant"
to = [46, 22]
refused = "move.length"             # an order that the rules must refuse

[[expect]]                          # judged at the end
coherent = "Scouts"
"""


def starter() -> str:
    """The text of a scenario to start from."""
    return _TEXT
