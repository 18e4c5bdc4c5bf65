"""The end of a walk for a person at a terminal: a shell in which `vault` works."""

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
