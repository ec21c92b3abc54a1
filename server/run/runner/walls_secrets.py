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
    homes = [os.environ.get("HOME", "")]
    try:
        import pwd

        homes.append(pwd.getpwuid(os.getuid()).pw_dir)
    except (ImportError, KeyError):
        homes.append(os.path.expanduser("~"))
    found: List[str] = []
    for home in homes:
        if not home.startswith("/") or home == "/":
            continue
        for name in _NAMES:
            path = os.path.realpath(os.path.join(home, name))
            if os.path.exists(path) and path not in found:
                found.append(path)
    return found
