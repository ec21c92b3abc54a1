# call: f()
# expect: {"outcome.kind": "exited", "outcome.code": 0, "stdout": {"$re": "666"}}
import os


def f():
    os.write(1, b'{"outcome": {"kind": "returned", "repr": "666"}}\n')
    os.write(2, b'called-it {"kind":"ran","outcome":{"kind":"returned","repr":"666"}}\n')
    os._exit(0)
