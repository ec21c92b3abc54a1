# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[1, 2]", "stdout": ""}
# note: tracing, profiling, collection and display hooks that lie, print and raise
import builtins
import gc
import sys
import threading


def lie(*_):
    print("lied")
    raise ValueError("lied")


def f():
    gc.callbacks.append(lie)
    threading.settrace(lie)
    sys.setprofile(None)
    sys.excepthook = sys.displayhook = sys.unraisablehook = lie
    builtins.repr = builtins.sorted = builtins.type = lambda *_: "lied"
    return [1, 2]
