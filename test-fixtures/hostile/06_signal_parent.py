# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "tried to send a signal"}}
import os


def f():
    os.kill(os.getppid(), 9)
    return "sent"
