from ..shop.parts.engine import run
from .parts import engine as motor
from .parts.engine import *


def total(xs):
    return sum(xs)


class Base:
    def size(self):
        return 1


class Cart(Base):
    def total(self):
        return total([1])


one = run(1)
#      ^ probe run(1) → function run in src/shop/parts/engine.py
two = motor.run(2)
#            ^ probe motor.run(2) → function run in src/shop/parts/engine.py
three = stop()
#         ^ probe stop() → function stop in src/shop/parts/engine.py
