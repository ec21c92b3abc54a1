"""Calls: how they are found, what frames they see, and every way in which they end."""

import sys
import unittest

from test_stage import Stage

SHAPES = """
class Box:
    made = 0
    def __init__(self, n): self.n = n
    def method(self, k): return self.n * k
    @classmethod
    def make(cls, n=1): return cls(n)
    @staticmethod
    def plain(x): return x
    def __call__(self, x): return [self.n, x]
    def __repr__(self): return 'Box(%r)' % self.n
boxes = [Box(5)]
def f(*args, **kwargs): return args, kwargs
async def g(x=1):
    import asyncio
    await asyncio.sleep(0)
    return x
def count(n):
    for i in range(n): yield i
async def acount(n):
    for i in range(n): yield i
"""


class Calls(Stage):
    def repr_of(self, expression, code=SHAPES, **others):
        record = self.call(expression, code, **others)
        self.assertEqual(record["outcome"]["kind"], "returned", record)
        return record["texts"].get("repr")

    def test_shapes_of_calls(self):
        for expression, wanted in (
            ("f(1)", "((1,), {})"),
            ("f(*[1, 2], *(3,), k=4, **{'l': 5})", "((1, 2, 3), {'k': 4, 'l': 5})"),
            ("Box(2).method(3)", "6"),
            ("Box.make()", "Box(1)"),
            ("Box.plain(7)", "7"),
            ("boxes[0].method(2)", "10"),
            ("boxes[0](2)", "[5, 2]"),
            ("untitled.f(2)", "((2,), {})"),
            ("await g()", "1"),
            ("g(2)", "2"),
            ("f(await g(3))", "((3,), {})"),
            ("(await g(3)) + (await g(4))", "7"),
            ("f(1)[0]", "(1,)"),
            ("f(1), f(2)", "(((1,), {}), ((2,), {}))"),
            ("(lambda x: x + 1)(2)", "3"),
            ("[f(i)[0] for i in range(2)]", "[(0,), (1,)]"),
            ("f(1)  # doctest: +SKIP", "((1,), {})"),
            ("f(\n    1,\n)", "((1,), {})"),
            ("f(y := 3)", "((3,), {})"),
        ):
            self.assertEqual(self.repr_of(expression), wanted, expression)

    def test_set_up(self):
        wanted = "(([1],), {'k': 1.0})"
        setup = "import math\nxs = [1]\ndef one():\n    return math.cos(0)"
        self.assertEqual(self.repr_of("f(xs, k=one())", setup=setup), wanted)

    def test_the_caller_is_the_module(self):
        code = (
            "import sys, warnings\n"
            "from collections import namedtuple\n"
            "def f():\n"
            "    frame = sys._getframe(1)\n"
            "    return frame.f_globals is globals(), sorted(frame.f_locals) == sorted(globals())\n"
            "def g():\n"
            "    with warnings.catch_warnings(record=True) as caught:\n"
            "        warnings.simplefilter('always')\n"
            "        warnings.warn('old', stacklevel=2)\n"
            "    return caught[0].category.__name__\n"
        )
        self.assertEqual(self.repr_of("f()", code), "(True, True)")
        self.assertEqual(self.repr_of("g()", code), "'UserWarning'")
        self.assertEqual(self.repr_of("namedtuple('P', 'x').__module__", code), "'untitled'")

    def test_generators_are_drawn_only_where_asked(self):
        record = self.call("count(3)", SHAPES)
        self.assertEqual(record["outcome"]["value"]["kind"], "generator")
        for expression in ("count(5)", "acount(5)"):
            record = self.call(expression, SHAPES, items=2)
            self.assertEqual((record["outcome"]["drawn"], record["texts"]["repr"]), (2, "[0, 1]"))

    def test_what_the_call_entered(self):
        code = SHAPES + (
            "import functools\n"
            "def loud(inner):\n"
            "    @functools.wraps(inner)\n"
            "    def wrapper(*a): return inner(*a)\n"
            "    return wrapper\n"
            "@loud\n"
            "def quiet(xs): xs.append(1)\n"
        )
        for expression, name in (
            ("f(1)", "f"),
            ("Box(2).method(3)", "Box.method"),
            ("Box(2)", "Box.__init__"),
            ("quiet([])", "quiet"),
        ):
            self.assertEqual(self.call(expression, code)["entered"]["name"], name)
        self.assertEqual(self.call("f(1)[0]", code)["entered"]["line"], 13)
        self.assertNotIn("entered", self.call("len([])", code))

    def test_drawing_at_random_is_noted(self):
        code = "import random\ndef f(): return random.random() and 1\ndef g(): return 1\n"
        self.assertRegex(self.call("f()", code)["drew"], "^[0-9a-f]{16}$")
        self.assertNotIn("drew", self.call("g()", code))

    def test_lines(self):
        code = "def f(n):\n    for i in range(n):\n        n = 0\n    return n\n"
        self.assertEqual(self.call("f(2)", code, trace=True)["lineHits"], {"2": 3, "3": 2, "4": 1})


class Ends(Stage):
    def raised(self, expression, code, **others):
        record = self.call(expression, code, **others)
        self.assertEqual(record["outcome"]["kind"], "raised", record)
        return {**record["outcome"]["exception"], **record["texts"]}

    def not_run(self, expression, code="", **others):
        outcome = self.call(expression, code, **others)["outcome"]
        self.assertEqual(outcome["kind"], "notRun", outcome)
        return outcome["reason"]

    def test_calls_that_never_begin(self):
        for expression, word in (
            ("f(1 / 0)", "ZeroDivisionError"),
            ("h()", "NameError"),
            ("f(", "SyntaxError"),
            ("f.nothing(1)", "AttributeError"),
            ("f(**{'a': 1}, a=2)", "SyntaxError|TypeError"),
            ("f(exit(3))", "SystemExit"),
        ):
            self.assertRegex(self.not_run(expression, "def f(*a, **k): pass"), word)
        self.assertIn("the set-up failed: KeyError", self.not_run("1", setup="{}['a']"))

    def test_a_call_that_does_not_fit_is_raised(self):
        self.assertEqual(self.raised("f(1)", "def f(): pass")["type"], "builtins.TypeError")

    def test_messages(self):
        code = (
            "class Own(Exception):\n"
            "    def __str__(self): return 'own text'\n"
            "class Bad(Exception):\n"
            "    def __str__(self): raise KeyError\n"
            "class Part:\n"
            "    def __str__(self): return 'part'\n"
            "def f(e): raise e\n"
        )
        for expression, wanted in (
            ("f(ValueError('a', 1))", "('a', 1)"),
            ("f(KeyError('a'))", "'a'"),
            ("f(SystemExit(3))", "3"),
            ("f(SystemExit())", ""),
            ("f(OSError(2, 'gone', 'x'))", "[Errno 2] gone: 'x'"),
            ("f(Own(1))", "own text"),
            ("f(ValueError(Part()))", "part"),
        ):
            self.assertEqual(self.raised(expression, code)["message"], wanted, expression)
        failed = self.raised("f(Bad())", code)
        self.assertEqual((failed["message"], failed["messageFailed"]), ("", "builtins.KeyError"))

    def test_chain_notes_bases_and_frames(self):
        code = (
            "def g():\n"
            "    raise LookupError('inner')\n"
            "def f():\n"
            "    try: g()\n"
            "    except LookupError:\n"
            "        error = KeyError('outer')\n"
            "        error.__notes__ = ['note']\n"
            "        raise error\n"
        )
        raised = self.raised("f()", code)
        self.assertEqual(
            raised["chain"],
            [{"type": "builtins.LookupError", "message": "inner", "link": "context"}],
        )
        self.assertEqual(raised["notes"], ["note"])
        self.assertEqual(raised["bases"][0], "builtins.LookupError")
        self.assertEqual([each["line"] for each in raised["frames"]], [8])
        self.assertEqual(raised["frames"][0]["function"], "f")

    @unittest.skipIf(sys.version_info < (3, 11), "exception groups came with Python 3.11")
    def test_groups(self):
        raised = self.raised("f()", "def f(): raise ExceptionGroup('g', [ValueError(1)])")
        self.assertEqual(raised["message"], "g (1 sub-exception)")
        self.assertEqual(raised["value"]["exceptions"][0]["kind"], "ref")
        self.assertEqual(raised["value"]["args"][1]["items"][0]["type"], "builtins.ValueError")

    def test_recursion_and_low_limits(self):
        raised = self.raised("f()", "def f(n=0): return f(n + 1)")
        self.assertEqual(raised["type"], "builtins.RecursionError")
        self.assertGreater(raised["depth"], 500)
        self.assertEqual(len(raised["frames"]), 60)
        code = (
            "import sys\n"
            "def f():\n"
            "    sys.setrecursionlimit(sys.getrecursionlimit() // 5)\n"
            "    return [[[]]]"
        )
        limit = sys.getrecursionlimit()
        try:
            self.assertEqual(self.call("f()", code)["outcome"]["kind"], "returned")
        finally:
            sys.setrecursionlimit(limit)

    def test_exceptions_that_are_none(self):
        for name in ("KeyboardInterrupt", "GeneratorExit", "StopIteration"):
            raised = self.raised("f()", "def f(): raise " + name)
            self.assertEqual(raised["type"], "builtins." + name)

    def test_input_is_named(self):
        record = self.call("f()", "def f(): raise EOFError")
        self.assertEqual(record["notes"], ["asked for input"])

    def test_blame_of_a_wrapped_error(self):
        code = (
            "def f():\n    try: open('/no/such')\n    except OSError as e: raise ValueError from e"
        )
        blame = self.call("f()", code)["blame"]
        self.assertEqual(blame[0]["errno"], None)
        self.assertEqual((blame[1]["errno"], blame[1]["filename"]), (2, "/no/such"))

    def test_texts_that_fail_or_are_long(self):
        code = "class C:\n    def __repr__(self): raise SystemExit\ndef f(x): return x\n"
        self.assertEqual(self.call("f(C())", code)["texts"]["reprFailed"], "builtins.SystemExit")
        record = self.call("f([1, 'é'] * 9000)", code)
        self.assertEqual(len(record["texts"]["repr"]), 10_000)
        self.assertEqual((record["cut"], record["texts"]["cut"]), (["return"], ["return"]))
        self.assertTrue(record["texts"]["repr"].startswith("[1, 'é', 1,"))

    def test_a_thread_that_goes_on_changing_the_result(self):
        code = (
            "import threading\n"
            "stop = []\n"
            "def f():\n"
            "    d = {}\n"
            "    def work():\n"
            "        i = 0\n"
            "        while not stop:\n"
            "            d[i % 5000] = i; d.pop((i * 7) % 5000, None); i += 1\n"
            "    threading.Thread(target=work, daemon=True).start()\n"
            "    return d\n"
        )
        record = self.call("f()", code)
        sys.modules["untitled"].stop.append(1)
        self.assertEqual(record["outcome"]["value"]["kind"], "dict")
        self.assertEqual(record["notes"], ["threads left running: 1"])


if __name__ == "__main__":
    unittest.main()
