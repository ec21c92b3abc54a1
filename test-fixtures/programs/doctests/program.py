"""Examples in docstrings.

>>> base = 2
>>> add(base, 1)
#     ^ probe add(base, 1) → function add after base = 2
3
"""


def add(a, b):
    """Adds.

    >>> add(1, 2)
    #     ^ probe add(1, 2) → function add
    3
    # ^ probe add(1, 2) → function add
    >>> xs = [1,
    ...       2]
    >>> add(xs,
    ...     [len(xs)])
    #         ^ probe len(xs) → unresolved after add(1, 2)↵xs = [1,↵      2]
    #    ^ probe add(xs,↵    [len(xs)]) → function add after add(1, 2)↵xs = [1,↵      2]
    [1, 2, 2]
    >>> add(1, 'a')
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s)
    >>> y = add(3, 4)
    #         ^ probe add(3, 4) → function add after add(1, 2)↵xs = [1,↵      2]↵add(xs,↵    [len(xs)])
    >>> for i in range(2):
    ...     print(add(i, 1))
    #               ^ nothing `add(i, 1)` cannot run as it stands: `i` gets its value in the same example.
    1
    2

    No example: add(5, 6)
    #             ^ definition add
    """
    return a + b


def é(x):
    '''>>> é('😀') + add(1, 2)
    #                  ^ probe add(1, 2) → function add
    '''
    return x
