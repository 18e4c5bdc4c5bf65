"""A server with people and devices, and the console in a browser: what the tests and the screenshots begin with."""

import json
import pathlib
import struct
import subprocess
import sys
import urllib.error
import urllib.request
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from harness.home import Home  # noqa: E402
from harness.services import Server  # noqa: E402

from Tests.Browser.webdriver import Browser  # noqa: E402

PASSWORD = "correct horse"
PHONE = "phone-of-bob-0123456789"


def png(width, height, colour):
    """A picture of one colour, as a PNG file."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = (b"\0" + bytes(colour) * width) * height
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class House:
    """A running server: Ada administers it, Bob has a phone."""

    def __init__(self, programs):
        self.home = Home(programs)
        try:
            self.server = Server(self.home)
        except BaseException:
            self.home.remove()
            raise
        for name in ("ada", "bob"):
            self.server.add_account(f"{name}@example.org", PASSWORD)
        self.command("account", "admin", "ada@example.org", "on")
        self.bob = self.log_in("bob@example.org")
        self.ask("PUT", f"/v1/devices/{PHONE}", {"platform": "android", "name": "Bob’s phone"}, self.bob)

    @property
    def url(self):
        """The console's."""
        return f"{self.server.url}/console"

    def command(self, *words, text=""):
        """Runs `vault-server`, and hands over what it printed."""
        result = subprocess.run(
            [self.home.program("vault-server"), *words, "--data", str(self.home.path("server"))], input=text, text=True,
            env=self.home.environment(), timeout=30, capture_output=True, check=True)
        return result.stdout

    def sessions(self, email):
        """How many sessions an account has."""
        accounts = json.loads(self.command("account", "list", "--json"))["accounts"]
        return next(account["sessions"] for account in accounts if account["email"] == email)

    def ask(self, method, path, value=None, token=None):
        """Asks the server as any program would; a pair of status and value."""
        return self.ask_raw(method, path, None if value is None else json.dumps(value).encode(), token)

    def ask_raw(self, method, path, data=None, token=None):
        """Asks the server with a body as it is; a pair of status and value."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.server.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def log_in(self, email):
        """Begins a session, and hands over its token."""
        return self.ask("POST", "/v1/sessions", {"email": email, "password": PASSWORD})[1]["token"]

    @property
    def takes_pictures(self):
        """Whether the server keeps attachments."""
        return self.ask("POST", "/v1/attachments", {}, self.bob)[0] != 404

    def newest(self):
        """The newest item of Bob's inbox."""
        return self.ask("GET", "/v1/inbox", token=self.bob)[1]["items"][-1]

    def acknowledge(self, sequence):
        """Bob's phone has everything up to an item."""
        self.ask("POST", "/v1/inbox/acknowledgement", {"device": PHONE, "through": sequence}, self.bob)

    def decide(self, sequence, state):
        """Bob does something about an item on his phone."""
        self.ask("POST", f"/v1/inbox/{sequence}/state", {"state": state, "device": PHONE}, self.bob)

    def stop(self):
        """Ends it, and forgets its data."""
        self.server.stop()
        self.home.remove()


class Console:
    """The console in a browser, used as a person would."""

    def __init__(self, house):
        self.house, self.browser = house, Browser()

    def log_in(self, email="ada@example.org", password=PASSWORD):
        """Opens the page anew and logs in."""
        self.browser.open("about:blank")
        self.browser.open(self.house.url)
        self.browser.one("#log-in [name=email]").type(email)
        self.browser.one("#log-in [name=password]").type(password)
        self.browser.click("#log-in button")

    def enter(self, email="ada@example.org"):
        """Logs in and waits for the page."""
        self.log_in(email)
        self.browser.one("#send-title")
        self.browser.gone("[aria-busy=true]")

    def go(self, section):
        """Goes to a section."""
        self.browser.click(f"nav a[href='#{section}']")
        self.browser.one(f"#{section}-title")
        self.browser.gone("[aria-busy=true]")

    def choose(self, selector, text):
        """Chooses what a list calls so."""
        script = "return [...document.querySelector(arguments[0]).options].findIndex((o) => o.textContent === arguments[1])"
        index = self.browser.run(script, selector, text)
        assert index >= 0, f"{selector} does not offer {text!r}"
        self.browser.all(f"{selector} option")[index].click()

    def push_to_bob(self, title, body="", kind="Task"):
        """Writes a push in the form, and sends it."""
        self.choose("#recipient", "A user…")
        self.browser.one("#user").type("bob@example.org")
        self.choose("#compose [name=kind]", kind)
        self.browser.one("#compose [name=title]").type(title)
        self.browser.one("#compose [name=body]").type(body)
        self.browser.click("#compose button.main")
        self.browser.wait_for_text("#sent h3", title)
