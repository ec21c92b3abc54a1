# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "blocked"]}, "outcome.repr": {"$in": ["'sent'", null]}}
# note: to stop every process is allowed to seem to work, but reaches none: ours answers all the same
import os
import signal


def f():
    os.kill(-1, signal.SIGSTOP)
    return "sent"
