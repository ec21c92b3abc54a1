# call: f()
# expect: {"outcome.kind": "returned", "outcome.type": {"$re": "Deep$"}, "outcome.reprFailed": {"$re": "."}}
# note: what is recorded before repr() stays when repr() overflows the stack
import sys


class Deep:
    def __repr__(self):
        return "<" + repr(self) + ">"


def f():
    sys.setrecursionlimit(10**9)
    return Deep()
