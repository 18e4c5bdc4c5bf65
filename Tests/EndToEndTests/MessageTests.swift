import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Messages and followers", .serialized)
struct MessageTests {
  private let server: TestServer
  private let ada: TestVault

  init() throws {
    server = try TestServer()
    ada = try Self.vault(of: TestServer.email, at: server)
  }

  private static func vault(of email: String, at server: TestServer) throws -> TestVault {
    try .loggedIn(to: server, as: email)
  }

  private func push(_ payload: String) throws {
    let outcome = try ada.run("vault", ["push", "send", "-"], input: payload)
    #expect(outcome.status == 0, "\(outcome)")
  }

  private func message(_ id: Int, _ text: String, from sender: String) -> String {
    #"{"aps":{"alert":"A message"},"jsondata":{"id":\#(id),"message":"\#(text)","sendername":"\#(sender)"}}"#
  }

  @Test("messages are listed by their text, newest first; one that comes again is changed, and read ones do not count")
  func messages() throws {
    #expect(try ada.vault("messages", "--kind", "jsondata").errors.contains("no messages"))
    try push(message(7, "See you at six.", from: "Grace"))
    try push(message(8, #"One\nline \u001b[2J"#, from: "Alan"))
    #expect(try ada.mustRun("messages", "--kind", "jsondata") == "One\\nline \\x1B[2J\nSee you at six.\n")
    #expect(try ada.mustRun("message", "show", "1", "--kind", "jsondata") == "Alan\n")
    #expect(try ada.mustRun("message", "show", "2", "--kind", "jsondata") == "Grace\n")
    try push(message(7, "See you at seven.", from: "Grace"))
    #expect(try ada.mustRun("messages", "--kind", "jsondata") == "See you at seven.\nOne\\nline \\x1B[2J\n")
    #expect(
      try ada.mustRun("messages", "--kind", "jsondata", "--limit", "1", "--json").contains(#""senderName" : "Grace""#))
    #expect(try ada.mustRun().contains("nothing unread"))
    for number in ["0", "3", "-1"] {
      #expect(try ada.vault("message", "show", "--kind", "jsondata", "--", number).status == 64)
    }
  }

  @Test("they are shown live, and one that is opened tells its sender")
  func watching() throws {
    try push(message(7, "See you at six.", from: "Grace"))
    let terminal = try PseudoTerminal()
    let watch = try ada.start("messages", "--watch", at: terminal)
    try terminal.waitForText("See you at six.")
    try push(message(8, "Bring tea.", from: "Alan"))
    try terminal.waitForText("Bring tea.")
    terminal.type("\u{1B}")
    try terminal.wait(for: "no banner") { !$0.screen.lines.joined().contains("▌") }
    terminal.type("g\n")
    try terminal.waitForText("Alan")
    terminal.type("qq")
    #expect(try watch.waitForEnd().status == 0)
  }

  @Test("messages are there while the server is not, and that is said")
  func offline() throws {
    try push(message(7, "See you at six.", from: "Grace"))
    #expect(try ada.mustRun("messages", "--kind", "jsondata") == "See you at six.\n")
    server.kill()
    let outcome = try ada.vault("messages", "--kind", "jsondata")
    #expect(outcome.status == 0 && outcome.output == "See you at six.\n", "\(outcome)")
    #expect(outcome.errors.contains("could not be asked"), "\(outcome)")
    #expect(try ada.vault("profile").status == 0)
  }

  @Test("who follows is new once, is followed back by name, and let go again")
  func following() throws {
    try server.addAccount("grace@example.org")
    let grace = try Self.vault(of: "grace@example.org", at: server)
    let ownProfile =
      try JSONSerialization.jsonObject(with: Data(ada.mustRun("profile", "--json").utf8)) as? [String: Any]
    let id = try #require((ownProfile?["profile"] as? [String: Any])?["user"] as? String)
    #expect(try ada.mustRun("profile").contains("Nobody new"))
    #expect(try grace.mustRun("follow", id) == "You follow ada (\(id.prefix(8))) now.\n")
    #expect(try ada.mustRun("profile").contains("grace"))
    #expect(try ada.mustRun("profile").contains("Nobody new"))
    #expect(try ada.mustRun("follow", "grace").hasPrefix("You follow grace ("))
    #expect(try ada.mustRun("profile", "grace").contains("They follow you."))
    #expect(try ada.mustRun("unfollow", "grace").hasPrefix("You no longer follow grace ("))
    let own = try ada.vault("follow", id)
    #expect(own.status == 64 && own.errors.contains("nobody follows themselves"), "\(own)")
    let unknown = try ada.vault("follow", UUID().uuidString)
    #expect(unknown.status == 64 && unknown.errors.contains("Ask them for the id"), "\(unknown)")
    #expect(try ada.vault("follow", "nobody").status == 64)
  }

  @Test("accepted at once from several places it is one task, and nobody is told to try again")
  func acceptedAtOnce() throws {
    try push(#"{"aps":{"alert":"Water the plants"},"kind":"task"}"#)
    try waitUntil("it is here") { try ada.mustRun("inbox").contains("Water") }
    let program = TestVault.programs.appendingPathComponent("vault").path
    let children = try (1...6).map { _ in
      try ChildProcess([program, "inbox", "accept", "1"], environment: ada.environment)
    }
    for child in children { #expect(try child.exitStatus(within: 60) == 0, "\(child.errors.text)") }
    #expect(try ada.mustRun("list", "--json").components(separatedBy: "Water the plants").count == 2)
  }
}
