"""Elekt: Artefakty: Artifact cards, drawn and played, whose effects are bounded by a zone of the battlefield."""
