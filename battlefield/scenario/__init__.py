"""Scenario files: from TOML to a table, its placements, orders and expectations, with every fault at its place."""
