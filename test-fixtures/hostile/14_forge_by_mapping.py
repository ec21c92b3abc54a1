# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "exited"]}, "outcome.repr": {"$in": ["1", null]}}
import gc
import mmap
import os


def f():
    found = [each for each in gc.get_objects() if type(each) is mmap.mmap]
    for each in found:
        each[: 1 << 16] = b"\xff" * (1 << 16)
    if found:
        os._exit(0)
    return 1
