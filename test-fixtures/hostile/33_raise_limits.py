# call: f()
# expect: {"outcome.kind": "raised", "outcome.exception.type": {"$re": "MemoryError$"}}
# options: {"memory": 256}
import resource


def f():
    for which in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        for limits in ((resource.RLIM_INFINITY, resource.RLIM_INFINITY),):
            try:
                resource.setrlimit(which, limits)
            except ValueError:
                pass
    return len(bytearray(1 << 30))
