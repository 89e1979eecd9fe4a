"""Colours, sizes and the font. The hues are Okabe and Ito's, told apart by people with any colour vision.

Nothing is told by hue alone: players differ by the line inside a base as well, terrain by its hatching.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from battlefield.viewer.drawing import Colour, Hatch

FONT = "Inter"
FONT_STACK = "Inter, 'Inter SemiBold', 'Segoe UI', 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
FONT_FOLDER = Path(__file__).parent.parent / "data" / "fonts"
FONT_FILES = {"regular": FONT_FOLDER / "Inter-Regular.ttf", "semibold": FONT_FOLDER / "Inter-SemiBold.ttf"}
WEB_FONT_FILES = {"regular": FONT_FOLDER / "inter-regular.woff2", "semibold": FONT_FOLDER / "inter-semibold.woff2"}
WEIGHTS = {"regular": 400, "semibold": 600}


def rgb(code: str, opacity: float = 1.0) -> Colour:
    """A colour from `rrggbb`."""
    return Colour(int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16), opacity)


SKY, BLUE, ORANGE, VERMILLION = rgb("56b4e9"), rgb("0072b2"), rgb("e69f00"), rgb("d55e00")
GREEN, YELLOW, PURPLE, BLACK, WHITE = rgb("009e73"), rgb("f0e442"), rgb("cc79a7"), rgb("0b0e13"), rgb("ffffff")
MAGENTA = rgb("a3246f")

# The surround
NIGHT = rgb("11161d")
PANEL = rgb("181e27")
CARD = rgb("212935")
CARD_EDGE = rgb("323c4b")
RAISED = rgb("2c3644")
CURRENT = rgb("2b3a4d")
HAIR = rgb("2a323e")
BRIGHT = rgb("f4f6f9")
SOFT = rgb("c4ccd7")
FAINT = rgb("8d98a7")
DIM = rgb("5d6878")

# The board
PAPER = rgb("f1ebdd")
FRAME = rgb("3a2d22")
GRID = rgb("6b5a3e", 0.10)
GRID_STRONG = rgb("6b5a3e", 0.22)
INK = rgb("1b1f26")
INK_SOFT = rgb("4a4f59")
LABEL = rgb("fbf8f0")
SHADE = rgb("000000", 0.28)
REFUSED = rgb("c8102e")
GOOD = rgb("2fbf8f")
BAD = rgb("ff7a59")
EDGE_CASE = rgb("f0c000")

SMALL, BODY, HEADING, TITLE = 11.0, 13.0, 16.0, 20.0
BOARD_TEXT = 11.5

Cue = Literal["solid", "dashed", "double", "dotted"]


@dataclass(frozen=True, slots=True)
class Livery:
    """How a player's things look: colour of bases, a darker one for lines, a light one for text, a second cue."""

    name: str
    fill: Colour
    dark: Colour
    tint: Colour
    cue: Cue


LIVERIES = (
    Livery("blue", BLUE, rgb("004c78"), rgb("6fb9ee"), "solid"),
    Livery("red", VERMILLION, rgb("9a4200"), rgb("ff9a5c"), "dashed"),
    Livery("green", rgb("008660"), rgb("00593f"), rgb("4fd1a8"), "double"),
    Livery("purple", rgb("a8568a"), rgb("74335c"), rgb("e3a5cb"), "dotted"),
    Livery("grey", rgb("5b6470"), rgb("353c46"), rgb("b6bfcb"), "solid"),
)
NAMED = {
    "blue": 0, "azure": 0, "niebieski": 0, "niebiescy": 0,
    "red": 1, "orange": 1, "crimson": 1, "czerwony": 1, "czerwoni": 1,
    "green": 2, "zielony": 2, "zieloni": 2,
    "purple": 3, "pink": 3, "violet": 3, "magenta": 3, "fioletowy": 3,
    "grey": 4, "gray": 4, "black": 4,
}  # fmt: skip


def liveries(players: tuple[str, ...]) -> dict[str, Livery]:
    """A livery for each player: the one that the name asks for ("Red"), else the next that is free."""
    taken: dict[str, Livery] = {}
    for name in players:
        wanted = next((NAMED[word] for word in name.casefold().split() if word in NAMED), None)
        if wanted is not None and LIVERIES[wanted] not in taken.values():
            taken[name] = LIVERIES[wanted]
    free = [each for each in LIVERIES if each not in taken.values()]
    for name in players:
        if name not in taken:
            taken[name] = free.pop(0) if free else LIVERIES[-1]
    return taken


@dataclass(frozen=True, slots=True)
class Ground:
    """How a trait of terrain looks: wash, outline, hatching, colour of its label."""

    trait: str
    wash: Colour
    line: Colour
    hatch: Hatch | None
    label: Colour
    word: str


# In the order in which one of several traits gives the wash and the outline.
GROUNDS = (
    Ground("unstable", MAGENTA.at(0.16), MAGENTA, Hatch("cross", MAGENTA.at(0.5), 10, 1.3), rgb("7d1553"), "Unstable"),
    Ground("wall", rgb("3b3129", 0.95), rgb("1f1813"), None, rgb("3b3129"), "Wall"),
    Ground("impassable", rgb("454b55", 0.92), rgb("20242b"), None, rgb("20242b"), "Impassable"),
    Ground("hatchway", rgb("a5742f", 0.8), rgb("4f3a1a"), Hatch("vertical", rgb("2d2010", 0.75), 5, 1.8),
           rgb("4f3a1a"), "Closed hatchway"),
    Ground("dangerous", VERMILLION.at(0.14), rgb("b34700"), Hatch("plus", rgb("b34700", 0.8), 13, 2.4),
           rgb("8a3600"), "Dangerous"),
    Ground("difficult", SKY.at(0.24), rgb("2f7fb5"), Hatch("horizontal", rgb("2f7fb5", 0.42), 7, 1.2),
           rgb("1f5d88"), "Difficult"),
    Ground("obscuring", rgb("5d6673", 0.18), rgb("555e6b"), Hatch("diagonal", rgb("555e6b", 0.45), 9, 1.2),
           rgb("3d4550"), "Obscuring"),
    Ground("cover", GREEN.at(0.16), rgb("00805e"), Hatch("dots", rgb("00805e", 0.55), 9, 2.6), rgb("00573f"), "Cover"),
)  # fmt: skip
PLAIN_GROUND = Ground("open", rgb("8c7a55", 0.12), rgb("8c7a55"), None, rgb("5c4e33"), "Open ground")
OPEN_HATCHWAY = Ground("hatchway", rgb("8a6a3b", 0.12), rgb("4f3a1a"), None, rgb("4f3a1a"), "Open hatchway")

KIND_COLOURS = {
    "opening": DIM, "setup": rgb("7fa8cc"), "phase": rgb("b9c2cf"), "dice": WHITE, "move": SKY, "harm": VERMILLION,
    "artifact": YELLOW, "relic": ORANGE, "refused": rgb("ff5c5c"), "other": FAINT, "end": GREEN,
}  # fmt: skip
