"""The benchmarks: that they measure what they say and write it down; how fast anything is stands in no test."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(TOOLS))

    def load(name: str) -> Any:
        return importlib.import_module(f"benchmarks.{name}")

    return load


def test_every_job_has_a_name_and_says_what_it_does(bench: Any) -> None:
    jobs = bench("jobs").JOBS
    assert {"pairs-200", "pairs-5000", "gap", "expulsions"} <= set(jobs)
    assert all(job.__doc__ for job in jobs.values())


def test_a_part_is_scaled_up_and_says_so(bench: Any) -> None:
    timing = bench("timing")
    runs: list[str] = []
    whole, part = timing.race(
        [
            timing.Way("whole", lambda: runs.append("whole")),
            timing.Way("part", lambda: runs.append("part"), 250, "ready"),
        ],
        rounds=3,
    )
    assert runs.count("part") == 3
    assert runs.count("whole") > 3
    assert whole.note == ""
    assert part.note == "1 part in 250 measured and scaled up; ready"


def test_the_page_gives_ratios_to_the_first_way(bench: Any) -> None:
    timing, page = bench("timing"), bench("page")
    rows = tuple(timing.Row(name, seconds, "") for name, seconds in (("ours", 0.002), ("slow", 0.3), ("floor", 0.001)))
    text = page.page([timing.Result("A job", "Its setting.", rows, ("A remark.",))])
    assert "| ours | 1 | 2 ms |  |" in text
    assert "| slow | 150 | 300 ms |  |" in text
    assert "| floor | 0.50 | 1 ms |  |" in text
    assert "numpy" in text
    assert "A remark." in text


def test_the_page_gives_a_second_ratio_to_the_compiled_way(bench: Any) -> None:
    timing, page = bench("timing"), bench("page")
    rows = tuple(timing.Row(name, seconds, "") for name, seconds in (("ours", 0.004), ("compiled", 0.001)))
    text = page.page([timing.Result("A job", "", rows, beside="compiled")])
    assert "| ours | 1 | 4.0 | 4 ms |  |" in text
    assert "| compiled | 0.25 | 1 | 1 ms |  |" in text
    assert "to `[fast]`" in text
    assert "to `[fast]`" not in page.page([timing.Result("A job", "", rows[:1], beside="compiled")])


def test_the_page_keeps_the_sections_of_jobs_that_were_not_done(bench: Any) -> None:
    timing, page = bench("timing"), bench("page")

    def job(title: str, seconds: float) -> Any:
        return timing.Result(title, "", (timing.Row("ours", seconds, ""),))

    before = page.page([job("One", 0.001), job("Two", 0.002)])
    after = page.page([job("Two", 0.005), job("Three", 0.003)], before)
    assert after == page.page([job("One", 0.001), job("Two", 0.005), job("Three", 0.003)])


def test_the_ways_of_expulsion_agree(bench: Any) -> None:
    expulsion = bench("expulsion")
    lines = expulsion.thrown(200)
    thrower = expulsion.Thrower(
        expulsion.MACHINE,
        expulsion.TOKEN,
        6.0,
        (expulsion.MACHINE, *expulsion.GROUND),
        expulsion.WIDTH,
        expulsion.HEIGHT,
    )
    polygons = expulsion.Polygons.of(thrower.origin)
    ours = expulsion.expulsions(thrower, lines).travelled
    theirs = polygons.landings(lines)
    assert [polygons.landing(*line) for line in lines.tolist()] == pytest.approx(theirs.tolist(), abs=1e-9)
    assert sum(abs(a - b) < 0.05 for a, b in zip(ours.tolist(), theirs.tolist(), strict=True)) >= 196


def test_an_army_is_the_same_every_time(bench: Any) -> None:
    placing = bench("placing")
    assert placing.army(20, 1) == placing.army(20, 1)
    assert placing.base(random.Random(5)) == placing.base(random.Random(5))
    pairs = placing.exactly_apart(10, 1.0, 1)
    assert [placing.drawn(a).distance(placing.drawn(b)) for a, b in pairs] == pytest.approx([1.0] * 10, abs=0.02)


def test_what_could_not_be_measured_is_said_in_its_place(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window, page = bench("window"), bench("page")
    monkeypatch.setattr(window.bench_window, "missing", lambda: ("xdotool",))
    text = "\n".join(page.section(window.the_window()))
    assert "Not measured: xdotool was missing." in text
    assert "|" not in text
    row = window.bench_window.WindowRow(50, 58.4, 9.04, 14.2, 31.0, 11.0, 0.012)
    monkeypatch.setattr(window.bench_window, "missing", tuple)
    monkeypatch.setattr(window.bench_window, "rows", lambda: iter([row]))
    text = "\n".join(page.section(window.the_window()))
    note = (
        "by the clock 14 ms, 31 ms at worst; playing 58 frames a second, 9.0 ms of processor time each; "
        "idle 1.2 % of a core"
    )
    assert f"| 50 models | 1 | 11 ms | {note} |" in text
