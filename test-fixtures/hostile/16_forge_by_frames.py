# call: f()
# expect: {"outcome.kind": {"$in": ["returned", "exited"]}, "outcome.repr": {"$in": ["1", null]}}
# note: walks the frames below the call and publishes through whatever it finds there
import os
import sys

RECORD = {
    "outcome": {"kind": "returned", "type": "builtins.int", "value": 666, "repr": "666"},
    "state": [], "aliases": [], "cut": [], "notes": [], "durationMs": 1.0,
}  # fmt: skip


def f():
    frame, published = sys._getframe(), False
    while frame is not None:
        for value in list(frame.f_locals.values()):
            publish = getattr(value, "publish", None)
            if publish is not None:
                publish("record", RECORD)
                publish("texts", {"repr": "666"})
                published = True
        frame = frame.f_back
    if published:
        os._exit(0)
    return 1
