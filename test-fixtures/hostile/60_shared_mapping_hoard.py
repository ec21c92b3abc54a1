# call: f()
# expect: {"outcome.kind": "killed", "outcome.reason": {"$re": "memory"}}
# options: {"timeout": 8000, "memory": 200}
# note: pages that are shared count against no limit of a single process
import mmap


def f():
    kept = []
    for _ in range(40):
        kept.append(mmap.mmap(-1, 32 << 20))
        for at in range(0, 32 << 20, 4096):
            kept[-1][at] = 1
    while True:
        pass
