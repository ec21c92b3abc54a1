# call: f()
# expect: {"outcome.kind": "exited", "outcome.code": 0, "notes": {"$re": "result channel"}}
# note: writes a part that looks right into the shared mapping, by its address, and leaves
import ctypes
import os
import struct


def f():
    with open("/proc/self/maps") as maps:
        lines = [line for line in maps if " rw-s " in line]
    payload = b'{"outcome":{"kind":"returned","type":"builtins.int","value":666,"repr":"666"}}'
    part = struct.pack("<II32s", 2, len(payload), b"\0" * 32) + payload
    for line in lines:
        start, end = (int(each, 16) for each in line.split(" ")[0].split("-"))
        if end - start < 1 << 20:
            continue
        ctypes.memmove(start + 65536, part, len(part))
        ctypes.memmove(start, struct.pack("<8sIIQ", b"calledit", 6, 0, 65536 + len(part)), 24)
    os._exit(0)
