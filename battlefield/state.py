"""The state of a battle: frozen, plain values and look-ups, no rules.

All positions are inches from the lower left corner of the battlefield (measure.units).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from battlefield.cards import CardTable
from battlefield.geometry.areas import Area
from battlefield.geometry.shapes import MM_PER_INCH, Base, Disc, HullBase, Pose, Shape
from battlefield.geometry.solids import Solid

PHASES = ("command", "movement", "shooting", "charge", "fight")
MARKER_RADIUS = 40 / MM_PER_INCH / 2

Where = Literal["aside", "board", "reserves", "embarked", "gone"]
ArtifactKind = Literal["artifact", "mission", "relic"]
ArtifactStatus = Literal["unassigned", "carried", "field", "dropped", "lost", "safe", "returned", "captured", "removed"]
Recovery = Literal["at once", "at the end"]
ON_THE_FIELD: frozenset[ArtifactStatus] = frozenset({"field", "dropped"})
OUT_OF_PLAY: frozenset[ArtifactStatus] = frozenset({"lost", "safe", "returned", "captured", "removed"})


@dataclass(frozen=True, slots=True)
class Board:
    """The battlefield: a rectangle from (0, 0) to (width, height)."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain feature: an area with traits, from `elevation` up by `height`; a hatchway is open or not."""

    name: str
    area: Area
    traits: frozenset[str]
    height: float = 0.0
    elevation: float = 0.0
    open: bool = False

    @property
    def top(self) -> float:
        """The elevation of its upper side."""
        return self.elevation + self.height

    @property
    def shuts(self) -> bool:
        """Whether it parts rooms, for sight and for distances in Boarding Actions: a wall, a closed hatchway."""
        return "wall" in self.traits or (self.is_hatchway and not self.open)

    @property
    def is_hatchway(self) -> bool:
        """Whether it can be opened and closed."""
        return "hatchway" in self.traits

    @property
    def bars(self) -> bool:
        """Whether nothing may stand on it or move through it: impassable, a wall, a closed hatchway."""
        return "impassable" in self.traits or self.shuts


@dataclass(frozen=True, slots=True)
class Player:
    """A player: role in the mission, deployment zone, own board edge, Command Points."""

    name: str
    role: str | None = None
    zone: Area | None = None
    board_edge: str | None = None
    command_points: int = 0
    hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What is fixed about a model: base, keywords, characteristics. None: the scenario does not say."""

    base: Base
    size: str
    keywords: frozenset[str] = frozenset()
    height: float = 0.0
    move: float | None = None
    toughness: int | None = None
    save: int | None = None
    invulnerable: int | None = None
    wounds: int = 1
    leadership: int | None = None
    oc: int | None = None
    abilities: tuple[str, ...] = ()
    weapons: tuple[Mapping[str, Any], ...] = ()
    capacity: int | None = None

    @property
    def is_hull(self) -> bool:
        """Whether it is measured to its hull; only a hull has a vertical extent of its own."""
        return isinstance(self.base, HullBase)


@dataclass(frozen=True, slots=True)
class Model:
    """A model. `pose` is where it stands, or stood last when gone; None while it was never on the battlefield."""

    name: str
    unit: str
    player: str
    profile: Profile
    wounds_left: int
    where: Where = "aside"
    pose: Pose | None = None
    transport: str | None = None
    alias: str | None = None

    @property
    def keywords(self) -> frozenset[str]:
        """Its own keywords."""
        return self.profile.keywords

    @property
    def on_board(self) -> bool:
        """Whether it has a footprint on the battlefield."""
        return self.where == "board"

    @property
    def footprint(self) -> Shape:
        """The shape it covers (or covered last); ValueError when it never stood on the battlefield."""
        return self.footprint_at(self._pose())

    def footprint_at(self, pose: Pose) -> Shape:
        """The shape it would cover at a pose."""
        return _shape_at(self.profile.base, pose)

    @property
    def solid(self) -> Solid:
        """Its footprint with its vertical extent."""
        return self.solid_at(self._pose())

    def solid_at(self, pose: Pose) -> Solid:
        """Its footprint and vertical extent at a pose: a base is flat, a hull reaches up by its height."""
        top = pose.z + (self.profile.height if self.profile.is_hull else 0.0)
        return Solid(_shape_at(self.profile.base, pose), pose.z, top)

    def _pose(self) -> Pose:
        if self.pose is None:
            raise ValueError(f"{self.name} has never stood on the battlefield")
        return self.pose


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its models by name, in file order; whose it is; whom it leads; what it started aboard of."""

    name: str
    player: str
    models: tuple[str, ...]
    keywords: frozenset[str] = frozenset()
    leads: str | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """An Artifact or the Relic: a token of `radius`, carried by a model or lying at a pose.

    `recovery`: whether a Mission Artifact is recovered at once, or by the mission's rules only claimed at the end.
    """

    name: str
    kind: ArtifactKind = "artifact"
    status: ArtifactStatus = "unassigned"
    carrier: str | None = None
    at: Pose | None = None
    owner: str | None = None
    carriers: tuple[str, ...] = ()
    one_use: bool = False
    used: bool = False
    radius: float = 25 / MM_PER_INCH / 2
    recovery: Recovery = "at once"

    @property
    def lies(self) -> bool:
        """Whether it lies on the battlefield as a token."""
        return self.status in ON_THE_FIELD and self.at is not None

    def disc_at(self, pose: Pose) -> Disc:
        """The disc its token covers at a pose."""
        return Disc(pose.x, pose.y, self.radius)

    @property
    def solid(self) -> Solid:
        """The token's disc at the elevation at which it lies (A13); ValueError when it lies nowhere."""
        if self.at is None:
            raise ValueError(f"{self.name} does not lie on the battlefield")
        return Solid(self.disc_at(self.at), self.at.z, self.at.z)


@dataclass(frozen=True, slots=True)
class Marker:
    """An objective marker: a 40 mm disc centred on its point."""

    name: str
    at: Pose
    radius: float = MARKER_RADIUS

    @property
    def solid(self) -> Solid:
        """The marker's disc at its elevation."""
        return Solid(Disc(self.at.x, self.at.y, self.radius), self.at.z, self.at.z)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of the card game: a named area of the battlefield."""

    name: str
    area: Area


@dataclass(frozen=True, slots=True)
class Token:
    """Something that one system knows of a model, unit, marker or Artifact, until when."""

    holder: str
    name: str
    value: str | int | float | bool | None = None
    until: str | None = None


Ranges = Mapping[str, float | tuple[float, float]]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is true at one moment. Mappings are never changed in place: use the `with_` methods.

    `tokens`: by holder and the name in lower case, since names of tokens are compared without regard to case.
    """

    title: str
    systems: tuple[str, ...]
    board: Board
    players: tuple[Player, ...]
    ranges: Ranges
    terrain: tuple[Terrain, ...] = ()
    units: Mapping[str, Unit] = field(default_factory=dict)
    models: Mapping[str, Model] = field(default_factory=dict)
    artifacts: Mapping[str, Artifact] = field(default_factory=dict)
    markers: Mapping[str, Marker] = field(default_factory=dict)
    zones: tuple[Zone, ...] = ()
    tables: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    throw: str = "disc"
    measurement_error: float = 0.0
    boarding: bool = False
    deploying: bool = True
    round: int = 0
    player: str | None = None
    phase: str | None = None
    tokens: Mapping[tuple[str, str], Token] = field(default_factory=dict)
    ended: bool = False
    winner: str | None = None
    cards: CardTable | None = None

    # --- look-ups ---

    def find_model(self, name: str) -> Model | None:
        """The model of that name: its own, its alias, or that of a unit of one."""
        found = self.models.get(name)
        if found is None:
            unit = self.units.get(name)
            if unit is not None and len(unit.models) == 1:
                return self.models[unit.models[0]]
            found = self.models.get(self._aliases().get(name, ""))
        return found

    def model(self, name: str) -> Model:
        """The model of that name; ValueError when there is none."""
        found = self.find_model(name)
        if found is None:
            raise ValueError(f"no model is called {name!r}")
        return found

    def unit_of(self, name: str) -> Unit | None:
        """The unit of that name, or the unit of the model of that name."""
        if name in self.units:
            return self.units[name]
        model = self.find_model(name)
        return None if model is None else self.units[model.unit]

    def models_of(self, unit: str) -> Iterator[Model]:
        """The models of a unit, in file order, wherever they are."""
        return (self.models[name] for name in self.units[unit].models)

    def on_board(self) -> Iterator[Model]:
        """Every model with a footprint on the battlefield, in file order."""
        return (model for model in self.models.values() if model.where == "board")

    def enemies_of(self, player: str) -> Iterator[Model]:
        """Every model on the battlefield that is not that player's."""
        return (model for model in self.on_board() if model.player != player)

    def lying(self) -> Iterator[Artifact]:
        """Every Artifact and Relic that lies on the battlefield."""
        return (artifact for artifact in self.artifacts.values() if artifact.lies)

    def carried_by(self, model: str) -> Iterator[Artifact]:
        """The Artifacts that a model carries or houses, in file order."""
        return (each for each in self.artifacts.values() if each.status == "carried" and each.carrier == model)

    def player_named(self, name: str) -> Player:
        """The player of that name; ValueError when there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise ValueError(f"no player is called {name!r}")

    @property
    def card_table(self) -> CardTable:
        """The cards of the battle; ValueError where it is played without."""
        if self.cards is None:
            raise ValueError("this battle is played without cards")
        return self.cards

    def range(self, name: str) -> float:
        """A distance that the edition fixes, by name (measure.ranges); ValueError when it is a pair or unknown."""
        value = self.ranges.get(name)
        if not isinstance(value, int | float):
            raise ValueError(f"the ranges have no single distance {name!r}")
        return float(value)

    def range_pair(self, name: str) -> tuple[float, float]:
        """A two-part limit (horizontal, vertical) that the edition fixes, by name."""
        value = self.ranges.get(name)
        if not isinstance(value, tuple):
            raise ValueError(f"the ranges have no pair {name!r}")
        return value

    def hatchway(self, name: str) -> Terrain | None:
        """The Hatchway of that name."""
        return next((each for each in self.terrain if each.is_hatchway and each.name == name), None)

    def token(self, holder: str, name: str) -> Token | None:
        """A token on a model, unit, marker or Artifact; names of tokens are compared without regard to case."""
        return self.tokens.get(_token_key(holder, name))

    def _aliases(self) -> dict[str, str]:
        return {model.alias: name for name, model in self.models.items() if model.alias is not None}

    # --- the next state ---

    def with_model(self, model: Model) -> State:
        """The state with one model put in the place of its namesake."""
        return replace(self, models={**self.models, model.name: model})

    def with_models(self, changed: Mapping[str, Model]) -> State:
        """The state with several models put in the places of their namesakes."""
        return replace(self, models={**self.models, **changed})

    def with_artifact(self, artifact: Artifact) -> State:
        """The state with one Artifact put in the place of its namesake."""
        return replace(self, artifacts={**self.artifacts, artifact.name: artifact})

    def with_token(self, token: Token) -> State:
        """The state with a token set."""
        return replace(self, tokens={**self.tokens, _token_key(token.holder, token.name): token})

    def with_hatchway(self, name: str, *, open_: bool) -> State:
        """The state with a Hatchway open or closed."""
        found = self.hatchway(name)
        return replace(
            self, terrain=tuple(replace(each, open=open_) if each is found else each for each in self.terrain)
        )

    def without_token(self, holder: str, name: str) -> State:
        """The state with a token taken away, if it was there."""
        gone = _token_key(holder, name)
        return replace(self, tokens={key: each for key, each in self.tokens.items() if key != gone})


def _token_key(holder: str, name: str) -> tuple[str, str]:
    return holder, name.casefold()


@lru_cache(maxsize=8192)
def _shape_at(base: Base, pose: Pose) -> Shape:
    return base.at(pose)
