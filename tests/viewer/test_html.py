"""The self-contained replay page."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from viewer.recordings import edge_case, relic_battle, small_board, worked_example

from battlefield.asking import measure_pair
from battlefield.judging import RulesJudge
from battlefield.log import load
from battlefield.recording import Recording
from battlefield.viewer import html_pairs
from battlefield.viewer.html import html
from battlefield.viewer.html_data import things
from battlefield.viewer.html_pairs import pairs_data
from battlefield.viewer.telling import figure

HOME = Path(__file__).resolve().parent.parent.parent


class Page(HTMLParser):
    """Elements, attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self._now: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._now = tag if tag in self.inside else None
        if self._now:
            self.inside[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._now = None

    def handle_data(self, data: str) -> None:
        if self._now:
            self.inside[self._now][-1] += data


def unpacked(text: str) -> str:
    """The JSON that a page holds, as text."""
    return zlib.decompress(base64.b64decode(Page(text).inside["script"][0])).decode()


def data_of(page: Page) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(page.inside["script"][0])))
    return loaded


def test_the_policy_names_the_script_and_the_style_by_their_digests(recording: Recording) -> None:
    page = Page(html(recording))
    policy = next(attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for text, directive in ((page.inside["script"][1], "script-src"), (page.inside["style"][0], "style-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy


def test_nothing_is_fetched_and_nothing_runs_from_an_attribute(recording: Recording) -> None:
    text = html(recording)
    for tag, attrs in Page(text).tags:
        assert tag not in {"link", "img", "iframe", "object", "embed", "use", "image"}
        for name, value in attrs.items():
            assert not name.startswith("on")
            assert name not in {"src", "href", "xlink:href", "style"}
            assert "javascript:" not in (value or "")
    outside = set(re.findall(r"https?://[^\s\"'<>\\]+", text))
    assert outside <= {"http://www.w3.org/2000/svg"}


def test_hostile_names_are_inert() -> None:
    text = html(small_board())
    assert "alert(1)</script>" not in text
    assert "<b>" not in text.replace("<body>", "")
    page = Page(text)
    assert [tag for tag, _ in page.tags].count("script") == 2
    assert page.inside["title"] == ["Mała plansza & <tags>"]
    names = {attrs.get("data-name") for _, attrs in page.tags}
    assert "<script>alert(1)</script>/1" in names
    assert 'O\'Brien & "Sons"/1' in names
    headlines = [each["said"]["headline"] for each in data_of(page)["events"]]
    assert any("<script>" in each for each in headlines)


@pytest.mark.parametrize("make", [edge_case, relic_battle, small_board])
def test_a_small_battle_is_a_small_file(make: Any) -> None:
    assert len(html(make()).encode()) < 200_000


def test_the_page_knows_where_everything_is_after_each_event() -> None:
    made = worked_example()
    known = data_of(Page(html(made)))
    now: dict[str, Any] = {}
    for event in known["events"][1:]:
        now.update(event["set"])
        expected = things(made.states[event["n"]])
        assert {**things(made.table), **now} == json.loads(json.dumps(expected))


def test_every_event_can_be_linked_to_and_shows_something() -> None:
    made = worked_example()
    known = data_of(Page(html(made)))
    assert [each["n"] for each in known["events"]] == list(range(len(made.entries) + 1))
    for event in known["events"]:
        assert 0.0 <= event["still"] <= event["length"] + 1.0
        for frame in event["frames"]:
            assert all(0 <= number < len(known["pieces"]) for part in frame[1:] for number in part)


def test_a_model_that_moves_is_moved_by_the_page() -> None:
    events = data_of(Page(html(worked_example())))["events"]
    moved = events[20]
    assert moved["moves"] == "Vanguard/5"
    assert moved["path"] == [[27.2, 17.0, 0.0, 0.0], [30.0, 19.5, 0.0, 3.7537], [32.5, 21.0, 0.0, 2.9155]]
    assert moved["hidden"] == ["Vanguard/5"]


def test_the_same_battle_gives_the_same_page() -> None:
    assert html(edge_case()) == html(edge_case())


# --- what can be measured ---


def pairs_after(known: dict[str, Any]) -> list[dict[tuple[str, str], list[Any]]]:
    """What a page knows after each event: certificates by their pair."""
    now: dict[tuple[int, int], int] = {}
    out = []
    for changed in known["states"]:
        for a, b, number in changed:
            if number < 0:
                del now[a, b]
            else:
                now[a, b] = number
        names = known["names"]
        out.append({(names[a], names[b]): known["certificates"][number] for (a, b), number in now.items()})
    return out


@pytest.mark.parametrize("name", ["relics-of-old", "round-a-wall", "threshold"])
def test_a_page_says_of_every_pair_what_measure_says(name: str) -> None:
    made = load(HOME / "scenarios" / f"{name}.jsonl").recording
    after = pairs_after(pairs_data(made, RulesJudge()))
    assert len(after) == len(made.states)
    for place in (len(after) // 2, len(after) - 1):
        state, pairs = made.states[place], after[place]
        standing = [*(each.name for each in state.on_board()), *(each.name for each in state.lying()), *state.markers]
        assert {frozenset(pair) for pair in combinations(standing, 2)} <= {frozenset(pair) for pair in pairs}
        for (a, b), (distance, rows, _, rules) in pairs.items():
            bare, about = measure_pair(state, a, b)
            assert distance == figure(bare.details.get("distance", bare.value))
            told = [each for each in about if each.measure != "sight"]
            assert [(each[0], each[3]) for each in rules] == [(each.rule, each.verdict) for each in told]
            if "here" in bare.details:  # there is none where no way leads round the Walls
                here = bare.details["here"]
                assert ["here", f"({here[0]:.6f}, {here[1]:.6f})"] in rows


def test_a_page_of_many_pairs_knows_all_of_the_near_ones_and_says_up_to_where(monkeypatch: pytest.MonkeyPatch) -> None:
    made = load(HOME / "scenarios" / "relics-of-old.jsonl").recording
    whole = pairs_after(pairs_data(made))
    monkeypatch.setattr(html_pairs, "MOST", 200)
    known = pairs_data(made)
    assert 0 < len(known["certificates"]) <= 200
    limit = known["within"]
    for all_of_them, some in zip(whole, pairs_after(known), strict=True):
        near = {pair for pair, certificate in all_of_them.items() if float(certificate[0]) <= limit}
        assert near == set(some)


def test_a_page_without_a_judge_tells_the_bare_distance() -> None:
    known = data_of(Page(html(worked_example())))["pairs"]
    (first, *_) = [each for each in pairs_after(known) if each]
    assert all(certificate[3] == [] for certificate in first.values())


def test_what_happens_lies_in_the_part_that_a_phone_goes_near() -> None:
    made = worked_example()
    events = data_of(Page(html(made)))["events"]
    moved = events[20]
    x, y, wide, high = moved["near"]
    for px, py, *_ in moved["path"]:
        assert x < px < x + wide
        assert y < made.table.board.height - py < y + high
    assert events[0]["near"] is None
