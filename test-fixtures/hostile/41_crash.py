# call: f()
# expect: {"outcome.kind": "killed", "outcome.signal": "SIGSEGV", "outcome.at.line": 9}
import ctypes


def crash():
    pointer = ctypes.cast(16, ctypes.POINTER(ctypes.c_int))
    # The next line reads an address that nobody has.
    return pointer[0]


def f():
    return crash()
