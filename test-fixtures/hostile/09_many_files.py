# call: f()
# expect: {"outcome.kind": {"$in": ["blocked", "killed"]}, "outcome.reason": {"$re": "(filled|wrote|tried to write)"}}
# options: {"timeout": 8000}
import os


def f():
    folder = os.environ["TMPDIR"]
    for number in range(4000):
        with open("%s/%d" % (folder, number), "wb") as file:
            file.write(bytes(1 << 20))
