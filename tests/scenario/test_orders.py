"""Orders with their dice and answers, and what is expected: what they come to, what is wrong with them."""

# Cases stand one to a line, as in a table, however long they are.
# ruff: noqa: E501

from __future__ import annotations

import pytest
from scenario.written import ARK, CREW, HEAD, WITH_ARTIFACTS, fault, faults

from battlefield.geometry.areas import CircleArea
from battlefield.orders.base import Answer, FieldDie, FromSeed, Grid, Near, Order, Spot
from battlefield.orders.core import Destroy, Disembark, Embark, EndBattle, Move, Phase, SetUp, Wound
from battlefield.orders.relics_of_old import Exfiltrate, Extract, HandOver, Use
from battlefield.orders.scrollhammer_relic import DropRelic
from battlefield.scenario.load import loads
from battlefield.scenario.scenario import Expectation, OrderEntry

RELIC = '[[artifacts]]\nname = "Relic"\nkind = "relic"\ncarrier = "Ark"\n'
FIELD = WITH_ARTIFACTS + ARK + CREW + RELIC
LINE = FIELD.count("\n") + 1


def entry(text: str) -> OrderEntry:
    return loads(FIELD + "[[orders]]\n" + text).orders[0]


def said(text: str) -> str:
    """The one fault of an order, its line counted from [[orders]] as 1."""
    line, _, rest = fault(FIELD + "[[orders]]\n" + text + "\n").partition(":")
    return f"{int(line) - LINE + 1}:{rest}"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ('do = "phase"', Phase()),
        ('do = "phase"\nround = 2\nplayer = "Blue"\nphase = "fight"', Phase(round=2, player="Blue", phase="fight")),
        ('do = "set_up"\nunit = "Ark"\nat = [5, 5]', SetUp(unit="Ark", at=(Spot(5, 5),))),
        (
            'do = "set_up"\nunit = "Crew"\nat = [[1, 1], [4, 4, 2], { from = "Ark", gap = 10 }]\nfacing = 90\nkind = "deep_strike"',
            SetUp(unit="Crew", at=(Spot(1, 1), Spot(4, 4, 2), Near("Ark/1", 10)), facing=90, kind="deep_strike"),
        ),
        (
            'do = "set_up"\nunit = "Crew"\nat = { grid = [2, 2], first = { from = "Relic", gap = 1 }, gap = 0.5 }',
            SetUp(unit="Crew", at=Grid(2, 2, Near("Relic", 1), 0.5)),
        ),
        ('do = "move"\nmodel = "Ark"\nto = [3, 4]', Move(model="Ark/1", path=(Spot(3, 4),))),
        ('do = "move"\nunit = "Ark"\nto = [3, 4]', Move(model="Ark/1", path=(Spot(3, 4),))),
        (
            'do = "move"\nmodel = "Crew/2"\npath = [[1, 2], { at = [3, 4, 5], facing = 6 }]\nkind = "advance"\nfacing = 7\nforced = true',
            Move(model="Crew/2", path=(Spot(1, 2), Spot(3, 4, 5, 6)), kind="advance", facing=7, forced=True),
        ),
        ('do = "move"\nmodel = "Crew/2"\npath = [1, 2]', Move(model="Crew/2", path=(Spot(1, 2),))),
        ('do = "move"\nunit = "Crew"\nby = [1, -2]', Move(unit="Crew", by=(1, -2))),
        (
            'do = "move"\nunit = "Crew"\n[orders.paths]\n"Crew/1" = [[1, 2]]\n"Crew/3" = [{ from = "Ark", gap = 1, bearing = 9 }]',
            Move(unit="Crew", paths={"Crew/1": (Spot(1, 2),), "Crew/3": (Near("Ark/1", 1, 9),)}),
        ),
        ('do = "wound"\nmodel = "Ark"\ncount = 3\nby = "Crew"', Wound(model="Ark/1", count=3, by="Crew")),
        ('do = "wound"\nunit = "Ark"', Wound(model="Ark/1")),
        ('do = "destroy"\nunit = "Crew"', Destroy(unit="Crew")),
        ('do = "destroy"\nunit = "Crew"\ncount = 2', Destroy(unit="Crew", count=2)),
        ('do = "embark"\nunit = "Crew"\ntransport = "Ark"', Embark(unit="Crew", transport="Ark/1")),
        (
            'do = "disembark"\nunit = "Crew"\nat = [[1, 2], [3, 4]]',
            Disembark(unit="Crew", at=(Spot(1, 2), Spot(3, 4))),
        ),
        ('do = "destroy"\nmodel = "Crew/3"\nby = "Ark/1"', Destroy(model="Crew/3", by="Ark/1")),
        ('do = "exfiltrate"\nunit = "Ark"\nthrow = [1, 2]', Exfiltrate(unit="Ark", throw=Spot(1, 2))),
        ('do = "end_battle"', EndBattle()),
        ('do = "hand_over"\nartifact = "Relic"\nto = "Ark"', HandOver(artifact="Relic", to="Ark/1")),
        ('do = "use"\nartifact = "Relic"', Use(artifact="Relic")),
        ('do = "use"\nartifact = "Relic"\neffect = "light"', Use(artifact="Relic", effect="light")),
        ('do = "extract"\nunit = "Crew"', Extract(unit="Crew")),
        ('do = "drop_relic"', DropRelic()),
        (
            'do = "drop_relic"\nmodel = "Ark"\nartifact = "Relic"\nbearing = 45',
            DropRelic(model="Ark/1", artifact="Relic", bearing=45),
        ),
    ],
)
def test_orders__are_read_with_models_by_their_full_names(text: str, order: Order) -> None:
    assert entry(text).order == order


def test_orders__a_models_own_name_is_known() -> None:
    text = WITH_ARTIFACTS + ARK + CREW + "[units.models.2]\nname = 'Alpha'\n"
    text += "[[orders]]\ndo = 'move'\nunit = 'Crew'\n[orders.paths]\nAlpha = [1, 2]\n"
    assert loads(text).orders[0].order == Move(unit="Crew", paths={"Crew/2": (Spot(1, 2),)})
    twice = text + '"Crew/2" = [3, 4]\n'
    assert fault(twice).endswith('"Crew/2" has two paths')


def test_orders__dice_answers_refusals_and_notes() -> None:
    found = entry(
        'do = "destroy"\nunit = "Crew"\ndice = [5, "?", { face = 2, at = [10, 11.5] }]\n'
        'answers = [{ to = "artifact.drop", is = "Crew/2" }, { to = "relic.drop", is = 90, unit = "Crew" }, '
        '{ to = "C12", is = true, artifact = "Relic" }, { to = "C12", is = "no", model = "Ark" }, { to = "C12", is = [3, 4] }]\n'
        'refused = ["setup.engagement", "move.length"]\nnote = "why"'
    )
    assert found.dice == (5, FromSeed(), FieldDie(2, (10, 11.5)))
    assert found.answers == (
        Answer(to="artifact.drop", given="Crew/2"),
        Answer(to="relic.drop", given="90", of="Crew"),
        Answer(to="C12", given="true", of="Relic"),
        Answer(to="C12", given="no", of="Ark/1"),
        Answer(to="C12", given=Spot(3, 4)),
    )
    assert (found.refused, found.note) == (("setup.engagement", "move.length"), "why")
    assert found.plain == {"do": "destroy", "unit": "Crew"}
    assert entry('do = "phase"\nrefused = "move.length"').refused == ("move.length",)
    assert entry('do = "phase"').dice is None
    assert entry('do = "phase"\ndice = []').dice == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: the key do is missing in this order (allowed: phase, set_up, move, "),
        ("do = 3", "2:6: do must be a text in quotes, one of phase, set_up, move"),
        ("od = 'phase'", '2:1: there is no key "od" here; did you mean do?'),
        ("do = 'mvoe'", '2:6: no order is called "mvoe"; did you mean "move"? (there is: phase, '),
        ("do = 'shoot'", "2:6: the order shoot is not carried out yet"),
        ("do = 'stratagem'\nanything = 1", "2:6: the order stratagem is not carried out yet"),
        ("do = 'pass_relic'", "1:1: the key to is missing in this table"),
        ("do = 'pass_relic'\nto = 'Crwe/1'", '3:6: no model is called "Crwe/1"; did you mean "Crew/1"?'),
        ("do = 'capture'\nunit = 'Crew'", "1:1: the key paths is missing in this table"),
        ("do = 'capture'\nunit = 'Crew'\npaths = { Ark = [1, 1] }", '4:11: "Ark" is no model of "Crew"'),
        ("do = 'draw'", '2:6: the order draw belongs to "artefakty", which is not among the rules'),
        ("do = 'phase'\nphase = 'shoting'", '3:9: phase must be one of "command", "movement", "shooting", "charge", "fight"; found the text "shoting"; did you mean "shooting"?'),
        ("do = 'phase'\nplayer = 'Bleu'", '3:10: no player is called "Bleu"; did you mean "Blue"? (there is: Red, Blue)'),
        ("do = 'set_up'\nunit = 'Crew'\nat = [[1, 1]]", "4:6: Crew has 3 models and needs as many places; found 1"),
        ("do = 'set_up'\nunit = 'Crew'\nat = { grid = [2, 1], first = [1, 1] }", "4:6: Crew has 3 models; a grid of that size holds 2"),
        ("do = 'set_up'\nunit = 'Crew/1'\nat = [1, 1]", '3:8: "Crew/1" is a model: name its unit, "Crew"'),
        ("do = 'move'\nto = [1, 1]", "1:1: this order names a model or a unit, one of the two"),
        ("do = 'move'\nmodel = 'Ark'", "1:1: a move needs to or path (of a model), paths or by (of a unit)"),
        ("do = 'move'\nmodel = 'Ark'\nto = [1, 1]\nby = [1, 1]", "5:1: a move has one of to, path, paths and by; found to, by"),
        ("do = 'move'\nmodel = 'Ark'\nby = [1, 1]", "4:1: by moves a unit: name it by unit = NAME, or give the model a path"),
        ("do = 'move'\nunit = 'Crew'\nto = [1, 1]", '3:8: "Crew" has 3 models: give [orders.paths] or by, or name one model'),
        ("do = 'move'\nmodel = 'Crew'\nto = [1, 1]", '3:9: "Crew" is a unit of 3 models: name one of them, "Crew/1" … "Crew/3"'),
        ("do = 'move'\nunit = 'Crew'\npaths = { Ark = [1, 1] }", '4:11: "Ark" is no model of "Crew"'),
        ("do = 'move'\nunit = 'Crew'\npaths = { Arc = [1, 1] }", '4:11: no model is called "Arc"; did you mean "Ark"?'),
        ("do = 'move'\nmodel = 'Ark'\nto = { form = 'Crew/1', gap = 1 }", '4:8: there is no key "form" here; did you mean from?'),
        ("do = 'move'\nmodel = 'Ark'\nto = { from = 'Crew', gap = 1 }", '4:15: "Crew" is a unit of 3 models: name one'),
        ("do = 'move'\nmodel = 'Ark'\nto = { from = 'Red', gap = 1 }", '4:15: "Red" is a player; named here must be'),
        ("do = 'move'\nmodel = 'Ark'\nto = [1, 1]\nkind = 'run'", '5:8: kind must be one of "normal", "advance", "fall_back", "consolidate"; found the text "run"'),
        ("do = 'wound'\nmodel = 'Ark'\ncount = 0", "4:9: count must be at least 1; found 0"),
        ("do = 'destroy'\nunit = 'Crew'\nby = 'Lightning'", '4:6: no unit or model is called "Lightning" (there is: '),
        ("do = 'exfiltrate'", "1:1: the key unit is missing in this table"),
        ("do = 'end_battle'\nunit = 'Ark'", '3:1: there is no key "unit" here'),
        ("do = 'hand_over'\nartifact = 'Relic'", "1:1: the key to is missing in this table"),
        ("do = 'hand_over'\nartifact = 'Relic'\nto = 'Crew'", '4:6: "Crew" is a unit of 3 models: name one of them'),
        ("do = 'hand_over'\nartifact = 'Ark'\nto = 'Ark'", '3:12: "Ark" is a unit; named here must be an artifact'),
        ("do = 'use'\nartifact = 'Relict'", '3:12: no artifact is called "Relict"; did you mean "Relic"?'),
        ("do = 'use'\nartifact = 'Relic'\neffect = 3", "4:10: effect must be a text in quotes; found 3"),
        ("do = 'extract'\nunit = 'Crew/1'", '3:8: "Crew/1" is a model: name its unit, "Crew"'),
        ("do = 'drop_relic'\nartifact = 'Relict'", '3:12: no artifact is called "Relict"; did you mean "Relic"?'),
        ("do = 'phase'\ndice = [7]", "3:9: dice must be at most 6; found 7"),
        ("do = 'phase'\ndice = ['!']", '3:9: dice must be "?"; found the text "!"'),
        ("do = 'phase'\ndice = [true]", '3:9: dice must be a face from 1 to 6, "?" for a roll from the seed, or a die'),
        ("do = 'phase'\ndice = [{ face = 2, ta = [1, 1] }]", '3:21: there is no key "ta" here; did you mean at?'),
        ("do = 'phase'\nrefused = 'move.lenght'", '3:11: no rule is called "move.lenght"; did you mean "move.length"?'),
        ("do = 'phase'\nrefused = ['move.length', 'x']", '3:27: no rule is called "x"'),
        ("do = 'phase'\nrefused = 3", '3:11: refused must be the slug of a rule, such as "setup.engagement", or a list'),
        ("do = 'phase'\nanswers = [{ to = 'artefact.drop', is = 'x' }]", '3:19: no rule is called "artefact.drop"; did you mean "artifact.drop"?'),
        ("do = 'phase'\nanswers = [{ to = 'C12', is = 'x', unit = 'Crw' }]", '3:43: no unit is called "Crw"; did you mean "Crew"?'),
        ("do = 'phase'\nanswers = [{ to = 'C12', is = 'x', unit = 'Crew', of = 'Ark' }]", "3:36: an answer is narrowed to one subject by one key"),
        ("do = 'phase'\nexpect = 3", "3:10: expect must be a list of tables, [[orders.expect]]; found 3"),
    ],
)  # fmt: skip
def test_orders__one_thing_wrong_is_one_fault_at_its_place(text: str, message: str) -> None:
    assert said(text).startswith(message)


def test_orders__of_a_system_that_is_not_in_play() -> None:
    text = HEAD + ARK + "[[orders]]\ndo = 'exfiltrate'\nunit = 'Ark'\n"
    assert fault(text) == '15:6: the order exfiltrate belongs to "relics-of-old", which is not among the rules'


# --- expectations ---


def expected(text: str) -> Expectation:
    return loads(FIELD + "[[expect]]\n" + text + "\n").at_end[0]


@pytest.mark.parametrize(
    ("text", "question", "subject", "keys"),
    [
        ("distance = ['Ark', 'Crew']\nis = 3\ntolerance = 0.1", "distance", ("Ark", "Crew"), {"is": 3, "tolerance": 0.1}),
        ("distance = ['Ark', 'Crew/2']\nat_most = 3\nverdict = 'on the line'", "distance", ("Ark", "Crew/2"), {"at_most": 3, "verdict": "on the line"}),
        ("engaged = ['Ark', 'Crew']\nis = false", "engaged", ("Ark", "Crew"), {"is": False}),
        ("visible = ['Ark', 'Crew']", "visible", ("Ark", "Crew"), {}),
        ("contact = ['Ark', 'Relic']", "contact", ("Ark", "Relic"), {}),
        ("within = ['Ark', 'Crew']\nof = 9", "within", ("Ark", "Crew"), {"of": 9}),
        ("within = ['Ark', 'Red deployment zone']", "within", ("Ark", "Red deployment zone"), {}),
        ("wholly_within = ['Ark', 'battlefield']", "wholly_within", ("Ark", "battlefield"), {}),
        ("wholly_within = ['Ark', { circle = [1, 2, 3] }]", "wholly_within", ("Ark", CircleArea(1, 2, 3)), {}),
        ("coherent = 'Crew'", "coherent", "Crew", {}),
        ("legal = 'Crew/2'", "legal", "Crew/2", {}),
        ("artifact = 'Relic'\ncarrier = 'Ark'\nstate = 'carried'\nowner = 'Red'", "artifact", "Relic", {"carrier": "Ark", "state": "carried", "owner": "Red"}),
        ("artifact = 'Relic'\nat = [1, 2, 3]", "artifact", "Relic", {"at": (1, 2, 3)}),
        ("can_claim = ['Crew', 'Relic']", "can_claim", ("Crew", "Relic"), {}),
        ("least_charge_roll = ['Crew', 'Ark']\nis = 7", "least_charge_roll", ("Crew", "Ark"), {"is": 7}),
        ("token = ['Ark', 'Slow']\nvalue = 3", "token", ("Ark", "Slow"), {"value": 3}),
        ("finding = 'setup.no_overlap'\nof = 'Crew/2'\ntimes = 2", "finding", "setup.no_overlap", {"of": "Crew/2", "times": 2}),
        ("winner = 'Blue'\nis = false", "winner", "Blue", {"is": False}),
        ("event = 'model_moved'\nmodel = 'Ark'\nlength = 3\npath = [[1, 2, 0, 0]]\ntimes = 1", "event", "model_moved", {"model": "Ark/1", "length": 3, "path": ([1, 2, 0, 0],), "times": 1}),
        ("event = 'artifact_recovered'\nby = 'Ark'\nartifact = 'Relic'", "event", "artifact_recovered", {"by": "Ark/1", "artifact": "Relic"}),
        ("event = 'artifact_assigned'\nfrom = 'Ark'\nto = 'Crew/1'", "event", "artifact_assigned", {"from": "Ark/1", "to": "Crew/1"}),
    ],
)  # fmt: skip
def test_expectations__are_read(text: str, question: str, subject: object, keys: dict[str, object]) -> None:
    found = expected(text)
    assert (found.question, found.subject, dict(found.keys)) == (question, subject, keys)
    assert (found.at.line, found.at.column) == (LINE, 1)


def test_expectations__stand_under_an_order_at_the_set_up_or_at_the_end() -> None:
    text = "[[expect]]\nlegal = 'Ark'\nwhen = 'set up'\n[[expect]]\nlegal = 'Crew/1'\n"
    text += "[[orders]]\ndo = 'phase'\n[[orders.expect]]\nlegal = 'Crew/2'\n[[orders.expect]]\nlegal = 'Crew/3'\n"
    scenario = loads(FIELD + text)
    assert [each.subject for each in scenario.at_set_up] == ["Ark"]
    assert [each.subject for each in scenario.at_end] == ["Crew/1"]
    assert [each.subject for each in scenario.orders[0].expects] == ["Crew/2", "Crew/3"]
    assert dict(scenario.at_set_up[0].keys) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("is = true", "1:1: an expectation asks a question: one of artifact, can_claim, card, coherent"),
        ("distnace = ['Ark', 'Crew']\nis = 3", '2:1: there is no question "distnace"; did you mean distance?'),
        ("legal = 'Ark'\ncoherent = 'Crew'", "2:1: one question each: this one asks for coherent already"),
        ("distance = ['Ark']\nis = 3", "2:12: distance must have at least 2 parts; found 1"),
        ("distance = ['Ark', 'Crew']", "1:1: this question needs an answer: is, at_most, more_than, verdict"),
        ("distance = ['Ark', 'Crew']\nis = true", "3:6: is must be a number; found true"),
        ("distance = ['Ark', 'Creu']\nis = 1", '2:20: no unit or model or artifact or objective or terrain or zone is called "Creu"; did you mean "Crew"?'),
        ("within = ['Ark', 'Crew']", "1:1: within needs a distance: of = inches"),
        ("wholly_within = [{ circle = [1, 1, 1] }, 'Ark']", "2:17: wholly_within must be a name, then a name or an area: [A, B]; found"),
        ("wholly_within = ['Ark', { circle = [1, 1, 0] }]", "2:43: a circle needs a radius of more than 0; found 0"),
        ("wholly_within = ['Ark', 3]", "2:25: wholly_within must be a name in quotes, or an area; found 3"),
        ("coherent = 'Crew/1'", '2:12: "Crew/1" is a model: name its unit, "Crew"'),
        ("artifact = 'Relic'", "1:1: this question needs an answer: at, carrier, state, owner"),
        ("artifact = 'Relic'\nstate = 'droped'", '3:9: state must be one of "carried", "field", "dropped"'),
        ("artifact = 'Relic'\nat = { from = 'Ark', gap = 1 }", "3:6: at must be a list [ … ]; found a table"),
        ("artifact = 'Relic'\nowner = 'Rod'", '3:9: no player is called "Rod"; did you mean "Red"?'),
        ("token = ['Akr', 'Slow']", '2:10: no model or unit or artifact or objective is called "Akr"; did you mean "Ark"?'),
        ("finding = 'setup.overlap'", '2:11: no rule is called "setup.overlap"; did you mean "setup.no_overlap"?'),
        ("winner = 'Ark'", '2:10: "Ark" is a unit; named here must be a player'),
        ("event = 'modle_moved'", '2:9: no event is called "modle_moved"; did you mean "model_moved"?'),
        ("event = 'model_moved'\nmodle = 'Ark'", '3:1: the event model_moved has no field "modle"; did you mean "model"?'),
        ("event = 'model_moved'\nmodel = 'Akr'", '3:9: no model is called "Akr"; did you mean "Ark"?'),
        ("event = 'model_moved'\nlength = nan", "3:10: length must be a text, a finite number, true or false, or a list of those; found nan"),
        ("event = 'model_moved'\nlength = 2020-01-01", "3:10: length must be a text, a finite number, true or false, or a list"),
        ("legal = 'Ark'\nwhen = 'start'", '3:8: when must be "set up"; found the text "start"'),
        ("legal = 'Ark'\nverdict = 'maybe'", '3:11: verdict must be one of "in", "out", "on the line"; found the text "maybe"'),
    ],
)  # fmt: skip
def test_expectations__one_thing_wrong_is_one_fault_at_its_place(text: str, message: str) -> None:
    line, _, rest = fault(FIELD + "[[expect]]\n" + text + "\n").partition(":")
    assert f"{int(line) - LINE + 1}:{rest}".startswith(message)


def test_expectations__under_an_order_have_no_when() -> None:
    text = FIELD + "[[orders]]\ndo = 'phase'\n[[orders.expect]]\nlegal = 'Ark'\nwhen = 'set up'\n"
    assert fault(text).startswith(f"{LINE + 4}:1: when belongs to an [[expect]] of its own")


def test_expectations__of_a_broken_order_are_judged_all_the_same() -> None:
    text = FIELD + "[[orders]]\ndo = 'mvoe'\n[[orders.expect]]\nlegal = 'Akr'\n"
    assert [each.split(": ")[0] for each in faults(text)] == [f"{LINE + 1}:6", f"{LINE + 3}:9"]
