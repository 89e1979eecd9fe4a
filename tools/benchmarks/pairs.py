"""All pairs of footprints within an inch of each other; the gap of a pair."""

from __future__ import annotations

import math

import shapely

from battlefield.geometry import fast
from battlefield.geometry.batch import Shapes, pairs_within
from battlefield.geometry.columns import near_each_other
from battlefield.geometry.measure import closer_than, gap
from battlefield.geometry.shapes import Disc, Oval, Shape
from benchmarks.placing import army, drawn, exactly_apart
from benchmarks.timing import Result, Row, Way, race

INCH = 1.0
COMPILED = "ours, `[fast]`, columns kept"
Pair = tuple[Shape, Shape]


def pairs_of_200() -> Result:
    """N = 200, beside a double loop over polygons and a tree of them."""
    return _pairs(200, rounds=9, share=1)


def pairs_of_5000() -> Result:
    """N = 5,000; the double loop is measured on one row in 250."""
    return _pairs(5_000, rounds=5, share=250)


def _pairs(count: int, rounds: int, share: int) -> Result:
    shapes = army(count, seed=1)
    polygons = [drawn(shape) for shape in shapes]
    ready = Shapes.of(shapes)

    def naive() -> int:
        found = 0
        for i in range(0, count, share):
            one = polygons[i]
            found += sum(one.distance(other) <= INCH for other in polygons[i + 1 :])
        return found

    def tree() -> int:
        return int(shapely.STRtree(polygons).query(polygons, predicate="dwithin", distance=INCH).shape[1])

    ways = [
        Way("ours, from footprints", lambda: pairs_within(Shapes.of(shapes), None, INCH)),
        Way("ours, columns kept", lambda: pairs_within(ready, None, INCH)),
        Way("shapely, double loop", naive, share, "64 chords a base, polygons ready"),
        Way("shapely, STRtree dwithin", tree, note="the same polygons; tree built and asked"),
        Way("floor: a pass over bounding circles", lambda: near_each_other(ready, INCH), note="no verdict on bases"),
    ]
    near = len(pairs_within(ready, None, INCH))
    if fast.is_installed():
        assert fast.pairs_within(ready, None, INCH).tolist() == pairs_within(ready, None, INCH).tolist()
        circles = Shapes.of([Disc(*each) for each in zip(ready.x, ready.y, ready.reach, strict=True)])
        ways += [
            Way(COMPILED, lambda: fast.pairs_within(ready, None, INCH), note="the same pairs"),
            Way("ours, `[fast]`, from footprints", lambda: fast.pairs_within(Shapes.of(shapes), None, INCH)),
            Way(
                "floor: the same compiled pass over bounding circles",
                lambda: fast.pairs_within(circles, None, INCH),
                note="no verdict on bases; their pairs in order",
            ),
        ]
    return Result(
        f"Pairs within 1 in, N = {count:,}",
        f"65 % round, 22 % oval, 13 % hull; {near:,} pairs are within 1 in.",
        race(ways, rounds),
        _at_the_threshold() if count == 200 else (),
        COMPILED,
    )


def _at_the_threshold() -> tuple[str, ...]:
    pairs = exactly_apart(2_000, INCH, seed=2, round_only=True)
    ours = sum(not closer_than(a, b, INCH) for a, b in pairs)
    theirs = sum(drawn(a).distance(drawn(b)) > INCH + 1e-7 for a, b in pairs)
    return (
        f"Of {len(pairs):,} pairs of round and oval bases set up exactly 1 in apart, the polygons judge {theirs:,} out "
        f"of reach, battlefield {ours:,}.",
    )


def gap_of_a_pair() -> Result:
    """The gap of one pair by the scalar kernel: the mix of bases, and by kinds."""
    shapes = army(300, seed=3)
    pairs = [(a, b) for i, a in enumerate(shapes) for b in shapes[i + 1 :] if 0 < gap(a, b).high < 3]
    kinds: dict[tuple[str, ...], list[Pair]] = {}
    for a, b in pairs:
        kinds.setdefault(tuple(sorted((_kind(a), _kind(b)))), []).append((a, b))
    remarks = [
        f"{one} and {two}: gap {_micro(rows[0])}, verdict {_micro(rows[1])}, shapely {_micro(rows[2])}"
        for (one, two), rows in sorted((kind, _scalar(found)) for kind, found in kinds.items())
    ]
    return Result(
        "Gap of one pair",
        "The scalar kernel, plain Python; pairs up to 3 in apart of the same mix of bases. Times are for one pair.",
        _scalar(pairs),
        ("In microseconds by kinds. " + "; ".join(remarks) + ".",),
    )


def _scalar(pairs: list[Pair]) -> tuple[Row, ...]:
    polygons = [(drawn(a), drawn(b)) for a, b in pairs]
    each = 1.0 / len(pairs)
    rows = race(
        [
            Way("ours, gap with bounds and closest points", lambda: [gap(a, b) for a, b in pairs]),
            Way("ours, verdict within 1 in", lambda: [closer_than(a, b, INCH) for a, b in pairs]),
            Way(
                "shapely, distance of 64-gons", lambda: [a.distance(b) for a, b in polygons], note="too long by design"
            ),
            Way("floor: distance of centres", lambda: [math.hypot(b.x - a.x, b.y - a.y) for a, b in pairs]),
        ],
        rounds=9,
    )
    return tuple(Row(row.name, row.seconds * each, row.note) for row in rows)


def _micro(row: Row) -> str:
    return f"{row.seconds * 1e6:.1f}"


def _kind(shape: Shape) -> str:
    return "disc" if isinstance(shape, Disc) else "oval" if isinstance(shape, Oval) else "hull"
