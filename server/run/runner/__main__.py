"""Starts the supervisor: ``python FOLDER``; requests on descriptor 0, replies on descriptor 1."""

import os
import sys

if sys.version_info < (3, 8):
    version = "%d.%d.%d" % sys.version_info[:3]
    text = '{"kind":"tooOld","version":"%s","executable":"%s"}' % (version, sys.executable)
    sys.stdout.write("called-it " + text + "\n")
    sys.exit(0)

if not hasattr(os, "fork"):
    sys.exit("The runner forks a process for each call, which this system cannot do.")

folder = os.path.dirname(os.path.abspath(__file__))
if not sys.path or os.path.abspath(sys.path[0]) != folder:
    sys.path.insert(0, folder)
from private import load  # type: ignore[import-not-found]  # noqa: E402

del sys.path[0]
del sys.modules["private"]
load(folder, "serve").serve()
