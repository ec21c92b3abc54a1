# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "'left'"}
# note: leaves session, group and parent, and forgets the signal that its parent's end would send
import ctypes
import os
import signal
import time


def f():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(60)
        os._exit(0)
    time.sleep(0.1)
    return "left"
