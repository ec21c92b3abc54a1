# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "('Agg', False, False, False)"}
import os
import sys


def f():
    return os.environ["MPLBACKEND"], "DISPLAY" in os.environ, sys.stdin.isatty(), sys.stdout.isatty()
