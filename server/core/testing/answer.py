"""Answers the tests of the comparison: what real Python makes of texts, one JSON document a line."""

from __future__ import annotations

import ast
import json
import sys
import types
import warnings
from os.path import abspath, dirname, join

sys.path.insert(0, join(dirname(dirname(dirname(abspath(__file__)))), "run"))

from runner.describe import describe  # noqa: E402
from runner.describer import Limits  # noqa: E402
from runner.digest import digest_of  # noqa: E402

WHOLE = Limits(2_000_000, 250, 2_000_000, 2_000_000)


def literal(text):
    """What ``ast.literal_eval`` reads, described whole; None for what it rejects."""
    try:
        value = ast.literal_eval(text)
    except Exception:
        return None
    return {"value": describe(value, WHOLE)[0], "repr": text_of(value), "digest": digest_of(value)}


def real(request):
    """Values of expressions after a set-up, in a module of the name ``shop``."""
    module = sys.modules["shop"] = types.ModuleType("shop")
    exec(request["setup"], module.__dict__)
    limits = Limits(**request.get("limits", {}))
    return [described(eval(text, module.__dict__), limits) for text in request["expressions"]]


def described(value, limits):
    """The description of one value, with its text."""
    return {"value": describe(value, limits)[0], "repr": text_of(value), "digest": digest_of(value)}


def text_of(value):
    """What ``repr`` gives; nothing where it fails."""
    try:
        return repr(value)
    except Exception:
        return ""


def main():
    """Answer each line until the input ends."""
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10_000)
    for line in sys.stdin:
        request = json.loads(line)
        if "texts" in request:
            answer = [literal(text) for text in request["texts"]]
        else:
            answer = real(request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
