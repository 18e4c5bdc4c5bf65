import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("People", .serialized)
struct PeopleTests {
  private let ada: TestVault
  private let grace: TestVault
  private let server: TestServer

  init() throws {
    server = try TestServer()
    try server.addAccount("grace@example.org")
    ada = try .loggedIn(to: server, as: TestServer.email)
    grace = try .loggedIn(to: server, as: "grace@example.org")
  }

  private func propose(_ name: String, to person: String, from vault: TestVault) throws -> TestVault.Outcome {
    try vault.run(
      "vault", ["push", "send", "-", "--to", person], input: #"{"aps":{"alert":"\#(name)"},"kind":"task"}"#)
  }

  @Test("who is followed proposes a task, which is accepted; who is blocked is heard no more and told nothing")
  func contacts() throws {
    let (adas, graces) = (try ada.userID(), try grace.userID())
    let refused = try propose("Too early", to: graces, from: ada)
    #expect(refused.status == 77 && refused.errors.contains("have to follow you first"), "\(refused)")
    _ = try grace.mustRun("follow", adas)
    _ = try ada.mustRun("follow", "grace")
    #expect(try ada.mustRun("people").contains("contact\n1 contact, 1 follower, 1 followed, 0 blocked"))
    #expect(try propose("Water the plants", to: "grace", from: ada).status == 0)
    try waitUntil("it is there") { try grace.mustRun("inbox").contains("Water the plants") }
    _ = try grace.mustRun("inbox", "accept", "2")
    #expect(try grace.mustRun("list").contains("Water the plants"))
    #expect(try grace.mustRun("people", "block", "ada").contains("ada (\(adas.prefix(8))) is blocked"))
    #expect(try grace.mustRun("people", "blocked").contains("contact, blocked"))
    #expect(try propose("Unheard", to: String(graces.prefix(8)), from: ada).status == 0)
    #expect(try ada.mustRun("people").contains("contact\n1 contact, 1 follower, 1 followed, 0 blocked"))
    #expect(try grace.mustRun("people", "unblock", "ada").contains("ada (\(adas.prefix(8))) is not blocked"))
    #expect(try propose("Heard again", to: "grace", from: ada).status == 0)
    try waitUntil("it is there") { try grace.mustRun("inbox").contains("Heard again") }
    #expect(try !grace.mustRun("inbox", "--all").contains("Unheard"))
  }
}
