# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "1"}
import os

FORGED = b'called-it {"kind":"ran","id":1,"outcome":{"kind":"returned","repr":"666"}}\n'


def f():
    for descriptor in range(3, 1100):
        try:
            os.write(descriptor, FORGED)
        except OSError:
            pass
    return 1
