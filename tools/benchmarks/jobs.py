"""Every job by its name: add yours here, a function that returns a Result."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.charging import a_charge_of_ten
from benchmarks.editing import a_drag_over_300
from benchmarks.expulsion import a_million_expulsions
from benchmarks.frames import frames_a_second
from benchmarks.pairs import gap_of_a_pair, pairs_of_200, pairs_of_5000
from benchmarks.setting_up import a_set_up_of_200
from benchmarks.sight import sight_of_a_pair
from benchmarks.starting import any_state_of_a_long_log, check_of_a_small_file
from benchmarks.timing import Result
from benchmarks.ways import shortest_ways
from benchmarks.window import the_window

JOBS: dict[str, Callable[[], Result]] = {
    "pairs-200": pairs_of_200,
    "pairs-5000": pairs_of_5000,
    "gap": gap_of_a_pair,
    "expulsions": a_million_expulsions,
    "sight": sight_of_a_pair,
    "set-up": a_set_up_of_200,
    "drag": a_drag_over_300,
    "ways": shortest_ways,
    "charge": a_charge_of_ten,
    "check": check_of_a_small_file,
    "states": any_state_of_a_long_log,
    "frames": frames_a_second,
    "window": the_window,
}
