# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "7", "notes": {"$re": "threads left running: 3"}}
# note: the result is described while threads of the program fight for the interpreter
import threading


def spin():
    while True:
        pass


def f():
    for _ in range(3):
        threading.Thread(target=spin, daemon=True).start()
    return 7
