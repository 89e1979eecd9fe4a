"""Recordings made by hand, event by event, for looking at and for testing the viewer."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, degrees, hypot
from typing import Any

from viewer.making import (
    MM,
    SIZES,
    away,
    gap,
    grid,
    move,
    phase,
    polygon,
    recording,
    rolled,
    set_up,
    table,
    throw,
    unit,
)

from battlefield.events.base import Event
from battlefield.events.core import (
    BattleEnded,
    LogClosed,
    ModelDestroyed,
    ModelLeft,
    OrderRefused,
    PhaseEnded,
    Reason,
    WoundsLost,
)
from battlefield.events.relics_of_old import (
    ArtifactAssigned,
    ArtifactDropped,
    ArtifactExpelled,
    ArtifactRecovered,
    Hop,
    MachineExfiltrated,
)
from battlefield.events.scrollhammer_relic import RelicDropped
from battlefield.geometry import areas
from battlefield.geometry.placement import at_gap
from battlefield.geometry.shapes import Pose
from battlefield.recording import Recording
from battlefield.state import Artifact, Marker, Model, Player, Terrain, Unit

TERRAIN = (
    Terrain("Sinkhole", polygon((34, 27), (37, 27), (37, 31), (34, 31)), frozenset({"unstable"})),
    Terrain("Old Ruins", polygon((8, 31), (13, 36), (18, 33), (17, 26), (9, 24)), frozenset({"obscuring", "cover"}), 4),
    Terrain("Forest", polygon((34, 33), (35, 39), (41, 40), (44, 35), (40, 31.5)), frozenset({"cover"})),
    Terrain("Bog", polygon((2, 16), (6, 19), (10, 17), (9, 12), (3, 10)), frozenset({"difficult"})),
    Terrain("Minefield", polygon((45, 18), (52, 15), (50, 8), (42, 9), (44.5, 13)), frozenset({"dangerous"})),
    Terrain("Bunker", areas.rect_area(17, 8, 6, 4, 20), frozenset({"impassable"}), 5),
    Terrain("Long Wall", areas.line_area(((24, 33), (24, 38), (29, 38)), 0.4), frozenset({"wall"}), 3),
    Terrain("Gate", areas.line_area(((24, 31), (24, 33)), 0.4), frozenset({"hatchway"}), 3),
    Terrain("Crater", areas.circle_area(53, 30, 3), frozenset({"difficult", "cover"})),
)
ZONES = (
    Player("Red", zone=areas.rect_area(0, 0, 60, 9), board_edge="south"),
    Player("Blue", zone=areas.rect_area(0, 35, 60, 9), board_edge="north"),
)


def worked_units() -> list[tuple[Unit, list[Model]]]:
    """The armies of the worked example."""
    return [
        unit("Ark", "Red", 1, "130mm", ("VEHICLE", "DARK MACHINE"), 12),
        unit("Vanguard", "Red", 5, "32mm", ("INFANTRY",)),
        unit("Marshal", "Red", 1, "40mm", ("CHARACTER", "INFANTRY"), 5),
        unit("Striders", "Red", 3, "75x42mm", ("MOUNTED",), 3),
        unit("Rangers", "Blue", 10, "25mm", ("INFANTRY", "BATTLELINE")),
        unit("Hammer", "Blue", 1, "7x4in", ("VEHICLE", "TRANSPORT"), 14),
        unit("Wardens", "Blue", 5, "40mm", ("INFANTRY",), 2),
    ]


def worked_set_up() -> list[Event]:
    """Where they stand."""
    striders = {f"Striders/{n + 1}": Pose(46 + 4 * n, 5, 0, 90 - 20 * n) for n in range(3)}
    return [
        set_up("Ark", {"Ark": Pose(30, 22, 0, 90)}, "in play"),
        set_up("Vanguard", grid("Vanguard", 5, 5, 20, 17, 1.8), "in play"),
        set_up("Marshal", {"Marshal": Pose(25, 21, 0, 90)}, "in play"),
        set_up("Striders", striders, "in play"),
        set_up("Rangers", grid("Rangers", 10, 5, 44, 24, 1.5), "in play"),
        set_up("Hammer", {"Hammer": Pose(13, 40, 0, -30)}, "in play"),
        set_up("Wardens", grid("Wardens", 5, 3, 50, 37, 2.2), "in play"),
        ArtifactAssigned(rule="artifact.assigned", artifact="Ember Crown", from_=None, to="Ark", how="declared"),
        ArtifactAssigned(rule="artifact.assigned", artifact="Sun Seal", from_=None, to="Marshal", how="declared"),
    ]


def expulsion(**more: Any) -> ArtifactExpelled:
    """The worked example of the rules: over the Sinkhole's corner."""
    values: dict[str, Any] = {
        "rule": "artifact.expulsion.unstable",
        "rulings": ("C24",),
        "artifact": "Ember Crown",
        "machine": "Ark",
        "dice": ((10.0, 10.0), (13.0, 14.0)),
        "through": (30.0, 22.0),
        "direction": (0.6, 0.8),
        "first_place": (35.430709, 29.240945),
        "passed": (Hop(what="Sinkhole", from_=9.051181, to=11.849653),),
        "at": Pose(37.109792, 31.479723),
        "on": None,
        "travelled": 11.849653,
        "edge": False,
    }
    return ArtifactExpelled(**{**values, **more})


def worked_events() -> list[Event]:
    """Exfiltration, expulsion, recovery, moves, a refusal, a death with a drop."""
    refused = OrderRefused(
        rule="setup.engagement",
        asked={"do": "move", "model": "Vanguard/5"},
        foretold=True,
        reasons=(
            Reason(
                rule="setup.engagement",
                why="it would end within Engagement Range of Rangers/1",
                of="Vanguard/5",
                at=(42.6, 24.2),
                claim=gap("setup.engagement", "Vanguard/5", "Rangers/1", 0.264, 1.0),
            ),
        ),
    )
    return [
        phase(2, "Red", "command"),
        rolled("artifact.exfiltration", "Ark", "D6", (5,), needs=">=5", passed=True),
        rolled("artifact.exfiltration_loss", "Ember Crown", "D6", (2,), needs="<=4", passed=True),
        throw((4, 4), (12.0, 27.0), (16.5, 22.5)),
        throw((2, 5), (10.0, 10.0), (13.0, 14.0)),
        expulsion(claims=(gap("artifact.expulsion.distance", "Ember Crown", "Ark", 8.798472, 13.0),)),
        ModelLeft(rule="artifact.exfiltration", model="Ark", to="safety", pose=Pose(30, 22, 0, 90)),
        MachineExfiltrated(rule="artifact.exfiltration", machine="Ark", kept=()),
        PhaseEnded(rule="battle.sequence", round=2, player="Red", phase="command"),
        phase(2, "Red", "movement"),
        move("Vanguard/5", (30.0, 19.5), (32.5, 21.0), length=5.9),
        move("Vanguard/4", (29.0, 19.5), (30.5, 21.5), length=5.6, over=("Vanguard/5",)),
        move("Striders/1", (45, 8), (48, 10), length=6.0, facing=30.0),
        refused,
        phase(2, "Blue", "movement"),
        move("Rangers/6", (40.0, 28.5), (39.0, 30.9), length=6.0),
        ArtifactRecovered(
            rule="artifact.recover",
            artifact="Ember Crown",
            by="Rangers/6",
            pose=Pose(39.0, 30.9),
            arc=5.34,
            before="dropped",
            rivals=("Wardens/1",),
            claims=(gap("artifact.recover", "Rangers/6", "Ember Crown", 0.95, 1.0),),
        ),
        rolled("core.attack", "Marshal", "3D6", (6, 4, 1), needs=">=4"),
        WoundsLost(rule="core.attack", model="Marshal", count=2, mortal=False, left=3),
        WoundsLost(rule="core.attack", model="Marshal", count=3, mortal=True, left=0),
        ModelDestroyed(
            rule="core.attack", model="Marshal", pose=Pose(25, 21, 0, 90), by="Rangers", unit_destroyed=True
        ),
        ArtifactDropped(
            rule="artifact.drop",
            rulings=("C7",),
            artifact="Sun Seal",
            from_="Marshal",
            footprint=Pose(25, 21, 0, 90),
            at=Pose(25, 21),
            centred=True,
        ),
        BattleEnded(
            rule="battle.sequence", winner="Blue", why="It holds the Ember Crown.", score={"Red": 3, "Blue": 7}
        ),
        LogClosed(rule="battle.sequence", events=99),
    ]


def worked_example() -> Recording:
    """The worked example of the rules, with a battle round it."""
    state = table(
        "Exfiltration under fire",
        (60, 44),
        worked_units(),
        players=ZONES,
        terrain=TERRAIN,
        artifacts=(Artifact("Ember Crown"), Artifact("Sun Seal")),
        markers=(Marker("Alpha", Pose(30, 30)), Marker("Beta", Pose(14, 21))),
    )
    return recording(state, [*worked_set_up(), *worked_events()])


def edge_case() -> Recording:
    """An expulsion whose line leaves the board before a place is found."""
    ark = unit("Ark", "Red", 1, "170x109mm", ("VEHICLE", "DARK MACHINE"), 12)
    way = (0.9363291776, 0.3511234416)
    bearing = degrees(atan2(way[1], way[0]))
    six = at_gap(SIZES["25mm"], 0.0, SIZES["170x109mm"].at(Pose(26, 18, 0, 60)), 6.0, bearing)
    far = hypot(six[0] - 26, six[1] - 18)
    pit = Terrain("The Pit", areas.rect_area(34.6, 14, 5.4, 14), frozenset({"unstable"}))
    state = table(
        "Short of the edge",
        (40, 30),
        [ark, unit("Guards", "Blue", 5)],
        terrain=(pit,),
        artifacts=(Artifact("Ember Crown"),),
    )
    event = expulsion(
        rule="artifact.expulsion.edge",
        rulings=("C27",),
        dice=((14.0, 9.0), (18.0, 10.5)),
        through=(26.0, 18.0),
        direction=way,
        first_place=six,
        at=Pose(33.9, 20.9625),
        travelled=8.437,
        passed=(Hop(what="The Pit", from_=far, to=14.4),),
        edge=True,
    )
    return recording(
        state,
        [
            set_up("Ark", {"Ark": Pose(26, 18, 0, 60)}, "in play"),
            set_up("Guards", grid("Guards", 5, 5, 8, 24, 1.5), "in play"),
            ArtifactAssigned(rule="artifact.assigned", artifact="Ember Crown", from_=None, to="Ark", how="declared"),
            phase(3, "Red", "command"),
            throw((1, 6), (14.0, 9.0), (18.0, 10.5), rerolls=((3, 3),)),
            event,
        ],
    )


def relic_battle() -> Recording:
    """A portrait board: the Relic dropped beside a wood, then in impassable terrain, whence it finds its way out."""
    units = [
        unit("Nightguard", "Green", 8, "32mm", ("SCORING", "INFANTRY")),
        unit("Lady Ashara", "Purple", 1, "40mm", ("CHARACTER",), 4),
        unit("Hunters", "Purple", 6, "25mm", ("SCORING",)),
        unit("Siege Crawler", "Green", 1, "L", ("VEHICLE",), 10),
    ]
    rock = Terrain(
        "Standing Stones", polygon((20, 27), (25, 26), (27, 30), (24, 34), (20, 32)), frozenset({"impassable"})
    )
    wood = Terrain("Wood", polygon((6, 40), (14, 42), (16, 48), (9, 50), (5, 46)), frozenset({"cover", "difficult"}))
    state = table(
        "The Scrollhammer Relic",
        (44, 60),
        units,
        players=(Player("Green", board_edge="south"), Player("Purple", board_edge="north")),
        terrain=(rock, wood),
        artifacts=(Artifact("The Relic", "relic", radius=20 * MM),),
        systems=("core", "scrollhammer-relic"),
    )
    lady, crawler = Pose(18.0, 29.5, 0, 0), Pose(30, 18, 0, 120)
    asked = (18 + 20 * MM + 1 + 20 * MM, 29.5)
    return recording(
        state,
        [
            set_up("Nightguard", grid("Nightguard", 8, 4, 14, 9, 1.9), "in play"),
            set_up("Lady Ashara", {"Lady Ashara": lady}, "in play"),
            set_up("Hunters", grid("Hunters", 6, 3, 26, 46, 1.6), "in play"),
            set_up("Siege Crawler", {"Siege Crawler": crawler}, "in play"),
            ArtifactAssigned(rule="relic.seize", artifact="The Relic", from_=None, to="Lady Ashara", how="picked up"),
            phase(1, "Purple", "movement"),
            move("Lady Ashara", (16.0, 31.5), (18.0, 29.5), length=5.66),
            RelicDropped(
                rule="relic.drop.impassable",
                rulings=("D12",),
                relic="The Relic",
                from_="Lady Ashara",
                mover="Lady Ashara",
                pose=lady,
                bearing=0.0,
                asked_at=asked,
                at=Pose(19.2126, 29.5 + 4.9),
                out_of=("Standing Stones",),
                why="chosen",
            ),
            RelicDropped(
                rule="relic.drop",
                relic="The Relic",
                from_="Lady Ashara",
                mover="Lady Ashara",
                pose=lady,
                bearing=200.0,
                asked_at=away(lady, 200.0, 1 + 40 * MM),
                at=Pose(*away(lady, 200.0, 1 + 40 * MM)),
                why="slain",
            ),
        ],
    )


def small_board() -> Recording:
    """30 × 20 in, sixty models, names that try to break things."""
    names = [
        "Żołnierze Nieśmiertelni",
        "<script>alert(1)</script>",
        "A very long name of a unit that will not end",
        "近衛兵",
        'O\'Brien & "Sons"',
        "Δύναμη",
    ]
    units = [unit(name, ("Red", "Blue")[place % 2], 10, "32mm") for place, name in enumerate(names)]
    events: list[Event] = [
        set_up(name, grid(name, 10, 5, 2.2 + place % 3 * 9.4, 3.0 + place // 3 * 11.5, 1.65), "in play")
        for place, name in enumerate(names)
    ]
    rough = Terrain("Gruzowisko <b>", areas.rect_area(12, 8.4, 6, 3.4), frozenset({"dangerous"}))
    state = table("Mała plansza & <tags>", (30, 20), units, terrain=(rough,))
    events += [phase(1, "Red", "movement"), move(f"{names[0]}/10", (10, 8.0), length=3.0)]
    events.append(ModelDestroyed(rule="core.attack", model=f"{names[1]}/3", pose=Pose(14.9, 3.0), by=names[3]))
    return recording(state, events)


def crowd() -> Recording:
    """60 × 44 in, two hundred models in twenty units."""
    units, events = [], []
    for place in range(20):
        player = "Red" if place < 10 else "Blue"
        name = f"{'Company' if place < 10 else 'Cohort'} {place + 1}"
        units.append(unit(name, player, 10, "32mm"))
        x, y = 3 + place % 5 * 11.6, (3.5 if place < 10 else 30.5) + place % 10 // 5 * 6
        events.append(set_up(name, grid(name, 10, 5, x, y, 1.7), "in play"))
    state = table("Two hundred", (60, 44), units, players=ZONES, terrain=TERRAIN[:6])
    return recording(state, [*events, phase(1, "Red", "movement"), move("Company 6/10", (9, 14), length=4.0)])


def renamed(source: Recording, title: str) -> Recording:
    """The same recording under another title."""
    return replace(source, table=replace(source.table, title=title))
