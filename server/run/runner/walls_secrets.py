"""Where keys and tokens of the user lie, that no call has any business reading."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List

_NAMES = (
    ".ssh", ".gnupg", ".aws", ".netrc", ".pypirc", ".npmrc", ".config/gh", ".docker",
)  # fmt: skip


def hidden_paths() -> List[str]:
    """Return the real paths of those that exist, in the home that the system and ``HOME`` name."""
    homes = dict.fromkeys(os.path.abspath(home) for home in _homes() if os.path.isabs(home))
    found: List[str] = []
    for home in homes:
        for name in _NAMES:
            path = os.path.join(home, name)
            if os.path.dirname(home) != home and os.path.exists(path):
                found.append(os.path.realpath(path))
    return list(dict.fromkeys(found))


def _homes() -> List[str]:
    named = os.environ.get("HOME", "")
    try:
        import pwd

        return [named, pwd.getpwuid(os.getuid()).pw_dir]
    except (ImportError, KeyError):
        return [named, os.path.expanduser("~")]
