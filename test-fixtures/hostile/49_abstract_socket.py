# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "socket"}}
# note: an abstract address of the unix family belongs to no file
import socket


def f():
    with socket.socket(socket.AF_UNIX) as end:
        end.connect("\0called-it-nobody")
        return "connected"
