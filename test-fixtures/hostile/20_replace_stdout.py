# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "5", "stdout": "before\nafter\n"}
import os
import sys


class Gone:
    def write(self, text):
        return len(text)

    def flush(self):
        raise SystemExit

    def __getattr__(self, name):
        raise SystemExit


def f():
    print("before")
    sys.stdout = sys.stderr = sys.__stdout__ = Gone()
    print("nothing")
    os.write(1, b"after\n")
    return 5
