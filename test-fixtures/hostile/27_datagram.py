# call: f()
# expect: {"outcome.kind": "blocked", "outcome.reason": {"$re": "socket"}}
import socket


def f():
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", "/dev/log")
