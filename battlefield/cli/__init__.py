"""The command line: one module a group of commands."""

from battlefield.cli.app import main

__all__ = ["main"]
