"""Between battles of Relics of Old: a campaign file, and what a battle changes in it."""
