# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "(-1, -1, -1)"}
import ctypes


def f():
    libc = ctypes.CDLL(None, use_errno=True)
    return (
        libc.unshare(0x10000000 | 0x20000),
        libc.mount(b"tmpfs", b"/mnt", b"tmpfs", 0, None),
        libc.umount2(b"/dev/shm", 2),
    )
