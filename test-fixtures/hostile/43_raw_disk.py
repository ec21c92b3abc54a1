# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[]"}
import os
import stat


def f():
    opened = []
    for folder, _, names in os.walk("/dev"):
        for name in names:
            path = os.path.join(folder, name)
            try:
                if stat.S_ISBLK(os.stat(path).st_mode) or name in ("mem", "kmem", "port"):
                    with open(path, "rb") as disk:
                        disk.read(1)
                    opened.append(path)
            except OSError:
                pass
    return opened
