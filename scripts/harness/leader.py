"""The leader of a terminal session: runs one command after the other on its terminal, as a shell would.

It is a program of its own, started by `terminal.py` with the slave side of a pseudo-terminal as standard input, output
and error and a pipe of commands, one JSON object a line, as file descriptor 3. All commands thus belong to one session,
which is what an unlocked vault is bound to. After each command it writes the end mark with the exit status.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import termios


def take_terminal():
    """Makes standard input the controlling terminal of this new session."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    # Keys typed at the terminal are for the commands, not for their leader.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU):
        signal.signal(number, signal.SIG_IGN)


def default_signals():
    """Gives a command the signal handling that a shell would."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU):
        signal.signal(number, signal.SIG_DFL)


def run(command):
    """Runs one command to its end.

    Returns: its exit status; 128 and the number for a signal; 127 when it could not be started.
    """
    try:
        process = subprocess.Popen(command["arguments"], cwd=command["directory"], preexec_fn=default_signals)
    except OSError as error:
        os.write(2, f"{command['arguments'][0]}: {error.strerror}\n".encode())
        return 127
    status = process.wait()
    os.tcsetpgrp(0, os.getpgrp())  # an interactive shell leaves the terminal to its own process group
    return 128 - status if status < 0 else status


def main():
    take_terminal()
    for line in os.fdopen(3, encoding="utf-8"):
        command = json.loads(line)
        status = run(command)
        os.write(1, command["mark"].encode() + f"{status}\x07".encode())


if __name__ == "__main__":
    sys.exit(main())
