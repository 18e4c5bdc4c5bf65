import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// Pushes that are appended again because nobody knows whether they were stored.
@Suite("Repeated pushes")
struct RepeatedPushTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let storage: any ServerStorage
  private let ada = UUID()
  private let bob = UUID()
  private let laptop = "laptop-laptop-laptop"

  init() async throws {
    storage = try TestStorage.make()
    for (id, name) in [(ada, "ada"), (bob, "bob")] {
      let email = try #require(EmailAddress("\(name)@example.org"))
      try await storage.add(StoredAccount(id: id, email: email, passwordHash: "hash", createdAt: now))
    }
    let device = Device(token: laptop, platform: "linux", name: "laptop", registeredAt: now, lastSeenAt: now)
    _ = try await storage.register(device, of: ada, atMost: 3)
  }

  private func push(
    to recipient: Recipient, key: String? = nil, collapse: String? = nil, personal: PersonalPush? = nil,
    at offset: Double = 0
  ) -> StoredPush {
    StoredPush(
      id: UUID(), sender: .account(bob), recipient: recipient, idempotencyKey: key, payload: "{}",
      createdAt: now.addingTimeInterval(offset), expiresAt: nil, manner: PushManner(collapseID: collapse),
      personal: personal)
  }

  private func highest(_ account: UUID) async throws -> Int64? {
    try await storage.sequences(of: account)?.inbox.highest
  }

  /// Appends a push, and once more after `body`.
  ///
  /// - Returns: what was answered each time.
  private func twice(
    _ push: StoredPush, _ body: () async throws -> Void = {}
  ) async throws -> (first: PushOutcome, second: PushOutcome) {
    let first = try await storage.append(push)
    try await body()
    return (first, try await storage.append(push))
  }

  @Test("are stored once and answered as the first time, whoever they are for, and with a key")
  func everyKind() async throws {
    let channel = StoredChannel(id: UUID(), title: "News", description: "", createdAt: now)
    try await storage.add(channel)
    _ = try await storage.enrol(ada, in: channel.id, at: now)
    for (number, recipient) in [Recipient.alias(ada), .device(laptop), .channel(channel.id), .everyone].enumerated() {
      for key in [nil, "key \(number)"] {
        let expected = try #require(try await highest(ada)) + 1
        let outcomes = try await twice(push(to: recipient, key: key)) {
          _ = try await storage.append(push(to: .alias(bob)))
        }
        guard case .stored(_, let numbers, let count, _) = outcomes.first else {
          Issue.record("\(recipient): \(outcomes.first)")
          return
        }
        #expect(numbers[ada] == expected && count == (recipient == .everyone ? 2 : 1))
        #expect(outcomes.second == outcomes.first, "\(recipient)")
        #expect(try await highest(ada) == expected)
      }
    }
  }

  @Test("are stored once also when all callers ask at the same moment")
  func atOnce() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      let email = try #require(EmailAddress("ada@example.org"))
      try await storage.add(StoredAccount(id: ada, email: email, passwordHash: "hash", createdAt: now))
      let pushes = (0..<20).map { _ in push(to: .alias(ada)) }
      let places = try await withThrowingTaskGroup(of: (UUID, PushOutcome).self) { group in
        for push in pushes + pushes + pushes { group.addTask { (push.id, try await storage.append(push)) } }
        var places: [UUID: Set<Int64>] = [:]
        for try await (id, outcome) in group {
          guard case .stored(_, let numbers, 1, _) = outcome else { continue }
          places[id, default: []].formUnion(numbers.values)
        }
        return places
      }
      #expect(places.count == 20 && places.values.allSatisfy { $0.count == 1 })
      #expect(Set(places.values.flatMap(\.self)) == Set(1...20))
      #expect(try await storage.sequences(of: ada)?.inbox.highest == 20)
    }
  }

  @Test("replace once what they take the place of, and are answered with the same changes")
  func replacing() async throws {
    _ = try await storage.append(push(to: .alias(ada), collapse: "c"))
    let outcomes = try await twice(push(to: .alias(ada), collapse: "c", at: 1))
    guard case .stored(_, [ada: 2], count: 1, let replaced) = outcomes.first, replaced[ada]?.sequence == 1 else {
      Issue.record("\(outcomes.first)")
      return
    }
    #expect(outcomes.second == outcomes.first)
    #expect(try await storage.sequences(of: ada)?.changes == 1)
  }

  @Test("of somebody who is blocked stay where nobody sees them")
  func withheld() async throws {
    _ = try await storage.follow(bob, by: ada, at: now)
    _ = try await storage.block(bob, by: ada, at: now)
    let notice = PersonalPush(sender: bob, recipient: ada, kind: .followNotice)
    let outcomes = try await twice(push(to: .alias(ada), personal: notice))
    guard case .withheld = outcomes.first else {
      Issue.record("\(outcomes.first)")
      return
    }
    #expect(outcomes.second == outcomes.first)
    #expect(try await highest(ada) == 0)
  }

  @Test("keep their number where they were redacted meanwhile")
  func redacted() async throws {
    let push = push(to: .everyone)
    let outcomes = try await twice(push) {
      for user in [ada, bob] { _ = try await storage.redact([push.id], of: user) }
    }
    #expect(outcomes.second == outcomes.first)
    #expect(try await storage.inbox(of: ada, after: 0, limit: 9, now: now).items.map(\.payload) == [nil])
  }

  @Test("are not stored anew where retention has deleted them meanwhile, or an account went with them")
  func deleted() async throws {
    let push = push(to: .alias(ada))
    let outcomes = try await twice(push) { try await storage.expireInboxes(before: .distantPast, keeping: 0) }
    #expect(outcomes.second == .stored(push, [:], count: 1))
    #expect(try await storage.sequences(of: ada)?.inbox == SequenceBounds(first: 2, highest: 1))
    let other = self.push(to: .alias(ada))
    let again = try await twice(other) {
      _ = try await storage.removeAccount(email: try #require(EmailAddress("ada@example.org")))
    }
    #expect(again.second == .stored(other, [:], count: 1))
  }

  @Test("are forgotten an hour after they were deleted, so that nothing grows")
  func forgotten() async throws {
    let old = push(to: .alias(ada))
    _ = try await storage.append(old)
    try await storage.expireInboxes(before: .distantPast, keeping: 0)
    for offset in [3599.0, 3601] {
      _ = try await storage.append(push(to: .alias(ada), at: offset))
      try await storage.expireInboxes(before: .distantPast, keeping: 0)
      let isKnown = try await storage.direct.write {
        try $0.hasRow("SELECT 1 FROM forgottenPushes WHERE id = ?", [old.id])
      }
      #expect(isKnown == (offset < 3600))
    }
  }
}
