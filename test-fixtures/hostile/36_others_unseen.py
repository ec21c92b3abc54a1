# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[]"}
# note: nothing of other processes' environments and memories can be read
import os


def f():
    seen = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            for file in ("environ", "mem", "maps"):
                try:
                    with open("/proc/%s/%s" % (name, file), "rb") as opened:
                        if opened.read(1):
                            seen.append((name, file))
                except OSError:
                    pass
    return seen
