"""The Scrollhammer Relic."""
