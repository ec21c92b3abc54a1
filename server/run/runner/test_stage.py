"""The stage on which the tests perform calls, in this process and without walls. No tests."""

import gc
import os
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from private import Library  # noqa: E402

sys.path.remove(HERE)

runner = Library(HERE)
"""One library for all: each has handlers and state of its own, and a module alone knows no kinds."""

load = runner.module("load")
perform = runner.module("perform")
describe = runner.module("describe").describe
wire = runner.module("wire")
digest_of = runner.module("digest").digest_of
Limits = runner.module("describer").Limits


class Channel:
    """Keeps what is published."""

    def __init__(self):
        self.parts = {}
        self.duration_ms = 0.0
        self.tampered = False

    def guarded(self, invoke):
        begun = time.monotonic()
        result = invoke()
        self.duration_ms = (time.monotonic() - begun) * 1000
        return result

    def publish(self, part, content):
        self.parts[part] = wire.dumps(content)


class Stage(unittest.TestCase):
    """A folder of its own, and the interpreter put right again after each test."""

    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="stage_"))
        self.modules = set(sys.modules)
        self.path = list(sys.path)
        self.interval = sys.getswitchinterval()
        self.environment = dict(os.environ)
        self.cwd = os.getcwd()

    def tearDown(self):
        gc.enable()
        sys.setswitchinterval(self.interval)
        sys.path[:] = self.path
        os.chdir(self.cwd)
        os.environ.clear()
        os.environ.update(self.environment)
        self.forget()

    def forget(self):
        """Forget the modules that the last call loaded."""
        for name in set(sys.modules) - self.modules:
            if not name.startswith("_called_it"):
                del sys.modules[name]

    def write(self, path, text):
        """Write a file below the folder; answer its path."""
        whole = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)
        return whole

    def request(self, expression, code=None, file="", **others):
        return {
            "file": file,
            "code": code,
            "cwd": self.folder,
            "expression": expression,
            "setup": "",
            "items": 0,
            "allState": False,
            "trace": False,
            **others,
        }

    def call(self, expression, code=None, file="", **others):
        """Perform a call; answer the record with the texts put in, or the notRun outcome."""
        import json

        self.forget()
        request = self.request(expression, code, file, **others)
        loaded = load.load(request)
        if loaded.failure is not None:
            return {"outcome": loaded.failure}
        channel = Channel()
        perform.perform(request, loaded, channel)
        parts = {part: json.loads(text) for part, text in channel.parts.items()}
        if "notRun" in parts:
            return {"outcome": parts["notRun"]}
        return {**parts["record"], "texts": parts["texts"]}

    def changed(self, record):
        return {each["target"]: each for each in record["state"] if each["changed"]}
