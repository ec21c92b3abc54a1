# call: f()
# expect: {"outcome.kind": "killed", "outcome.reason": {"$re": "output"}}
import os


def f():
    while True:
        os.write(2, b"x" * 65536)
