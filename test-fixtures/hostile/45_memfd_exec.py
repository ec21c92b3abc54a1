# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "'kept'"}
# note: runs a program that lies in memory alone; it is held back like any other
import os
import subprocess


def f():
    opened = os.memfd_create("program", 0)
    os.write(opened, b"#!/bin/sh\necho out > $HOME/called-it-escape || echo out > /var/tmp/called-it-escape\n")
    subprocess.run(["/proc/self/fd/%d" % opened], pass_fds=[opened], stderr=subprocess.DEVNULL)
    places = (os.path.expanduser("~/called-it-escape"), "/var/tmp/called-it-escape")
    return "escaped" if any(map(os.path.exists, places)) else "kept"
