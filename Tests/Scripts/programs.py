"""A directory with stand-ins for the three programs, for the length of one test."""

import pathlib
import shutil
import tempfile


def stand_ins(test):
    """Makes the directory; it goes when the test ends."""
    programs = pathlib.Path(tempfile.mkdtemp(prefix="stand-in-"))
    test.addCleanup(shutil.rmtree, programs)
    for name in ("vault", "vault-agent", "vault-server"):
        shutil.copy(pathlib.Path(__file__).with_name("stand_in.py"), programs / name)
        (programs / name).chmod(0o755)
    return programs
