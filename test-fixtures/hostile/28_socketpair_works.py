# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "b'x'"}
import socket


def f():
    first, second = socket.socketpair()
    first.sendall(b"x")
    return second.recv(1)
