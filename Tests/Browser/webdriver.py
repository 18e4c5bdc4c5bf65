"""A headless Chromium, spoken to as the WebDriver specification says (https://www.w3.org/TR/webdriver2/), without a library."""

import base64
import json
import os
import pathlib
import re
import shutil
import signal
import tempfile
import urllib.error
import urllib.request

from harness.processes import Service, wait_until

STARTED = re.compile(r"started successfully on port (\d+)")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": "\ue00d", "Down": "\ue015"}

# Runs before every page's own scripts.
WATCHER = """
window.violations = [];
document.addEventListener('securitypolicyviolation',
  (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
window.timers = new Set();
const { setTimeout: set, clearTimeout: clear } = window;
window.setTimeout = (action, delay) => {
  const timer = set(() => { window.timers.delete(timer); action(); }, delay);
  window.timers.add(timer);
  return timer;
};
window.clearTimeout = (timer) => { window.timers.delete(timer); clear(timer); };
"""


class WebDriverError(Exception):
    """What the driver refused."""


class Element:
    """An element of the page, used as a person would."""

    def __init__(self, browser, reference):
        self._browser, self.reference = browser, reference
        self._path = f"/element/{reference[ELEMENT]}"

    def click(self):
        """Clicks it."""
        self._browser.call("POST", f"{self._path}/click", {})

    def type(self, text):
        """Types into it, after what is there."""
        self._browser.call("POST", f"{self._path}/value", {"text": text})

    def clear(self):
        """Empties it."""
        self._browser.call("POST", f"{self._path}/clear", {})

    @property
    def text(self):
        """What of it can be seen."""
        return self._browser.call("GET", f"{self._path}/text")

    @property
    def is_shown(self):
        """Whether it can be seen."""
        return self._browser.call("GET", f"{self._path}/displayed")

    @property
    def label(self):
        """What a screen reader calls it."""
        return self._browser.call("GET", f"{self._path}/computedlabel")

    def value(self):
        """What is typed in it."""
        return self._browser.call("GET", f"{self._path}/property/value")


class Browser:
    """Chromium with a profile of its own, which goes with it."""

    def __init__(self, width=1280, height=900):
        self._directory = pathlib.Path(tempfile.mkdtemp(prefix="vault-browser-"))
        environment = {"PATH": os.environ["PATH"], "HOME": str(self._directory), "LANG": "C.UTF-8", "TZ": "UTC"}
        self._service = Service(["chromedriver", "--port=0"], environment, self._directory / "log")
        try:
            port = self._service.wait_for_line(STARTED, 20).group(1)
            self._base = f"http://127.0.0.1:{port}/session"
            self._base += "/" + self.call("POST", "", {"capabilities": {"alwaysMatch": self._capabilities()}})["sessionId"]
            self.call("POST", "/timeouts", {"pageLoad": 20_000, "script": 20_000})
            self.devtools("Page.addScriptToEvaluateOnNewDocument", source=WATCHER)
            self.size(width, height)
        except BaseException:
            self.stop()
            raise

    def _capabilities(self):
        arguments = ["--headless=new", f"--user-data-dir={self._directory / 'profile'}", "--disable-dev-shm-usage",
                     "--force-device-scale-factor=1", "--hide-scrollbars", "--lang=en-GB"]
        # Chromium has no sandbox for root.
        arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
        return {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                "goog:chromeOptions": {"args": arguments}, "unhandledPromptBehavior": "ignore"}

    def call(self, method, path, body=None):
        """Sends one command and hands over its value."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise WebDriverError(json.load(error)["value"]["message"]) from None

    def devtools(self, command, **parameters):
        """A command of Chromium's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height, mobile=False):
        """Gives the page a size, in CSS pixels."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def scheme(self, name):
        """Prefers a `light` or `dark` page."""
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, url):
        """Goes to a page."""
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs a function's body in the page."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def all(self, selector):
        """The elements of a CSS selector."""
        found = self.call("POST", "/elements", {"using": "css selector", "value": selector})
        return [Element(self, reference) for reference in found]

    def one(self, selector):
        """The element of a CSS selector, as soon as it can be seen."""
        script = "return [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility())"
        found = wait_until(lambda: self.run(script, selector), 10, f"{selector} to be seen", self.page_text)
        return Element(self, found)

    def click(self, selector):
        """Clicks an element as soon as it can be seen; a list may be made anew in between."""
        def attempt():
            try:
                self.one(selector).click()
            except WebDriverError as error:
                if "stale element" not in str(error):
                    raise
                return False
            return True
        wait_until(attempt, 10, f"{selector} to be clicked", self.page_text)

    def gone(self, selector):
        """Waits until nothing matches a CSS selector."""
        script = "return document.querySelector(arguments[0]) === null"
        wait_until(lambda: self.run(script, selector), 10, f"no {selector}", self.page_text)

    def texts(self, selector):
        """What the elements of a CSS selector say, as far as they can be seen."""
        return self.run("return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility())"
                        ".map((e) => e.innerText)", selector)

    def press(self, *keys):
        """Presses keys, whatever has the focus."""
        for key in keys:
            actions = [{"type": kind, "value": character}
                       for character in KEYS.get(key) or key for kind in ("keyDown", "keyUp")]
            self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def focused(self):
        """The id or name of what has the focus."""
        return self.run("const e = document.activeElement; return e.id || e.name || e.textContent")

    def page_text(self):
        """What the page says."""
        return self.run("return document.body.innerText")

    def wait_for_text(self, selector, part, seconds=15):
        """Waits until an element says something."""
        script = "return [...document.querySelectorAll(arguments[0])].some((e) => e.innerText.includes(arguments[1]))"
        wait_until(lambda: self.run(script, selector, part), seconds, f"{selector} to say {part!r}", self.page_text)

    def complaints(self):
        """What the browser complained of since the last time: violations of the policy, and errors of scripts."""
        found = self.run("return (window.violations || []).splice(0)")
        for entry in self.call("POST", "/se/log", {"type": "browser"}):
            # That a request was refused is no fault of the page.
            if entry["source"] != "network":
                found.append(f"{entry['level']} {entry['message']}")
        return found

    def screenshot(self, file):
        """Writes what can be seen as a PNG."""
        file.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def stop(self):
        """Ends the browser and forgets its profile."""
        try:
            if "/session/" in getattr(self, "_base", ""):
                self.call("DELETE", "", None)
        finally:
            self._service.stop()
            try:
                os.killpg(self._service.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            shutil.rmtree(self._directory, ignore_errors=True)
