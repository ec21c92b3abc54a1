# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": {"$re": "FileNotFoundError|kept"}}
import os


def f():
    os.mkdir("inner")
    os.chdir("inner")
    os.rmdir("../inner")
    try:
        return "kept " + os.getcwd()
    except OSError as error:
        return type(error).__name__
