# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "{'a': [1, 2.5]}"}
# note: takes every module away, and the path by which they come
import sys


def f():
    sys.path[:] = []
    sys.meta_path.clear()
    sys.path_hooks.clear()
    for name in list(sys.modules):
        if name not in ("sys", "builtins"):
            del sys.modules[name]
    return {"a": [1, 2.5]}
