"""Laws of editing, over sequences of edits that nobody would think of."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from editing.table import TABLE, table
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield.editing.applying import applied
from battlefield.editing.document import opened
from battlefield.editing.history import History
from battlefield.editing.session import Session
from battlefield.scenario.load import loads
from battlefield.workbench import (
    AddArtifact,
    AddModel,
    AddObjective,
    AddTerrain,
    AddUnit,
    Delete,
    Duplicate,
    Edit,
    EditError,
    MoveBy,
    MoveTo,
    TurnBy,
)

MODELS = ("Ark", "Rangers/1", "Rangers/7", "Alpha", "Scouts/1", "Scouts/2", "Scouts/3", "Statue")
GROUND = ("Sinkhole", "Hall", "Moat")
UNITS = ("Ark", "Rangers", "Scouts", "Statue")
figures = st.integers(-4000, 60000).map(lambda n: n / 1000)
steps = st.integers(-3000, 3000).map(lambda n: n / 1000)
degrees = st.integers(-359, 359).map(float)
edits: st.SearchStrategy[Edit] = st.one_of(
    st.builds(MoveTo, name=st.sampled_from((*MODELS, "Well")), x=figures, y=figures, exact=st.booleans()),
    st.builds(MoveTo, name=st.sampled_from(MODELS), x=figures, y=figures, facing=degrees),
    st.builds(
        MoveBy,
        names=st.lists(st.sampled_from((*UNITS, *GROUND, *MODELS, "Well")), min_size=1, max_size=4).map(tuple),
        dx=steps,
        dy=steps,
    ),
    st.builds(TurnBy, name=st.sampled_from((*MODELS, *GROUND)), degrees=degrees),
    st.builds(Duplicate, name=st.sampled_from((*UNITS, *MODELS, *GROUND, "Well", "Ember Crown")), dx=steps, dy=steps),
    st.builds(AddModel, unit=st.sampled_from(UNITS), x=figures, y=figures),
    st.builds(AddUnit, player=st.just("Red"), x=figures, y=figures, count=st.integers(1, 12)),
    st.builds(AddTerrain, shape=st.sampled_from(("rect", "circle", "polygon", "line")), x=figures, y=figures),
    st.builds(AddArtifact, x=figures, y=figures),
    st.builds(AddObjective, x=figures, y=figures),
    st.builds(
        Delete,
        names=st.sampled_from((*UNITS, *MODELS, *GROUND, "Well", "Ember Crown")).map(lambda name: (name,)),
        with_mentions=st.booleans(),
    ),
)


def comments(raw: bytes) -> list[bytes]:
    return [line.partition(b"#")[2] for line in raw.split(b"\n") if b"#" in line]


@settings(max_examples=15, deadline=None)
@given(st.lists(edits, max_size=8), st.sampled_from([b"\n", b"\r\n"]))
def test_any_edits_can_be_taken_back_to_the_same_bytes_and_done_again(todo: list[Edit], end: bytes) -> None:
    raw = TABLE.replace(b"\n", end)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_bytes(raw)
        session = Session(path)
        texts = [raw]
        for edit in todo:
            try:
                session.do(edit)
            except EditError:
                assert session.raw == texts[-1]  # refused, and nothing changed
                continue
            if session.raw != texts[-1]:
                texts.append(session.raw)
            assert loads(session.raw).placements == session.document.layout.scenario.placements
            assert session.raw.count(b"\n") == session.raw.count(end)
        for text in texts[-2::-1]:
            assert session.undo() is not None
            assert session.raw == text
        assert session.undo() is None
        assert session.raw == raw
        for text in texts[1:]:
            assert session.redo() is not None
            assert session.raw == text
        assert session.redo() is None
        assert path.read_bytes() == raw


@settings(max_examples=15, deadline=None)
@given(st.sampled_from((*MODELS, "Well")), figures, figures, st.booleans())
def test_a_move_touches_one_line_or_adds_a_place_and_every_comment_is_kept(
    name: str, x: float, y: float, exact: bool
) -> None:
    before = table()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_bytes(TABLE)
        session = Session(path)
        session.do(MoveTo(name=name, x=x, y=y, exact=exact))
        made = session.document
    assert made.pose(name).point == pytest.approx((x, y), abs=2e-6)
    old, new = TABLE.split(b"\n"), made.raw.split(b"\n")
    if len(old) == len(new):
        assert sum(a != b for a, b in zip(old, new, strict=True)) <= 1
    else:
        assert [line for line in new if line not in old][-1].startswith(b"at ")
        assert [line for line in old if line not in new] == []
    assert comments(made.raw) == comments(TABLE)
    for other in MODELS:
        if other != name and not {name, other} <= {"Ark", "Scouts/1", "Scouts/2"}:
            assert made.pose(other) == before.pose(other)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(figures, figures), min_size=1, max_size=6))
def test_a_drag_is_one_step(way: list[tuple[float, float]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_bytes(TABLE)
        session = Session(path)
        for x, y in way:
            session.do(MoveTo(name="Ark", x=x, y=y), fold="drag 1")
        moved = session.raw
        assert (session.undo() is None) == (moved == TABLE)
        assert session.raw == TABLE
        if moved != TABLE:
            session.redo()
            assert session.raw == moved


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=12), min_size=1, max_size=6))
def test_history_gives_every_text_back(texts: list[bytes]) -> None:
    history = History()
    for before, after in pairwise(texts):
        history.note(before, after, "step")
    raw = texts[-1]
    kept = [texts[0]] + [b for a, b in pairwise(texts) if a != b]
    for text in kept[-2::-1]:
        found = history.back(raw)
        assert found is not None
        raw = found[0]
        assert raw == text


@pytest.mark.parametrize("path", sorted(Path("scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_scenario_can_be_moved_about(path: Path) -> None:
    raw = path.read_bytes()
    document = opened(raw, str(path))
    for model in list(document.state.on_board())[:6]:
        assert model.pose is not None
        made, _ = applied(document, MoveTo(name=model.name, x=model.pose.x + 0.25, y=model.pose.y))
        assert made.pose(model.name).x == pytest.approx(model.pose.x + 0.25, abs=2e-6)
        assert tomllib.loads(made.raw.decode("utf-8-sig"))["title"] == document.tables["title"]
