# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "8"}
import os
import time

if os.fork() == 0:
    os.setsid()
    time.sleep(60)
    os._exit(0)


def f():
    return 8
