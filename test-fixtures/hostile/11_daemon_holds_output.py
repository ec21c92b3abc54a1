# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "'done'"}
import os
import signal
import time


def f():
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 32):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
    return "done"
