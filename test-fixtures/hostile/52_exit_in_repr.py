# call: f()
# expect: {"outcome.kind": "returned", "outcome.type": {"$re": "Leaves$"}, "outcome.reprFailed": {"$re": "."}}
# note: so it does when repr() ends the process
import os


class Leaves:
    def __repr__(self):
        os._exit(0)


def f():
    return Leaves()
