"""One supervisor's runs: each in a process of its own, or in a fork of a zygote that it keeps."""

from __future__ import annotations

import os
import select

from . import cold, inside, leaders, levels, tree, walls, warm, wire
from .prepared import Prepared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Optional

    Members = Dict[str, str]


class Runs:
    """The supervisor's state: what every run uses, and the zygote where there is one."""

    def __init__(self, wake: int, stop: int, foreign: List[int]) -> None:
        """``foreign`` are descriptors that no child must have, ``wake`` and ``stop`` among them."""
        self._wake = wake
        self._stop = stop
        self._foreign = foreign
        self._kept: Optional[warm.Kept] = None

    def run(self, request: Dict[str, Any]) -> Members:
        """Run at the first of the levels that the machine allows."""
        return levels.strongest(request, self._at_level)

    def _at_level(self, request: Dict[str, Any]) -> Members:
        if request["level"] == "kernel" and walls.needs_bubblewrap():
            return self._started(request)
        if not request["warm"]:
            return self._cold(request)
        try:
            if not tree.IS_VISIBLE:
                raise warm.Unfit("what a fork leaves running cannot be seen on this system")
            return self._warm(request)
        except warm.Lost:
            self.close()
            return self._cold(request)
        except warm.Unfit as unfit:
            self.close()
            return {**self._cold(request), "notWarm": wire.dumps(str(unfit))}

    def _started(self, request: Dict[str, Any]) -> Members:
        from . import spawning  # what it imports is not to be found in forks

        return spawning.run(request, self._is_given_up)

    def _is_given_up(self) -> bool:
        return bool(select.select([self._stop], [], [], 0)[0])

    def _warm(self, request: Dict[str, Any]) -> Members:
        """Run in a fork of the zygote that ``request["warm"]`` names: the one that is kept, or a new one."""
        kept = self._kept
        if (
            kept is None
            or request["reload"]
            or kept.name != request["warm"]
            or kept.level != request["level"]
        ):
            self.close()
            kept = self._kept = warm.Kept(request, self._stop, self._foreign)
        if kept.failed is not None:
            failed = kept.failed
            self.close()
            if failed["stage"] in ('"start"', '"walls"'):
                raise warm.Unfit("the walls around loading: " + failed["refusal"])
            return failed
        kept_facts = {
            "watched": wire.dumps(kept.watched),
            "neededSetup": wire.dumps(kept.needed_setup),
        }
        members = kept.run(request)
        if kept.is_spent:
            self.close()
        return {**members, **kept_facts}

    def _cold(self, request: Dict[str, Any]) -> Members:
        prepared = Prepared(request, self._stop, self._foreign)
        try:
            mapping = inside.Mapping() if walls.needs_mapping(request["level"]) else None
            pid = os.fork()
            if pid == 0:
                ask = mapping.ask if mapping else lambda: None
                cold.run(prepared.request, prepared.memory, prepared.key, prepared.ends(), ask)
            prepared.close_writers()
            if mapping:
                mapping.serve(pid)
            ending = prepared.watch(self._wake).until_ended(
                leaders.Child(pid, self._wake, request["level"] == "full")
            )
            if not tree.IS_VISIBLE:
                tree.kill_group(pid)
            tree.sweep(())
            return prepared.reply(ending)
        finally:
            prepared.close()

    def close(self) -> None:
        """End what is kept."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()
