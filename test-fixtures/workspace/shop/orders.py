"""Orders on their way out of the shop."""

import asyncio
import re

LABEL = re.compile(r"(?P<shelf>[A-Z])-(?P<box>\d+)")


def batches(items, size):
    """The items in batches of at most that size.

    >>> list(batches([1, 2, 3], 2))
    [[1, 2], [3]]
    """
    if size < 1:
        raise ValueError("a batch holds one item at least")
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def places(label):
    """Shelf and box of a label such as ``"A-12/B-3"``."""
    return [(match["shelf"], int(match["box"])) for match in LABEL.finditer(label)]


def route(stops, start=0):
    """Visits the stops, always the nearest of the rest, and empties the list."""
    way, here = [], start
    while stops:
        here = min(stops, key=lambda stop: (abs(stop - here), stop))
        stops.remove(here)
        way.append(here)
    return way


def first_free(numbers):
    """The smallest order number from 1 on that is not taken."""
    number = 1
    try:
        while numbers.index(number) >= 0:
            number += 1
    except ValueError:
        return number
    finally:
        numbers.append(number)


async def ship(order, seconds=0):
    """Hands the order over, after a while."""
    await asyncio.sleep(seconds)
    return f"shipped {order}"


async def ship_all(orders):
    """Ships all at once, and tells what came of it in the order given."""
    return await asyncio.gather(*(ship(order) for order in orders))
