"""Which plan shows which event; one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from battlefield.events import artefakty, core, relics_of_old, scrollhammer_relic
from battlefield.events.base import Event
from battlefield.viewer import scene_action as action
from battlefield.viewer import scene_drop as drop
from battlefield.viewer import scene_extraction as extraction
from battlefield.viewer import scene_relic as relic
from battlefield.viewer.plan import Plan, Stage
from battlefield.viewer.remember import by_identity
from battlefield.viewer.scene_arrival import unit_embarked, unit_set_up
from battlefield.viewer.scene_card_events import card_moved, confrontation_won, units_put
from battlefield.viewer.scene_charge import charge_declared, charge_failed
from battlefield.viewer.scene_claim import claim_attempted
from battlefield.viewer.scene_dice import throw
from battlefield.viewer.scene_expulsion import expulsion
from battlefield.viewer.scene_hatchway import hatchway_operated
from battlefield.viewer.scene_move import model_moved
from battlefield.viewer.scene_objective import objective_controlled
from battlefield.viewer.scene_refusal import order_refused


@by_identity(64)
def plan_of(stage: Stage) -> Plan:
    """How the event of a stage is shown."""
    event = stage.event
    if event is None:
        return Plan(stage.after, 0.3)
    planner = PLANS.get(type(event))
    return action.anything(stage) if planner is None else planner(stage, event)


def _rolled(stage: Stage, event: core.Rolled) -> Plan:
    return action.rolled(stage, event) if not event.throw else throw(stage, event)


PLANS = cast(
    Mapping[type[Event], Callable[[Stage, Event], Plan]],
    {
        core.UnitSetUp: unit_set_up,
        core.UnitEmbarked: unit_embarked,
        core.ObjectiveControlled: objective_controlled,
        core.HatchwayOperated: hatchway_operated,
        core.PhaseBegan: action.phase_began,
        core.BattleEnded: action.battle_ended,
        core.ModelMoved: model_moved,
        core.WoundsLost: action.wounds_lost,
        core.WoundsRegained: action.wounds_regained,
        core.ModelDestroyed: action.model_gone,
        core.ModelLeft: action.model_gone,
        core.OrderRefused: order_refused,
        core.ChargeDeclared: charge_declared,
        core.ChargeFailed: charge_failed,
        core.Rolled: _rolled,
        relics_of_old.ArtifactExpelled: expulsion,
        relics_of_old.ArtifactDropped: drop.artifact_dropped,
        relics_of_old.ArtifactRecovered: drop.artifact_recovered,
        relics_of_old.ArtifactAssigned: drop.artifact_assigned,
        relics_of_old.ArtifactLost: drop.artifact_gone,
        relics_of_old.ArtifactReturned: drop.artifact_gone,
        relics_of_old.ArtifactUnclaimed: extraction.artifact_unclaimed,
        relics_of_old.ArtifactUsed: extraction.artifact_used,
        relics_of_old.ClaimAttempted: claim_attempted,
        relics_of_old.ExtractionBegan: extraction.extraction_began,
        relics_of_old.ExtractionBrokenOff: extraction.extraction_broken_off,
        relics_of_old.ExtractionCompleted: extraction.extraction_completed,
        scrollhammer_relic.RelicDropped: drop.relic_dropped,
        scrollhammer_relic.RelicSeized: relic.relic_seized,
        scrollhammer_relic.RelicSeizureVoided: relic.relic_seizure_voided,
        scrollhammer_relic.RelicLost: relic.relic_lost,
        scrollhammer_relic.RelicIdentified: relic.relic_identified,
        scrollhammer_relic.RelicPickedUp: relic.relic_picked_up,
        scrollhammer_relic.RelicPassed: relic.relic_passed,
        scrollhammer_relic.RelicCaptured: relic.relic_captured,
        artefakty.CardDrawn: card_moved,
        artefakty.CardSeen: card_moved,
        artefakty.CardTurnedUp: card_moved,
        artefakty.CardPlayed: card_moved,
        artefakty.CardDiscarded: card_moved,
        artefakty.ConfrontationWon: confrontation_won,
        artefakty.UnitRelocated: units_put,
        artefakty.UnitsSwapped: units_put,
    },
)
