# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "/proc/self/mem"}}
# note: memory that may not be written can be written through this file, and so could the result
def f():
    with open("/proc/self/mem", "r+b", 0) as memory:
        return memory.seek(0)
