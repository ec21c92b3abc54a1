# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "4"}
import atexit
import sys
import threading


def f():
    atexit.register(lambda: 1 / 0)
    threading._shutdown = None
    sys.exitfunc = lambda: 1 / 0
    return 4
