"""The jobs that tools/bench.py measures, a module a kind of question."""
