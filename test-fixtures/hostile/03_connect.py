# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": "tried to open a socket to 127.0.0.1:9"}
import socket


def f():
    return socket.create_connection(("127.0.0.1", 9), timeout=1)
