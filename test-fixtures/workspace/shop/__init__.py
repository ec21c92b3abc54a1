"""A small shop: prices, carts, stock, orders and receipts."""

from .cart import Cart, total
from .money import format_price, parse_price

__all__ = ["Cart", "format_price", "parse_price", "total"]
