"""Times debugpy: launched, stopped at a line, and a call evaluated there, over its protocol; prints milliseconds."""

import json
import os
import subprocess
import sys
import tempfile
import time

PROGRAM = "def f(xs, k=1):\n    xs.append(k)\n    return sum(xs)\nprint('here')\n"


class Adapter:
    """A session with debugpy's own adapter over its standard streams."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "debugpy.adapter"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.number = 0

    def send(self, command, **arguments):
        self.number += 1
        message = {"seq": self.number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return self.number

    def wait(self, fits):
        while True:
            length = 0
            for line in iter(self.process.stdout.readline, b"\r\n"):
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            message = json.loads(self.process.stdout.read(length))
            if fits(message):
                return message

    def event(self, name):
        return self.wait(lambda message: message.get("event") == name)

    def reply(self, number):
        return self.wait(lambda message: message.get("request_seq") == number)


def evaluated(program):
    begun = time.perf_counter()
    adapter = Adapter()
    adapter.reply(adapter.send("initialize", adapterID="bench", linesStartAt1=True))
    adapter.send("launch", program=program, console="internalConsole", justMyCode=True)
    adapter.event("initialized")
    adapter.send("setBreakpoints", source={"path": program}, breakpoints=[{"line": 4}])
    adapter.send("configurationDone")
    thread = adapter.event("stopped")["body"]["threadId"]
    frames = adapter.reply(adapter.send("stackTrace", threadId=thread))["body"]["stackFrames"]
    asked = adapter.send("evaluate", expression="f([1, 2], k=3)", frameId=frames[0]["id"])
    result = adapter.reply(asked)["body"]["result"]
    spent = time.perf_counter() - begun
    adapter.send("disconnect", terminateDebuggee=True)
    adapter.process.stdin.close()
    adapter.process.wait()
    assert result == "6", result
    return spent * 1000


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "program.py")
    with open(path, "w") as file:
        file.write(PROGRAM)
    times = sorted(evaluated(path) for _ in range(5))
print(times[2])
