"""The seccomp filter: no connection to anything, no new namespaces, no tracing, no kernel doors.

A socket may be made, so that the audit hook can say where it was to lead, but it cannot leave:
``connect``, ``bind``, ``listen`` and messages with an address are refused.
"""

from __future__ import annotations

from . import walls_kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Dict, Iterable, List, Tuple

    Instruction = Tuple[int, int, int, int]

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_NUMBERS: Dict[str, Dict[str, int]] = {
    "x86_64": {
        "socket": 41, "connect": 42, "sendto": 44, "sendmsg": 46, "bind": 49, "listen": 50,
        "socketpair": 53, "clone": 56, "kill": 62, "ptrace": 101, "personality": 135,
        "pivot_root": 155, "chroot": 161, "acct": 163, "settimeofday": 164, "mount": 165,
        "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "init_module": 175,
        "delete_module": 176, "quotactl": 179, "clock_settime": 227, "kexec_load": 246,
        "add_key": 248, "request_key": 249, "keyctl": 250, "unshare": 272,
        "perf_event_open": 298, "open_by_handle_at": 304, "sendmmsg": 307, "setns": 308,
        "process_vm_readv": 310, "process_vm_writev": 311, "finit_module": 313, "bpf": 321,
        "userfaultfd": 323, "mknod": 133, "mknodat": 259,
    },
    "aarch64": {
        "socket": 198, "connect": 203, "sendto": 206, "sendmsg": 211, "bind": 200, "listen": 201,
        "socketpair": 199, "clone": 220, "kill": 129, "ptrace": 117, "personality": 92,
        "pivot_root": 41, "chroot": 51, "acct": 89, "settimeofday": 170, "mount": 40,
        "umount2": 39, "swapon": 224, "swapoff": 225, "reboot": 142, "init_module": 105,
        "delete_module": 106, "quotactl": 60, "clock_settime": 112, "kexec_load": 104,
        "add_key": 217, "request_key": 218, "keyctl": 219, "unshare": 97,
        "perf_event_open": 241, "open_by_handle_at": 265, "sendmmsg": 269, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "finit_module": 273, "bpf": 280,
        "userfaultfd": 282, "mknodat": 33,
    },
}  # fmt: skip
_ON_BOTH = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsmount": 432, "fspick": 433, "clone3": 435, "pidfd_getfd": 438,
    "mount_setattr": 442,
}  # fmt: skip

_FAMILY_UNIX, _FAMILY_INET, _FAMILY_INET6 = 1, 2, 10
_STREAM, _DATAGRAM, _RAW = 1, 2, 3
_TYPE_MASK = 0xF
_PROTOCOL_UNIX, _PROTOCOL_TCP = 1, 6
_FAST_OPEN = 0x20000000
_NEW_NAMESPACES = 0x7E020000
_ARGUMENT = 16
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _EACCES, _ENOSYS = 1, 13, 38

_REFUSED = (
    "ptrace", "personality", "pivot_root", "chroot", "acct", "settimeofday", "mount", "umount2",
    "swapon", "swapoff", "reboot", "init_module", "delete_module", "quotactl", "clock_settime",
    "kexec_load", "add_key", "request_key", "keyctl", "unshare", "perf_event_open",
    "open_by_handle_at", "setns", "process_vm_readv", "process_vm_writev", "finit_module", "bpf",
    "userfaultfd", "io_uring_setup", "open_tree", "move_mount", "fsopen", "fsmount", "fspick",
    "pidfd_getfd", "pidfd_send_signal", "mount_setattr",
)  # fmt: skip
_NEEDED_TO_NEST = frozenset({"mount", "unshare", "umount2"})
_NO_CONNECTION = ("connect", "bind", "listen")


def is_known() -> bool:
    """Say whether the numbers of this machine's system calls are known."""
    return walls_kernel.MACHINE in _NUMBERS


def install() -> None:
    """Install the whole filter, for good."""
    _WHOLE.install()


def install_but_mounts() -> None:
    """Install what leaves mounts and new namespaces to this process and its forks."""
    _BUT_MOUNTS.install()


def install_mounts() -> None:
    """Install what ``install_but_mounts`` left out."""
    _MOUNTS.install()


def _program(parts: List[Instruction], refused: Iterable[str]) -> walls_kernel.Filter:
    numbers = {**_NUMBERS.get(walls_kernel.MACHINE, {}), **_ON_BOTH}
    program = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, _ARCHITECTURES.get(walls_kernel.MACHINE, 0)),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
    ]
    if walls_kernel.MACHINE == "x86_64":
        program += [(_AT_LEAST, 0, 1, 0x40000000), (_RETURN, 0, 0, _KILL)]
    program += parts
    for name in refused:
        if name in numbers:
            program += _on(numbers[name], [(_RETURN, 0, 0, _ERROR | _EPERM)])
    return walls_kernel.Filter([*program, (_RETURN, 0, 0, _ALLOW)])


def _parts() -> List[Instruction]:
    numbers = {**_NUMBERS.get(walls_kernel.MACHINE, {}), **_ON_BOTH}
    bodies = {
        "socket": _socket_rules(),
        "socketpair": _refuse_type(_DATAGRAM),
        "sendto": _refuse_address(),
        "sendmsg": _refuse_fast_open(2),
        "sendmmsg": _refuse_fast_open(3),
        "clone3": [(_RETURN, 0, 0, _ERROR | _ENOSYS)],
        "clone": _refuse_namespaces(),
        **{name: [(_RETURN, 0, 0, _ERROR | _EACCES)] for name in _NO_CONNECTION},
    }
    return [
        each
        for name, body in bodies.items()
        if name in numbers
        for each in _on(numbers[name], body)
    ]


def _on(number: int, body: List[Instruction]) -> List[Instruction]:
    """Run ``body``, which must return, where the call has this number."""
    return [(_EQUAL, 0, len(body), number), *body]


def _argument(position: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENT + 8 * position)


def _socket_rules() -> List[Instruction]:
    """Streams of the unix and internet families alone, so that no message carries an address."""
    return [
        _argument(0),
        (_EQUAL, 3, 0, _FAMILY_UNIX),
        (_EQUAL, 2, 0, _FAMILY_INET),
        (_EQUAL, 1, 0, _FAMILY_INET6),
        (_RETURN, 0, 0, _ERROR | _EACCES),
        _argument(2),
        (_EQUAL, 3, 0, 0),
        (_EQUAL, 2, 0, _PROTOCOL_UNIX),
        (_EQUAL, 1, 0, _PROTOCOL_TCP),
        (_RETURN, 0, 0, _ERROR | _EACCES),
        *_refuse_type(_DATAGRAM, _RAW),
    ]


def _refuse_type(*types: int) -> List[Instruction]:
    body = [_argument(1), (_AND, 0, 0, _TYPE_MASK)]
    for kind in types:
        body += [(_EQUAL, 0, 1, kind), (_RETURN, 0, 0, _ERROR | _EACCES)]
    return [*body, (_RETURN, 0, 0, _ALLOW)]


def _refuse_address() -> List[Instruction]:
    low, high = _argument(4), (_LOAD, 0, 0, _ARGUMENT + 8 * 4 + 4)
    return [
        low,
        (_EQUAL, 1, 0, 0),
        (_RETURN, 0, 0, _ERROR | _EACCES),
        high,
        (_EQUAL, 1, 0, 0),
        (_RETURN, 0, 0, _ERROR | _EACCES),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _refuse_fast_open(position: int) -> List[Instruction]:
    return [
        _argument(position),
        (_ANY_BIT, 0, 1, _FAST_OPEN),
        (_RETURN, 0, 0, _ERROR | _EACCES),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _refuse_namespaces() -> List[Instruction]:
    return [
        _argument(0),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        (_RETURN, 0, 0, _ERROR | _EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]


_BUT_MOUNTS = _program(_parts(), [name for name in _REFUSED if name not in _NEEDED_TO_NEST])
_WHOLE = _program(_parts(), _REFUSED)
_MOUNTS = _program([], sorted(_NEEDED_TO_NEST))
