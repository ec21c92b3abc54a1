# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "write"}}
# note: leaves the workspace by a way that does not look like it
import os


def f():
    os.chdir("/proc/self/root")
    os.chdir("./var/./tmp")
    with open("./../tmp/./called-it-escape", "w") as file:
        return file.write("out")
