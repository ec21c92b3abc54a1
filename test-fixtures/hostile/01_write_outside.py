# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "tried to write /var/tmp/called-it-escape"}}
def f():
    with open("/var/tmp/called-it-escape", "w") as file:
        return file.write("out")
