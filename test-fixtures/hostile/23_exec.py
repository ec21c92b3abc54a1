# call: f()
# expect: {"outcome.kind": "exited", "outcome.code": 7}
import os


def f():
    os.execv("/bin/sh", ["sh", "-c", "exit 7"])
