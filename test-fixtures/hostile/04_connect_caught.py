# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "'offline'", "walls.tried": {"$re": "open a socket to 192.0.2.1:80"}}
import socket


def f():
    try:
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    except OSError:
        return "offline"
