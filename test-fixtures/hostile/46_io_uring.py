# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "(-1, 1)"}
# note: a ring of requests would go around every filter of system calls
import ctypes


def f():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.syscall(425, 8, ctypes.create_string_buffer(256)), ctypes.get_errno()
