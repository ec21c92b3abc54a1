# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": {"$re": "^'parent'$"}, "stdout": {"$re": "parent"}}
import os


def f():
    pid = os.fork()
    if pid:
        os.waitpid(pid, 0)
    print("parent" if pid else "child")
    return "parent" if pid else "child"
