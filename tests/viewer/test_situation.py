"""A model's situation and its view in the window: lines that are walked, each drawn; light and shadow."""

from __future__ import annotations

import pytest

from battlefield.catalogue import rules
from battlefield.judging import RulesJudge
from battlefield.log import load as load_log
from battlefield.viewer.drawing import Fill, Text
from battlefield.viewer.inquiry import Inquiry, Job
from battlefield.viewer.options import ViewOptions
from battlefield.viewer.panel_situation import first_shown, lines_of, not_played
from battlefield.viewer.window_input import Controls
from battlefield.viewer.window_situation import SituationTool


def controls_of(name: str, size: tuple[int, int] = (1280, 720)) -> tuple[Controls, SituationTool]:
    controls = Controls(load_log(f"scenarios/{name}.jsonl").recording, RulesJudge(), ViewOptions(*size))
    controls.asking.inquiries.work = lambda job: job()
    return controls, next(each for each in controls.tools if isinstance(each, SituationTool))


def asked(controls: Controls, model: str, event: int, key: str = "I") -> Inquiry:
    controls.jump(event)
    controls.choose(model)
    controls.key(key)
    controls.tick(0.1)
    found = controls.options.inquiry
    assert found is not None
    return found


def names(controls: Controls) -> list[str]:
    return [each.name for each in controls.scene().layers]


def texts(controls: Controls, name: str) -> list[str]:
    layer = next((each for each in controls.scene().layers if each.name == name), None)
    return [] if layer is None else [each.text for each in layer.items if isinstance(each, Text)]


def test_lines_are_walked_by_key_and_each_is_drawn_with_its_certificate() -> None:
    controls, tool = controls_of("relics-of-old")
    inquiry = asked(controls, "Wardens/1", 29)
    assert inquiry.done
    for place, fact in enumerate(inquiry.facts):
        controls.key("Down")
        assert tool.at == place
        assert fact.says[:12] in " ".join(texts(controls, "card 0")), "the line that is walked to is among those shown"
        assert "fact" in names(controls), fact.says
        assert fact.claim.rule in texts(controls, "card 0")
    controls.key("Down")
    assert tool.at == 0, "round again"
    controls.key("Up")
    assert tool.at == len(inquiry.facts) - 1


def test_pointing_at_a_line_draws_it_and_leaving_takes_it_away() -> None:
    controls, tool = controls_of("relics-of-old")
    asked(controls, "Wardens/1", 29)
    row = [each for each in controls.scene().widgets if each.name == "fact"][2]
    controls.move(*row.rect.centre)
    assert tool.at == row.value
    assert "fact" in names(controls)
    still = [each for each in controls.scene().widgets if each.name == "fact"][2]
    assert still.rect == row.rect, "lines do not move under the pointer"
    controls.move(5, 5)
    assert tool.at is None
    assert "fact" not in names(controls)
    controls.press(*row.rect.centre)
    controls.release(*row.rect.centre)
    controls.move(5, 5)
    assert tool.at == row.value, "a clicked line stays"
    controls.escape()
    assert tool.at is None
    assert controls.asking.kind == "situation"
    controls.escape()
    assert controls.asking.kind is None


def test_a_charge_is_drawn_as_its_way() -> None:
    controls, tool = controls_of("round-a-wall")
    inquiry = asked(controls, "Boarders/1", controls_of("round-a-wall")[0].recording.entries[-1].n)
    place = next(place for place, fact in enumerate(inquiry.facts) if fact.topic == "charges")
    tool.at, tool._held = place, True
    controls.renew()
    assert any("9+" in each for each in texts(controls, "fact figures"))


def test_answers_come_in_parts_and_the_picture_does_not_wait() -> None:
    controls, _ = controls_of("relics-of-old")
    waiting: list[Job] = []
    controls.asking.inquiries.work = waiting.append
    inquiry = asked(controls, "Wardens/1", 29)
    assert not inquiry.done
    assert "SITUATION" in texts(controls, "card 0")
    assert any("the rules are asked" in each for each in texts(controls, "card 0"))
    waiting.pop()()
    controls.tick(0.1)
    assert controls.options.inquiry is not None
    assert controls.options.inquiry.done


def test_the_wheel_moves_the_lines() -> None:
    controls, tool = controls_of("relics-of-old")
    asked(controls, "Wardens/1", 29)
    listed = controls.widget("facts")
    assert listed is not None
    controls.wheel(-2, *listed.rect.centre)
    assert tool.first > 0
    assert texts(controls, "card 0") != []


def test_the_line_looked_at_is_always_shown() -> None:
    controls, _ = controls_of("relics-of-old")
    lines = lines_of(asked(controls, "Wardens/1", 29).facts)
    for at in (each for each in lines if isinstance(each, int)):
        for shown in (3, 5, 9):
            first = first_shown(lines, at, 0, shown)
            assert at in lines[first : first + shown]


def test_a_line_says_when_its_rule_is_not_carried_out() -> None:
    waiting = next(rule.slug for rule in rules().values() if not rule.carried_out)
    assert not_played(waiting) == "this rule is not carried out yet"
    assert not_played("measure.engagement") == ""
    assert not_played("no.such.rule") == ""


# --- the view ---


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)])
def test_measure_visible__the_view_is_drawn_as_light_and_hatched_shadow(size: tuple[int, int]) -> None:
    controls, _ = controls_of("keyhole", size)
    inquiry = asked(controls, "Watcher/1", controls.recording.entries[-1].n, "V")
    assert inquiry.viewed is not None
    under = next(each for each in controls.scene().layers if each.name == "under")
    fills = [each for each in under.items if isinstance(each, Fill)]
    assert any(each.hatch is not None for each in fills), "told without colour too"
    assert "sees 23 % of the ground" in texts(controls, "asked")
