"""What stands in on macOS and Windows, as far as it can be tried on another system."""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
from private import Library  # noqa: E402

del sys.path[0]
library = Library(FOLDER)
walls = library.module("walls")
cgroup = library.module("walls_cgroup")
job = library.module("walls_job")
seatbelt = library.module("walls_seatbelt")
leaders = library.module("leaders")

REQUEST = {
    "warm": "", "reload": False, "file": "", "setup": "", "timeoutMs": 20000, "memoryMb": 512,
    "items": 0, "allState": False, "trace": False, "stdin": "", "env": dict(os.environ),
}  # fmt: skip

ABSENT = """
import os, select, signal, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "_ctypes"):
    sys.modules[name] = None
for owner, names in (
    (os, "fork forkpty setsid uname getuid geteuid killpg memfd_create O_PATH pread"),
    (select, "poll"),
    (signal, "SIGCHLD set_wakeup_fd setitimer SIGRTMAX"),
):
    for name in names.split():
        if hasattr(owner, name):
            delattr(owner, name)
import _signal, posix
for name in ("SIGCHLD", "SIGRTMAX", "setitimer"):
    delattr(_signal, name)
sys.platform = "elsewhere"
"""
"""What a system without forks lacks, taken away at the start of each interpreter."""


class Seatbelt(unittest.TestCase):
    """The profile of macOS."""

    def test_the_command_wraps(self):
        """``sandbox-exec`` gets the profile as a text."""
        command = seatbelt.command("/private/s", [], [])
        self.assertEqual(command[:2], ["/usr/bin/sandbox-exec", "-p"])
        self.assertEqual(command[2], seatbelt.profile("/private/s", [], []))

    def test_denies_come_before_what_they_spare(self):
        """The last rule that fits decides."""
        lines = seatbelt.profile("/no/s", ["/no/s/out"], ["/h/.ssh"]).split("\n")
        self.assertEqual(lines[:3], ["(version 1)", "(allow default)", "(deny network*)"])
        self.assertLess(lines.index("(deny file-write*)"), len(lines) - 1)
        allowed = lines[lines.index("(deny file-write*)") + 1]
        self.assertTrue(
            allowed.startswith('(allow file-write* (subpath "/no/s/tmp") (literal "/no/s/out")')
        )
        self.assertNotIn('(subpath "/no/s")', allowed)
        self.assertEqual(lines[-1], '(deny file-read* (subpath "/h/.ssh"))')

    def test_paths_cannot_end_the_text(self):
        """A quote or a backslash in a path stays in it."""
        self.assertIn(r'(subpath "/a\"b\\c")', seatbelt.profile("/s", [], ['/a"b\\c']))


class Cgroup(unittest.TestCase):
    """Where a group of processes can be made, by what the kernel says of groups and mounts."""

    VERSION_1 = "31 24 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids"
    VERSION_2 = "35 24 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw"

    def test_version_1_has_it_below(self):
        """The controller's own hierarchy counts, though the other one is there."""
        mounts = [self.VERSION_2, self.VERSION_1]
        self.assertEqual(
            cgroup.parent_in(["8:pids:/box", "0::/scope"], mounts), "/sys/fs/cgroup/pids/box"
        )

    def test_version_2_has_it_beside(self):
        """A group that holds processes has no bounded children."""
        lines = ["0::/user.slice/app.slice/run.scope"]
        expected = "/sys/fs/cgroup/user.slice/app.slice"
        self.assertEqual(cgroup.parent_in(lines, [self.VERSION_2]), expected)

    def test_of_a_mount_that_shows_a_part(self):
        """What lies outside the part that is mounted cannot be reached."""
        mount = "31 24 0:26 /box /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids"
        self.assertEqual(cgroup.parent_in(["8:pids:/box/a"], [mount]), "/sys/fs/cgroup/pids/a")
        self.assertEqual(cgroup.parent_in(["8:pids:/other"], [mount]), "")

    def test_nowhere(self):
        """No hierarchy, no group."""
        self.assertEqual(cgroup.parent_in(["0::/a/b"], []), "")

    def test_it_goes_with_its_process(self):
        """A process that enters is in it, and nothing is left of it afterwards."""
        group = cgroup.open_cgroup()
        if group is None:
            self.skipTest("this machine hands out no pids cgroup")
        name = os.path.basename(group._folder)
        pid = os.fork()
        if pid == 0:
            entered = group.enter()
            with open("/proc/self/cgroup", encoding="utf-8") as file:
                os._exit(0 if entered and name in file.read() else 1)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        group.close()
        self.assertFalse(os.path.exists(group._folder))


class Job(unittest.TestCase):
    """The job object of Windows."""

    @unittest.skipUnless(ctypes.sizeof(ctypes.c_void_p) == 8, "sizes of 64 bits")
    def test_sizes_are_those_of_the_headers(self):
        """As a compiler lays the structures out."""
        self.assertEqual(ctypes.sizeof(job.BasicLimits), 64)
        self.assertEqual(ctypes.sizeof(job.ExtendedLimits), 144)
        self.assertEqual(job.BasicLimits.flags.offset, 16)
        self.assertEqual(job.BasicLimits.active_processes.offset, 40)
        self.assertEqual(job.ExtendedLimits.job_memory.offset, 120)

    def test_limits(self):
        """Memory and processes of the whole job; its end is the end of all; no crash dialogs."""
        limits = job.limits(100)
        self.assertEqual(limits.basic.flags, 0x8 | 0x200 | 0x400 | 0x2000)
        self.assertEqual(limits.job_memory, 164 << 20)
        self.assertEqual(limits.basic.active_processes, 128)

    def test_a_crash_is_a_signal(self):
        """Exit statuses of crashes are told as on other systems."""

        class Process:
            pid = 1

            def __init__(self, code):
                self.code = code

            def poll(self):
                return self.code

        for code, status in ((0xC0000005, 11), (0xC00000FD, 11), (-9, 9), (0, 0), (3, 3 << 8)):
            self.assertEqual(leaders.Started(Process(code), None, False).ended(), status)


class Choice(unittest.TestCase):
    """Which walls a started process gets, by system."""

    def around(self, platform, level):
        """Return refusal, command and facts as on ``platform``."""
        real, sys.platform = sys.platform, platform
        try:
            outer = walls.around_start(level, "/s", [])
            return walls.refusal_of_start(level), outer.command[:1], outer.facts
        finally:
            sys.platform = real

    def test_macos(self):
        """``kernel`` is ``sandbox-exec``; ``process`` is nothing around."""
        refusal, command, facts = self.around("darwin", "kernel")
        self.assertEqual(refusal, "there is no sandbox-exec")
        self.assertEqual(command, ["/usr/bin/sandbox-exec"])
        self.assertEqual(facts, {"network": "blocked", "files": "readonly", "secrets": "hidden"})
        self.assertEqual(self.around("darwin", "process"), ("", [], {}))

    def test_windows(self):
        """A job, and no claim beyond it."""
        facts = {"processes": "jobObject", "memory": "jobObject"}
        self.assertEqual(self.around("win32", "process"), ("", [], facts))

    def test_nowhere_full(self):
        """Namespaces are entered by a fork alone."""
        for platform in ("darwin", "win32", "linux"):
            self.assertIn("namespaces", self.around(platform, "full")[0])


@unittest.skipUnless(library.module("walls_bubblewrap").program(), "no bwrap here")
class Bubblewrap(unittest.TestCase):
    """``bwrap`` in the place of a Landlock that the kernel does not offer."""

    def setUp(self):
        """Take Landlock away."""
        landlock = library.module("walls_landlock")
        self.addCleanup(setattr, landlock, "version", landlock.version)
        landlock.version = lambda: 0
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.workspace = folder.name

    def run_call(self, code, milliseconds=10000):
        """Return the members of the reply to ``f()`` of ``code``."""
        request = {**REQUEST, "level": "kernel", "code": code, "cwd": self.workspace}
        request.update(expression="f()", timeoutMs=milliseconds, scanFiles=False)
        members = library.module("spawning").run(request, lambda: False)
        return {name: json.loads(text) for name, text in members.items()}

    def test_it_stands_in(self):
        """And says what holds."""
        self.assertTrue(walls.needs_bubblewrap())
        reply = self.run_call("def f(): return 7\n")
        self.assertEqual(reply["record"]["outcome"]["value"], 7)
        told = {name: reply["walls"][name] for name in ("level", "network", "files", "secrets")}
        held = {"level": "kernel", "network": "blocked", "files": "readonly", "secrets": "hidden"}
        self.assertEqual(told, held)

    def test_what_it_holds_back(self):
        """Writing, connecting and processes outside; what runs on ends with the run."""
        reply = self.run_call(
            "import os, socket\n"
            "def f():\n"
            "    tried = [lambda: open('made', 'w'), lambda: socket.create_connection(('127.0.0.1', 9))]\n"
            "    found = [len([name for name in os.listdir('/proc') if name.isdigit()]) < 5]\n"
            "    for each in tried:\n"
            "        try: found.append(each())\n"
            "        except OSError as error: found.append(error.errno)\n"
            "    return found\n"
        )
        self.assertEqual(reply["record"]["outcome"]["value"]["items"], [True, 30, 13])
        self.assertEqual(os.listdir(self.workspace), [])

    def test_ends(self):
        """A deadline with the place, a signal, a status."""
        late = self.run_call("def f():\n    while True: pass\n", 700)
        self.assertEqual((late["killedFor"], "line 2 in f" in late["stack"]), ("time", True))
        self.assertEqual(self.run_call("import os\ndef f(): os.abort()\n")["signal"], "SIGABRT")
        self.assertEqual(self.run_call("import os\ndef f(): os._exit(7)\n")["code"], 7)


class Bare(unittest.TestCase):
    """The whole route on a system that has none of what forks and POSIX limits need."""

    def test_a_call_is_run(self):
        """With its state, output, input and the truth about its walls."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "sitecustomize.py"), "w") as file:
                file.write(ABSENT)
            workspace = os.path.join(folder, "workspace")
            os.mkdir(workspace)
            reply = self.asked(folder, workspace)
        self.assertEqual((reply["refusal"], reply.get("notRun")), ("", None))
        self.assertEqual(reply["record"]["outcome"]["value"]["items"], [1, "in"])
        self.assertEqual(reply["stdout"], "said\n")
        self.assertEqual((reply["level"], reply["stage"]), ("process", "done"))
        self.assertEqual(reply["walls"]["memory"], "none")
        self.assertIn("no namespaces", reply["why"])

    def asked(self, folder, workspace):
        """Return the reply to one request."""
        environment = {**os.environ, "PYTHONPATH": folder}
        supervisor = subprocess.Popen(
            [sys.executable, FOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        request = {**REQUEST, "kind": "run", "id": 1, "cwd": workspace, "stdin": "in\n"}
        request.update(levels=["full", "kernel", "process"], expression="f([1])")
        request["code"] = "def f(xs):\n    xs.append(input())\n    print('said')\n    return xs\n"
        supervisor.stdout.readline()
        supervisor.stdin.write(json.dumps(request).encode() + b"\n")
        supervisor.stdin.flush()
        reply = supervisor.stdout.readline()
        supervisor.communicate()
        return json.loads(reply.split(b" ", 1)[1])


if __name__ == "__main__":
    unittest.main()
