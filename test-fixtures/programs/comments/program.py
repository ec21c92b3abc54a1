"""Calls in comments."""


def total(xs, k=1):
    # In a function: total([1], k=2), and total(xs)
    #                        ^ probe total([1], k=2) → function total
    #                                         ^ nothing `total(xs)` cannot run as it stands: `xs` is a parameter of `total`.
    return sum(xs) * k


# total([1, 2], k=3)
#     ^ probe total([1, 2], k=3) → function total
x = 1  # see total([len("(")]) for more (and so on
#              ^ probe total([len("(")]) → function total
#                     ^ probe len("(") → unresolved
#            ^ probe total([len("(")]) → function total
#          ^ nothing There is no call here.
# over lines: total(
#     [1,
#      2])
# é😀 total([3])
#         ^ probe total([3]) → function total
# total([1, 2]
#     ^ nothing There is no call here.
