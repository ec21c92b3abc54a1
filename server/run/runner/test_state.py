"""Post-state and aliasing: what is watched, how it is named, what counts as changed."""

import os
import sys
import unittest

from test_stage import Stage

APP = "class App:\n    def __init__(self): self.seen = list(range(9000))\n"


class State(Stage):
    def names(self, expression, code, **others):
        """The changed targets with their roles."""
        record = self.call(expression, code, **others)
        self.assertIn("state", record, record)
        return {name: each["role"] for name, each in self.changed(record).items()}

    def test_arguments_by_parameter_name(self):
        code = (
            "def f(xs, d=None, *rest, k, **more):\n"
            "    xs.append(1); d.clear(); rest[0].append(1); k.add(1); more['m'].append(1)\n"
        )
        self.assertEqual(
            self.names("f([], {1: 1}, [], k=set(), m=[])", code),
            dict.fromkeys(("xs", "d", "rest", "k", "more"), "argument"),
        )

    def test_arguments_of_wrapped_and_builtin_callables(self):
        code = (
            "import functools, heapq\n"
            "def loud(inner):\n"
            "    @functools.wraps(inner)\n"
            "    def wrapper(*args): return inner(*args)\n"
            "    return wrapper\n"
            "@loud\n"
            "def f(xs): xs.append(1)\n"
        )
        self.assertEqual(self.names("f([])", code), {"xs": "argument"})
        self.assertEqual(
            self.names("heapq.heappush(h, 1)", code, setup="h = []"), {"heap": "argument"}
        )
        self.assertEqual(self.names("h.append(1)", code, setup="h = []"), {"h": "self"})

    def test_an_object_is_told_of_once(self):
        code = "G = []\ndef f(xs): xs.append(1)\nclass C:\n    def m(self): self.x = 1\n"
        self.assertEqual(self.names("f(ys)", code, setup="ys = []"), {"xs": "argument"})
        self.assertEqual(self.names("f(G)", code), {"xs": "argument"})
        self.assertEqual(self.names("c.m()", code, setup="c = C()"), {"self.x": "self"})

    def test_what_only_the_call_holds_is_no_state(self):
        code = (
            "class Lazy:\n    def __iter__(self): self.n = 1; return iter([])\n"
            "def gen(): yield 1\n"
            "def drain(it): return list(it)\n"
        )
        self.assertEqual(self.names("list(Lazy())", code), {})
        self.assertEqual(self.names("drain(gen())", code), {})
        self.assertEqual(self.names("drain(g)", code, setup="g = gen()"), {"it": "argument"})

    def test_the_receiver_by_attribute(self):
        code = (
            "class Cart:\n"
            "    __slots__ = ('total', '__dict__')\n"
            "    def __init__(self): self.total = 0; self.items = []; self.same = [1]\n"
            "    def add(self, x): self.total += x; self.items.append(x); self.new = 1\n"
            "class Stack(list):\n"
            "    def push(this, x): this.append(x); this.top = x\n"
        )
        self.assertEqual(
            self.names("Cart().add(3)", code),
            dict.fromkeys(("self.total", "self.items", "self.new"), "self"),
        )
        self.assertEqual(
            self.names("Stack().push(3)", code), dict.fromkeys(("this", "this.top"), "self")
        )

    def test_globals_classes_closures_defaults_and_function_attributes(self):
        code = (
            "G = {'n': 0}\nN = 0\nGONE = 1\n_private = []\n"
            "class C:\n    total = 0\n    class D:\n        seen = []\n"
            "def maker():\n"
            "    count = 0\n    log = []\n"
            "    def inner(x, acc=[]):\n"
            "        nonlocal count\n"
            "        count += 1; log.append(x); acc.append(x); maker.calls += 1\n"
            "        global N, GONE\n"
            "        N += 1; G['n'] = 5; C.total = 2; C.extra = [1]; C.D.seen.append(1)\n"
            "        _private.append(1); del GONE\n"
            "    return inner\n"
            "maker.calls = 0\n"
        )
        self.assertEqual(
            self.names("maker()(1)", code),
            {
                "count": "nonlocal",
                "log": "nonlocal",
                "acc": "default",
                "maker.calls": "global",
                "N": "global",
                "G": "global",
                "GONE": "global",
                "_private": "global",
                "C.total": "class",
                "C.extra": "class",
                "C.D.seen": "class",
            },
        )

    def test_globals_of_other_modules_of_the_workspace(self):
        self.write("other_s.py", "SEEN = []\nLEFT = []\nshared = []")
        file = self.write(
            "mod_s.py",
            "import other_s\nfrom other_s import shared\nSEEN = []\n"
            "def f(): other_s.SEEN.append(1); SEEN.append(2); shared.append(3)",
        )
        self.assertEqual(
            self.names("f()", None, file=file),
            dict.fromkeys(("SEEN", "shared", "other_s.SEEN"), "global"),
        )

    def test_environment_and_folder(self):
        code = (
            "import os\n"
            "def f(): os.environ['PROBE_X'] = '1'; os.environ.pop('PROBE_Y', None); os.chdir('/')\n"
        )
        os.environ["PROBE_Y"] = "2"
        self.assertEqual(
            self.names("f()", code),
            {"PROBE_X": "environment", "PROBE_Y": "environment", "cwd": "cwd"},
        )

    def test_what_counts_as_changed(self):
        code = (
            "xs = [1]\nn = 1\nb = 1\nbig = list(range(100_000))\nwords = {}\n"
            "class Lazy:\n    @property\n    def v(self): raise SystemExit\n"
            "lazy = Lazy()\n"
            "def same():\n    global xs, n\n    xs = [1]; n = 2 - 1\n"
            "def other():\n    global b\n    b = True; big[99_999] = 0; words['a'] = 1\n"
        )
        self.assertEqual(self.names("same()", code), {})
        self.assertEqual(
            self.names("other()", code),
            dict.fromkeys(("b", "big", "words"), "global"),
        )

    def test_the_bookkeeping_of_a_large_library_object_is_no_state(self):
        self.write("lib_t.py", APP)
        code = (
            "import lib_t\n"
            "class Own:\n    class Inner(lib_t.App): pass\n"
            "app = lib_t.App()\nown = Own.Inner()\n"
            "def f(x): app.seen[0] = x; own.seen[0] = x\n"
        )
        self.assertEqual(
            self.names("f(7)", code), {"app": "global", "own": "global"}, "in the workspace"
        )
        self.write("env/site-packages/lib_u.py", APP)
        sys.path.append(self.folder + "/env/site-packages")
        self.assertEqual(self.names("f(7)", code.replace("lib_t", "lib_u")), {"own": "global"})

    def test_before_and_after(self):
        record = self.call("f([1])", "def f(xs): xs.append(2)")
        (entry,) = record["state"]
        self.assertEqual(entry["beforeValue"]["items"], [1])
        self.assertEqual(entry["afterValue"]["items"], [1, 2])

    def test_all_state_on_request(self):
        record = self.call("f([1], 2)", "G = 1\ndef f(xs, n): pass", allState=True)
        self.assertEqual(self.changed(record), {})
        self.assertEqual([each["target"] for each in record["state"]], ["xs", "n", "G", "cwd"])

    def test_a_module_that_clears_itself(self):
        record = self.call("f()", "def f():\n    globals().clear(); return 14")
        self.assertEqual(record["texts"]["repr"], "14")


class Aliases(Stage):
    CODE = (
        "G = []\n"
        "class C:\n    def me(self): return self\n    def keep(self, x): self.x = x; return x\n"
        "def f(a, b=None): return a\n"
        "def g(): return G\n"
        "def acc(x, seen=[]): seen.append(x); return seen\n"
    )

    def aliases(self, expression, **others):
        return self.call(expression, self.CODE, **others)["aliases"]

    def test_the_result_is_what_was_given(self):
        self.assertEqual(self.aliases("f([])"), [{"result": True, "target": "a"}])
        self.assertEqual(self.aliases("g()"), [{"result": True, "target": "G"}])
        self.assertEqual(self.aliases("C().me()"), [{"result": True, "target": "self"}])
        self.assertEqual(self.aliases("acc(1)"), [{"result": True, "target": "seen"}])
        self.assertEqual(self.aliases("f([1])[0]"), [])

    def test_constants_are_no_aliases(self):
        for expression in ("f(1)", "f('a')", "f(None)", "f(())", "f(1, 1)"):
            self.assertEqual(self.aliases(expression), [], expression)

    def test_two_arguments_share(self):
        shared = {"result": False, "target": "a", "other": "b"}
        returned = {"result": True, "target": "a"}
        found = self.aliases("f(x, x)", setup="x = []")
        self.assertIn(shared, found)
        self.assertIn(returned, found)
        self.assertIn({"result": False, "target": "a", "other": "G"}, self.aliases("f(G)"))


if __name__ == "__main__":
    unittest.main()
