import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

/// Ada proposes; Grace, who has two devices, and who follows her, decides.
@Suite("Proposals to people", .serialized)
struct ProposalTests {
  private let server: TestServer
  private let ada: TestDesktop
  private let grace: TestVault
  private let phone: TestVault

  init() throws {
    server = try TestServer()
    try server.addAccount("grace@example.org")
    ada = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    try ada.vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    grace = try .loggedIn(to: server, as: "grace@example.org")
    phone = try .loggedIn(to: server, as: "grace@example.org")
    _ = try grace.mustRun("follow", try ada.vault.userID())
    _ = try ada.vault.mustRun("follow", try grace.userID())
  }

  /// - Returns: the id.
  private func propose(_ words: String...) throws -> String {
    let outcome = try ada.vault.run("vault", ["propose", "grace"] + words + ["--json"])
    #expect(outcome.status == 0, "\(outcome)")
    let answer = try TestVault.object(outcome.output)
    return try #require((answer["proposal"] as? [String: Any])?["id"] as? String)
  }

  private func proposals(_ options: String...) throws -> [[String: Any]] {
    let outcome = try ada.vault.run("vault", ["proposals"] + options + ["--json"])
    #expect(outcome.status == 0, "\(outcome)")
    return try TestVault.object(outcome.output)["proposals"] as? [[String: Any]] ?? []
  }

  /// The number of an item of Grace's, once it is on that device.
  private func number(of title: String, on device: TestVault) throws -> String {
    let items = try device.inboxItems { $0.contains { $0["title"] as? String == title } }
    let item = try #require(items.first { $0["title"] as? String == title })
    return "\(try #require(item["number"] as? Int))"
  }

  /// What lists show of somebody whom Ada has not named.
  private func label(of vault: TestVault) throws -> String { "grace (\(try vault.userID().lowercased().prefix(8)))" }

  /// Ada's items that begin so, once there is one.
  private func hints(_ beginning: String) throws -> [[String: Any]] {
    func isOne(_ item: [String: Any]) -> Bool { (item["title"] as? String)?.hasPrefix(beginning) == true }
    return try ada.vault.inboxItems { $0.contains(where: isOne) }.filter(isOne)
  }

  @Test("what is accepted on one of two devices is a task, and its proposer is told once", .timeLimit(.minutes(3)))
  func accepted() throws {
    let sent = try ada.vault.mustRun("propose", "grace", "Water", "the", "plants", "--due", "2030-06-01 18:00")
    #expect(sent.hasPrefix("Proposed to \(try label(of: grace)): Water the plants, due 2030-06-01 18:00\n"), "\(sent)")
    #expect(try proposals().map { $0["state"] as? String } == ["open"])
    let numbers = try [grace, phone].map { try number(of: "Water the plants", on: $0) }
    _ = try grace.mustRun("inbox", "accept", numbers[0])
    // The second answer is late, and the first stands.
    try waitUntil("the phone knows") {
      try phone.mustRun("inbox", "show", numbers[1]).contains("accepted")
    }
    #expect(try grace.mustRun("list").contains("Water the plants"))
    let told = try hints("grace accepted")
    #expect(told.map { $0["title"] as? String } == ["grace accepted: Water the plants"])
    #expect(told.first?["kind"] as? String == "decision")
    #expect(try proposals().isEmpty)
    let all = try proposals("--all")
    #expect(all.count == 1 && all[0]["state"] as? String == "accepted" && all[0]["since"] is String)
    #expect(all[0]["name"] as? String == "grace" && all[0]["text"] as? String == "Water the plants")
    try waitUntil("what told of it is read") { try hints("grace accepted").first?["state"] as? String == "read" }
  }

  @Test("nothing is proposed that was due before, but what is due today is")
  func pastDue() throws {
    let refused = try ada.vault.run("vault", ["propose", "grace", "Too late", "--due", "yesterday"])
    #expect(refused.status == 64 && refused.errors.contains("nothing was proposed"), "\(refused)")
    _ = try propose("In time", "--due", "today")
    #expect(try proposals().map { $0["text"] as? String } == ["In time"])
  }

  @Test("what is declined while the proposer is away is told when they come back", .timeLimit(.minutes(3)))
  func away() throws {
    let id = try propose("Bring the ladder", "--notes", "The long one.")
    _ = try ada.vault.mustRun("agent", "stop")
    _ = try grace.mustRun("inbox", "reject", try number(of: "Bring the ladder", on: grace))
    #expect(try hints("grace declined").map { $0["title"] as? String } == ["grace declined: Bring the ladder"])
    let shown = try ada.vault.mustRun("proposals", "show", String(id.prefix(8)))
    #expect(shown.hasPrefix("Bring the ladder\n\nThe long one.\n\nproposal \(id.prefix(8)) to grace"), "\(shown)")
    #expect(shown.contains("\ndeclined "))
    let list = try ada.vault.mustRun("proposals", "--all")
    #expect(list.contains("  declined  Bring the ladder\n          to \(try label(of: grace)), declined "), "\(list)")
  }

  @Test("a click on what tells of a decision opens the proposal", .timeLimit(.minutes(3)))
  func click() throws {
    // Who follows Ada is told first.
    _ = try ada.vault.inboxItems { $0.count == 1 }
    _ = try ada.vault.mustRun("inbox", "read", "--all")
    let service = try MockNotifications(on: ada.bus)
    let id = try propose("Feed the cat")
    _ = try grace.mustRun("inbox", "accept", try number(of: "Feed the cat", on: grace))
    try waitUntil("it is shown") { try service.shown().contains("grace accepted: Feed the cat") }
    try service.invoke("default", of: 1)
    try waitUntil("it is opened") { try ada.openedWords().contains("vault proposals show \(id);") }
  }

  @Test("what nobody decides in time expires, and nobody else sees anything of it", .timeLimit(.minutes(3)))
  func expired() throws {
    let id = try propose("Too late", "--expires", "in 3s")
    try waitUntil("it is over") { try proposals("--all").first?["state"] as? String == "expired" }
    #expect(try proposals().isEmpty)
    try server.addAccount("eve@example.org")
    let eve = try TestVault.loggedIn(to: server, as: "eve@example.org")
    #expect(try eve.run("vault", ["proposals", "--all"]).output.isEmpty)
    #expect(try eve.run("vault", ["proposals", "show", id]).status == 64)
    let refused = try eve.run("vault", ["propose", try grace.userID(), "Hello"])
    #expect(refused.status == 77 && refused.errors.contains("have to follow you first"), "\(refused)")
  }
}
