"""Frozen dataclasses to JSON-able values and back, by their type hints.

Floor 3: the log, its header and `--json` are written and read through this. A trailing underscore of a field's name
(`from_`) is left out. What is read is checked: a wrong type, a missing or an unknown key is a ValueError that names
the place.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping
from collections.abc import Mapping as MappingType
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from battlefield.certificate import Certificate
from battlefield.events.base import event_name
from battlefield.geometry.area_tree import CircleArea, MinusArea, PolygonArea, UnionArea
from battlefield.geometry.areas import from_plain, to_plain
from battlefield.geometry.shapes import Pose
from battlefield.orders.base import Order
from battlefield.vocabulary import ORDERS

AREAS = (PolygonArea, CircleArea, UnionArea, MinusArea)


def written(value: Any) -> Any:
    """A value as JSON-able data: dataclasses as objects without their None fields, tuples as lists, sets sorted."""
    if isinstance(value, Certificate):
        return {key: written(part) for key, part in value.plain().items()}
    if isinstance(value, AREAS):
        return to_plain(value)
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((each.name, getattr(value, each.name)) for each in fields(value))
        tag = {"do": event_name(type(value))} if isinstance(value, Order) else {}
        return {**tag, **{key.rstrip("_"): written(part) for key, part in pairs if part is not None}}
    if isinstance(value, Mapping):
        return {str(key): written(part) for key, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(written(part) for part in value)
    if isinstance(value, tuple | list):
        return [written(part) for part in value]
    return value


def read(kind: Any, value: Any, where: str) -> Any:
    """The value of a type from JSON-able data; ValueError, naming `where`, when it does not fit."""
    if kind is Any:
        return value
    if kind is Order:
        return _order(value, where)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind), value, where)
    if origin is Literal:
        return value if value in get_args(kind) else _wrong(value, where, f"one of {get_args(kind)}")
    if origin is tuple:
        return _tuple(get_args(kind), value, where)
    if origin is frozenset:
        return frozenset(_tuple((get_args(kind)[0], ...), value, where))
    if origin in (dict, MappingType):
        return _mapping(get_args(kind), value, where)
    return _plain(kind, value, where)


def read_object(kind: Any, value: Any, where: str) -> Any:
    """A dataclass from an object: every key known, every field without a default present."""
    if not isinstance(value, dict):
        return _wrong(value, where, "an object")
    hints, own = _hints(kind), {each.name.rstrip("_"): each for each in fields(kind)}
    unknown = sorted(set(value) - set(own))
    if unknown:
        raise ValueError(f"{where}: unknown key {unknown[0]!r}; allowed: {', '.join(own)}")
    given = {}
    for key, each in own.items():
        if key in value:
            given[each.name] = read(hints[each.name], value[key], f"{where}.{key}")
        elif each.default is MISSING and each.default_factory is MISSING:
            if type(None) not in get_args(hints[each.name]):
                raise ValueError(f"{where}: the key {key!r} is missing")
            given[each.name] = None
    return kind(**given)


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _plain(kind: Any, value: Any, where: str) -> Any:
    if kind is type(None):
        return None if value is None else _wrong(value, where, "nothing")
    if kind is float:
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        return float(value) if number else _wrong(value, where, "a finite number")
    if kind is int:
        return (
            value if isinstance(value, int) and not isinstance(value, bool) else _wrong(value, where, "a whole number")
        )
    if kind in (str, bool):
        return value if isinstance(value, kind) else _wrong(value, where, f"a {kind.__name__}")
    if kind is Pose:
        return Pose(*_tuple((float, float, float, float), value, where))
    if kind is Certificate:
        return _certificate(value, where)
    if is_dataclass(kind):
        return read_object(kind, value, where)
    raise ValueError(f"{where}: nothing of the kind {kind} can be read")


def _union(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    if isinstance(value, bool) and bool in kinds:
        return value
    if PolygonArea in kinds:
        return _area(value, where)
    faults = []
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return read(kind, value, where)
        except (ValueError, TypeError) as fault:
            faults.append(str(fault))
    raise ValueError(faults[0] if len(faults) == 1 else f"{where}: {value!r:.80} fits nothing that is allowed there")


def _tuple(kinds: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        _wrong(value, where, "a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(read(kinds[0], part, f"{where}[{index}]") for index, part in enumerate(value))
    if len(kinds) != len(value):
        _wrong(value, where, f"a list of {len(kinds)}")
    return tuple(
        read(kind, part, f"{where}[{index}]") for index, (kind, part) in enumerate(zip(kinds, value, strict=True))
    )


def _mapping(kinds: tuple[Any, ...], value: Any, where: str) -> dict[Any, Any]:
    if not isinstance(value, dict):
        _wrong(value, where, "an object")
    key_kind, kind = kinds
    return {(int(key) if key_kind is int else key): read(kind, part, f"{where}.{key}") for key, part in value.items()}


def _order(value: Any, where: str) -> Any:
    kind = ORDERS.get(str(value.get("do"))) if isinstance(value, dict) else None
    if kind is None:
        return _wrong(value, where, f"an order with do = one of {', '.join(ORDERS)}")
    return read_object(kind, {key: part for key, part in value.items() if key != "do"}, where)


def _area(value: Any, where: str) -> Any:
    try:
        return from_plain(value)
    except (ValueError, TypeError, KeyError) as fault:
        raise ValueError(f"{where}: {fault}") from None


def _certificate(value: Any, where: str) -> Certificate:
    if not isinstance(value, dict):
        _wrong(value, where, "a certificate")
    try:
        return Certificate.from_plain(value)
    except (ValueError, TypeError) as fault:
        raise ValueError(f"{where}: {fault}") from None


def _wrong(value: Any, where: str, allowed: str) -> Any:
    raise ValueError(f"{where}: found {value!r:.80}, allowed is {allowed}")
