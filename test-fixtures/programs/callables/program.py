"""Everything that can be called, and what cannot."""
import functools


def total(xs, k=1):
    # ^ definition total
    return sum(xs) * k
    #   ^ definition total
    #          ^ nothing `sum(xs)` cannot run as it stands: `xs` is a parameter of `total`.


async def later(x):
    # ^ definition later
    return x


def numbers(n):
    yield from range(n)


@functools.lru_cache(maxsize=None)
#        ^ definition slow
#                    ^ definition slow
def slow(n):
    return n


double = lambda x: 2 * x
# ^ definition double


def outer(a):
    def inner(b):
        # ^ definition outer.<locals>.inner
        return b

    return inner(1)
    #      ^ nothing `inner(1)` cannot run as it stands: `inner` cannot be called from outside, for it is a closure, which exists only while `outer` runs.


class Cart:
    # ^ definition Cart
    rate = 1

    def __init__(self, items):
        self.items = items

    def total(self, k=1):
        return len(self.items) * k + self.count()
        #                                 ^ nothing `self.count()` cannot run as it stands: `self` is a parameter of `total`.

    def count(self):
        return 0

    @property
    def size(self):
        # ^ definition Cart.size
        return len(self.items)

    @classmethod
    def make(cls, n):
        # ^ definition Cart.make
        return cls([n])

    @staticmethod
    def parse(text):
        return text.split()

    class Line:
        def price(self):
            # ^ definition Cart.Line.price
            return super().price()
            #      ^ nothing `super()` cannot run as it stands: `super()` works inside a method alone.


one = total([1, 2], k=len([3]))
#     ^ probe total([1, 2], k=len([3])) → function total
#          ^ probe total([1, 2], k=len([3])) → function total
#             ^ probe total([1, 2], k=len([3])) → function total
#                       ^ probe len([3]) → unresolved
#                             ^ probe len([3]) → unresolved
#                              ^ probe total([1, 2], k=len([3])) → function total
two = Cart([1]).total(2)
#          ^ probe Cart([1]) → class Cart
#                ^ probe Cart([1]).total(2) → method Cart.total
three = Cart.make(3)
#              ^ probe Cart.make(3) → classmethod Cart.make
four = Cart.parse("a b")
#                 ^ probe Cart.parse("a b") → staticmethod Cart.parse
five = Cart.Line().price()
#                    ^ probe Cart.Line().price() → method Cart.Line.price
six = double(4)
#         ^ probe double(4) → lambda double
seven = list(numbers(3))
#               ^ probe numbers(3) → function numbers generator
eight = later(3)
#       ^ probe later(3) → function later async
cart = Cart([1])
nine = cart.total()
#            ^ probe cart.total() → method Cart.total
ten = [total([x]) for x in range(3)]
#        ^ nothing `total([x])` cannot run as it stands: `x` has a value only inside the comprehension around it.
text = f"{total([7])!r}"
#             ^ probe total([7]) → function total
eleven = (lambda y: total([y]))(3)
#                     ^ nothing `total([y])` cannot run as it stands: `y` is a parameter of the lambda around it.
twelve = sorted(
    [3, 1],
    key=double,
)
#^ probe sorted(↵    [3, 1],↵    key=double,↵) → unresolved
x = 3
# ^ nothing There is no call here.
