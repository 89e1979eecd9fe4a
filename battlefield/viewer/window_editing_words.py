"""What the card of setting up is to say, gathered only when something has changed. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlefield.viewer.carrying import carried, terrain_of
from battlefield.viewer.panel_editing import Said
from battlefield.viewer.telling import called
from battlefield.workbench import EditError

if TYPE_CHECKING:
    from battlefield.viewer.window_editing import EditingTool


class Words:
    """The last card that was told, and what it was told of."""

    def __init__(self) -> None:
        self._said: tuple[object, Said] | None = None

    def of(self, tool: EditingTool) -> Said:
        """The same object as long as nothing changes."""
        bench, carry = tool.bench, tool.carry
        assert bench is not None
        moved = None if carry is None else (id(carry), carry.by, carry.turn, id(carry.trial))
        key = (bench.version, bench.dirty, bench.path, tool.chosen, moved, tool.snapping, tool.dragging)
        if self._said is None or self._said[0] != key:
            self._said = (key, told(tool))
        return self._said[1]


def told(tool: EditingTool) -> Said:
    """What is chosen, what is against it where it is, what is near."""
    bench = tool.bench
    assert bench is not None
    said = Said(bench.path, bench.dirty, faults=len(tool.faults), snaps=tool.snapping)
    state = tool.state
    carry = tool.carry or carried(state, tool.chosen)
    if not tool.chosen or carry is None:
        return said
    first, several = tool.chosen[0], len(tool.chosen) > 1
    model, terrain = state.find_model(first), terrain_of(state, first)
    kind = f"{model.player} · {model.unit} · {model.profile.size}" if model is not None else ""
    if terrain is not None:
        kind = ", ".join(sorted(terrain.traits)) or "no traits"
    title = called(state, first)
    if several:
        whole = model is not None and set(tool.with_unit(first)) == set(tool.chosen)
        title = model.unit if model is not None and whole else f"{len(tool.chosen)} things"
        kind = f"{model.player} · {len(tool.chosen)} models" if model is not None and whole else ""
    if tool.carry is None:
        carry.snaps = False
        try:
            carry.consider(bench, 0.0)
        except EditError as fault:
            return replace(said, chosen=called(state, tool.chosen[0]), kind=str(fault))
    names = {each.name: called(state, each.name) for each in state.on_board()}
    near = () if carry.trial is None or several else carry.trial.near
    pairs = [(each.claim.a, each.claim.b) for each in carry.reasons if each.claim is not None]
    broken = {names.get(name, name) for pair in pairs for name in pair if name is not None}
    return replace(
        said,
        chosen=title,
        kind=kind,
        pose=None if several else carry.poses.get(first),
        held=tool.carry is not None and not tool.dragging and carry.barred,
        carried=tool.carry is not None,
        ghost=carry.ghost is not None,
        ground=terrain is not None,
        snap=None if carry.snap is None else carry.snap.words,
        snaps=tool.snapping and carry.snaps,
        reasons=carry.reasons,
        broken=frozenset(broken),
        near=tuple(replace(each, name=names.get(each.name, each.name)) for each in near),
    )
