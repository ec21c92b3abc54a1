# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "^tried to "}, "outcome.exception.type": {"$re": "URLError$"}}
import urllib.request


def f():
    return urllib.request.urlopen("http://127.0.0.1:9/", timeout=1)
