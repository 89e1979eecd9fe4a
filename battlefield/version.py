"""The version, in the one place that the package, the command line and the log take it from."""

VERSION = "0.1.0"
