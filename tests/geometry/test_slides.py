"""Two thousand random slides of all footprints against dense sampling, in four parts that can run side by side."""

from __future__ import annotations

import pytest

from tools.slides import wrong

EACH = 500


@pytest.mark.parametrize("part", range(4))
def test_move_swept__random_slides_agree_with_dense_sampling(part: int) -> None:
    faults = [fault for seed in range(part * EACH, (part + 1) * EACH) if (fault := wrong(seed)) is not None]
    assert faults == []
