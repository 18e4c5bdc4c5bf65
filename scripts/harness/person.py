"""The end of a walk for a person: a shell in which `vault` works, or the window."""

import os
import subprocess

from .mismatch import Mismatch

GREETING = """
You are now in a shell where `vault` works, on the vault you just made. Try:

  vault status     vault list     vault reveal …     vault log     vault doctor     vault --help

Everything it knows is in {root}, and goes when you leave with `exit`.
"""


def end_in_shell(stage):
    """Runs a shell in the session of the walk until the person leaves it."""
    settings = stage.home.path("home", ".bashrc")
    settings.write_text('PS1="(vault) \\w \\$ "\n', encoding="utf-8")
    stage.say(GREETING.format(root=stage.home.root))
    stage.with_keyboard(["bash", "--rcfile", str(settings), "-i"], None)


# What a window needs of the person's own session.
SESSION = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS")


def end_in_window(stage, program):
    """Opens the window on the vault of the walk, and waits until the person closes it."""
    session = {name: os.environ[name] for name in SESSION if name in os.environ}
    if "DISPLAY" not in session and "WAYLAND_DISPLAY" not in session:
        raise Mismatch("a display for the window (DISPLAY or WAYLAND_DISPLAY)", "none: run it in a desktop session")
    # A display of Wayland is named below the session's directory, which is another one in here.
    if "WAYLAND_DISPLAY" in session:
        session["WAYLAND_DISPLAY"] = os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), session["WAYLAND_DISPLAY"])
    stage.say(f"\nThe window is open on the vault of this walk. Everything it knows is in {stage.home.root}, and goes when you close it.")
    agent = {"VAULT_AGENT": stage.home.program("vault-agent")}
    result = subprocess.run([program], env=stage.environment | session | agent, stdin=subprocess.DEVNULL, check=False)
    if result.returncode != 0:
        raise Mismatch("the window to end with status 0", f"status {result.returncode}")
