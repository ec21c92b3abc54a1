# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "blocked"]}, "outcome.repr": {"$in": ["'kept'", null]}}
# note: a hard link inside to a file outside would carry writes there
import os


def f():
    inside, outside = os.path.join(os.getcwd(), "inside"), os.path.realpath(os.__file__)
    before = os.stat(outside).st_mtime_ns
    try:
        os.link(outside, inside)
    except OSError:
        return "kept"
    with open(inside, "a") as file:
        file.write("\n")
    return "kept" if os.stat(outside).st_mtime_ns == before else "escaped"
