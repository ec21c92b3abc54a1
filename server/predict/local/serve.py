"""Serves one model file on loopback with llama.cpp's own HTTP server.

The first line on standard input is a JSON object with the settings. One JSON line on
standard output says where the server listens. The process lives until standard input
closes, so that it never outlives the process that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading


def end_with_parent() -> None:
    """End this process when the other end of standard input is gone."""
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    """Read the settings, start the server, say where it is, and wait."""
    settings = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_parent, daemon=True).start()

    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = settings["file"]
    params.model_alias = {settings["alias"]}
    params.n_ctx = settings["contextTokens"]
    params.n_parallel = settings["slots"]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [settings["apiKey"]]
    params.ui = False
    params.cpuparams.n_threads = settings["threads"]
    server = xllamacpp.Server(params)
    print(json.dumps({"address": server.listening_address}), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
