# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "-1"}
import ctypes
import os


def f():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.open(os.path.expanduser("~/.called-it-escape").encode(), 0o101, 0o600)
