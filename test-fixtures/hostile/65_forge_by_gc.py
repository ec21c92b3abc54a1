# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "1"}
# note: goes through every object that the collector knows, and changes what looks like a result
import gc


def f():
    for each in gc.get_objects():
        if type(each) is dict and "outcome" in each:
            each["outcome"] = {"kind": "returned", "type": "builtins.int", "value": 666, "repr": "666"}
        if type(each) is dict and each.get("__name__", "").startswith("_called_it"):
            each["_sign"] = lambda *_: b"\0" * 32
    return 1
