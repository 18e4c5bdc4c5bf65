"""The console in a real browser, with a real server.

VAULT_PROGRAMS names the directory of the built programs; needs Debian's chromium and chromium-driver.
"""

import os
import pathlib
import random
import tempfile
import unittest

from Tests.Browser.house import Console, House, png
from harness.processes import wait_until

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs/samples"
SECTIONS = ["send", "messages", "proposals", "devices", "channels", "accounts"]

# The contrast of every text that can be seen to what is behind it (WCAG 2.2, success criterion 1.4.3).
CONTRASTS = """
const light = (c) => c.map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
const luminance = (c) => { const [r, g, b] = light(c); return .2126 * r + .7152 * g + .0722 * b; };
const colour = (text) => text.match(/[\\d.]+/g).map(Number);
function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const c = colour(getComputedStyle(at).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c.slice(0, 3);
  }
  return [255, 255, 255];
}
const found = [];
for (const element of document.querySelectorAll('body *')) {
  const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '');
  if (!text && !element.matches('input, select, textarea') || !element.checkVisibility()) continue;
  const [a, b] = [luminance(colour(getComputedStyle(element).color).slice(0, 3)), luminance(behind(element))];
  const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (contrast < 4.5) found.push(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
}
return found;
"""


def mutations(count):
    """Texts that are JSON, and such that were, with a character or two changed; the same ones each time."""
    chance = random.Random(17)
    samples = [file.read_text(encoding="utf-8") for file in sorted(SAMPLES.glob("*.apns"))]
    samples += ['{"a":[1,-0.5e+3,true,null,"\\u00e9\\n"],"b":{"c":[]}}', '{"\\u0061":1,"b":2}']
    for _ in range(count):
        text = list(chance.choice(samples))
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(text))
            text[at:at + chance.randrange(2)] = chance.choice(list('{}[]":,\\ue0-1.+ \n\taé') + [""])
        yield "".join(text)


class ConsoleTests(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.house = House(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.house.stop)
        cls.console = Console(cls.house)
        cls.browser = cls.console.browser
        cls.addClassCleanup(cls.browser.stop)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def test_a_keyboard_alone_logs_in_and_finds_its_way(self):
        self.browser.open("about:blank")
        self.browser.open(self.house.url)
        self.assertEqual(self.browser.focused(), "email")
        self.browser.press("ada@example.org", "Tab", "correct horse", "Enter")
        self.browser.one("#send-title")
        self.assertEqual(self.browser.focused(), "send-title")
        self.browser.press("Tab")
        self.assertEqual(self.browser.focused(), "recipient")
        self.assertEqual(self.browser.run("return document.title"), "Send a push · Vault console")

    def test_a_wrong_password_is_told_and_may_be_typed_again(self):
        self.console.log_in(password="wrong horse")
        self.browser.wait_for_text("#log-in .problem", "The email or the password is wrong.")
        self.assertEqual(self.browser.focused(), "password")
        self.assertEqual(self.browser.one("#log-in [name=password]").value(), "")
        self.browser.press("correct horse", "Enter")
        self.browser.one("#send-title")

    def test_what_is_sent_is_watched_until_it_is_decided(self):
        self.console.enter()
        self.console.push_to_bob("Water the plants")
        self.browser.wait_for_text("#sent .states", "Bob’s phone")
        self.browser.wait_for_text("#sent [role=status]", "1 stored")
        item = self.house.newest()
        self.assertRegex(item["payload"], '"kind": "task"')
        self.browser.wait_for_text("#sent .sender", f"from administrator ada ({item['sender']['id'][:8].lower()})")
        self.house.acknowledge(item["sequence"])
        self.browser.wait_for_text("#sent [role=status]", "1 delivered")
        self.house.decide(item["sequence"], "displayed")
        self.browser.wait_for_text("#sent [role=status]", "1 displayed")
        self.house.decide(item["sequence"], "accepted")
        self.browser.wait_for_text("#sent [role=status]", "1 accepted")
        wait_until(lambda: self.browser.run("return timers.size === 0"), 5, "nothing more to be asked")

    def test_nothing_is_asked_while_nobody_looks_at_the_page(self):
        self.console.enter()
        self.console.push_to_bob("A slow one", kind="Notice")
        self.browser.wait_for_text("#sent [role=status]", "1 stored")
        self.browser.run("Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
                         "document.dispatchEvent(new Event('visibilitychange'))")
        wait_until(lambda: self.browser.run("return timers.size === 0"), 10, "the questions to cease")
        item = self.house.newest()
        self.house.decide(item["sequence"], "read")
        self.browser.run("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
        self.browser.wait_for_text("#sent [role=status]", "1 read")

    def test_markup_in_a_title_stays_text(self):
        title = "<img src=x onerror=alert(1)>"
        self.console.enter()
        self.console.push_to_bob(title)
        self.assertEqual(self.browser.one("#sent h3").text, title)
        self.assertEqual(self.browser.all("#sent img"), [])

    def test_the_policy_stops_what_a_flaw_would_let_in(self):
        self.console.enter()
        self.assertTrue(self.browser.run(
            "try { document.body.innerHTML = '<b>x</b>'; return false; } catch (error) { return error instanceof TypeError; }"))
        self.browser.run("const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image)")
        wait_until(lambda: self.browser.run("return violations.length >= 2"), 5, "violations to be noticed")
        found = self.browser.complaints()
        self.assertTrue(any("img-src" in text for text in found), found)

    def test_raw_json_is_checked_as_it_is_written_and_sent_as_it_is(self):
        self.console.enter()
        self.browser.click("[name=mode][value=raw]")
        raw = self.browser.one("#compose [name=raw]")
        self.assertIn('"kind": "notice"', raw.value())
        for text, told in [("{\n\"a\": }", "line 2, column 6"), ('{"a": 1, "a": 2}', "appears twice"),
                           ("{" * 40, "a name in quotes"), ("[" * 40, "too deeply"), ('{"a": "\t"}', "has no end"),
                           ("[1]", "a JSON object"), ("", "is empty"), ('{"a":"%s"}' % ("x" * 4089), "1 bytes too long")]:
            self.browser.run("arguments[0].value = arguments[1];"
                             "arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", raw.reference, text)
            self.browser.wait_for_text("#check", told)
            self.browser.click("#compose button.main")
            self.browser.wait_for_text("#compose .problem", told)
        self.assertEqual(self.browser.one("#size").text, "4,097 of 4,096 bytes")
        for text, told in [('{"aps":{},"due":"tomorrow"}', "“due” is neither a date"), ('{"aps":{},"verify":1}', "“verify” is"),
                           ('{"aps":{},"image":"http://a"}', "“image” names no"), ('{"kind":"task"}', "“aps” is missing"),
                           ('{"aps":{},"jsondata":{"id":1,"message":"a"}}', "“jsondata” is not exactly")]:
            raw.clear()
            raw.type(text)
            self.browser.wait_for_text("#check", "This can be sent. " + told)
        raw.clear()
        raw.type((SAMPLES / "jsondata.apns").read_text(encoding="utf-8"))
        wait_until(lambda: self.browser.texts("#check") == ["This can be sent."], 5, "no hint", self.browser.page_text)
        exact = '{"aps": {"alert": "Exactly"},  "number": 12345678901234567890, "kind": "task"}'
        raw.clear()
        raw.type(exact)
        self.browser.wait_for_text("#check", "This can be sent.")
        self.console.choose("#recipient", "A user…")
        self.browser.one("#user").type("BOB@example.org")
        self.browser.click("#compose button.main")
        self.browser.wait_for_text("#sent h3", "Exactly")
        self.assertEqual(self.house.newest()["payload"], exact)

    def test_what_the_live_check_calls_json_is_json_to_the_server(self):
        self.console.enter()
        # What is no object at all the server refuses before it looks whether it is JSON.
        texts = [text for text in mutations(400) if text.lstrip().startswith("{")]
        texts += ["{}x", '{"a":1,}', '{"a":[1,]}', '{"a":01}', '{"a":1.}', '{"a":1,"\\u0061":2}', '{"a":"\x01"}']
        flaws = self.browser.run("return import('/console/json.js').then((m) => arguments[0].map((t) => m.flaw(t)))", texts)
        self.assertIn(None, flaws)
        for text, flaw in zip(texts, flaws):
            status, _ = self.house.ask_raw("POST", "/v1/pushes", text.encode(), self.house.bob)
            self.assertEqual(status == 400, flaw is not None, f"{text!r}: {status} and {flaw}")

    def test_the_server_s_refusal_is_told_in_words(self):
        self.console.enter()
        self.browser.click("[name=mode][value=raw]")
        raw = self.browser.one("#compose [name=raw]")
        raw.clear()
        raw.type('{"aps": {"alert": "x"}, "kind": 5}')
        self.browser.wait_for_text("#check", "“kind” is none of")
        self.console.choose("#recipient", "A user…")
        self.browser.one("#user").type("nobody@example.org")
        self.browser.click("#compose button.main")
        self.browser.wait_for_text("#compose .problem", "Nobody here has this email.")
        self.browser.run("const field = document.querySelector('#compose [name=expires]'); field.value = '2020-01-01T00:00'")
        self.console.choose("#recipient", "All my devices")
        self.browser.click("#compose button.main")
        self.browser.wait_for_text("#compose .problem", "The push has expired already.")

    def test_a_picture_goes_with_a_push_where_the_server_takes_pictures(self):
        self.console.enter()
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(png(40, 30, (29, 91, 121)))
            file.flush()
            self.browser.all("#picture")[0].type(file.name)
            if not self.house.takes_pictures:
                self.browser.wait_for_text("#compose .problem", "This server takes no pictures.")
                return
            self.browser.one("#picture-shown img")
        self.console.push_to_bob("With a picture", kind="Notice")
        self.assertRegex(self.house.newest()["payload"], r'"image": "/v1/attachments/[A-Za-z0-9_-]+"')

    def test_a_channel_has_a_picture_where_the_server_takes_pictures(self):
        self.console.enter()
        self.console.go("channels")
        self.browser.one("#channel-form [name=title]").type("Pictures")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(png(40, 30, (29, 91, 121)))
            file.flush()
            self.browser.one("#channel-form [name=picture]").type(file.name)
            self.browser.click("#channel-form button.main")
            if not self.house.takes_pictures:
                self.browser.wait_for_text("#channel-form .problem", "This server takes no pictures.")
                return
            self.browser.one("#channels img.picture")
        self.browser.click("[aria-label='Edit Pictures']")
        self.browser.click("#channel-form [name=keep]")
        self.browser.click("#channel-form button.main")
        self.browser.gone("#channels img.picture")
        self.browser.click("[aria-label='Delete Pictures']")
        self.browser.click("#confirm-yes")
        self.browser.wait_for_text("#channels .cards", "There are no channels yet.")

    def test_channels_are_made_joined_changed_and_deleted(self):
        self.console.enter()
        self.console.go("channels")
        self.browser.one("#channel-form [name=title]").type("News <b>")
        self.browser.one("#channel-form [name=description]").type("What is new")
        self.browser.click("#channel-form button.main")
        self.browser.wait_for_text("#channels h3", "News <b>")
        self.browser.click("[aria-label='Join News <b>']")
        self.browser.wait_for_text("#channels .cards", "You are in it")
        self.assertIn("News <b>", self.browser.run(
            "return [...document.querySelectorAll('#recipient option')].map((option) => option.textContent)"))
        self.browser.click("[aria-label='Edit News <b>']")
        title = self.browser.one("#channel-form [name=title]")
        title.clear()
        title.type("Olds")
        self.browser.click("#channel-form button.main")
        self.browser.wait_for_text("#channels h3", "Olds")
        self.browser.click("[aria-label='Delete Olds']")
        self.assertEqual(self.browser.focused(), "confirm-no")
        self.browser.press("Escape")
        self.browser.click("[aria-label='Delete Olds']")
        self.browser.click("#confirm-yes")
        self.browser.wait_for_text("#channels .cards", "There are no channels yet.")

    def befriend(self):
        """Ada and Bob follow each other; hands over Ada's session."""
        ada = self.house.log_in("ada@example.org")
        ids = {token: self.house.ask("GET", "/v1/me", token=token)[1]["id"] for token in (ada, self.house.bob)}
        self.house.ask("PUT", f"/v1/follows/{ids[ada]}", token=self.house.bob)
        self.house.ask("PUT", f"/v1/follows/{ids[self.house.bob]}", token=ada)
        self.addCleanup(self.house.ask, "DELETE", "/v1/sessions/current", token=ada)
        return ids[ada], ids[self.house.bob]

    def test_a_message_is_written_read_commented_on_and_liked(self):
        ada, bob = self.befriend()
        self.console.enter()
        self.console.go("messages")
        self.browser.one("#message-form [name=text]").type("Tea at <b>five</b>?")
        self.browser.click("#message-form button.main")
        self.browser.wait_for_text("#conversation .said", "Tea at <b>five</b>?")
        self.browser.wait_for_text("#messages .cards h3", f"bob ({bob[:8].lower()})")
        answer = {"id": "4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b", "text": "Gladly."}
        self.assertEqual(self.house.ask("POST", f"/v1/channels/{ada}/messages", answer, self.house.bob)[0], 201)
        self.browser.click(f"[aria-label='Open bob ({bob[:8].lower()})']")
        self.browser.wait_for_text("#conversation", "Gladly.")
        self.browser.click("#conversation li:last-child summary")
        self.browser.one("#conversation li:last-child textarea").type("With <i>milk</i>")
        self.browser.click("[aria-label='Comment: Gladly.']")
        self.browser.wait_for_text("#conversation li:last-child .states", "you: With <i>milk</i>")
        self.browser.click("[aria-label='Like: Gladly.']")
        self.browser.wait_for_text("#conversation li:last-child .states", "you like it")
        said = self.house.ask("GET", "/v1/feedback", token=self.house.bob)[1]["feedback"]
        self.assertEqual([one.get("text") for one in said], ["With <i>milk</i>", None])

    def test_a_task_is_proposed_and_what_was_decided_is_seen(self):
        _, bob = self.befriend()
        self.console.enter()
        self.console.go("proposals")
        self.browser.click("#proposal-form button.main")
        self.browser.wait_for_text("#proposal-form .problem", "Say what there is to do.")
        self.browser.one("#proposal-form [name=title]").type("Water <b>the plants</b>")
        self.browser.one("#proposal-form [name=notes]").type("The tall ones, too.")
        self.browser.click("#proposal-form button.main")
        self.browser.wait_for_text("#proposals .cards h3", "Water <b>the plants</b>")
        self.browser.wait_for_text("#proposals .cards .state", "open")
        item = self.house.newest()
        self.assertIn("The tall ones", item["payload"])
        self.house.decide(item["sequence"], "accepted")
        comment = {"id": "4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6c", "subject": {"push": item["push"]}, "text": "On Friday."}
        self.assertEqual(self.house.ask("POST", "/v1/comments", comment, self.house.bob)[0], 201)
        self.console.go("devices")
        self.console.go("proposals")
        self.browser.wait_for_text("#proposals .cards .state", "accepted")
        self.browser.click("#proposals .cards summary")
        self.browser.wait_for_text("#proposals .states", f"bob ({bob[:8].lower()}): On Friday.")

    def test_accounts_are_made_promoted_and_removed(self):
        self.console.enter()
        self.console.go("accounts")
        self.browser.one("#account-form [name=email]").type("eve@example.org")
        self.browser.one("#account-form [name=password]").type("battery staple")
        self.browser.click("#account-form button.main")
        self.browser.wait_for_text("#accounts h3", "eve@example.org")
        self.browser.click("[aria-label='Make an administrator: eve@example.org']")
        self.browser.one("[aria-label='Make an ordinary user: eve@example.org']")
        self.browser.one("#account-search").type("ev")
        wait_until(lambda: self.browser.texts("#accounts h3") == ["eve@example.org"], 10, "one account")
        self.browser.click("[aria-label='Remove: eve@example.org']")
        self.browser.click("#confirm-yes")
        self.browser.wait_for_text("#accounts .cards", "No email begins so.")
        self.assertEqual(self.browser.all("[aria-label='Remove: ada@example.org']"), [])

    def test_a_device_of_somebody_is_chosen_from_their_account(self):
        self.console.enter()
        self.console.go("accounts")
        self.browser.click("[aria-label='Devices: bob@example.org']")
        self.browser.click("[aria-label='Push to Bob’s phone of bob@example.org']")
        self.browser.one("#send-title")
        self.browser.one("#compose [name=title]").type("To the phone")
        self.browser.click("#compose button.main")
        self.browser.wait_for_text("#sent [role=status]", "1 stored")
        self.assertIsNotNone(self.house.newest().get("device"))

    def test_a_user_sees_and_removes_their_own_devices_and_administers_nothing(self):
        self.house.ask("PUT", "/v1/devices/old-laptop-0123456789", {"platform": "linux", "name": "Old laptop"}, self.house.bob)
        self.console.enter("bob@example.org")
        self.assertEqual(self.browser.texts("nav a"), ["Send", "Messages", "Proposals", "Devices", "Channels"])
        self.browser.run("location.hash = '#accounts'")
        self.browser.one("#send-title")
        self.console.go("devices")
        self.browser.click("[aria-label='Remove Old laptop']")
        self.browser.click("#confirm-yes")
        wait_until(lambda: self.browser.texts("#devices h3") == ["Bob’s phone"], 10, "one device", self.browser.page_text)
        self.console.go("channels")
        self.assertFalse(self.browser.all("#channel-form")[0].is_shown)

    def test_the_session_ends_with_log_out_and_with_the_page(self):
        self.console.enter()
        self.assertEqual(self.house.sessions("ada@example.org"), 1)
        self.browser.click("#log-out")
        self.browser.one("#log-in-title")
        self.assertEqual(self.house.sessions("ada@example.org"), 0)
        self.console.enter()
        self.browser.open("about:blank")
        wait_until(lambda: self.house.sessions("ada@example.org") == 0, 10, "the session to end with the page")

    def test_a_session_that_ended_elsewhere_is_told_and_what_was_written_stays(self):
        self.console.enter()
        self.console.push_to_bob("Still watched")
        self.browser.one("#compose [name=title]").type("A draft")
        self.house.command("account", "password", "ada@example.org", "--password-stdin", text="correct horse\n")
        self.browser.click("nav a[href='#devices']")
        self.browser.wait_for_text("#log-in .problem", "Your session has ended.")
        self.browser.press("ada@example.org", "Tab", "correct horse", "Enter")
        self.browser.one("#devices-title")
        self.console.go("send")
        self.assertEqual(self.browser.one("#compose [name=title]").value(), "A draft")
        self.house.decide(self.house.newest()["sequence"], "accepted")
        self.browser.wait_for_text("#sent [role=status]", "1 accepted")

    def test_another_user_of_the_page_sees_nothing_of_the_one_before(self):
        self.console.enter()
        self.console.push_to_bob("A secret of Ada")
        self.browser.one("#compose [name=title]").type("A draft")
        self.house.command("account", "password", "ada@example.org", "--password-stdin", text="correct horse\n")
        self.browser.click("nav a[href='#devices']")
        self.browser.one("#log-in-title")
        self.browser.press("bob@example.org", "Tab", "correct horse", "Enter")
        self.browser.one("#devices-title")
        self.assertNotIn("secret of Ada", self.browser.run("return document.body.textContent"))
        self.console.go("send")
        self.assertEqual(self.browser.one("#compose [name=title]").value(), "")

    def test_everything_has_a_name_for_screen_readers(self):
        self.console.enter()
        for section in SECTIONS:
            self.console.go(section)
            for element in self.browser.all(f"#{section} :is(input, select, textarea, button)"):
                if element.is_shown:
                    self.assertNotEqual(element.label.strip(), "", section)

    def test_texts_have_contrast_in_light_and_dark(self):
        self.console.enter()
        self.addCleanup(self.browser.scheme, "light")
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for section in SECTIONS:
                self.console.go(section)
                self.assertEqual(self.browser.run(CONTRASTS), [], f"{section} {scheme}")

    def test_a_phone_never_scrolls_sideways(self):
        self.addCleanup(self.browser.size, 1280, 900)
        self.browser.size(360, 740, mobile=True)
        self.console.enter()
        self.console.push_to_bob("A long one: " + "x" * 200, "y" * 300)
        for width in (360, 320):
            self.browser.size(width, 740, mobile=True)
            for section in SECTIONS:
                self.console.go(section)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width, section)
                beyond = self.browser.run(
                    "return [...document.querySelectorAll('main *')]"
                    ".filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML)")
                self.assertEqual(beyond, [], section)


if __name__ == "__main__":
    unittest.main()
