"""Starts the supervisor: ``python FOLDER``; requests on descriptor 0, replies on descriptor 1.

``python FOLDER spawn`` is the supervisor of systems where a process cannot be forked, or not safely
(macOS), on any system; ``python FOLDER child`` is a process that it starts.
"""

import os
import sys

if sys.version_info < (3, 8):
    version = "%d.%d.%d" % sys.version_info[:3]
    text = '{"kind":"tooOld","version":"%s","executable":"%s"}' % (version, sys.executable)
    sys.stdout.write("called-it " + text + "\n")
    sys.exit(0)

folder = os.path.dirname(os.path.abspath(__file__))
if not sys.path or os.path.abspath(sys.path[0]) != folder:
    sys.path.insert(0, folder)
from private import load  # type: ignore[import-not-found]  # noqa: E402

del sys.path[0]
del sys.modules["private"]
route = sys.argv[1] if len(sys.argv) > 1 else ""
can_fork = hasattr(os, "fork") and sys.platform != "darwin"
if route == "child":
    load(folder, "spawned").main()
elif route == "spawn" or not can_fork:
    load(folder, "spawning").serve()
else:
    load(folder, "serve").serve()
