# call: f()
# expect: {"outcome.kind": "killed", "outcome.signal": "SIGKILL"}
import os
import signal


def f():
    os.killpg(os.getpgrp(), signal.SIGKILL)
