"""Prices are whole cents."""

from decimal import ROUND_HALF_EVEN, Decimal


class PriceError(ValueError):
    """The text is no price."""


def parse_price(text):
    """The cents of a price such as ``"3.50"`` or ``"1,200"``.

    >>> parse_price("3.50")
    350
    >>> parse_price("1,200")
    120000
    """
    cleaned = text.strip().lstrip("€$").replace(",", "")
    whole, _, fraction = cleaned.partition(".")
    if not whole.isdigit() or len(fraction) > 2:
        raise PriceError(f"not a price: {text!r}")
    return int(whole) * 100 + int(fraction.ljust(2, "0"))


def format_price(cents):
    """The price as people write it.

    >>> format_price(350)
    '3.50'
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def split_evenly(cents, people):
    """Shares that differ by a cent at most; the first ones pay the rest."""
    share, rest = divmod(cents, people)
    return [share + 1] * rest + [share] * (people - rest)


def with_tax(cents, percent):
    """Cents with tax, rounded half to even as banks do."""
    exact = Decimal(cents) * (100 + percent) / 100
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))
