# call: f()
# expect: {"outcome.kind": "blocked"}
import os


def f():
    os.symlink("/var/tmp", "out")
    with open("out/called-it-escape", "w") as file:
        return file.write("out")
