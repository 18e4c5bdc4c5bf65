"""check-layers finds every type that a folder of the server may not use, and nothing else."""

import unittest

from Tests.Scripts.programs_by_path import load

DOCUMENT = """
| layer | folder of `server-stub/` | one line | may use |
|---|---|---|---|
| storage | `Storage/` | what is stored | - |
| storage | `Storage/SQLite/` | the database | Storage |
| features | `Pushes/` | pushes | Storage |
| features | `Inbox/` | items | {inbox} |
| composition | `Application/` | all of it | all above |

| another | table |
|---|---|
"""
SOURCES = {
    "Storage/PushStorage.swift": "protocol PushStorage {}\nstruct StoredPush {\n  enum State { case new }\n}\n",
    "Storage/SQLite/Database.swift": "struct Database: PushStorage {}\n",
    "Pushes/PushService.swift": "struct PushService { let storage: any PushStorage }\nprivate struct Places {}\n",
    "Inbox/Items.swift": "@available(*, noasync) final class Items { let push: StoredPush }\n",
    "Application/Server.swift": "enum Server { static func run(_ items: Items, _ database: Database) {} }\n",
}


class CheckLayersTests(unittest.TestCase):
    def faults(self, inbox="Storage", **files):
        """What is wrong once some files end with these texts."""
        sources = dict(SOURCES)
        for name, text in files.items():
            path = next((path for path in sources if path.endswith(f"/{name}.swift")), f"{name}.swift")
            sources[path] = sources.get(path, "") + text
        return load("check-layers").faults_of(DOCUMENT.format(inbox=inbox), sources)

    def test_arrows_of_the_table_pass(self):
        self.assertEqual(self.faults(), [])

    def test_a_feature_that_uses_another_is_found(self):
        self.assertEqual(
            self.faults(Items="extension Items { func push(_ pushes: PushService) {} }\n"),
            ["Inbox/Items.swift uses PushService of Pushes/, which Inbox/ may not use"])

    def test_a_type_below_that_uses_one_above_is_found(self):
        self.assertEqual(
            self.faults(PushStorage="func open() -> Database? { nil }\n"),
            ["Storage/PushStorage.swift uses Database of Storage/SQLite/, which Storage/ may not use"])

    def test_a_type_in_a_text_that_is_put_together_is_found(self):
        self.assertEqual(
            self.faults(Items='let text = "of \\(PushService.self) and (\\(String(describing: Database.self)))"\n'),
            ["Inbox/Items.swift uses Database of Storage/SQLite/, which Inbox/ may not use",
             "Inbox/Items.swift uses PushService of Pushes/, which Inbox/ may not use"])

    def test_comments_and_texts_name_what_they_like(self):
        self.assertEqual(self.faults(Items='/// As ``PushService``.\nlet text = "PushService"\n/* Database */\n'), [])

    def test_types_of_the_same_name_elsewhere_are_none(self):
        more = "extension Items { typealias Database = [Int]\n  struct Places {}\n  func f(_: Database, _: Places, _: S.Server) {} }\n"
        self.assertEqual(self.faults(Items=more), [])
        self.assertEqual(self.faults(Items="let places: Places? = nil\n"), [])

    def test_a_folder_without_a_row_is_found(self):
        self.assertEqual(
            self.faults(**{"Outbox/Outbox": "struct Outbox {}\n", "main": "Server.run()\n"}),
            [f"{path} lies in no folder of docs/architecture.md" for path in ("Outbox/Outbox.swift", "main.swift")])

    def test_a_row_that_names_what_is_not_above_it_is_found(self):
        self.assertEqual(
            self.faults(inbox="Storage, Application, Outbox"),
            [f"Inbox/ may use {folder}/, says docs/architecture.md, which stands in no row above it"
             for folder in ("Application", "Outbox")])

    def test_a_row_without_a_folder_is_found(self):
        check = load("check-layers")
        sources = {path: text for path, text in SOURCES.items() if not path.startswith("Pushes/")}
        self.assertEqual(
            check.faults_of(DOCUMENT.format(inbox="Storage"), sources),
            ["Pushes/ stands in docs/architecture.md and has no file"])

    def test_where_a_table_does_not_say_a_folder_uses_all_before_it(self):
        document = """
| folder of `Sources/AgentService/` | one line |
|---|---|
| `Support/` | mutexes |
| `Owner/`, then `Protected/` | keys; texts |
"""
        sources = {"Support/Lock.swift": "struct Lock {}\n", "Owner/Owner.swift": "struct Owner { let lock: Lock }\n",
                   "Protected/Text.swift": "struct Text { let owner: Owner }\n"}
        faults_of = load("check-layers").faults_of
        self.assertEqual(faults_of(document, sources, "Sources/AgentService"), [])
        sources["Owner/Owner.swift"] += "extension Owner { var text: Text? { nil } }\n"
        self.assertEqual(
            faults_of(document, sources, "Sources/AgentService"),
            ["Owner/Owner.swift uses Text of Protected/, which Owner/ may not use"])

    def test_a_document_without_the_table_is_found(self):
        self.assertEqual(
            load("check-layers").faults_of("", SOURCES), ["docs/architecture.md has no table of the folders of server-stub/"])


if __name__ == "__main__":
    unittest.main()
