"""Receipts on paper, which is the standard output here."""

from .money import format_price


def print_receipt(lines):
    """Prints the lines, and the sum below them; says how wide the paper must be."""
    width = max((len(name) for name, _ in lines), default=5)
    for name, cents in lines:
        print(f"{name.ljust(width)} {format_price(cents):>7}")
    print(f"{'total'.ljust(width)} {format_price(sum(cents for _, cents in lines)):>7}")
    return width + 8


def count_down(number):
    """Prints the waiting numbers down to one."""
    while number > 0:
        print(number, end=" ")
        number -= 1
    print("next!")


def initials(name):
    """The initials of a name, for the small receipt."""
    return "".join(part[0].upper() for part in name.split())


def slug(title):
    """A title as a file name."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())


def shorten(text, width):
    """The text, cut at a space where it is too wide, with dots at its end."""
    if len(text) <= width:
        return text
    return text[: text.rfind(" ", 0, width - 2)] + "..."
