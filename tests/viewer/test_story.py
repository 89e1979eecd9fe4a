"""What is said of events."""

from __future__ import annotations

from dataclasses import dataclass, replace

from viewer.making import move, phase, recording, rolled, table, unit

from battlefield.events import core
from battlefield.events.base import Event
from battlefield.recording import Recording
from battlefield.viewer.plans import plan_of
from battlefield.viewer.scene import film_of, stage_of
from battlefield.viewer.story import caption, line
from battlefield.viewer.story_artifacts import CLAIM
from battlefield.viewer.story_wrecks import RULE as OUT


def test_every_event_has_a_headline(recording: Recording) -> None:
    for index in range(-1, len(recording.entries)):
        assert caption(recording, index).headline


def test_an_expulsion_is_told_with_its_figures(worked: Recording) -> None:
    said = caption(worked, 14)
    assert said.headline == "Ember Crown is expelled from Ark"
    assert "over Sinkhole" in said.sentence
    assert ("lies at", "(37.109792, 31.479723)") in said.figures
    assert ("centre to centre", "11.849653 in") in said.figures
    assert said.rule == "artifact.expulsion.unstable"
    assert said.rulings == ("C24",)


def test_a_tie_is_thrown_again(worked: Recording) -> None:
    assert line(worked, 12) == "Both dice show 4. Same face: they are thrown again."


def test_a_refusal_names_what_was_refused_and_why(worked: Recording) -> None:
    said = caption(worked, 22)
    assert said.headline == "Refused: move Vanguard/5"
    assert said.sentence == "It would end within Engagement Range of Rangers/1. As foretold."
    assert said.figures == (("setup.engagement", "0.264 of 1 in"),)


def test_a_unit_of_one_is_called_by_its_name() -> None:
    lone, models = unit("Ark", "Red", 1)
    renamed = models[0].__class__(**{**{f: getattr(models[0], f) for f in models[0].__slots__}, "name": "Ark/1"})
    state = table("Names", (20, 20), [(lone.__class__("Ark", "Red", ("Ark/1",)), [renamed])])
    made = recording(state, [rolled("artifact.exfiltration", "Ark/1", "D6", (5,), needs=">=5", passed=True)])
    assert caption(made, 0).headline == "Exfiltration: Ark rolls 5 – passed"


def test_a_lost_artifact_is_not_called_passed() -> None:
    state = table("Loss", (20, 20), [unit("Ark", "Red", 1)])
    made = recording(
        state, [rolled("artifact.exfiltration_loss", "Crown", "D6", (f,), passed=p) for f, p in ((2, True), (6, False))]
    )
    assert [caption(made, index).headline.rpartition(" ")[2] for index in (0, 1)] == ["lost", "kept"]


def test_an_event_of_another_program_is_told_by_its_fields() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class GateOpened(Event):
        gate: str
        turns: float

    state = table("Gate", (20, 20), [unit("A", "Red", 1)])
    made = recording(state, [phase(1, "Red", "command"), GateOpened(rule="x.y", gate="North", turns=2.5)])
    said = caption(made, 1)
    assert said.headline == "Gate opened: North"
    assert ("turns", "2.5") in said.figures


def test_the_margin_of_a_move_is_shown() -> None:
    state = table("Move", (20, 20), [unit("A", "Red", 1)])
    made = recording(state, [move("A", (5, 5), length=4.25)])
    assert ("margin", "1.750000 in") in caption(made, 0).figures


def test_dice_in_one_place_give_no_line_and_are_thrown_again() -> None:
    thrown = core.Rolled(
        rule="artifact.expulsion.dice", asks="artifact.expulsion.dice", of="Crown", roll="D6", faces=(2, 3), total=5,
        modifier=0, needs=None, passed=None, source="entered", throw=((10.0, 10.0), (10.0, 10.0)),
    )  # fmt: skip
    made = recording(table("Throw", (20, 20), [unit("Ark", "Red", 1)]), [thrown])
    assert caption(made, 0).sentence == "Both lie in one place: they are thrown again."
    moment = film_of(made).of_event(1)
    texts = plan_of(stage_of(made, moment, 16.0)).tags
    assert [each.text for each in texts] == ["both in one place: thrown again"]


def test_of_models_with_equally_short_ways_one_makes_the_claim() -> None:
    state = table("Claim", (20, 20), [unit("A", "Red", 2), unit("B", "Red", 1)])
    model = core.Chose(rule=CLAIM, asks=CLAIM, player="Red", of="A", options=("A/1", "A/2"), answer="A/2", by="order")
    first = replace(model, of="Crown", options=("A", "B"), answer="B")
    heads = [caption(recording(state, [each]), 0).headline for each in (model, first)]
    assert heads == ["Red has A/2 make the claim", "Red has B go first"]


def test_untold_units_get_out_of_a_wreck_in_the_order_of_the_file() -> None:
    out = core.Chose(
        rule=OUT, asks=OUT, player="Red", of="T", options=("A", "B"), answer="A", by="default"
    )  # fmt: skip
    made = recording(table("Wreck", (20, 20), [unit("A", "Red", 1), unit("B", "Red", 1)]), [out])
    assert caption(made, 0).sentence == "A or B; in the order of the file, as nobody says otherwise."
