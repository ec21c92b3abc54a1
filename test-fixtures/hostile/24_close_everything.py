# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "6"}
import os


def f():
    os.closerange(0, 4096)
    return 6
