"""Drives what a call only begins: awaits coroutines in a fresh loop, draws items of generators."""

from __future__ import annotations

import types

from .anatomy import dict_of_type, mro_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Awaitable


def run_to_end(awaitable: Awaitable[Any]) -> Any:
    """The result of ``awaitable`` in an event loop of its own."""
    from asyncio import run

    async def wait() -> Any:
        return await awaitable

    return run(wait())


def is_coroutine(value: object) -> bool:
    """Whether ``value`` came from calling an ``async def``."""
    return type(value) is types.CoroutineType


def is_drawable(value: object) -> bool:
    """Whether items can be drawn: a generator or iterator, of any kind."""
    return any(
        "__next__" in dict_of_type(each) or "__anext__" in dict_of_type(each)
        for each in mro_of(type(value))
    )


def draw(value: Any, most: int) -> list[Any]:
    """The first items of a generator or iterator, at most ``most``; it is then left where it is."""
    if any("__anext__" in dict_of_type(each) for each in mro_of(type(value))):
        return run_to_end(_draw_async(value, most))
    drawn: list[Any] = []
    for item in value:
        drawn.append(item)
        if len(drawn) >= most:
            break
    return drawn


async def _draw_async(value: Any, most: int) -> list[Any]:
    drawn: list[Any] = []
    async for item in value:
        drawn.append(item)
        if len(drawn) >= most:
            break
    return drawn
