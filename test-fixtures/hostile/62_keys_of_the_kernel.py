# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[1, 1, 1, 1]"}
# note: keyrings, tracing of others, fault handling in user space and programs for the kernel
import ctypes
import platform

NUMBERS = {"x86_64": (248, 310, 323, 321), "aarch64": (217, 270, 282, 280)}


def f():
    libc = ctypes.CDLL(None, use_errno=True)
    found = []
    for number in NUMBERS[platform.machine()]:
        libc.syscall(number, 0, 0, 0, 0, 0)
        found.append(ctypes.get_errno())
    return found
