"""A certificate: one geometric answer with everything needed to check it.

Its shape is the same in Python, in `--json` and in the log. Source rules: measure.margin, measure.within.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, Literal

from battlefield.geometry.shapes import Pose

Verdict = Literal["in", "out", "on the line"]
Measure = Literal["gap", "farthest", "inside", "overlap", "length", "sight", "coherency", "path"]
Value = float | tuple[float, float]
MEASURES = frozenset({"value", "margin", "horizontal", "distance"})
"""What is infinite where no way leads round the Walls (A15); JSON has no such number and says it in words."""
INFINITE = {inf: "infinite", -inf: "-infinite"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What was measured between `a` and `b`, against what limit, with what result.

    `value`, `limit`: inches; a pair is (horizontal, vertical). `margin`: limit less measured, the smaller of two,
    negative when out. `holds`: the plain comparison that play uses; `verdict` is for people and says "on the line"
    where |margin| is below the scenario's measurement error. `error` bounds the measured value.
    `a_pose`, `b_pose` are given only where they are not where the state has them. `details` holds what the measure
    adds (see the measures of the documentation): for a gap `horizontal`, `vertical`, `distance`, `here`, `there`.
    """

    rule: str
    measure: Measure
    a: str
    b: str | None = None
    a_pose: Pose | None = None
    b_pose: Pose | None = None
    value: Value
    limit: Value | None = None
    margin: float | None = None
    holds: bool | None = None
    verdict: Verdict | None = None
    error: float = 0.0
    rulings: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """The certificate as JSON-able values: what is absent is left out, `details` are spread among the keys."""
        out: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "details":
                out.update(value)
            elif value is not None and value != ():
                out[each.name] = list(value) if isinstance(value, tuple) else value
        return {key: _finite(value) if key in MEASURES else value for key, value in out.items()}

    @staticmethod
    def from_plain(plain: Mapping[str, Any]) -> Certificate:
        """Read back what `plain` wrote; raises ValueError or TypeError on anything else."""
        own = {each.name for each in fields(Certificate)} - {"details"}
        plain = {key: _infinite(value) if key in MEASURES else value for key, value in plain.items()}
        known = {key: _tupled(value) for key, value in plain.items() if key in own}
        for key in ("a_pose", "b_pose"):
            if key in known:
                known[key] = Pose(*known[key])
        details = {key: _tupled(value) for key, value in plain.items() if key not in own}
        return Certificate(**known, details=details)


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return INFINITE.get(value, value) if isinstance(value, float) else value


def _infinite(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_infinite(part) for part in value]
    return next((number for number, word in INFINITE.items() if value == word), value)


def _tupled(value: Any) -> Any:
    """Lists become tuples, so that a certificate stays immutable and compares equal after a round trip."""
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value
