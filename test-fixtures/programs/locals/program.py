"""Calls in functions, with the lines that they need."""


def total(xs, k=1):
    return sum(xs) * k


LIMIT = 3


class Cart:
    def __init__(self, xs):
        self.xs = xs

    def add(self, x):
        self.xs.append(x)

    def total(self):
        return total(self.xs)


def straight():
    import math as m
    unused = total([9])
    xs = [1, LIMIT]
    text = """
    kept as it is
    """
    xs.append(m.floor(2.5))
    print(xs)
    k = 2
    k = k + 1
    return total(xs, k)
    #        ^ probe total(xs, k) → function total after import math as m↵xs = [1, LIMIT]↵xs.append(m.floor(2.5))↵k = 2↵k = k + 1


def strings():
    text = """
    kept as it is
    """
    return total([text])
    #        ^ probe total([text]) → function total after text = """↵    kept as it is↵    """


def objects():
    cart = Cart([1])
    cart.add(2)
    assert cart.total() == 3
    #            ^ probe cart.total() → method Cart.total after cart = Cart([1])↵cart.add(2)


def loops(n):
    xs = []
    for i in range(3):
        xs.append(i)
    total(xs)
    # ^ probe total(xs) → function total after xs = []↵for i in range(3):↵    xs.append(i)
    for x in xs:
        total([x])
        # ^ nothing `total([x])` cannot run as it stands: `x` is a local variable of `loops`.
        total([4])
        # ^ probe total([4]) → function total
    ys = [n]
    return total(ys)
    #        ^ nothing `total(ys)` cannot run as it stands: `n` is a parameter of `loops`.


def branches(flag=None):
    flag = True
    if flag:
        ys = [1]
    else:
        ys = [2]
    total(ys)
    # ^ probe total(ys) → function total after flag = True↵if flag:↵    ys = [1]↵else:↵    ys = [2]
    with open("f") as handle:
        total(handle)
        # ^ nothing `total(handle)` cannot run as it stands: `handle` is a local variable of `branches`.
    if not flag:
        return None
    zs = [1]
    return total(zs)
    #        ^ probe total(zs) → function total after zs = [1]


def helper_inside():
    def local(x):
        return x

    return total([local(1)])
    #        ^ probe total([local(1)]) → function total after def local(x):↵    return x


def later_bound():
    total(ws)
    # ^ nothing `total(ws)` cannot run as it stands: `ws` is a local variable of `later_bound`.
    ws = [1]


def unpacked():
    a, b = 1, 2
    a += 1
    return total([a, b])
    #        ^ probe total([a, b]) → function total after a, b = 1, 2↵a += 1


def generator():
    xs = yield
    total(xs)
    # ^ nothing `total(xs)` cannot run as it stands: `xs` is a local variable of `generator`.


class Settings:
    base = [1]
    computed = total(base)
    #            ^ probe total(base) → function total after base = [1]

    def method(self):
        return total([1])
        #        ^ probe total([1]) → function total


if __name__ == "__main__":
    start = [5]
    print(total(start))
    #         ^ probe total(start) → function total after start = [5]
