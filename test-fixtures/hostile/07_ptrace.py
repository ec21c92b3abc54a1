# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "(-1, 1)"}
import ctypes
import os


def f():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.ptrace(16, os.getppid(), 0, 0), ctypes.get_errno()
