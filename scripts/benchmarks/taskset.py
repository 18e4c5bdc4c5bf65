"""The same tasks in a vault, in Taskwarrior and in todoman, each with everything in one private home."""

import json
import pathlib
import subprocess
import time

from harness.home import Home
from harness.mismatch import expect
from harness.processes import listener_pid, stop_process

from .sample import calendar, sample
from .timing import wall_times

# Without hooks and recurrence Taskwarrior does less than it would for most people; the rest is as it comes.
TASKRC = """data.location={data}
confirmation=off
hooks=off
recurrence=off
news.version=2.6.0
"""
TODOMAN = """path = "{lists}/*"
default_list = "bench"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
"""


class TaskSet:
    """So many tasks, in the vault and in Taskwarrior, and in todoman if wanted.

    `imported` has the wall times of both imports of the same file, in milliseconds, by title.
    """

    def __init__(self, programs, count, with_todoman):
        self.count = count
        self.home = Home(programs)
        try:
            self._fill(with_todoman)
        except BaseException:
            self.close()
            raise

    def _fill(self, with_todoman):
        self.tasks = sample(self.count)
        self.file = self.home.path("tasks.json")
        self.file.write_text(json.dumps(self.tasks), encoding="utf-8")
        self.environment = self.home.environment(
            VAULT_CREDENTIAL_STORE="file", TASKRC=str(self._write_taskrc()),
            TASKDATA=str(self.home.path("taskwarrior")))
        if with_todoman:
            self._fill_todoman()
        self.call("vault", "status")  # starts the agent
        self.imported = {
            "vault import": self._timed("vault", "import", self.file),
            "task import": self._timed("task", "import", self.file),
        }
        self._check_list()

    def _check_list(self):
        listed = json.loads(self.call("vault", "list", "--limit", "40", "--json"))["tasks"]
        expect(len(listed) == min(40, self.count), "the tasks in the list", f"{len(listed)} tasks")

    def _write_taskrc(self):
        self.home.path("taskwarrior").mkdir(mode=0o700)
        path = self.home.path("taskrc")
        path.write_text(TASKRC.format(data=self.home.path("taskwarrior")), encoding="utf-8")
        return path

    def _fill_todoman(self):
        lists = self.home.path("todoman", "bench")
        lists.mkdir(mode=0o700, parents=True)
        for task in self.tasks:
            pathlib.Path(lists, f"{task['uuid']}.ics").write_text(calendar(task), encoding="utf-8", newline="")
        settings = self.home.path("home", ".config", "todoman")
        settings.mkdir(mode=0o700, parents=True)
        text = TODOMAN.format(lists=self.home.path("todoman"))
        (settings / "config.py").write_text(text, encoding="utf-8")
        self.call("todoman", "list")  # fills its cache

    def call(self, *arguments):
        """Runs a command to its end.

        Returns: what it wrote to standard output.
        """
        result = subprocess.run(
            [str(word) for word in arguments], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=600, check=False)
        expect(result.returncode == 0, f"`{arguments[0]} {arguments[1]}` to succeed",
               f"status {result.returncode}: {result.stderr.decode('utf-8', 'replace')}")
        return result.stdout.decode()

    def _timed(self, *arguments):
        began = time.perf_counter()
        self.call(*arguments)
        return (time.perf_counter() - began) * 1000

    def measure(self, commands, runs, prepare=None):
        """The wall times of commands on these tasks in milliseconds, by title; see `wall_times`."""
        return wall_times(commands, self.environment, self.home.root, runs, warmup=max(1, runs // 10), prepare=prepare)

    def restart_agent(self):
        """Has the agent open its store anew."""
        self._stop_agent()
        self.call("vault", "status")

    def cold_start(self):
        """The wall time in milliseconds of a command that has to start the agent first."""
        self._stop_agent()
        return self._timed("vault", "status")

    def agent_memory(self):
        """The agent's resident set size in MiB; of pages that it shares with other programs all is counted.

        Everybody may read it, unlike the proportional set size of a process that forbids to be looked into.
        """
        pid = listener_pid(self.home.agent_socket)
        expect(pid is not None, "the agent to run", "nobody listens on its socket")
        text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS:")) / 1024

    def _stop_agent(self):
        pid = listener_pid(self.home.agent_socket)
        if pid is not None:
            expect(stop_process(pid, 20), "the agent to end when asked to", "it had to be killed")

    def close(self):
        """Ends the agent and removes everything."""
        try:
            self._stop_agent()
        finally:
            self.home.remove()


class CalendarSet(TaskSet):
    """So many calendar files, which the vault and todoman share."""

    def __init__(self, programs, count):
        super().__init__(programs, count, with_todoman=True)

    def _fill(self, with_todoman):
        self.tasks = sample(self.count)
        self.environment = self.home.environment(
            VAULT_CREDENTIAL_STORE="file", VAULT_TASK_STORE="icalendar",
            VAULT_CALENDAR_DIR=str(self.home.path("todoman", "bench")))
        self._fill_todoman()
        self.call("vault", "status")  # starts the agent
        self._check_list()
