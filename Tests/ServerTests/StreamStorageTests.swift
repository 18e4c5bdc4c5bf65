import Foundation
import GRDB
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

/// What streams ask of the storage.
@Suite("Storage of streams")
struct StreamStorageTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let hash = [UInt8](repeating: 1, count: 32)
  private let storage: any ServerStorage
  private let ada: StoredAccount
  private let bob: StoredAccount

  init() async throws {
    storage = try TestStorage.make()
    var accounts: [StoredAccount] = []
    for name in ["ada", "bob"] {
      let email = try #require(EmailAddress("\(name)@example.org"))
      accounts.append(StoredAccount(id: UUID(), email: email, passwordHash: "hash", createdAt: now))
      try await storage.add(accounts[accounts.count - 1])
    }
    (ada, bob) = (accounts[0], accounts[1])
    _ = try await storage.begin(session(hash, of: ada), ifPasswordHashIs: "hash", atMost: 9)
  }

  private func session(_ hash: [UInt8], of account: StoredAccount, for seconds: Double = 100) -> StoredSession {
    StoredSession(
      tokenHash: hash, accountID: account.id, createdAt: now, lastUsedAt: now,
      expiresAt: now.addingTimeInterval(seconds))
  }

  @Test("the stream of an inbox is opened by its session, with where the inbox stands")
  func inbox() async throws {
    for _ in 0..<3 {
      _ = try await storage.append(
        StoredPush(
          id: UUID(), sender: .account(bob.id), recipient: .alias(ada.id), idempotencyKey: nil, payload: "{}",
          createdAt: now, expiresAt: nil))
    }
    _ = try await storage.setState(.read, ofItem: 2, of: ada.id, device: nil, at: now)
    let opening = try #require(try await storage.openInbox(tokenHash: hash))
    #expect(opening.session == session(hash, of: ada) && opening.account == ada)
    #expect(opening.items == SequenceBounds(first: 1, highest: 3) && opening.changes == 1)
    #expect(try await storage.openInbox(tokenHash: [2]) == nil)
    #expect(try await storage.openChannel(UUID(), device: "", tokenHash: [2]) == nil)
  }

  @Test("that of a channel with what the account has to do with it, and whether the device is its own")
  func channel() async throws {
    let channel = StoredChannel(id: UUID(), title: "News", description: "", createdAt: now)
    try await storage.add(channel)
    let device = "laptop-laptop-laptop"
    func opening(_ id: UUID) async throws -> ChannelOpening {
      try #require(try await storage.openChannel(id, device: device, tokenHash: hash))
    }
    #expect(try await opening(channel.id).access == .notEnrolled(channel.bounds))
    #expect(try await !opening(channel.id).hasDevice)
    _ = try await storage.enrol(ada.id, in: channel.id, at: now)
    _ = try await storage.register(
      Device(token: device, platform: "linux", name: "laptop", registeredAt: now, lastSeenAt: now), of: ada.id,
      atMost: 3)
    #expect(try await opening(channel.id).access == .enrolled(channel.bounds))
    #expect(try await opening(channel.id).hasDevice)
    #expect(try await opening(bob.id).access == .noChannel)
    _ = try await storage.follow(ada.id, by: bob.id, at: now)
    let message = ChannelMessage(
      sequence: 0, id: UUID(), sender: ada.id, senderName: "ada", text: "hello", receivedAt: now)
    _ = try await storage.append(message, toUser: bob.id)
    let side = try #require(try await opening(bob.id).side)
    #expect(side.partner == bob.id && side.bounds == SequenceBounds(first: 1, highest: 1))
  }

  @Test("of the sessions that stream, those that have ended or expired are named, and no others")
  func ended() async throws {
    let (expired, unknown) = ([UInt8](repeating: 2, count: 32), [UInt8](repeating: 3, count: 32))
    _ = try await storage.begin(session(expired, of: bob, for: 0), ifPasswordHashIs: "hash", atMost: 9)
    _ = try await storage.begin(session([4], of: bob, for: 0), ifPasswordHashIs: "hash", atMost: 9)
    #expect(try await storage.ended(among: [hash, expired, unknown], now: now) == [expired, unknown])
    #expect(try await storage.ended(among: [], now: now).isEmpty)
  }

  @Test(
    "a page of an inbox does not look at channels",
    .enabled(if: TestStorage.isSQLite, "SQLite alone says which statements it runs"))
  func page() async throws {
    let storage = try #require(self.storage as? SQLiteStorage)
    let statements = Mutex<[String]>([])
    try await storage.engine.writer.write { database in
      database.trace { event in statements.withLock { $0.append("\(event)") } }
    }
    _ = try await storage.inbox(of: ada.id, after: 0, limit: 100, now: now)
    try await storage.engine.writer.write { $0.trace(options: []) }
    #expect(statements.withLock { $0 }.contains { $0.contains("FROM inbox") })
    #expect(!statements.withLock { $0 }.contains { $0.contains("enrolments") })
  }
}
