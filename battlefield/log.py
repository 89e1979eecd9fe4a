"""The log: JSON Lines, one event a line after a header, chained by digests so that it can be verified from itself.

A log cut short still loads and plays up to the cut. Floor 3.
"""
