import Foundation
import ProcessTesting
import Testing
import VaultTesting

/// A server with a channel, and two users who have joined it.
final class TestChannel {
  let server: TestServer
  let ada: TestVault
  let bob: TestVault

  init() throws {
    server = try TestServer()
    try server.addAccount("bob@example.org")
    _ = try server.addChannel("News", "What is new")
    ada = try Self.user(TestServer.email, server)
    bob = try Self.user("bob@example.org", server)
    for user in [ada, bob] { try user.mustRun("channels", "join", "news") }
  }

  /// A device of a user.
  static func user(_ email: String, _ server: TestServer) throws -> TestVault {
    try .loggedIn(to: server, as: email)
  }

  /// Where a message is, as `--json` has it.
  struct Message: Decodable, Equatable {
    let number: Int?
    let sender: String
    let senderText: String
    let isOwn: Bool
    let text: String
    let state: String
    let receivedAt: String?
  }

  /// A channel as `--json` has it.
  struct Row: Decodable {
    let id: String
    let title: String
    let isJoined: Bool
    let unread: Int
  }

  private struct Listing: Decodable {
    var channels: [Row]?
    var messages: [Message]?
    var isCurrent: Bool
  }

  /// The channels of a user.
  func channels(_ user: TestVault) throws -> (rows: [Row], isCurrent: Bool) {
    let listing = try JSONDecoder().decode(Listing.self, from: Data(user.mustRun("channels", "--json").utf8))
    return (listing.channels ?? [], listing.isCurrent)
  }

  /// The messages that a user sees.
  func messages(_ user: TestVault) throws -> [Message] {
    let text = try user.mustRun("channels", "history", "news", "--limit", "10000", "--json")
    return try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).messages ?? []
  }

  /// Waits until a user's messages are as they should be.
  func wait(for user: TestVault, until isRight: ([Message]) -> Bool) throws {
    var last: [Message] = []
    // Who has lost the server comes back later each time.
    try waitUntil("the messages are right", 90) {
      last = try messages(user)
      return isRight(last)
    }
  }
}
