"""A Debian 12 of its own: a directory with a real systemd as its first process, and no network but loopback."""

import pathlib
import subprocess

from .cgroup import NotPossible, prepare
from .mismatch import Mismatch
from .processes import wait_until

ENVIRONMENT = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]

# Runs in namespaces of its own, in the directory that becomes the root: a chroot is not enough for units with mounts of their own.
BOOT = """
set -e
mount --bind . .
cd "$PWD"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev
for device in null zero full random urandom tty; do touch "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))'
pivot_root . mnt
umount --lazy /mnt
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
"""


def mirror():
    """Where this machine's own Debian comes from."""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(ORIGIN) $(SITE)", "Created-By: Packages"], capture_output=True, text=True,
        timeout=60, check=False)
    sites = [line.split()[1] for line in listed.stdout.splitlines() if line.startswith("Debian ") and "security" not in line]
    return sites[0] if sites else "http://deb.debian.org/debian"


def make_base(archive):
    """Makes the archive of a bare Debian, with systemd and a bus for every user, from the mirror."""
    unfinished = archive.with_suffix(".new.tar")
    more = "--include=systemd-sysv,dbus-user-session,libpam-systemd,man-db,procps"
    prepare("mmdebstrap", "--variant=minbase", more, "bookworm", str(unfinished), mirror(), seconds=1200)
    unfinished.rename(archive)


class Debian:
    """One that was unpacked from the archive of :func:`make_base`."""

    def __init__(self, root, archive):
        self.root, self.machine, self.leader = pathlib.Path(root), None, None
        prepare("tar", "--extract", "--numeric-owner", "--file", str(archive), "--directory", str(root), seconds=300)
        (self.root / "etc/resolv.conf").write_bytes(pathlib.Path("/etc/resolv.conf").read_bytes())

    def download(self, *packages):
        """Fetches what packages depend on, with the network: before it boots, which is without."""
        for words in (["update"], ["install", "--yes", "--no-install-recommends", "--download-only", *packages]):
            prepare("chroot", str(self.root), "env", "-i", *ENVIRONMENT, "apt-get", "-qq", *words, seconds=900)

    def boot(self):
        """Starts systemd and waits until it has started everything."""
        spaces = ["--mount", "--cgroup", "--pid", "--uts", "--ipc", "--net"]
        with open(self.root.parent / "boot.log", "wb") as log:
            self.machine = subprocess.Popen(
                ["unshare", *spaces, "--fork", "--kill-child", "sh", "-c", BOOT], cwd=self.root, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT)
        children = pathlib.Path(f"/proc/{self.machine.pid}/task/{self.machine.pid}/children")
        self.leader = wait_until(lambda: children.read_text().split(), 10, "the new namespaces")[0]
        name = pathlib.Path(f"/proc/{self.leader}/comm")
        try:
            wait_until(lambda: self.machine.poll() is None and name.read_text() == "systemd\n", 20, "systemd to start")
            up = ("running", "degraded")
            wait_until(lambda: self.run("systemctl", "is-system-running", status=None).strip() in up, 90, "Debian to have booted")
        except (Mismatch, OSError) as problem:
            raise NotPossible(f"a systemd of its own: {problem}") from problem

    def run(self, *words, user=None, given=None, status=0, seconds=120):
        """Runs a command inside and returns what it printed; as a user, in what would be their session's environment."""
        inside = ["nsenter", "--target", self.leader, "--all", "--root", "--wd", "env", "-i", *ENVIRONMENT]
        if user:
            number = (self.root / "etc/passwd").read_text().split(f"\n{user}:x:")[1].split(":")[0]
            inside += ["runuser", "-u", user, "--", "env", f"HOME=/home/{user}", f"XDG_RUNTIME_DIR=/run/user/{number}"]
        done = subprocess.run([*inside, *words], input=given or "", capture_output=True, text=True, timeout=seconds, check=False)
        if status is not None and done.returncode != status:
            raise Mismatch(f"{' '.join(words)} to end with {status}", f"{done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def close(self):
        """Ends all of it at once."""
        if self.machine:
            self.machine.kill()
            self.machine.wait(timeout=20)
