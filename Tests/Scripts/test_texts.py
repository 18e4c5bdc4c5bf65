"""scripts/texts takes every text out of the sources, and finds every fault of a catalogue."""

import pathlib
import tempfile
import unittest

from Tests.Scripts.programs_by_path import load

SOURCE = '''
let a = Label(localized("Lock"))  // localized("a comment")
let b = localized("Added \\(name(of: "x")) to \\(project) at 5 %")
let c = localized(one: "\\(count) task", other: "\\(count) tasks", count: count)
let d = localized("Lock", context: "settings")
let e = localized(
  "“\\(text)” is said in English.", in: .english)
'''
CATALOGUE = '''msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Lock"
msgstr "Sperren"

msgctxt "settings"
msgid "Lock"
msgstr "Sperre"

msgid "Added %1$@ to %2$@ at 5 %"
msgstr "Zu %2$@ kam %1$@ bei 5 %"

msgid "%1$@ task"
msgid_plural "%1$@ tasks"
msgstr[0] "%1$@ Aufgabe"
msgstr[1] "%1$@ Aufgaben"

msgid "“%1$@” is said in English."
msgstr "„%1$@“ auf Englisch."
'''


class TextsTests(unittest.TestCase):
    """A project of one source and one catalogue."""

    def setUp(self):
        self.program = load("texts")
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        (self.root / "po").mkdir()

    def faults(self, source=SOURCE, catalogue=CATALOGUE):
        """What is wrong, once the template was written."""
        file = self.root / "Sources/DesktopModel/Words.swift"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")
        texts, _ = self.program.collect(self.root)
        (self.root / "po/vault-desktop.pot").write_text(self.program.files.template(texts), encoding="utf-8")
        (self.root / "po/de.po").write_text(catalogue, encoding="utf-8")
        return self.program.check(self.root)

    def assert_fault(self, part, **changes):
        """That this is the only fault."""
        found = self.faults(**changes)
        self.assertEqual(1, len(found), found)
        self.assertIn(part, found[0])

    def test_a_complete_catalogue_passes(self):
        self.assertEqual([], self.faults())

    def test_texts_have_placeholders_plurals_and_contexts(self):
        self.faults()
        template = (self.root / "po/vault-desktop.pot").read_text(encoding="utf-8")
        for words in ('msgid "Added %1$@ to %2$@ at 5 %"', 'msgid_plural "%1$@ tasks"', 'msgctxt "settings"\nmsgid "Lock"', "#: Sources/DesktopModel/Words.swift"):
            self.assertIn(words, template)
        self.assertNotIn("a comment", template)

    def test_a_template_of_former_sources_is_found(self):
        self.faults()
        (self.root / "po/vault-desktop.pot").write_text("", encoding="utf-8")
        self.assertIn("run scripts/texts", self.program.check(self.root)[0])

    def test_what_is_not_translated_is_found(self):
        self.assert_fault("is not translated", source=SOURCE + 'let f = localized("New")\n')

    def test_a_fuzzy_translation_is_none(self):
        self.assert_fault("fuzzy", catalogue=CATALOGUE.replace('msgid "Lock"\nmsgstr "Sperren"', '#, fuzzy\nmsgid "Lock"\nmsgstr "Sperren"', 1))

    def test_other_placeholders_are_found(self):
        self.assert_fault("other placeholders", catalogue=CATALOGUE.replace("Zu %2$@ kam", "Es kam"))
        self.assert_fault("other placeholders", catalogue=CATALOGUE.replace('"%1$@ Aufgabe"', '"Eine Aufgabe"'))

    def test_another_number_of_forms_is_found(self):
        self.assertTrue(any("forms" in fault or "plural" in fault for fault in self.faults(catalogue=CATALOGUE.replace("nplurals=2; plural=(n != 1)", "nplurals=3; plural=2*(n!=1)"))))

    def test_what_nobody_says_any_more_is_found(self):
        self.assert_fault("nobody says", catalogue=CATALOGUE + '\nmsgid "Old"\nmsgstr "Alt"\n')

    def test_a_catalogue_that_msgfmt_refuses_is_found(self):
        self.assert_fault("de.po", catalogue=CATALOGUE + '\nmsgid "Lock"\nmsgstr "Zweimal"\n')

    def test_what_is_no_literal_is_found(self):
        self.assert_fault("has to be a literal", source=SOURCE + "let f = localized(name)\n")

    def test_one_and_other_with_other_values_are_found(self):
        self.assert_fault("same placeholders", source=SOURCE.replace('one: "\\(count) task"', 'one: "One task"'), catalogue=CATALOGUE.replace(
            'msgid "%1$@ task"\nmsgid_plural "%1$@ tasks"\nmsgstr[0] "%1$@ Aufgabe"\nmsgstr[1] "%1$@ Aufgaben"\n', ""))

    def test_literals_that_are_shown_and_not_looked_up_are_found(self):
        for line in ('let f = Label("Hello")', 'tell("joined now", x)', 'let f = isOn ? "Two words" : ""', 'button.name("\\(word) of it")'):
            with self.subTest(line):
                self.assert_fault("in no catalogue", source=f"{SOURCE}{line}\n")

    def test_literals_for_programs_are_left_alone(self):
        for line in ('let f = Icon("mail-send-symbolic")', 'box.style("dim label")', 'if text.hasPrefix("Two words") {}', 'case "Two words": 1', '["Two words": 1]', 'let f = "\\(one) · \\(two)"', 'let f = "Vault"'):
            with self.subTest(line):
                self.assertEqual([], self.faults(source=f"{SOURCE}{line}\n"))


class AgentTextsTest(unittest.TestCase):
    """What the agent says is taken out of its sources as the window has it."""

    SOURCE = '''
    throw Failure(.usage, "There is no task \\(id).", hint: "See it, then try again; run vault list.")
    static let noSession = Failure(.refused, verbatim: "Not this", hint: "Log in with vault login.")
    var words: LocalizedText {
      isOne ? "one of " + "\\(count) things" : "\\(a) and \\(b) of it"
    }
    logger.warning("not a text of anybody's")
    notes.append(LocalizedText(one: "\\(count) task is gone.", other: "\\(count) tasks are gone.", count: count))
    '''

    def test_literals(self):
        texts = load("texts")
        found, faults = texts.agent_texts.texts(self.SOURCE)
        self.assertEqual([], faults)
        said = {text.one for text in found}
        self.assertLessEqual({"There is no task %1$@.", "one of %1$@ things", "%1$@ and %2$@ of it", "%1$@ task is gone."}, said)
        self.assertFalse({"Not this", "not a text of anybody's"} & said)

    def test_what_only_helps_at_a_terminal(self):
        texts = load("texts")
        rules = pathlib.Path(texts.ROOT, "Sources/AgentAPI/Window/WindowWords.swift").read_text(encoding="utf-8")
        words = texts.agent_texts.WindowWords(rules)
        for text, said in (
                ("Log in with vault login.", "Log in first: the form is at Inbox."), ("See vault list.", ""), ("Try again; run vault list.", "Try again."),
                ("The vault list is long.", "The vault list is long."), ("It is off (vault pin set).", "It is off."), ("Nothing to do.", "Nothing to do.")):
            self.assertEqual(said, words.text(text), text)


if __name__ == "__main__":
    unittest.main()
