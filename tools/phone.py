"""Try a replay page on a phone: `python tools/phone.py [FILE] [--shot OUT.png]`.

A headless Chromium of 390 × 844 pixels opens the page of a scenario or a log, without a network, and a finger plays,
steps, scrubs, pinches, follows a link to a moment, and taps two things, whose distance must be what
`battlefield measure` says. Skipped, with the reason, where there is no Chromium or no websocket-client.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chromium import WIDE, Phone, Trouble, hold, missing, phone

from battlefield.certificate import Certificate
from battlefield.cli.reading import recording_at
from battlefield.judging import RulesJudge
from battlefield.recording import Recording
from battlefield.viewer.export import Wish, export
from battlefield.viewer.html_pairs import told
from battlefield.viewer.telling import figure

HOME = Path(__file__).resolve().parent.parent
FINGER = 44.0
"""Pixels that what a finger presses is wide and high, at least."""


# --- what is tried ---


def number(on: Phone) -> int:
    """The event that is shown; 0 for the table."""
    return int(on.ask("Number((/\\d+/.exec(document.querySelector('#number').textContent) || [0])[0])"))


def opens_at_the_table(on: Phone, page: Path, recording: Recording) -> None:
    """Everything fits, everything can be pressed, nothing is asked of anybody."""
    _ = recording
    on.open(page)
    hold(on.ask("document.documentElement.scrollWidth") <= WIDE, "the page is wider than the glass")
    small = on.ask(
        "[...document.querySelectorAll('button, select, #events li')].filter((e) => e.offsetParent && "
        f"(e.offsetHeight < {FINGER} || e.offsetWidth < {FINGER})).map((e) => e.id || e.textContent)"
    )
    hold(not small, f"too small for a finger: {small}")
    hold(number(on) == 0, "it does not begin with the table")


def plays(on: Phone, page: Path, recording: Recording) -> None:
    """Play goes on by itself; pause holds it."""
    _ = recording
    on.open(page)
    on.press("#play")
    on.until("parseFloat(document.querySelector('#clock').textContent) > 0.7", "it does not play")
    on.press("#play")
    held = on.ask("document.querySelector('#clock').textContent")
    time.sleep(0.2)
    hold(on.ask("document.querySelector('#clock').textContent") == held, "it cannot be paused")


def steps(on: Phone, page: Path, recording: Recording) -> None:
    """Buttons and keys step, and the address says where one is."""
    _ = recording
    on.open(page)
    on.press("#next")
    first = number(on)
    hold(first > 0, "the button for the next event does nothing")
    on.key("ArrowRight")
    second = number(on)
    hold(second > first, "the right arrow does nothing")
    hold(on.ask("location.hash") == f"#n={second}", "the address does not name the event")
    on.press("#previous")
    hold(number(on) == first, "there is no way back")


def scrubs(on: Phone, page: Path, recording: Recording) -> None:
    """A finger on the scrubber goes to the end and back."""
    on.open(page)
    x, y, wide = on.ask("(({x, y, width, height}) => [x, y + height / 2, width])"
                        "(document.querySelector('#scrubber').getBoundingClientRect())")  # fmt: skip
    on.tap(x + wide - 2, y)
    on.until(f"Number(document.querySelector('#scrubber').value) > {980}", "the scrubber does nothing")
    hold(number(on) == len(recording.entries), "the end of the scrubber is not the end")


def is_linked_to(on: Phone, page: Path, recording: Recording) -> None:
    """A link to a moment opens there."""
    middle = (len(recording.entries) + 1) // 2
    for fragment in (f"#n={middle}", f"#event={middle}"):
        on.open(page, fragment)
        hold(number(on) == middle, f"{fragment} does not open at event {middle}")
        hold(on.ask("document.querySelector('#fault').hidden"), f"{fragment} is complained of")
    last = len(recording.entries)
    for fragment, there in (("#n=999999", last), ("#n=foo", 0)):
        on.open(page, fragment)
        hold(number(on) == there, f"{fragment} does not open at event {there}")
        hold(on.ask("document.querySelector('#headline').textContent") != "", f"{fragment} shows nothing")
        hold(on.ask("location.hash") == f"#n={there}", f"{fragment} stays in the address")
        said = on.ask("document.querySelector('#fault').textContent")
        hold(said.startswith("The link names no event"), f"of {fragment} it says: {said}")


def pinches(on: Phone, page: Path, recording: Recording) -> None:
    """Two fingers go nearer, one moves the table, a button shows all of it again."""
    _ = recording
    on.open(page)
    wide = "document.querySelector('#table').viewBox.baseVal.width"
    before = on.ask(wide)
    x, y = (
        WIDE / 2,
        on.ask("(({y, height}) => y + height / 2)(document.querySelector('#table').getBoundingClientRect())"),
    )
    on.touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 45, 60, 80):
        on.touch("touchMove", (x - apart, y), (x + apart, y))
    on.touch("touchEnd")
    near = on.ask(wide)
    hold(near < 0.8 * before, "two fingers go no nearer")
    left = on.ask("document.querySelector('#table').viewBox.baseVal.x")
    on.touch("touchStart", (x, y))
    for step in (15, 30, 60):
        on.touch("touchMove", (x - step, y))
    on.touch("touchEnd")
    hold(on.ask("document.querySelector('#table').viewBox.baseVal.x") > left, "one finger does not move the table")
    for _ in range(8):  # Chromium takes a tap soon after a swipe for its end
        time.sleep(0.5)
        on.press("#whole")
        if on.ask(f"Math.abs({wide} - {before}) < 1e-6"):
            return
    raise Trouble("the whole table does not come back")


def measures(on: Phone, page: Path, recording: Recording) -> None:
    """Two taps are a measurement, and it is the one that `battlefield measure` makes."""
    on.open(page, f"#n={len(recording.entries)}")
    state = recording.states[-1]
    standing = [each for each in state.on_board() if each.pose is not None]
    pairs = [(a, b) for a in standing for b in standing if a.name < b.name]
    pairs.sort(key=lambda pair: pair[0].player == pair[1].player)  # two enemies, of whom more is told, where there are
    hold(bool(pairs), "this battle ends without two models: try another one")
    a, b = pairs[0]
    on.key("0")
    on.until("document.querySelector('#whole').disabled", "the whole table does not come back")
    for model in (a, b):
        assert model.pose is not None
        on.tap(*spot(on, model.pose.x, state.board.height - model.pose.y))
    said = on.ask("[document.querySelector('#measured').textContent, document.querySelector('#distance').textContent,"
                  "document.querySelector('#certificate').textContent]")  # fmt: skip
    bare, about = RulesJudge().measure(state, a.name, b.name)
    wanted = f"{figure(bare.details.get('distance', bare.value))} in"
    hold(said[0] == f"{a.name} – {b.name}", f"the two taps are taken for {said[0]}")
    hold(said[1] == wanted, f"{said[0]} measures {wanted}, the page says {said[1]}")
    hold(all(each.rule in said[2] for each in about if each.measure != "sight"), "a rule is not told")
    hold(on.ask("document.querySelectorAll('#picks path').length") >= 2, "the measurement is not drawn")
    for one, other in ((a.name, b.name), (b.name, a.name)):
        choose(on, one, other)
        end = told_rows(RulesJudge().measure(state, one, other)[0])["here"]
        said = on.ask(HERE)
        hold(said == end, f"{one} – {other} is here at {end}, the page says {said}")
    ground = [each.name for each in state.terrain][:2]
    if len(ground) == 2:
        choose(on, *ground)
        said = on.ask("document.querySelector('#known').textContent")
        hold(said.startswith("Ground is measured to"), f"of two areas it says: {said}")
    on.press("#away")
    hold(on.ask("document.querySelector('#measure').hidden"), "the measurement cannot be put away")


HERE = "[...document.querySelectorAll('#certificate dt')].find((e) => e.textContent === 'here').nextSibling.textContent"


def told_rows(bare: Certificate) -> dict[str, str]:
    """The rows that a page has to tell of a certificate, by name."""
    return dict(told(bare, ())[1])


def choose(on: Phone, one: str, other: str) -> None:
    """Two things, from the lists."""
    pair = json.dumps([["from", one], ["to", other]])
    on.ask(f"{pair}.forEach(([id, name]) => {{ const e = document.getElementById(id);"
           "e.value = name; e.dispatchEvent(new Event('change')); })")  # fmt: skip


def knows_who_carries(on: Phone, page: Path, recording: Recording) -> None:
    """An Artifact that is carried is measured where its carrier is, as `battlefield measure` does."""
    for number, state in enumerate(recording.states):
        held = [(each, state.models[each.carrier]) for each in state.artifacts.values() if each.carrier is not None]
        for artifact, carrier in held:
            others = [each for each in state.on_board() if each.name != carrier.name]
            if not carrier.on_board or not others:
                continue
            on.open(page, f"#n={number}")
            for one, other in ((artifact.name, others[0].name), (others[0].name, artifact.name)):
                choose(on, one, other)
                bare = RulesJudge().measure(state, one, other)[0]
                said = on.ask("['measured', 'distance', 'known'].map((e) => document.getElementById(e).textContent)")
                wanted = f"{figure(bare.details.get('distance', bare.value))} in"
                hold(said[:2] == [f"{one} – {other}", wanted], f"{one} – {other} is {wanted}, the page says {said[:2]}")
                hold(said[2].startswith(f"{artifact.name} is carried by {carrier.name}. "), f"it says: {said[2]}")
                hold(on.ask(HERE) == told_rows(bare)["here"], "here is not where the first is")
            return


def brings_into_view(on: Phone, page: Path, recording: Recording) -> None:
    """Two things that are chosen from the lists are on the glass, wherever one was looking."""
    state = recording.states[-1]
    standing = sorted(
        (each for each in state.on_board() if each.pose is not None), key=lambda each: each.pose.x if each.pose else 0.0
    )
    if len(standing) < 2:
        return
    on.open(page, f"#n={len(recording.entries)}")
    on.key("+")
    for _ in range(5):
        on.key("+")
    choose(on, standing[0].name, standing[-1].name)
    for model in (standing[0], standing[-1]):
        assert model.pose is not None
        at = f"DOMPoint({model.pose.x}, {state.board.height - model.pose.y})"
        on.until(
            f"(() => {{ const t = document.querySelector('#table'), r = t.getBoundingClientRect();"
            f"const p = new {at}.matrixTransform(t.getScreenCTM());"
            "return r.left <= p.x && p.x <= r.right && r.top <= p.y && p.y <= r.bottom; })()",
            f"{model.name}, which was chosen, is off the glass",
        )


def spot(on: Phone, x: float, y: float) -> tuple[float, float]:
    """The pixel of a place of the picture."""
    found = on.ask(
        "(() => { const t = document.querySelector('#table'), m = t.getScreenCTM();"
        f"const p = new DOMPoint({x}, {y}).matrixTransform(m); return [p.x, p.y]; }})()"
    )
    return (found[0], found[1])


TRIED: tuple[Callable[[Phone, Path, Recording], None], ...] = (
    opens_at_the_table, plays, steps, scrubs, is_linked_to, pinches, measures, knows_who_carries, brings_into_view,
)  # fmt: skip


def tried(on: Phone, page: Path, recording: Recording) -> list[str]:
    """What is wrong with a page; each thing that is tried, and at the end whether it asked anybody or complained."""
    wrong = []
    for each in TRIED:
        try:
            each(on, page, recording)
        except Trouble as fault:
            wrong.append(f"{each.__name__.replace('_', ' ')}: {fault}")
    outside = [each for each in on.asked_for if not each.startswith(("file:", "data:", "about:", "blob:"))]
    wrong += [f"asks for {each}" for each in dict.fromkeys(outside)]
    return [*wrong, *(f"complains: {each}" for each in dict.fromkeys(on.said))]


def picture(on: Phone, page: Path, fragment: str, taps: Sequence[tuple[float, float]] = ()) -> bytes:
    """A screenshot of a page at a moment, after taps on places of the table (inches, y down)."""
    on.colours("dark")
    on.open(page, fragment)
    time.sleep(0.6)  # until the table has come near
    for x, y in taps:
        on.tap(*spot(on, x, y))
    time.sleep(0.2)
    return on.shot()


def main(arguments: Sequence[str]) -> int:
    """Try a page; 0 when all is well or it cannot be tried here, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="phone.py", description="Try a replay page on a phone.")
    parser.add_argument("file", nargs="?", default=str(HOME / "scenarios" / "relics-of-old.jsonl"))
    parser.add_argument("--shot", type=Path, help="a screenshot of it", metavar="OUT.png")
    parser.add_argument("--at", type=int, default=0, help="of the screenshot: the event")
    options = parser.parse_args(arguments)
    why = missing()
    if why is not None:
        print(f"skipped: {why}")
        return 0
    recording = recording_at(options.file)
    with tempfile.TemporaryDirectory() as folder, phone() as on:
        page = Path(folder) / "replay.html"
        export(recording, page, Wish(judge=RulesJudge()))
        wrong = tried(on, page, recording)
        if options.shot is not None:
            options.shot.write_bytes(picture(on, page, f"#n={options.at}"))
    print("\n".join(wrong) or f"all is well: {', '.join(each.__name__.replace('_', ' ') for each in TRIED)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
