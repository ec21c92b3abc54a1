# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "blocked"]}, "outcome.repr": {"$in": ["False", null]}}
# note: no run finds what the one before left in shared memory
import os


def f():
    path = "/dev/shm/called-it-left"
    there = os.path.exists(path)
    open(path, "w").close()
    return there
