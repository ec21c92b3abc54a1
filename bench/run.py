"""Times the runner from the inside: everything in turns, medians as one JSON document on stdout.

    python bench/run.py ROUNDS

A run is timed as whoever asks a supervisor sees it: from the request to the reply, the whole tree ended.
"""

import json
import os
import subprocess
import sys
import time

FOLDER = ""
HERE = os.path.dirname(os.path.abspath(__file__))
RUNNER = os.path.join(HERE, "..", "server", "run", "runner")
sys.path.insert(0, RUNNER)
from private import Library  # noqa: E402

del sys.path[0]
library = Library(RUNNER)
library.module("serve")
walls = library.module("walls")

PLAIN = "STATE = [1]\ndef f(xs, k=1):\n    xs.append(k)\n    STATE.append(k)\n    return sum(xs)\n"
CALL = "f([1, 2], k=3)"


class Supervisor:
    """One supervisor, asked as the product asks it."""

    def __init__(self, level, warm, code=PLAIN, expression=CALL):
        self.process = subprocess.Popen(
            [sys.executable, RUNNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.process.stdout.readline()
        asked = {
            "kind": "run", "id": 1, "levels": [level], "warm": warm, "reload": False,
            "code": code, "file": "", "cwd": FOLDER, "expression": expression, "setup": "",
            "timeoutMs": 20000, "memoryMb": 1024, "items": 0, "allState": False, "trace": False,
            "stdin": "", "env": dict(os.environ),
        }  # fmt: skip
        self.asked = json.dumps(asked).encode() + b"\n"

    def run(self):
        self.process.stdin.write(self.asked)
        self.process.stdin.flush()
        return b'"record":' in self.process.stdout.readline()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def walled_fork():
    """A bare fork that raises the kernel walls of a run and ends.

    Root's group of processes is left out: it is entered once a loaded module, not by each run.
    """
    ground = walls.Ground("kernel", None)
    pid = os.fork()
    if pid == 0:
        report = walls.Report("kernel", ground)
        walls.limit(report, 1024)
        walls.confine(report, FOLDER, FOLDER)
        os._exit(0)
    os.waitpid(pid, 0)


def cold_python(level):
    supervisor = Supervisor(level, "")
    supervisor.run()
    supervisor.close()


def bare_fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def median(times):
    return sorted(times)[len(times) // 2] * 1000


def in_turns(rounds, cases):
    times = {name: [] for name in cases}
    for action in cases.values():
        action()
    for _ in range(rounds):
        for name, action in cases.items():
            begun = time.perf_counter()
            action()
            times[name].append(time.perf_counter() - begun)
    return {name: median(each) for name, each in times.items()}


def heavy_module():
    for name in ("numpy", "sympy"):
        try:
            __import__(name)
        except ImportError:
            continue
        return name
    return ""


def describing():
    describe = library.module("describe").describe
    limits = library.module("describer").Limits(nodes=10**9, items=10**9, text=10**9)
    numbers = list(range(100000))
    small = {"id": 7, "name": "seven", "tags": ["a", "b"], "at": (1, 2.5)}
    return {
        "describe 100,000 ints": lambda: describe(numbers, limits),
        "json.dumps 100,000 ints": lambda: json.dumps(numbers),
        "describe 100 small objects": lambda: [describe(small) for _ in range(100)],
    }


FOLDER = "/tmp/called-it-bench-%d" % os.getpid()
os.mkdir(FOLDER)
rounds = int(sys.argv[1])
kept = {level: Supervisor(level, level) for level in ("none", "kernel", "full")}
held = [level for level, supervisor in kept.items() if supervisor.run()]
cases = {"bare fork": bare_fork, "bare fork in kernel walls": walled_fork}
cases.update((level + ", warm", kept[level].run) for level in held)
cases[held[-1] + ", cold python"] = lambda: cold_python(held[-1])
cases["kernel, cold python"] = lambda: cold_python("kernel")
found = {"python": sys.version.split()[0], "levels": held, "ms": in_turns(rounds, cases)}
module = heavy_module()
if module:
    code = "import %s\ndef f():\n    return 1\n" % module
    warm = Supervisor(held[-1], "heavy", code, "f()")
    cold = Supervisor(held[-1], "", code, "f()")
    heavy = {"warm": warm.run, "cold": cold.run}
    found["heavy"] = {"module": module, **in_turns(max(3, rounds // 8), heavy)}
    warm.close()
    cold.close()
found["describing"] = in_turns(max(5, rounds // 4), describing())
for supervisor in kept.values():
    supervisor.close()
os.rmdir(FOLDER)
print(json.dumps(found))
