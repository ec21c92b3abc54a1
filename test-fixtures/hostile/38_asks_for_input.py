# call: f()
# expect: {"outcome.kind": "raised", "outcome.exception.type": "builtins.EOFError", "notes": {"$re": "asked for input"}}
def f():
    return input("name? ")
