# call: f()
# expect: {"outcome.kind": "returned", "outcome.type": {"$re": "Slow$"}, "outcome.reprFailed": {"$re": "end"}}
class Slow:
    def __init__(self):
        self.kept = 1

    def __repr__(self):
        while True:
            pass


def f():
    return Slow()
