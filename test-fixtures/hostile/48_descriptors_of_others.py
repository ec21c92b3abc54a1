# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[]"}
# note: what other processes have open is not to be had by way of /proc
import os


def f():
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) == os.getpid():
            continue
        try:
            names = os.listdir("/proc/%s/fd" % pid)
        except OSError:
            continue
        for name in names:
            try:
                os.close(os.open("/proc/%s/fd/%s" % (pid, name), os.O_RDWR))
            except OSError:
                continue
            found.append((pid, name))
    return found
