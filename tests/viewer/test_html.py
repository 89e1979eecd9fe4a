"""The self-contained replay page."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from viewer.recordings import edge_case, relic_battle, small_board, worked_example

from battlefield.recording import Recording
from battlefield.viewer.html import html
from battlefield.viewer.html_data import things


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


def data_of(page: Page) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(page.inside["script"][0])
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
