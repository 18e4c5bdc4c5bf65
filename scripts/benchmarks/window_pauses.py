"""For how long the window's main loop does not look at what has come, while somebody does what people do with a window."""

import pathlib
import subprocess
import time

from harness.mismatch import expect

from .results import Target

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks/main-loop-watch.c"
# What may be felt, in milliseconds.
BOUND = 50
DEEDS = [
    ["mousemove", "200", "300", "click", "1"],
    ["key", "End"],
    ["key", "Home"],
    ["key", "--repeat", "60", "--delay", "16", "Down"],
    *(["key", f"alt+{number}"] for number in (2, 3, 4, 5, 1)),
    ["key", "ctrl+f"],
    ["type", "--delay", "60", "water pl"],
    ["key", "Escape"],
    ["key", "F10"],
    ["key", "Escape"],
    ["key", "ctrl+n"],
    ["type", "--delay", "50", "Buy milk fri 18:00 +home"],
    ["key", "Return"],
    ["key", "ctrl+z"],
]


def time_pauses(scene):
    """Does everything once.

    - scene: a window's, with as many tasks as it is to have.

    Returns: the target.
    """

    def do_all():
        for deed in DEEDS:
            scene.x(*deed)
            scene.settle()

    return Target(f"window: the longest time without a look at what has come, against {BOUND} ms", max(pauses_during(scene, do_all)), BOUND)


def pauses_during(scene, body):
    """For how long the main loop did not look at what had come, in milliseconds, each time that took one at least.

    - body: does something with a window that has the keyboard, and stands still.
    """
    watch, log = str(scene.home.path("main-loop-watch.so")), scene.home.path("main-loop.log")
    log.unlink(missing_ok=True)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", watch, str(SOURCE), "-ldl"], timeout=60, check=True)
    began = time.monotonic()
    with scene.running(["env", f"LD_PRELOAD={watch}", f"MAIN_LOOP_WATCH={log}", scene.window]):
        scene.wait_for_frame(began)
        seen = time.monotonic() * 1000
        scene.settle()
        scene.x("windowfocus", "--sync", scene.x("search", "--onlyvisible", "--name", "^Vault$").split()[0])
        body()
    pauses = [tuple(map(float, line.split())) for line in log.read_text(encoding="utf-8").splitlines()]
    seen_pauses = [length for moment, length in pauses if moment > seen]
    expect(seen_pauses, "a main loop that works", "nothing that took a millisecond")
    return seen_pauses
