"""The rule systems: what each carries out, one value a system, one line each in `systems.py`."""
