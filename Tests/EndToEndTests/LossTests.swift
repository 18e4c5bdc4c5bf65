import Foundation
import ProcessTesting
import Testing

@Suite("What the server let go before a device could fetch it", .serialized)
struct LossTests {
  private static let itemCount = 2
  private let server: TestServer
  private let laptop: TestVault
  private let phone: TestVault

  init() throws {
    server = try TestServer(["--keep-items", "\(Self.itemCount)"])
    _ = try server.addChannel("News")
    laptop = try TestVault.loggedIn(to: server)
    phone = try TestVault.loggedIn(to: server)
    try server.addAccount("bob@example.org")
  }

  private func push(_ numbers: ClosedRange<Int>) throws {
    for number in numbers { #expect(try laptop.push(#"{"aps": {"alert": "n\#(number)"}}"#).status == 0) }
  }

  /// Has the server let go of all but the newest items, as it does when it starts.
  private func prune(before first: Int) throws {
    try server.restart()
    let token = try server.sessionToken()
    try waitUntil("the server has let the old items go") { try server.firstItem(token) == first }
  }

  private struct Loss: Decodable, Equatable {
    var channel: String?
    var title: String?
    var count: Int
  }

  private func losses(_ vault: TestVault) throws -> [Loss] {
    struct Listing: Decodable { let lost: [Loss] }
    return try JSONDecoder().decode(Listing.self, from: Data(vault.mustRun("inbox", "--json").utf8)).lost
  }

  @Test("is told by status, doctor and JSON until the inbox has told it, and then never again")
  func toldOnce() throws {
    for vault in [laptop, phone] { try vault.mustRun("channels", "join", "news") }
    try push(1...1)
    _ = try phone.inboxItems { $0.count == 1 }
    phone.killAgent()
    try push(2...5)
    for number in 1...3 { try laptop.mustRun("channels", "send", "news", "m\(number)") }
    try prune(before: 4)
    _ = try phone.inboxItems { $0.count == 3 }
    try waitUntil("both losses are known") { try losses(phone).count == 2 }
    let lost = try losses(phone)
    #expect(lost.map(\.count) == [2, 1] && lost.map(\.title) == [nil, "News"] && lost[1].channel != nil)
    let sentences = [
      "2 items of your inbox went from the server before this device could fetch them.",
      "1 message of \u{201C}News\u{201D} went from the server before this device could fetch it.",
    ]
    for command in ["status", "doctor"] {
      let text = try phone.vault(command).output
      for sentence in sentences { #expect(text.contains(sentence), "\(command): \(text)") }
    }
    phone.killAgent()
    let told = try phone.vault("inbox")
    for sentence in sentences { #expect(told.errors.contains(sentence), "\(told)") }
    for command in ["status", "doctor", "inbox"] {
      let after = try phone.vault(command)
      #expect(!(after.output + after.errors).contains("went from the server"), "\(command)")
    }
    #expect(try losses(phone).isEmpty)
  }

  @Test("is nothing to a device, or a user, that came later")
  func laterDevice() throws {
    try push(1...5)
    try prune(before: 4)
    let tablet = try TestVault.loggedIn(to: server)
    #expect(try tablet.inboxItems { $0.count == Self.itemCount }.count == Self.itemCount)
    #expect(try losses(tablet).isEmpty)
    let bob = try TestVault.loggedIn(to: server, as: "bob@example.org")
    #expect(try losses(bob).isEmpty)
  }
}
