"""Changing scenario files: what is done to them, whether it is legal, and how it is kept."""
