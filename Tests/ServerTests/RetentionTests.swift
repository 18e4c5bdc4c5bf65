import Foundation
import Logging
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

/// What has had its time, deleted step by step.
@Suite("Retention")
struct RetentionTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Three users with inboxes of different lengths, half of it old, and a channel that is as long.
  private struct Town {
    let storage: any ServerStorage
    let users: [UUID]
    let channel: UUID
  }

  private func town() async throws -> Town {
    let storage = try TestStorage.make()
    var users: [UUID] = []
    for name in ["ada", "bob", "cleo"] {
      let email = try #require(EmailAddress("\(name)@example.org"))
      let account = StoredAccount(id: UUID(), email: email, passwordHash: "", createdAt: now)
      try await storage.add(account)
      users.append(account.id)
    }
    let channel = StoredChannel(id: UUID(), title: "News", description: "", createdAt: now)
    try await storage.add(channel)
    _ = try await storage.enrol(users[0], in: channel.id, at: now)
    let town = Town(storage: storage, users: users, channel: channel.id)
    for (index, user) in users.enumerated() { try await push(20 * index + 10, to: .alias(user), in: town) }
    try await push(10, to: .everyone, in: town)
    for number in 0..<30 {
      _ = try await storage.append(
        ChannelMessage(
          sequence: 0, id: UUID(), sender: users[0], senderName: "ada", text: "\(number)",
          receivedAt: now.addingTimeInterval(Double(number))), to: channel.id)
    }
    return town
  }

  /// One push a second.
  private func push(_ count: Int, to recipient: Recipient, in town: Town) async throws {
    for number in 0..<count {
      _ = try await town.storage.append(
        StoredPush(
          id: UUID(), sender: .account(town.users[0]), recipient: recipient, idempotencyKey: nil,
          payload: #"{"n":\#(number)}"#, createdAt: now.addingTimeInterval(Double(number)), expiresAt: nil))
    }
  }

  private func rowCount(_ town: Town) async throws -> Int {
    try await town.storage.direct.write { transaction in
      try ["inbox", "pushes", "messages"].reduce(0) { try $0 + (transaction.value("SELECT count(*) FROM \($1)") ?? 0) }
    }
  }

  private func kinds(before date: Date, keeping count: Int) -> [Expirable] {
    [.items(before: date, keeping: count), .pushes(before: date), .messages(before: date, keeping: count)]
  }

  /// What everybody sees: bounds, and what is kept.
  private func view(_ town: Town) async throws -> [String] {
    var seen: [String] = []
    for user in town.users {
      let page = try await town.storage.inbox(of: user, after: 0, limit: 100, now: now)
      seen.append("\(page.bounds) \(page.items.map { $0.payload ?? "-" })")
    }
    let page = try #require(try await town.storage.messages(of: town.channel, after: 0, limit: 100))
    return seen + ["\(page.bounds) \(page.messages.map(\.text))", "\(try await rowCount(town))"]
  }

  @Test("deletes no more rows at once than it may, and goes on until nothing is left to delete", arguments: [1, 7, 25])
  func bounded(_ limit: Int) async throws {
    let town = try await town()
    for what in kinds(before: now.addingTimeInterval(15), keeping: 20) {
      var (isMore, steps) = (true, 0)
      while isMore {
        let former = try await rowCount(town)
        isMore = try await town.storage.expireOnce(what, limit: limit)
        #expect(try await former - rowCount(town) <= limit)
        steps += 1
        try #require(steps < 1000)
      }
      #expect(steps > 1 || limit > 20)
      #expect(try await !town.storage.expireOnce(what, limit: 1000), "nothing is left")
    }
  }

  @Test("ends where one great step ends, however small its steps are", arguments: [0, 5, 20, 1000])
  func same(_ count: Int) async throws {
    var views: [[String]] = []
    for limit in [1, 3, 10, 100_000] {
      let town = try await town()
      // Twice: of what is old, the second time takes what something young stood before, which was too much.
      for what in [Int](0..<2).flatMap({ _ in kinds(before: now.addingTimeInterval(12), keeping: count) }) {
        try await town.storage.expire(what, limit: limit)
      }
      views.append(try await view(town))
    }
    #expect(Set(views).count == 1, "\(views)")
  }

  @Test("lets pushes in between its steps, gives as long to others as it took, and keeps what is young")
  func inBetween() async throws {
    let town = try await town()
    try await push(3000, to: .alias(town.users[0]), in: town)
    let pauses = Mutex(0)
    let (storage, user, late) = (town.storage, town.users[1], now.addingTimeInterval(4000))
    let clock = ServerClock(date: { late }, uptime: { .zero })
    var sweeper = Sweeper(
      storage: storage, retention: Retention(seconds: 100, inboxCount: 1000), clock: clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    sweeper.pause = { time in
      #expect(time > .zero)
      pauses.withLock { $0 += 1 }
      _ = try await storage.append(
        StoredPush(
          id: UUID(), sender: .account(user), recipient: .alias(user), idempotencyKey: nil, payload: "{}",
          createdAt: late, expiresAt: nil))
    }
    await sweeper.sweep()
    let count = pauses.withLock { $0 }
    #expect(count >= 6)
    let page = try await storage.inbox(of: user, after: 0, limit: 500, now: late)
    #expect(page.items.count == count && page.bounds.first == page.items.first?.sequence)
    #expect(try await storage.sequences(of: town.users[0])?.inbox == SequenceBounds(first: 3021, highest: 3020))
  }

  @Test("deletes a push that is in no inbox, as one to a channel without anybody")
  func nobody() async throws {
    let town = try await town()
    _ = try await town.storage.leave(town.users[0], town.channel)
    let former = try await rowCount(town)
    try await push(1, to: .channel(town.channel), in: town)
    try await town.storage.expire(.pushes(before: .distantPast), limit: 10)
    #expect(try await rowCount(town) == former)
  }
}
