"""Compiling kernels with numba, the extra `[fast]`: when one is first asked for, and kept on disk from then on.

A kernel is a plain function on numbers and arrays that runs as it stands, only slower; so are the functions it calls.
Nothing here is imported unless somebody asks for `geometry.fast`, and numba only when a kernel is compiled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

MISSING = 'the compiled kernels need numba: pip install "battlefield[fast]"'


class NumbaMissingError(ImportError, ValueError):
    """The extra `[fast]` is not installed."""


def is_installed() -> bool:
    """Whether kernels can be compiled here; does not import numba."""
    return find_spec("numba") is not None


def compiled(kernel: Callable[P, T], *calls: Callable[..., Any]) -> Callable[P, T]:
    """The kernel, compiled when it is first run; `calls` are all functions that it calls, by itself or through others.

    Raises NumbaMissingError without numba. What was compiled is kept beside the source, or where numba's settings say,
    under a name that changes with any source of `geometry`: an old one is never taken for the new.
    """
    return cast("Callable[P, T]", _compiled(kernel, calls))


@cache
def _compiled(kernel: Callable[..., Any], calls: tuple[Callable[..., Any], ...]) -> Any:
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError as error:
        raise NumbaMissingError(MISSING) from error
    for each in calls:
        _register(each, register_jitable)
    assert isinstance(kernel, FunctionType)
    named = FunctionType(kernel.__code__, kernel.__globals__, kernel.__name__, kernel.__defaults__)
    named.__module__, named.__qualname__ = kernel.__module__, f"{kernel.__name__}_{_digest()}"
    jit = numba.njit(error_model="numpy", nogil=True)(named)
    with suppress(RuntimeError):  # where there is no place to write to, it is compiled anew in every process
        jit.enable_caching()
    return jit


@cache
def _register(function: Callable[..., Any], register: Callable[..., Any]) -> None:
    register(error_model="numpy")(function)


@cache
def _digest() -> str:
    """A few letters that change with any source of this package: a kernel holds constants of many of them."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:12]
