"""JSON text by the bare C encoder, which no patch of ``json`` or of the builtins reaches."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def _refuse(value: object) -> object:
    raise TypeError("not a JSON value")


def _encoder(sort_keys: bool) -> Callable[[Any], str]:
    try:
        from _json import encode_basestring_ascii, make_encoder
    except ImportError:  # an interpreter without the C accelerator
        from json import JSONEncoder

        return JSONEncoder(check_circular=False, separators=(",", ":"), sort_keys=sort_keys).encode
    encode = make_encoder(
        None, _refuse, encode_basestring_ascii, None, ":", ",", sort_keys, False, False
    )
    join = "".join
    return lambda value: join(encode(value, 0))


dumps = _encoder(sort_keys=False)
"""Compact ASCII JSON of plain dicts, lists, strings, integers, booleans and None."""

canonical = _encoder(sort_keys=True)
"""The same with sorted keys: the text over which digests are taken."""
