"""A PostgreSQL server of a harness's own: made, copied, started, killed, frozen and promoted."""

import os
import pathlib
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import tempfile

from ..mismatch import Mismatch, expect
from ..processes import Service, wait_until
from .ports import free_port
from .recipe import block, settings

READY = re.compile("database system is ready to accept")
# What a harness needs beside what the document says of servers.
SETTINGS = {"listen_addresses": "'127.0.0.1'", "shared_buffers": "16MB", "lc_messages": "'C.UTF-8'", "log_min_messages": "warning"}


class Database:
    """Where the servers of one harness are: a directory of whoever runs them, which is `postgres` where this is root, since they refuse root."""

    def __init__(self):
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if self.user else []
        self.programs = newest_programs()
        self.password = secrets.token_urlsafe(18)
        # In /tmp: a Unix socket's path has at most 107 bytes, and postgres may not enter a directory of root's.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self.own(self.root)

    def own(self, path):
        """Gives a file to whoever runs the servers."""
        if self.user:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def write(self, path, text):
        """Writes a file that they alone can read."""
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
        self.own(path)

    def run(self, program, *arguments, seconds=60, **environment):
        """Runs one of PostgreSQL's programs to its end.

        Returns: what it printed.
        """
        command = [*self.prefix, str(self.programs / program), *map(str, arguments)]
        result = subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=seconds, check=False, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment})
        expect(result.returncode == 0, f"{program} to succeed", f"status {result.returncode}: {result.stdout}")
        return result.stdout

    def remove(self):
        """Removes all files."""
        shutil.rmtree(self.root)


def newest_programs():
    """The directory of the newest PostgreSQL that Debian has installed here, 15 or newer."""
    found = sorted((int(path.parent.name), path) for path in pathlib.Path("/usr/lib/postgresql").glob("[0-9]*/bin"))
    expect(found and found[-1][0] >= 15, "PostgreSQL 15 or newer (packaging/debian-packages)", f"{found or 'none'}")
    return found[-1][1]


class Postgres:
    """One server. Its name is its place in the cluster's configuration, and that of its slot on another one."""

    def __init__(self, database, name, network=None):
        self.database, self.name, self.port, self._network = database, name, free_port(), network
        self.directory = database.root / name
        self.directory.mkdir(mode=0o700)
        database.own(self.directory)
        self._service, self._starts, self._frozen = None, 0, []

    @property
    def data(self):
        """Where its files are."""
        return self.directory / "data"

    def make(self, **settings):
        """Makes it, empty.

        settings: of postgresql.conf, beside those of the recipe.
        """
        password = self.directory / "password"
        self.database.write(password, self.database.password)
        self.database.run(
            "initdb", f"--pgdata={self.data}", "--username=owner", "--auth-local=trust", "--auth-host=scram-sha-256",
            f"--pwfile={password}", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        if self._network:
            with open(self.data / "pg_hba.conf", "a", encoding="utf-8") as rules:
                rules.write("host all,replication all 127.0.0.0/8 scram-sha-256\n")
        self._configure(**settings)

    def copy(self, upstream, ports):
        """Makes it a standby of another one; it finds its primary on one of these ports from now on.

        It has a slot there, so that what it has not had is kept for it.
        """
        shutil.rmtree(self.data, ignore_errors=True)
        upstream.make_slot(self.name)
        self.database.run(
            "pg_basebackup", "-h", upstream.directory, "-p", upstream.port, "-U", "owner", "-D", self.data, "-X", "stream",
            "-c", "fast", "--slot", self.name, "--no-sync", seconds=120)
        host = self._network.address(upstream.name, seen_by=self.name) if self._network else "127.0.0.1"
        hosts, ports = ",".join(host for _ in ports), ",".join(map(str, ports))
        self._configure(
            primary_slot_name=f"'{self.name}'",
            primary_conninfo=f"'host={hosts} port={ports} user=owner password={self.database.password} "
                             "target_session_attrs=read-write connect_timeout=2'")
        self.database.write(self.data / "standby.signal", "")

    def back_up(self):
        """Makes a backup; one at a time is kept."""
        self.database.run(
            "pg_basebackup", "-h", self.directory, "-p", self.port, "-U", "owner", "-D", self.directory / "backup", "-X", "stream",
            "-c", "fast", "--no-sync", seconds=120)

    def restore(self):
        """Puts the backup in the place of what it has; it does not run meanwhile."""
        shutil.rmtree(self.data)
        (self.directory / "backup").rename(self.data)

    def make_slot(self, name):
        """Keeps for another server what it has not had, from its first connection on."""
        self.ask(
            f"SELECT pg_create_physical_replication_slot('{name}') "
            f"WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = '{name}')")

    def _configure(self, **more):
        lines = {
            **settings(block("ini", "# postgresql.conf")), **SETTINGS, "cluster_name": f"'{self.name}'",
            "unix_socket_directories": f"'{self.directory}'", "port": self.port, **({"listen_addresses": "'*'"} if self._network else {}), **more}
        self.database.write(self.data / "harness.conf", "".join(f"{key} = {value}\n" for key, value in lines.items()))
        self.database.write(self.data / "postgresql.conf", "include = 'harness.conf'\n")

    def start(self):
        """Starts it, and waits until it lets readers in."""
        place = self._network.prefix(self.name) if self._network else []
        program = [*place, *self.database.prefix, str(self.database.programs / "postgres"), "-D", str(self.data)]
        for attempt in range(20):
            self._starts += 1
            self._service = Service(program, {"PATH": "/usr/bin:/bin"}, self.database.root / f"{self.name}-{self._starts}.log")
            try:
                self._service.wait_for_line(READY, 60)
                return
            except Mismatch:
                # Processes of a killed server may hold its memory for a moment.
                if attempt == 19 or self.is_running or "shared memory" not in self.log():
                    raise

    @property
    def pid(self):
        """The process id of the server itself."""
        return self._service.process.pid

    def log(self):
        """What it wrote since its start."""
        return self._service.log_text()

    @property
    def is_running(self):
        """Whether it was started and has not ended."""
        return self._service is not None and self._service.process.poll() is None

    def ask(self, sql, database="postgres", seconds=30):
        """Runs commands as its superuser, over its socket.

        Returns: what psql printed, without decoration.
        """
        return self.database.run(
            "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.directory, "-p", self.port, "-U", "owner", "-d", database,
            "-c", sql, seconds=seconds).strip()

    def set(self, name, value):
        """Changes a setting while it runs."""
        self.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask("SELECT pg_reload_conf()")

    def kill(self):
        """Ends all its processes at once; what they had written is with the kernel."""
        for pid in self._stop():
            _signal(pid, signal.SIGKILL)
        self._service.process.wait(timeout=10)

    def freeze(self):
        """Stops all its processes, so that it answers nothing and refuses nothing."""
        self._frozen = self._stop()

    def thaw(self):
        """Lets them go on."""
        for pid in reversed(self._frozen):
            _signal(pid, signal.SIGCONT)

    def _stop(self):
        """Its processes, stopped: the server first, so that no others come."""
        server = self.pid
        _signal(server, signal.SIGSTOP)
        pids = [server, *children(server)]
        for pid in pids[1:]:
            _signal(pid, signal.SIGSTOP)
        return pids

    def promote(self):
        """Makes a standby a primary, and waits until it takes writes."""
        self.database.run("pg_ctl", "promote", "-D", self.data, "-W")
        wait_until(lambda: self.ask("SELECT pg_is_in_recovery()") == "f", 30, f"{self.name} to be promoted", self.log)

    def stop(self):
        """Ends it in order: sessions first, and its shared memory is given back."""
        if self.is_running:
            self._service.process.send_signal(signal.SIGINT)
            try:
                self._service.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()


def children(parent):
    """The processes that one has started (`proc(5)`)."""
    return [
        int(pid) for tasks in pathlib.Path(f"/proc/{parent}/task").glob("*/children")
        for pid in tasks.read_text(encoding="ascii").split()]


def _signal(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass  # it has ended meanwhile
