"""What stands beside the map of a sheet: keys, signs, units with their bases, and where everything is laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from re import sub

from battlefield.geometry.areas import Area, polygon_area
from battlefield.geometry.measure import bounds
from battlefield.geometry.shapes import Disc, Pose
from battlefield.state import Model, Player, State, Terrain
from battlefield.viewer import theme
from battlefield.viewer.drawing import Item, Stroke
from battlefield.viewer.labels import tag
from battlefield.viewer.panel_legend import swatch
from battlefield.viewer.scene_board import grounds_of
from battlefield.viewer.sheet_blocks import Block, Draw, Row, entries, line, space, together
from battlefield.viewer.sheet_map import Keys, base_items, marker_items, printed, token_items, zone_items
from battlefield.viewer.sheet_places import from_edges, parts_of

INDENT, SIGN = 12.0, 26.0


def keys_of(state: State) -> Keys:
    """Terrain by letters, units by their player's letter and a number: A, B …; R1, R2 …"""
    names = [each.name for each in state.players]
    initials = {each: each[:1].upper() for each in names}
    if len(set(initials.values())) < len(names):
        initials = {each: f"{place}." for place, each in enumerate(names, 1)}
    counted: Counter[str] = Counter()
    units = {}
    for unit in state.units.values():
        counted[unit.player] += 1
        units[unit.name] = f"{initials.get(unit.player, '?')}{counted[unit.player]}"
    terrain = {each.name: _letters(place) for place, each in enumerate(state.terrain)}
    return Keys({each: place for place, each in enumerate(names)}, units, terrain)


def blocks_of(state: State, keys: Keys, wide: float) -> list[Block]:
    """All blocks, for columns of that width."""
    blocks = [Block("Signs", tuple(_signs(state, wide)))]
    blocks += [
        Block(f"Units of {each.name}", rows) for each in state.players if (rows := _units(state, each, keys, wide))
    ]
    aims = tuple(_places(state, wide))
    if aims:
        blocks.append(Block("Objectives and tokens, by their middles", aims))
    terrain = tuple(row for each in state.terrain for row in _terrain(state, each, keys, wide))
    if terrain:
        blocks.append(Block("Terrain, corner by corner", terrain))
    zones = tuple(_zones(state, wide))
    if zones:
        blocks.append(Block("Zones, corner by corner", zones))
    return [each for each in blocks if each.rows]


def _letters(place: int) -> str:
    """A to Z, then AA, AB …

    >>> _letters(0), _letters(25), _letters(26)
    ('A', 'Z', 'AA')
    """
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


# --- signs ---


def _signs(state: State, wide: float) -> Iterator[Row]:
    liveries = theme.liveries(tuple(each.name for each in state.players))
    for index, player in enumerate(state.players):
        if player.zone is not None:
            role = f" ({player.role})" if player.role else ""
            yield line(
                f"{player.name} deployment zone{role}",
                indent=SIGN,
                sign=_zone(liveries[player.name], index),
                within=wide,
            )
        if player.board_edge is not None:
            yield line(
                f"{player.name} board edge",
                player.board_edge,
                indent=SIGN,
                sign=_edge(liveries[player.name]),
                within=wide,
            )
    if state.markers:
        yield line(
            "Objective marker, 40 mm", indent=SIGN, sign=lambda x, y, _: marker_items((x + 9, y), 6), within=wide
        )
    kinds = {each.kind == "relic" for each in state.artifacts.values()}
    for relic, word in ((False, "Artifact, 25 mm; alone: carried"), (True, "The Relic; alone: carried")):
        if relic in kinds:
            yield line(word, indent=SIGN, sign=_token(relic), within=wide)
    looks = {look.word: look for each in state.terrain for look in grounds_of(each)}
    for word, look in looks.items():
        yield line(word, indent=SIGN, sign=_ground(look), within=wide)


def _zone(livery: theme.Livery, index: int) -> Draw:
    def drawn(x: float, y: float, _: float) -> list[Item]:
        corners = ((x, y - 6), (x + 18, y - 6), (x + 18, y + 6), (x, y + 6))
        return zone_items(polygon_area(corners), livery, index, 5.0)

    return drawn


def _edge(livery: theme.Livery) -> Draw:
    return lambda x, y, _: [Stroke(((x, y), (x + 18, y)), livery.dark, 4.0)]


def _token(relic: bool) -> Draw:
    return lambda x, y, _: token_items((x + 9, y), 6, relic)


def _ground(look: theme.Ground) -> Draw:
    return lambda x, y, _: list(swatch(printed(look), theme.WHITE)((x + 9, y)))


# --- units ---


def _units(state: State, player: Player, keys: Keys, wide: float) -> tuple[Row, ...]:
    livery = theme.liveries(tuple(each.name for each in state.players))[player.name]
    index = keys.players[player.name]
    rows = []
    for unit in state.units.values():
        if unit.player != player.name:
            continue
        models = list(state.models_of(unit.name))
        sizes = Counter(_size(each) for each in models)
        bases = ", ".join(f"{count} of {size}" for size, count in sizes.items())
        where = "" if any(each.on_board for each in models) else f" ({_elsewhere(models[0].where)})"
        rows.append(
            line(
                f"{keys.units[unit.name]} {unit.name}{where}",
                bases,
                indent=SIGN,
                sign=_base(livery, index),
                within=wide,
            )
        )
    return tuple(rows)


def _elsewhere(where: str) -> str:
    return {"aside": "not set up", "reserves": "in Reserves", "embarked": "aboard", "gone": "gone"}.get(where, where)


def _size(model: Model) -> str:
    """A base's size as it is set, "75 × 42 mm"; a hull's by its length and width."""
    if model.profile.is_hull:
        x0, y0, x1, y1 = bounds(model.footprint_at(Pose(0.0, 0.0)))
        return f"hull, {x1 - x0:.3g} × {y1 - y0:.3g} in"
    return sub(r"(?<=\d)x(?=\d)", " × ", sub(r"(?<=\d)(?=mm|in)", " ", model.profile.size))


def _base(livery: theme.Livery, index: int) -> Draw:
    return lambda x, y, _: base_items(Disc(x + 9, y, 5.5), livery, index)


# --- places ---


def _places(state: State, wide: float) -> Iterator[Row]:
    for marker in state.markers.values():
        yield line(marker.name, " · ".join(from_edges(state.board, marker.at.point)), within=wide)
    for artifact in state.artifacts.values():
        if artifact.lies and artifact.at is not None:
            yield line(artifact.name, " · ".join(from_edges(state.board, artifact.at.point)), within=wide)
        elif artifact.carrier is not None:
            yield line(artifact.name, f"carried by {artifact.carrier}", within=wide)


def _terrain(state: State, terrain: Terrain, keys: Keys, wide: float) -> Iterator[Row]:
    words = ", ".join(each.word.lower() for each in grounds_of(terrain))
    high = f"{terrain.height:g}″ high" if terrain.height else ""
    raised = f"{terrain.elevation:g}″ up" if terrain.elevation else ""
    told = ", ".join(each for each in (words, high, raised) if each)
    yield line(terrain.name, told, strong=True, indent=20, sign=_key(keys.terrain[terrain.name]), within=wide)
    yield from together([*_corners(state, terrain.area, wide), space(5)])


def _zones(state: State, wide: float) -> Iterator[Row]:
    named = [(f"{each.name} deployment zone", each.zone) for each in state.players if each.zone is not None]
    for name, area in (*named, *((each.name, each.area) for each in state.zones)):
        if area is not None:
            yield line(name, strong=True, within=wide)
            yield from together([*_corners(state, area, wide), space(5)])


def _corners(state: State, area: Area, wide: float) -> Iterator[Row]:
    for part in parts_of(area):
        if part.what:
            yield line(f"{part.what}:", indent=INDENT, kept=True, within=wide)
        texts = []
        for spot in part.spots:
            place = " · ".join(from_edges(state.board, spot.at))
            texts.append((spot.called, f"{place} {spot.words}".rstrip()))
        yield from entries(texts, wide, INDENT)


def _key(letter: str) -> Draw:
    def drawn(x: float, y: float, _: float) -> list[Item]:
        text = tag((0, 0), letter, theme.WHITE, theme.INK, size=7.5, outline=theme.INK)
        half = text.pill.width / 2 if text.pill is not None else 0.0
        return [replace(text, at=(x + half, y))]

    return drawn
