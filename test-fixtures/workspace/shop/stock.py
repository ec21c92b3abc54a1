"""What is on the shelves: a dict of names and counts."""


class OutOfStock(LookupError):
    """There are fewer on the shelf than were asked for."""

    def __init__(self, name, missing):
        super().__init__(f"{missing} more {name} needed")
        self.name = name
        self.missing = missing


SOLD = {}


def reserve(stock, name, count=1):
    """Takes things off the shelf and says how many are left."""
    left = stock[name] - count
    if left < 0:
        raise OutOfStock(name, -left)
    stock[name] = left
    return left


def sell(stock, basket):
    """Sells a basket: all of it, or nothing at all."""
    for name, count in basket.items():
        if stock.get(name, 0) < count:
            return False
    for name, count in basket.items():
        stock[name] -= count
        SOLD[name] = SOLD.get(name, 0) + count
    return True


def merge(stock, delivery):
    """Adds a delivery to the stock, in place, and drops what is empty."""
    for name, count in delivery.items():
        stock[name] = stock.get(name, 0) + count
    for name in [name for name, count in stock.items() if count == 0]:
        del stock[name]


def restock_plan(stock, wanted):
    """What to order so that the shelves hold what is wanted, the scarcest first."""
    gaps = {name: count - stock.get(name, 0) for name, count in wanted.items()}
    return sorted(((gap, name) for name, gap in gaps.items() if gap > 0), reverse=True)
