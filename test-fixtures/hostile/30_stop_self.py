# call: f()
# expect: {"outcome.kind": "timedOut"}
import os
import signal


def f():
    os.kill(os.getpid(), signal.SIGSTOP)
    while True:
        pass
