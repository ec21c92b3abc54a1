# call: f()
# expect: {"outcome.kind": "returned", "outcome.repr": "[1, 2]", "outcome.value.items": {"$re": "1,2"}}
import builtins
import json
import os
import struct
import sys
import time


def lie(*_, **__):
    raise SystemExit("lie")


def f():
    for module in (json, os, struct, time, sys):
        for name in list(vars(module)):
            if callable(getattr(module, name)) and name not in ("exit", "intern"):
                try:
                    setattr(module, name, lie)
                except (AttributeError, TypeError):
                    pass
    for name in ("repr", "len", "open", "getattr", "print", "sorted", "str", "dict", "type"):
        setattr(builtins, name, lie)
    return [1, 2]
