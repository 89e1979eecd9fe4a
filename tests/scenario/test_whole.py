"""Scenario files as a whole: the starter, the JSON Schema, damaged files, numbers at random, what loading brings in."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario.written import HEAD, unit

from battlefield.check import check
from battlefield.geometry.shapes import Pose
from battlefield.scenario.forms import LIMIT
from battlefield.scenario.load import loads
from battlefield.scenario.order_entries import LATER_ORDERS, ORDERS
from battlefield.scenario.questions import QUESTIONS
from battlefield.scenario.scenario import ScenarioError
from battlefield.scenario.schema import json_schema
from battlefield.scenario.starter import starter

HOME = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def damage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("damage", HOME / "tools" / "damage.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    sys.modules["damage"] = tool
    spec.loader.exec_module(tool)
    return tool


def test_the_starter_loads_is_legal_and_does_what_it_says() -> None:
    report = check(loads(starter(), "new.toml"))
    assert [each.message for each in report.findings] == []
    assert (report.met, report.foretold) == (3, 1)
    assert starter().startswith("#:schema ")


def test_the_schema_knows_every_key_that_files_may_have() -> None:
    schema = json_schema()
    assert json.loads(json.dumps(schema)) == schema
    assert schema["required"] == ["format"]
    assert schema["additionalProperties"] is False
    properties = schema["properties"]
    assert {"board", "units", "profiles", "orders", "expect", "ranges", "deployment", "zones"} <= set(properties)
    assert set(tomllib.loads(starter())) <= set(properties)
    orders = properties["orders"]["items"]["anyOf"]
    done = {each["properties"]["do"].get("const") for each in orders} - {None}
    assert done == set(ORDERS)
    assert set(orders[-1]["properties"]["do"]["enum"]) == set(LATER_ORDERS)
    asked = {each["title"] for each in schema["$defs"]["expectation"]["anyOf"]}
    assert asked == set(QUESTIONS)
    assert properties["format"]["const"] == 1


def test_damaged_files_are_read_or_refused_in_good_order(damage: ModuleType) -> None:
    files = sorted((HOME / "scenarios").glob("*.toml"))
    became: dict[str, int] = {}
    for name, raw in damage.damaged(damage.good_texts(files), 200, 0):
        what, wrong = damage.complaints(raw)
        assert wrong == [], name
        became[what] = became.get(what, 0) + 1
    assert became["refused"] > 100
    assert became["read"] > 5


def test_damaged_campaigns_are_read_or_refused_in_good_order(damage: ModuleType) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((HOME / "scenarios" / "campaigns").glob("*.toml"))]
    became: dict[str, int] = {}
    for name, raw in damage.damaged(texts, 100, 0):
        what, wrong = damage.complaints(raw)
        assert wrong == [], name
        became[what] = became.get(what, 0) + 1
    assert became["refused"] > 50
    assert became["read as a campaign"] > 5


def test_damaged_files_are_the_same_for_the_same_seed(damage: ModuleType) -> None:
    texts = damage.good_texts([])
    first, again, other = (list(damage.damaged(texts, 60, seed)) for seed in (5, 5, 6))
    assert first == again
    assert first != other
    assert {damage.DAMAGES[n].__name__ for n in range(len(damage.DAMAGES))} >= {"_nested", "_too_large", "_not_utf8"}


def test_damage__sees_what_it_looks_for(damage: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def badly(raw: bytes, name: str) -> None:
        (tmp_path / "out").write_text("x")
        raise KeyError(name, raw)

    monkeypatch.setattr(damage, "loads", badly)
    what, wrong = damage.complaints(b"")
    assert what == "fell over"
    assert "KeyError" in wrong[0]

    def writes(raw: bytes, name: str) -> None:
        (tmp_path / "out").write_text("x")
        raise ScenarioError(())

    monkeypatch.setattr(damage, "loads", writes)
    assert damage.complaints(b"")[1] == ["refused without a fault", f"wrote {tmp_path / 'out'}"]


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_anything_is_refused_with_places_or_read(raw: bytes | str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loads(raw, "x")
    assert caught.value.faults
    assert all(fault.line >= 1 and fault.column >= 1 and fault.message for fault in caught.value.faults)


_KEYS = st.sampled_from(["name", "at", "base", "player", "profile", "models", "count", "tokens", "in", "nonsense"])
_VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["Ark", "Red", "32mm"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


def written(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value).replace("\\ud", "\\u0d").replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return (
            f"{{ {', '.join(f'{written(key)} = {written(each)}' for key, each in value.items())} }}" if value else "{}"
        )
    return str(value)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["units", "terrain", "artifacts", "orders", "expect", "board", "start", "ranges", "players"]),
    _KEYS,
    _VALUES,
)
def test_any_value_in_any_table_is_refused_with_places_or_read(table: str, key: str, value: object) -> None:
    header = f"[{table}]" if table in ("board", "start", "ranges") else f"[[{table}]]"
    head = HEAD.replace("[board]\nwidth = 60\nheight = 44\n", "") if table == "board" else HEAD
    text = f"{head}{header}\n{key} = {written(value)}\n"
    try:
        loads(text, "x")
    except ScenarioError as error:
        assert all(fault.line >= 1 and fault.column >= 1 for fault in error.faults)  # noqa: PT017


_NUMBERS = st.floats(-LIMIT, LIMIT) | st.integers(-int(LIMIT), int(LIMIT))


@settings(max_examples=100, deadline=None)
@given(_NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS)
def test_numbers_are_read_to_the_last_bit(x: float, y: float, z: float, facing: float) -> None:
    scenario = loads(HEAD + unit("A", f"[{x!r}, {y!r}, {z!r}]", more=f"facing = {facing!r}\n"))
    assert scenario.placements[0].poses["A/1"] == Pose(float(x), float(y), float(z), float(facing))


def test_loading_brings_in_nothing_slow() -> None:
    code = (
        "import sys; from battlefield.scenario.load import load; load('scenarios/exfiltration.toml'); "
        "print([name for name in ('pydantic', 'shapely', 'numpy', 'rich', 'typer', 'tomlkit', 'difflib', 'arcade') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
