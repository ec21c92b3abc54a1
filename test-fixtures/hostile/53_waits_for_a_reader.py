# call: f()
# expect: {"outcome.kind": {"$in": ["timedOut", "blocked"]}}
# options: {"timeout": 700}
# note: opening a pipe with a name waits in the kernel until there is another end
import os


def f():
    os.mkfifo("pipe")
    return open("pipe")
