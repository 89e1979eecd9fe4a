"""Remembering what was drawn for a state: by identity, since states are frozen and too large to compare each frame."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_PLAIN = (int, float, str, bool, type(None), tuple, frozenset)


def by_identity(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A cache of the last `maxsize` answers: plain arguments are compared by value, all others by being the same.

    What was asked about is kept alive as long as the answer, so that no other object can take its identity.
    Arguments are given by position; tuples must hold plain values.
    """

    def around(function: Callable[P, T]) -> Callable[P, T]:
        kept: OrderedDict[tuple[Any, ...], tuple[Any, T]] = OrderedDict()

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
            key = tuple(each if isinstance(each, _PLAIN) else id(each) for each in args)
            found = kept.get(key)
            if found is not None:
                kept.move_to_end(key)
                return found[1]
            answer = function(*args, **kwargs)
            kept[key] = (args, answer)
            if len(kept) > maxsize:
                kept.popitem(last=False)
            return answer

        return remembered

    return around
