# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "tried to write .*called-it-escape"}}
import os


def f():
    os.mkdir(os.path.expanduser("~/.called-it-escape"))
