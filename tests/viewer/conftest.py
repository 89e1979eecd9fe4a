"""Every recording by name, for tests that hold for each."""

from __future__ import annotations

import pytest
from viewer.recordings import crowd, edge_case, relic_battle, small_board, worked_example

from battlefield.recording import Recording

MADE = {
    "worked example": worked_example,
    "edge": edge_case,
    "relic": relic_battle,
    "small board": small_board,
    "crowd": crowd,
}


@pytest.fixture(params=MADE)
def recording(request: pytest.FixtureRequest) -> Recording:
    """Each of the recordings in turn."""
    return MADE[request.param]()


@pytest.fixture(scope="session")
def worked() -> Recording:
    """The worked example of the rules."""
    return worked_example()
