# call: f()
# expect: {"outcome.kind": "killed", "outcome.reason": {"$re": "memory"}}
# options: {"memory": 256, "timeout": 8000}
import os
import time


def f():
    for _ in range(8):
        if os.fork() == 0:
            kept = bytearray(150 << 20)
            for at in range(0, len(kept), 4096):
                kept[at] = 1
            time.sleep(60)
    time.sleep(60)
