# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "3"}
# note: what is patched before the call must not reach the runner either
import os
import signal
import time


def lie(*_, **__):
    raise OSError("lie")


for module in (os, time, signal):
    for name in ("fork", "waitpid", "_exit", "getpid", "write", "read", "monotonic", "signal", "listdir", "dup2"):
        if hasattr(module, name):
            setattr(module, name, lie)


def f():
    return 3
