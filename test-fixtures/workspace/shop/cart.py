"""A cart of the shop."""

from dataclasses import dataclass, field

from .money import format_price


def total(prices, k=1):
    """The sum of the prices, each taken k times.

    >>> total([1, 2], k=3)
    9
    """
    return sum(prices) * k


def add_gift(items, gift="sticker"):
    """Puts the gift at the end of the items, unless it is there."""
    if gift not in items:
        items.append(gift)
    return items


def collect(item, into=[]):
    """Collects an item and says how many there are now."""
    into.append(item)
    return len(into)


@dataclass
class Cart:
    """What a customer wants: names with their prices in cents."""

    customer: str
    lines: list = field(default_factory=list)

    def add(self, name, cents, count=1):
        """Adds a line and gives the cart back, so that calls can be chained."""
        self.lines.append((name, cents * count))
        return self

    def drop(self, name):
        """Drops every line of that name and says how many there were."""
        before = len(self.lines)
        self.lines = [line for line in self.lines if line[0] != name]
        return before - len(self.lines)

    def cheapest(self):
        """The name of the cheapest line, the first of several."""
        return min(self.lines, key=lambda line: line[1])[0]

    @property
    def cents(self):
        return sum(cents for _, cents in self.lines)

    @classmethod
    def of(cls, customer, **prices):
        """A cart with one line a keyword."""
        return cls(customer, sorted(prices.items()))

    @staticmethod
    def discount(cents, percent):
        """Cents after a discount, in the shop's favour."""
        return cents - cents * percent // 100

    def __str__(self):
        return f"{self.customer}: {format_price(self.cents)}"
