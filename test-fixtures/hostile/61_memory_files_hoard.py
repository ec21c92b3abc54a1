# call: f()
# expect: {"outcome.kind": "killed", "outcome.reason": {"$re": "memory"}}
# options: {"timeout": 8000, "memory": 200}
# note: files that lie in memory alone belong to no process's pages
import os


def f():
    chunk, kept = b"x" * (1 << 20), []
    for _ in range(40):
        kept.append(os.memfd_create("hoard"))
        for _ in range(32):
            os.write(kept[-1], chunk)
    while True:
        pass
