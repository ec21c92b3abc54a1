# call: f()
# expect: {"outcome.kind": {"$in": ["blocked", "raised", "timedOut", "killed"]}}
import threading
import time


def f():
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
