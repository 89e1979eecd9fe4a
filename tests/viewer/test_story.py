"""What is said of events."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.making import move, phase, recording, rolled, table, unit

from battlefield.events.base import Event
from battlefield.recording import Recording
from battlefield.viewer.story import caption, line


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
