# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "blocked"]}, "outcome.repr": {"$in": ["'kept'", null]}}
# note: writes through a link whose end changes meanwhile
import os
import threading

HOME = os.path.expanduser("~")


def f():
    os.mkdir("inside")
    os.symlink("inside", "out")
    ended = []

    def turn():
        while not ended:
            for end in (HOME, "inside"):
                os.symlink(end, "next")
                os.replace("next", "out")

    turner = threading.Thread(target=turn)
    turner.start()
    for _ in range(2000):
        try:
            open("out/called-it-escape", "w").close()
        except OSError:
            continue
    ended.append(True)
    turner.join()
    return "escaped" if os.path.exists(HOME + "/called-it-escape") else "kept"
