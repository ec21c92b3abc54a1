"""Makes one call and hands over what it did: first the structural record, then the user's texts."""

from __future__ import annotations

import gc
import sys
from _thread import _count as count_threads
from mmap import mmap

from . import call, driving, tracing
from .aliases import aliases
from .anatomy import type_name
from .blame import blame
from .chance import drawn_since, state_of_chance
from .describe import describe
from .errors import not_run, raised
from .files import changes as file_changes
from .files import scan
from .parsing import Parsed, parse_call, parse_setup
from .places import Watch
from .state import Snapshot, changes
from .texts import texts_of_error, texts_of_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .call import Invocation
    from .channel import Channel
    from .load import Loaded

_disable_gc, _enable_gc, _gc_is_on = gc.disable, gc.enable, gc.isenabled
_set_recursion_limit, _recursion_limit = sys.setrecursionlimit, sys.getrecursionlimit
_RESERVE = 16 << 20
"""Address space set aside, so that a call that used up all of it can still be described."""


def _timer_off() -> Any:
    try:
        from signal import ITIMER_REAL, setitimer
    except ImportError:  # no interval timers on this system
        return lambda: None
    return lambda: setitimer(ITIMER_REAL, 0)


_stop_timer = _timer_off()


class Plan:
    """A call that is read but not begun. ``error`` is why its text cannot be read, in ``stage``."""

    __slots__ = ("request", "loaded", "parsed", "stage", "error")

    def __init__(self, request: dict[str, Any], loaded: Loaded) -> None:
        self.request = request
        self.loaded = loaded
        self.parsed = Parsed()
        self.stage = "the set-up"
        self.error: BaseException | None = None


def plan(request: dict[str, Any], loaded: Loaded) -> Plan:
    """Compile what ``request`` asks for. Runs nothing of it; a fork server does this unforked."""
    made = Plan(request, loaded)
    try:
        if request["setup"]:
            parse_setup(request["setup"], made.parsed)
        made.stage = "the call"
        parse_call(request["expression"], made.parsed)
    except Exception as error:  # SyntaxError, ValueError for zeros, MemoryError for nesting
        made.error = error
    return made


class Performance:
    """One call on its way: what is asked for, what stands ready, what came out."""

    def __init__(self, asked: Plan, invocation: Invocation) -> None:
        request, loaded = asked.request, asked.loaded
        self.request = request
        self.loaded = loaded
        self.invocation = invocation
        self.namespace = loaded.namespace()
        self.watch = Watch(invocation, loaded)
        self.lines = tracing.LineHits(loaded.file) if request["trace"] else None
        self.entered = tracing.Entered(loaded.sources) if invocation.callee is None else None
        self.threads = count_threads()
        self.awaited = False
        self.drawn: int | None = None
        self.result: tuple[str, Any] = ("returned", None)

    def make(self) -> tuple[str, Any]:
        """Make the call; whatever it does to the interpreter's hooks is undone before returning."""
        try:
            self._trace()
            self.result = ("returned", self._value())
        except BaseException as error:  # a program may raise anything
            self.result = ("raised", error)
        finally:
            settle()
        return self.result

    def _trace(self) -> None:
        if self.lines is not None:
            self.lines.start()
        elif self.entered is not None:
            self.entered.start()

    def _value(self) -> Any:
        value = eval(self.invocation.code, self.namespace)
        if self.invocation.is_awaited or driving.is_coroutine(value):
            self.awaited = True
            value = driving.run_to_end(value)
        if self.request["items"] and driving.is_drawable(value):
            value = driving.draw(value, self.request["items"])
            self.drawn = len(value)
        return value


def settle() -> None:
    """Quieten what a program may have left on: tracing, timers, collection, a low stack limit."""
    tracing.stop()
    _disable_gc()
    _stop_timer()
    if _recursion_limit() < 3_000:
        _set_recursion_limit(3_000)


def perform(request: dict[str, Any], loaded: Loaded, channel: Channel) -> None:
    """Read and carry out a call in one go."""
    carry_out(plan(request, loaded), channel)


def carry_out(asked: Plan, channel: Channel) -> None:
    """Evaluate set-up and arguments, call, and publish ``notRun``, or ``record`` and ``texts``."""
    invocation = _prepare(asked, channel)
    if invocation is None:
        return
    performance = Performance(asked, invocation)
    collects = _gc_is_on()
    _disable_gc()
    files = scan(asked.request["cwd"]) if asked.request.get("scanFiles") else None
    before = Snapshot(performance.watch.places())
    if collects:
        _enable_gc()
    chance = state_of_chance()
    reserve = mmap(-1, _RESERVE)
    kind, value = channel.guarded(performance.make)
    reserve.close()
    drew = drawn_since(chance)
    outcome, is_cut = _outcome(performance, kind, value)
    after = Snapshot(performance.watch.places())
    record = _record(performance, before, after)
    record["outcome"] = outcome
    record["cut"].extend(["return"] if is_cut else [])
    if files is not None:
        record["state"].extend(file_changes(files, asked.request["cwd"]))
    if drew:
        record["drew"] = drew
    record["durationMs"] = channel.duration_ms
    if channel.tampered:
        record["notes"].append("the program wrote into the result channel")
    channel.publish("record", record)
    has_returned = kind == "returned"
    texts = texts_of_result(value, is_cut) if has_returned else texts_of_error(value)
    channel.publish("texts", texts)


def _prepare(asked: Plan, channel: Channel) -> Invocation | None:
    """Run the set-up and evaluate the arguments; None, and ``notRun``, where that fails."""
    stage = asked.stage
    try:
        if asked.error is not None:
            raise asked.error
        namespace = asked.loaded.namespace()
        stage = "the set-up"
        if asked.parsed.setup is not None:
            call.evaluated(asked.parsed.setup, namespace, driving.run_to_end)
        stage = "evaluating the arguments"
        return call.prepare(asked.parsed, namespace, driving.run_to_end)
    except BaseException as error:  # a program may raise anything
        channel.publish("notRun", not_run(stage, error, asked.loaded.sources))
        return None


def _outcome(performance: Performance, kind: str, value: Any) -> tuple[dict[str, Any], bool]:
    if kind == "raised":
        return {"kind": kind, "exception": raised(value, performance.loaded.sources)}, False
    described, is_cut = describe(value)
    out: dict[str, Any] = {"kind": kind, "type": type_name(type(value)), "value": described}
    out["reprFailed"] = "repr() did not end"
    if performance.drawn is not None:
        out["drawn"] = performance.drawn
    if performance.awaited:
        out["awaited"] = True
    return out, is_cut


def _record(performance: Performance, before: Snapshot, after: Snapshot) -> dict[str, Any]:
    kind, value = performance.result
    given = performance.watch.given()
    entries, cut = changes(before, after, given, performance.request["allState"])
    record: dict[str, Any] = {
        "state": entries,
        "aliases": aliases(performance.watch, before, (value,) if kind == "returned" else ()),
        "cut": cut,
        "notes": _notes(performance, before, after),
        "blame": blame(value) if kind == "raised" else [],
        "packages": performance.loaded.packages,
    }
    entered = _entered(performance)
    if entered is not None:
        record["entered"] = entered
    if performance.lines is not None:
        record["lineHits"] = performance.lines.as_json()
    return record


def _entered(performance: Performance) -> dict[str, Any] | None:
    if performance.entered is not None:
        return performance.entered.found
    return tracing.entered_by(performance.watch.function, performance.loaded.sources)


def _notes(performance: Performance, before: Snapshot, after: Snapshot) -> list[str]:
    kind, value = performance.result
    notes = []
    if kind == "raised" and type(value) is EOFError:
        notes.append("asked for input")
    left = count_threads() - performance.threads
    if left > 0:
        notes.append(f"threads left running: {left}")
    if not (before.is_whole and after.is_whole):
        notes.append("too much state to watch all of it")
    return notes
