import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Names", .serialized)
struct NamesTests {
  private let ada: TestVault
  private let grace: TestVault
  private let server: TestServer

  init() throws {
    server = try TestServer()
    try server.addAccount("grace@example.org")
    ada = try .loggedIn(to: server, as: TestServer.email)
    grace = try .loggedIn(to: server, as: "grace@example.org")
  }

  private func send(_ title: String, to person: String, from vault: TestVault) throws -> TestVault.Outcome {
    try vault.run(
      "vault", ["push", "send", "-", "--to", person], input: #"{"aps":{"alert":"\#(title)"},"kind":"task"}"#)
  }

  /// Runs a command at a terminal, answers its question, and gives back how it ended and what is on the screen.
  private func answer(
    _ answer: String, to question: String, _ vault: TestVault, _ arguments: String...
  ) throws -> (Int32?, String) {
    let terminal = try PseudoTerminal()
    let child = try vault.start(arguments, at: terminal)
    try terminal.waitForQuestion(question)
    terminal.type(answer + "\r")
    return (try child.waitForEnd(within: 40).status, terminal.screen.everything)
  }

  @Test(
    "one invites, the other follows by the code, both send to each other, by the names that they give, on all devices")
  func invitation() throws {
    let (adas, graces) = (try ada.userID(), try grace.userID())
    let code = String(try #require(try ada.mustRun("people", "invite").split(separator: "\n").first))
    #expect(code.count == 39)
    let question = "ada (\(adas.prefix(8))) invites you. Follow? [y/N]"
    #expect(try answer("n", to: question, grace, "follow", code).0 == 77)
    #expect(try ada.mustRun("people", "invite", "--list").split(separator: "\n").count == 1)
    let (status, screen) = try answer("y", to: question, grace, "follow", code)
    #expect(status == 0, "\(screen)")
    #expect(try ada.mustRun("people", "invite", "--list") == "No invitation of yours is open.\n")
    let again = try grace.vault("follow", code, "--yes")
    #expect(again.status == 0 && again.output.contains("follow each other now"), "an answer may be lost: \(again)")
    let other = try TestVault.loggedIn(to: server, as: TestServer.email)
    let used = try other.vault("follow", code, "--yes")
    #expect(used.status == 64, "\(used)")

    #expect(try ada.mustRun("people").contains("grace  \(graces.prefix(8))  contact"))
    #expect(try ada.mustRun("people", "name", "grace", "Mum").contains("is Mum for you now"))
    #expect(try ada.mustRun("people").contains("contact, known as grace (\(graces.prefix(8)))"))
    #expect(try send("Water the plants", to: "Mum", from: ada).status == 0)
    try waitUntil("it is there") {
      try grace.mustRun("inbox").contains("Water the plants")
        && grace.mustRun("inbox").contains("task from ada (\(adas.prefix(8)))")
    }
    #expect(try send("Come to tea", to: "ada", from: grace).status == 0)
    try waitUntil("it is there, by the name that it was given") { try ada.mustRun("inbox").contains("task from Mum") }
    #expect(try !grace.mustRun("people", "--json").contains("Mum"))

    let phone = try TestVault.loggedIn(to: server, as: TestServer.email)
    try waitUntil("the other device has it, too") { try phone.mustRun("inbox").contains("task from Mum") }
    #expect(try phone.mustRun("profile", "Mum").hasPrefix("Mum\nknown as grace\n"))
    #expect(try phone.mustRun("people", "name", "Mum", "--remove").contains("has no name of yours"))
    let gone = try send("Nobody", to: "Mum", from: ada)
    #expect(gone.status == 64 && gone.errors.contains("neither a user's ID nor the name of a contact"), "\(gone)")
  }

  @Test("a name that looks like another person's is refused with the ids, when it is given and when it is used")
  func lookalikes() throws {
    for email in ["mary@example.org", "rnary@example.org"] {
      try server.addAccount(email)
      let other = try TestVault.loggedIn(to: server, as: email)
      let code = String(try #require(try ada.mustRun("people", "invite").split(separator: "\n").first))
      _ = try other.mustRun("follow", code, "--yes")
    }
    let refused = try send("To whom?", to: "mary", from: ada)
    #expect(refused.status == 64 && refused.errors.contains("Several people are called that"), "\(refused)")
    let ids = refused.errors.matches(of: /[0-9a-f]{8}-[0-9a-f-]{27}/).map { String($0.0) }
    #expect(Set(ids).count == 2, "\(refused)")
    let lines = try ada.mustRun("people").split(separator: "\n")
    let mary = try #require(
      lines.first { $0.hasPrefix("mary") }?.split(separator: " ").dropFirst().first.map(String.init))
    let other = try #require(ids.first { !$0.hasPrefix(mary) })
    _ = try ada.mustRun("people", "name", mary, "Aunt Mary")
    let clash = try ada.vault("people", "name", other, "aunt rnary")
    #expect(clash.status == 64 && clash.errors.contains("looks like your name"), "\(clash)")
    #expect(try send("To my aunt", to: "Aunt Mary", from: ada).status == 0)
    for name in ["a\u{202E}b", "x@y", "deadbeef"] {
      #expect(try ada.vault("people", "name", other, name).status == 64)
    }
    #expect(try ada.mustRun("people", "name", mary, "").contains("has no name of yours"))
  }

  @Test("by email somebody is found who said so, and by no other; who is asked says no first, and yes then")
  func email() throws {
    let email = "grace@example.org"
    let unknown = try ada.vault("follow", email, "--yes")
    let nobody = try ada.vault("follow", "nobody@example.org", "--yes")
    #expect(unknown.status == 64 && unknown.errors == nobody.errors && unknown.status == nobody.status, "\(unknown)")
    #expect(try grace.mustRun("profile").contains("Not found by email (vault profile --findable on)."))
    _ = try grace.mustRun("profile", "--findable", "on")
    #expect(try grace.mustRun("profile").contains("Found by email."))
    let graces = try grace.userID()
    let question = "grace (\(graces.prefix(8))) is found by that email. Follow? [y/N]"
    #expect(try answer("", to: question, ada, "follow", email).0 == 77)
    #expect(try ada.mustRun("people").hasPrefix("0 contacts"))
    let without = try ada.withoutTerminal("follow", email)
    #expect(without.status == 77 && without.errors.contains("--yes"), "\(without)")
    let (status, screen) = try answer("y", to: question, ada, "follow", email)
    #expect(status == 0, "\(screen)")
    _ = try grace.mustRun("profile", "--findable", "off")
    #expect(try ada.vault("follow", email, "--yes").status == 64)
  }

  @Test("a revoked code serves nobody, and of one's own one is told")
  func revoked() throws {
    let lines = try ada.mustRun("people", "invite").split(separator: "\n").map(String.init)
    let own = try ada.vault("follow", lines[0], "--yes")
    #expect(own.status == 64 && own.errors.contains("invitation of your own"), "\(own)")
    #expect(try grace.vault("people", "invite", "--revoke", lines[0]).status == 64)
    #expect(try ada.mustRun("people", "invite", "--revoke", lines[0]).contains("is revoked"))
    #expect(try grace.vault("follow", lines[0], "--yes").status == 64)
    _ = try ada.mustRun("people", "invite")
    let listed = String(try ada.mustRun("people", "invite", "--list").prefix(8))
    _ = try ada.mustRun("people", "invite", "--revoke", listed)
    #expect(try ada.vault("people", "invite", "--revoke", listed).status == 64)
  }
}
