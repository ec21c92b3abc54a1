# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "open a socket to /run"}}
import socket


def f():
    socket.socket(socket.AF_UNIX).connect("/run/docker.sock")
