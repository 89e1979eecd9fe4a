"""Relics of Old: Artifacts, who carries them, and the Dark Machines that house them."""
