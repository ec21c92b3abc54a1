"""Names of modules, texts that no file holds, failures of imports."""

import json  # noqa: F401  (so that the name is taken)
import os
import sys
import unittest

from test_stage import Stage, load

loading = load


class Names(Stage):
    def name_of(self, file, text=None, **others):
        request = self.request("0", text, file, **others)
        loaded = loading.load(request)
        self.assertIsNone(loaded.failure, loaded.failure)
        return loaded.module.__name__

    def test_a_module_of_a_package(self):
        self.write("shop_a/__init__.py", "")
        self.write("shop_a/carts/__init__.py", "from .cart import total")
        file = self.write("shop_a/carts/cart.py", "from ..money import x\ndef total(): return x")
        self.write("shop_a/money.py", "x = 1")
        self.assertEqual(self.name_of(file), "shop_a.carts.cart")
        self.assertIs(sys.modules["shop_a.carts.cart"].total, sys.modules["shop_a.carts"].total)

    def test_the_file_of_a_package_itself(self):
        file = self.write("shop_b/__init__.py", "from . import money")
        self.write("shop_b/money.py", "")
        self.assertEqual(self.name_of(file), "shop_b")

    def test_a_source_layout(self):
        self.write("src/shop_c/__init__.py", "")
        file = self.write("src/shop_c/cart.py", "from shop_c import money")
        self.write("src/shop_c/money.py", "")
        self.assertEqual(self.name_of(file), "shop_c.cart")

    def test_tests_beside_a_source_layout_find_it(self):
        self.write("src/shop_d/__init__.py", "x = 1")
        file = self.write("tests/test_shop_d.py", "from shop_d import x")
        self.assertEqual(self.name_of(file), "test_shop_d")

    def test_a_namespace_package_by_its_own_imports(self):
        file = self.write("shop_e/carts/cart.py", "from shop_e.money import x")
        self.write("shop_e/money.py", "x = 1")
        self.assertEqual(self.name_of(file), "shop_e.carts.cart")

    def test_a_namespace_package_by_relative_imports(self):
        file = self.write("shop_f/cart.py", "from .money import x")
        self.write("shop_f/money.py", "x = 1")
        self.assertEqual(self.name_of(file), "shop_f.cart")

    def test_an_installed_module(self):
        site = os.path.join(self.folder, "env", "site-packages")
        self.write("env/site-packages/shop_g/sub/cart.py", "x = 1")
        self.write("env/site-packages/shop_g/__init__.py", "")
        self.write("env/site-packages/shop_g/sub/__init__.py", "")
        sys.path.append(site)
        file = os.path.join(site, "shop_g", "sub", "cart.py")
        self.assertEqual(self.name_of(file), "shop_g.sub.cart")

    def test_a_script_beside_its_modules(self):
        self.write("scripts_h/neighbour_h.py", "x = 1")
        file = self.write("scripts_h/script_h.py", "import neighbour_h")
        self.assertEqual(self.name_of(file), "script_h")

    def test_names_that_no_module_can_have(self):
        for name, wanted in (("my-script.py", "my_script"), ("53_things.py", "_53_things")):
            file = self.write(name, "class C: pass\nimport sys\nhere = sys.modules[__name__]")
            self.assertEqual(self.name_of(file), wanted)
            self.assertEqual(sys.modules[wanted].C.__module__, wanted)

    def test_a_file_named_like_a_module_that_is_loaded_already(self):
        file = self.write("json.py", "x = 1")
        self.assertEqual(self.name_of(file), "json_")

    def test_main_never_runs(self):
        text = "if __name__ == '__main__': raise SystemExit"
        self.assertEqual(self.name_of(self.write("run_i.py", text)), "run_i")
        self.assertEqual(self.name_of(self.write("pkg_i/__main__.py", text)), "__main___")

    def test_a_text_without_a_file(self):
        self.assertEqual(self.name_of("", "x = 1"), "untitled")


class Buffers(Stage):
    def test_an_unsaved_text_is_what_the_package_imports_too(self):
        self.write("shop_j/__init__.py", "from shop_j.cart import total")
        file = self.write("shop_j/cart.py", "def total(): return 'disk'")
        record = self.call("total()", "def total(): return 'buffer'", file)
        self.assertEqual(record["texts"]["repr"], "'buffer'")
        self.assertEqual(sys.modules["shop_j"].total(), "buffer")
        self.assertEqual(sys.modules["shop_j.cart"].__file__, file)

    def test_bytecode_of_the_disk_is_not_taken_for_the_buffer(self):
        import py_compile

        file = self.write("mod_k.py", "x = 'disk'")
        py_compile.compile(file)
        self.assertEqual(self.call("x", "x = 'buffer'", file)["texts"]["repr"], "'buffer'")

    def test_tracebacks_show_the_lines_of_the_text(self):
        text = (
            "import traceback\n"
            "def f():\n"
            "    try: 1 / 0  # here\n"
            "    except Exception: return traceback.format_exc()"
        )
        for file in ("", self.write("mod_l.py", "other = 1\n" * 9)):
            self.assertIn("1 / 0  # here", self.call("f()", text, file)["texts"]["repr"])

    def test_the_source_of_an_untitled_text_is_known(self):
        record = self.call("inspect.getsource(f)", "import inspect\ndef f():\n    return 1\n")
        self.assertIn("return 1", record["texts"]["repr"])


class Prepared(Stage):
    def test_a_module_that_needs_the_set_up_first(self):
        file = self.write("needs_m.py", "import os\nhere = os.environ['NEEDED_M']\n")
        setup = "import os; os.environ['NEEDED_M'] = 'yes'"
        self.assertEqual(self.call("here", None, file, setup=setup)["texts"]["repr"], "'yes'")
        failed = self.call("here", None, file, setup="nothing_here")
        self.assertEqual(failed["outcome"]["kind"], "notRun")

    def test_django_is_set_up_where_its_settings_are_named(self):
        self.write("django/__init__.py", "done = []\ndef setup(): done.append(1)")
        file = self.write("models_n.py", "import django\nassert django.done\nx = 1")
        os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
        self.assertEqual(self.call("x", None, file)["texts"]["repr"], "1")
        self.forget()
        self.assertEqual(
            self.call("x", "import django; x = len(django.done)", file)["texts"]["repr"], "1"
        )


class Failures(Stage):
    def failure(self, text, name="broken.py"):
        file = self.write(name, text)
        return loading.load(self.request("0", None, file)).failure

    def test_syntax(self):
        failure = self.failure("x = 1\ndef f(:\n    pass\n", "broken_a.py")
        self.assertEqual(failure["kind"], "notRun")
        self.assertIn("SyntaxError", failure["reason"])
        self.assertEqual(failure["at"]["line"], 2)

    def test_what_is_raised(self):
        failure = self.failure("def g():\n    raise ValueError('no')\ng()\n", "broken_b.py")
        self.assertIn("importing broken_b.py failed: ValueError: no", failure["reason"])
        self.assertEqual(failure["at"]["line"], 2)
        self.assertEqual(failure["exception"]["type"], "builtins.ValueError")
        self.assertIn("SystemExit: 3", self.failure("import sys\nsys.exit(3)", "c.py")["reason"])

    def test_a_module_that_is_missing(self):
        self.assertIn(
            "no_such_thing", self.failure("import no_such_thing", "broken_d.py")["reason"]
        )

    def test_no_file(self):
        request = self.request("0", None, os.path.join(self.folder, "absent.py"))
        self.assertIn("FileNotFoundError", loading.load(request).failure["reason"])

    def test_bad_encoding(self):
        file = self.write("broken_e.py", "")
        with open(file, "wb") as stream:
            stream.write(b"x = '\xff'\n")
        self.assertIn("SyntaxError", loading.load(self.request("0", None, file)).failure["reason"])


if __name__ == "__main__":
    unittest.main()
