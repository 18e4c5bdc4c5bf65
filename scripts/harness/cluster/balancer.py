"""HAProxy before the nodes, as docs/cluster.md configures it."""

import re
import subprocess

from ..mismatch import expect
from ..processes import Service, wait_until
from .api import is_open
from .ports import free_port
from .recipe import block

PROGRAM = "/usr/sbin/haproxy"
GLOBAL = "global\n  maxconn 4000\n\n"


def configuration(port, nodes, bind=None, check=None):
    """The document's frontend and backend, on a port of this machine and with these nodes.

    `bind` and `check` take the place of what it has of certificates; nothing unless they are given, as on loopback.
    """
    text = block("haproxy")
    text, count = re.subn(r"^( *bind) .*$", rf"\1 127.0.0.1:{port}{bind or ''}", text, flags=re.MULTILINE)
    expect(count == 1, "one `bind` in the document's configuration of HAProxy", f"{count}")
    server = re.search(r"^( *)server +\S+ +\S+ (.*)$", text, re.MULTILINE)
    expect(server, "a `server` in the document's configuration of HAProxy", "none")
    options = re.sub(r" ?\bcheck-ssl\b.*$", check or "", server[2])
    lines = "".join(f"{server[1]}server {node.name} 127.0.0.1:{node.port} {options}\n" for node in nodes)
    return GLOBAL + re.sub(r"(^ *server .*\n)+", lines, text, flags=re.MULTILINE)


class Balancer:
    """One HAProxy in the foreground, on a port of its own."""

    def __init__(self, home, nodes, **certificates):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        file = home.path(f"haproxy-{self.port}.cfg")
        file.write_text(configuration(self.port, nodes, **certificates), encoding="utf-8")
        checked = subprocess.run([PROGRAM, "-c", "-f", file], capture_output=True, text=True, timeout=20, check=False)
        expect(checked.returncode == 0, "HAProxy to accept its configuration", checked.stdout + checked.stderr)
        self._service = Service([PROGRAM, "-db", "-f", str(file)], home.environment(), home.path("logs", f"haproxy-{self.port}"))
        wait_until(lambda: is_open(self.port), 10, "the balancer to listen", self._service.log_text)

    def log(self):
        """What it wrote."""
        return self._service.log_text()

    def stop(self):
        """Ends it."""
        self._service.stop()
