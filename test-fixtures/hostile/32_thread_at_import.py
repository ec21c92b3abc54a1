# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "True"}
import threading
import time

ALIVE = threading.Thread(target=time.sleep, args=(60,), daemon=True)
ALIVE.start()


def f():
    return ALIVE.is_alive()
