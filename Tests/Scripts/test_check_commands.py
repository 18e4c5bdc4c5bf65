"""check-commands finds a command without its row and a request that is half there, and says where the rest belongs."""

import unittest

from Tests.Scripts.programs_by_path import load

check = load("check-commands")

PROGRAM = '''struct Vault: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault",
    discussion: """
      Text.

      EXAMPLES
        vault add x
      """,
    groupedSubcommands: [
      CommandGroup(name: "Tasks", subcommands: [Add.self, Inbox.self]),
    ])

  static let parser = Parser(overview: Status.self)
}
'''
ADD = '''struct Add: AgentCommand {
  static let configuration = CommandConfiguration(commandName: "add")
  @Argument var text: String
}
'''
INBOX = '''struct Inbox: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox", subcommands: [InboxList.self, InboxShow.self], defaultSubcommand: InboxList.self)
}

struct InboxList: AgentCommand {
  static let configuration = CommandConfiguration(commandName: "list")
}

struct InboxShow: FilterTakingCommand {
  static let configuration = CommandConfiguration(commandName: "show")
}
'''
DOCUMENT = """
| command | does |
|---|---|
| `vault add TEXT…` | adds |
| `vault inbox [--limit N]`, `inbox show N` | lists, and shows |

| command | shape |
|---|---|
| `inbox`, `subtask …` | `{"items": []}` |

| word | means |
|---|---|
| `vault gone` | nothing |
"""
REQUESTS = "public struct AddTask: AgentRequest {\n}\n"
AGENT = "extension RequestRouter {\n  mutating func route() {\n    on(AddTask.self) { (request) in }\n  }\n}\n"
SAMPLES = "    RequestSample(\n      AddTask(), #\"{}\"#),\n"


class CheckCommandsTests(unittest.TestCase):
    def faults(self, more="", program=PROGRAM, document=DOCUMENT, requests=REQUESTS, agent=AGENT, samples=SAMPLES):
        return check.faults_of([program, ADD, INBOX, more], document, [requests], [agent], [samples])

    def test_what_is_all_there_passes(self):
        self.assertEqual(self.faults(), [])

    def test_the_repository_has_all_of_it(self):
        self.assertGreater(len(check.lines_of(check.commands(check.texts("Sources/vault")), "Vault")), 50)
        self.assertEqual(check.main(), 0)

    def test_a_command_that_nobody_lists_is_found(self):
        more = 'struct Tags: AgentCommand {\n  static let configuration = CommandConfiguration(\n    commandName: "tags")\n}\n'
        self.assertEqual(
            self.faults(more),
            ["the command Tags is not listed: add Tags.self to Sources/vault/Vault.swift, or to the command above it"])
        listed = PROGRAM.replace("Add.self", "Add.self, Tags.self")
        self.assertEqual(self.faults(more, listed), ["vault tags has no row in the first table of docs/cli.md"])
        self.assertEqual(self.faults(more, listed, DOCUMENT.replace("vault add", "vault tags [--json]`, `vault add")), [])

    def test_a_row_of_a_default_command_need_not_name_it(self):
        self.assertEqual(
            self.faults(document=DOCUMENT.replace("inbox [--limit N]`, `inbox show", "inbox show")),
            ["vault inbox list has no row in the first table of docs/cli.md"])

    def test_a_command_that_takes_json_without_a_shape_is_found(self):
        def taking_json(declaration):
            return declaration.rstrip("}\n") + "\n  @OptionGroup var json: JSONOption\n}\n"

        faults = check.faults_of([PROGRAM, taking_json(ADD), INBOX], DOCUMENT, [REQUESTS], [AGENT], [SAMPLES])
        self.assertEqual(faults, ["vault add --json has no row in the table of JSON in docs/cli.md"])
        for row in ("| `add` | `{}` |", "| `other`, `add` | `{}` |"):
            document = DOCUMENT.replace("|---|---|\n| `inbox`", f"|---|---|\n{row}\n| `inbox`")
            self.assertEqual(check.faults_of([PROGRAM, taking_json(ADD), INBOX], document, [REQUESTS], [AGENT], [SAMPLES]), [])

    def test_alternatives_are_rows_of_all_of_them(self):
        self.assertEqual(self.faults(document=DOCUMENT.replace("[--limit N]`, `inbox show N", "list\\|show N")), [])

    def test_a_row_without_its_command_is_found(self):
        for row, words in (("vault drop TEXT…", "drop"), ("vault inbox drop N", "inbox drop")):
            document = DOCUMENT.replace("| `vault add TEXT…` |", f"| `vault add TEXT…`, `{row}` |")
            self.assertEqual(self.faults(document=document), [f"docs/cli.md has a row of vault {words}, which is no command"])
        self.assertEqual(self.faults(document=DOCUMENT.replace("add TEXT…", "add on\\|off TEXT…")), [])

    def test_a_request_that_nobody_answers_or_that_has_no_sample_is_found(self):
        more = REQUESTS + "public struct ListTags: AgentRequest {\n}\n"
        self.assertEqual(
            self.faults(requests=more),
            ["nobody answers the request ListTags: add on(ListTags.self) at the end of its controller in Sources/AgentService",
             "the request ListTags has no sample: add RequestSample(ListTags(…), …) to its feature in Tests/VaultTesting/Samples"])

    def test_without_the_program_nothing_is_known(self):
        self.assertEqual(check.faults_of([ADD], DOCUMENT, [], [], []), ["Sources/vault has no command Vault"])


if __name__ == "__main__":
    unittest.main()
