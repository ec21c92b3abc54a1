# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[[1]]"}
import sys


def f():
    sys.setrecursionlimit(60)
    return [[1]]
