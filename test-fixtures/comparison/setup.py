"""What the cases of the comparison need: evaluated as the module ``shop``."""

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import itertools
import math
import os
import pathlib
import re
import types
import uuid

nan = float("nan")


class Color(enum.Enum):
    RED = 1
    BLUE = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Lang(str, enum.Enum):
    EN = "en"


class Perm(enum.Flag):
    R = 4
    W = 2
    X = 1


P = collections.namedtuple("P", "x y")
point = collections.namedtuple("point", "x y")


class Q(P):
    pass


@dataclasses.dataclass
class D:
    a: int
    b: list = None


@dataclasses.dataclass(frozen=True)
class F:
    a: int
    hidden: int = dataclasses.field(default=7, repr=False)


class K:
    def __init__(self):
        self.a = 1
        self.b = 2

    def m(self):
        return self.a


class Empty:
    pass


class Slots:
    __slots__ = ("x", "y")

    def __init__(self):
        self.x = 1
        self.y = [2]


class Tree:
    def __init__(self, name, *children):
        self.name = name
        self.children = list(children)


class L(list):
    pass


class M(dict):
    pass


class S(str):
    pass


class I(int):
    pass


class ShopError(ValueError):
    def __init__(self, code, text="no"):
        super().__init__(code, text)
        self.code = code


class Counter:
    def __init__(self, n):
        self.n = n


def g():
    yield 1


async def c():
    return 1


async def ag():
    yield 1


def outer():
    def inner():
        return 1

    return inner


def local_class():
    class Inner:
        def __init__(self):
            self.v = 1

    return Inner()


def cycle():
    xs = [1]
    xs.append(xs)
    return xs


def shared():
    xs = [1]
    return [xs, xs]


def note(error, *lines):
    error.__notes__ = list(lines)
    return error


class BadRepr:
    def __init__(self):
        self.n = 1

    def __repr__(self):
        raise RuntimeError("no text")


class Liar:
    def __init__(self):
        self.n = 2

    def __repr__(self):
        return "Liar(n=1)"


class EqualToAll:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return True

    __hash__ = None
