"""The targets for the window: how soon it is seen, whether many tasks are as quick as few, and how quiet it is while nobody looks.

Everything is measured from outside: what is on the display, and what the kernel counts. Without a graphics card; GTK draws with cairo.
"""

import contextlib
import os
import pathlib
import statistics
import subprocess
import time

from harness.mismatch import expect

from .results import Target
from .window_events import time_events
from .window_pauses import pauses_during, time_pauses
from .window_scene import STILL, Scene

FEW, MANY = 1_000, 100_000
ROUNDS = 9
# Where rows are, below entries and a heading, and a strip of them that is quick to read.
ROWS, STRIP = (20, 200, 460, 420), (60, 300, 200, 60)
# So often is the wheel turned, a little more often than frames are drawn: a frame for which nothing has come is none. Much more often, and GTK
# 4.8 goes past thousands of rows at once, of which it does not know yet how high they are.
SCROLLED, SCROLL_MILLISECONDS = 600, 14
IDLE_SECONDS = 60
# Until it does nothing any more: a view that can't be had, as here where nobody is logged in, is asked for once more after 1, 2, 4 … 1,024
# seconds. The minute lies between two of these times; each wakes threads about twenty times.
REST_SECONDS = 140
# So often may its threads be woken in a minute in which nothing happens.
WAKE_UPS = 5


def time_window(programs, window):
    """Measures everything.

    - window: the program vault-desktop.

    Returns: the targets.
    """
    print("The window …", flush=True)
    with contextlib.closing(ListScene(programs, window, FEW)) as few, contextlib.closing(ListScene(programs, window, MANY)) as many:
        floor = few.compile(pathlib.Path(__file__).resolve().parents[2] / "Benchmarks/window.c")
        ours, theirs, peer, rows, rows_of_few = ([] for _ in range(5))
        for _ in range(ROUNDS):
            ours.append(few.first_frame([window]))
            theirs.append(few.first_frame([floor]))
            peer.append(few.first_frame(["keepassxc"]))
            rows.append(many.rows())
            rows_of_few.append(few.rows())
        median = statistics.median
        yield Target("window: the first frame, against the same window in C", median(ours), median(theirs), 1.3)
        yield Target("window: the first frame, against KeePassXC's", median(ours), median(peer))
        yield Target(f"window: rows of {MANY:,} tasks, against {FEW:,}", median(rows), median(rows_of_few), 1.5)
        yield from many.scroll()
        yield time_pauses(many)
        with many.running([window]) as running:
            many.settle()
            wake_ups = _wake_ups(running.process.pid)
        yield Target(f"window: wake-ups of an idle minute, against {WAKE_UPS}", wake_ups, WAKE_UPS, 1, unit="  ")
    yield from time_events(programs, window)


def _wake_ups(pid):
    """How often the threads of a process are woken in a minute in which nothing happens."""
    time.sleep(REST_SECONDS)
    before = _switches(pid)
    time.sleep(IDLE_SECONDS)
    return sum(count - before.get(thread, 0) for thread, count in _switches(pid).items()) * 60 / IDLE_SECONDS


def _switches(pid):
    """How often each thread of a process has gone to sleep by itself so far: as often as it was woken."""
    counts = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        text = (thread / "status").read_text(encoding="utf-8")
        counts[thread.name] = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("voluntary_ctxt_switches"))
    return counts


class ListScene(Scene):
    """A window whose list is looked at."""

    def compile(self, source):
        """A program made of a file in C.

        Returns: its path.
        """
        program = self.home.path("floor")
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "libadwaita-1"], capture_output=True, text=True, timeout=30, check=True).stdout.split()
        subprocess.run(["cc", "-O2", "-o", str(program), str(source), *flags], timeout=120, check=True)
        return str(program)

    def first_frame(self, program):
        """The milliseconds from a program's start until something of it is seen."""
        began = time.monotonic()
        with self.running(program):
            self.wait_for_frame(began)
            return (time.monotonic() - began) * 1000

    def rows(self):
        """The milliseconds from the window's start until its rows stand as they stay."""
        began = time.monotonic()
        with self.running([self.window]):
            self.wait_for_frame(began)
            changes = self.pixels.changes(ROWS, lambda times: time.monotonic() > (times or [began])[-1] + STILL + (not times))
            expect(changes, "rows", "nothing changed where rows are")
            return (changes[-1] - began) * 1000

    def scroll(self):
        """The targets of a window that is scrolled."""
        times = []
        frames = sorted(pauses_during(self, lambda: times.extend(self._turn_wheel())))
        expect(len(times) > SCROLLED / 8, "rows to move", f"they moved {len(times)} times")
        gaps = sorted((later - earlier) * 1000 for earlier, later in zip(times, times[1:]))
        yield Target(f"window: a frame of {MANY:,} tasks scrolled, p99, against 25 ms", frames[len(frames) * 99 // 100], 25)
        yield Target("window: from one frame to the next one on the display, p99, against two frames", gaps[len(gaps) * 99 // 100], 1000 / 30)
        with self.running([self.window]) as window:
            self.settle()
            # To the end, where the last page is read.
            self.x("key", "End")
            self.settle()
            yield Target(f"window: memory of its own with {MANY:,} tasks, against 110 MiB", self._memory(window.process.pid), 110, unit="MiB")

    def _turn_wheel(self):
        """The moments at which rows were seen to move."""
        self.x("mousemove", "--sync", "200", "400")
        wheel = subprocess.Popen(
            ["xdotool", "click", "--repeat", str(SCROLLED), "--delay", str(SCROLL_MILLISECONDS), "5"], env=self.environment)
        times = self.pixels.changes(STRIP, lambda _: wheel.poll() is not None)
        expect(wheel.returncode == 0, "a wheel that turns", wheel.returncode)
        return times

    @staticmethod
    def _memory(pid):
        """The proportional set size of a process in MiB; of one that forbids to be looked into, the administrator alone may read it."""
        path = f"/proc/{pid}/smaps_rollup"
        command = ["cat", path] if os.geteuid() == 0 else ["sudo", "-n", "cat", path]
        text = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024
