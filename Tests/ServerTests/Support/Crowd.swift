import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// Users, of whom three get a push at once: what is for more of them is spread.
struct Crowd {
  let storage: any ServerStorage
  let users: [UUID]

  init(_ count: Int, in storage: any ServerStorage) async throws {
    self.storage = try Crowd.sparing(storage)
    users = (0..<count).map { _ in UUID() }
    for (number, id) in users.enumerated() {
      let email = try #require(EmailAddress("p\(number)@example.org"))
      try await storage.add(
        StoredAccount(id: id, email: email, passwordHash: "", createdAt: Date(timeIntervalSince1970: 0)))
    }
  }

  /// The same storage, where three get a push at once.
  static func sparing(_ storage: any ServerStorage) throws -> any ServerStorage {
    var direct = try storage.direct
    direct.audienceAtOnce = 3
    return try #require(direct as? any ServerStorage)
  }

  /// A channel of some users.
  func channel(of members: some Collection<Int>) async throws -> Recipient {
    let date = Date(timeIntervalSince1970: 0)
    let channel = StoredChannel(id: UUID(), title: "News", description: "", createdAt: date)
    try await storage.add(channel)
    for member in members { _ = try await storage.enrol(users[member], in: channel.id, at: date) }
    return .channel(channel.id)
  }

  /// Stores something that is to be spread.
  ///
  /// - Returns: its number.
  func number(of push: StoredPush) async throws -> Int64 {
    guard case .stored(_, [:], _, [:]) = try await storage.append(push) else {
      Issue.record("not to be spread")
      return 0
    }
    return try #require(
      try await storage.direct.write { try $0.value("SELECT number FROM pushes WHERE id = ?", [push.id]) })
  }

  /// What each user has, by the payloads, in the order of their numbers.
  func inboxes() async throws -> [[String?]] {
    var all: [[String?]] = []
    for user in users {
      let page = try await storage.inbox(of: user, after: 0, limit: 100, now: .distantPast)
      #expect(page.items.map(\.sequence) == page.items.indices.map { Int64($0) + 1 })
      all.append(page.items.map(\.payload))
    }
    return all
  }

  /// Spreads all that there is.
  ///
  /// - Returns: how many inboxes each step has put it into.
  @discardableResult func spread(by limit: Int = 4) async throws -> [Int] {
    try await Crowd.spread(storage, by: limit)
  }

  @discardableResult static func spread(_ storage: any BroadcastStorage, by limit: Int = 4) async throws -> [Int] {
    var steps: [Int] = []
    while true {
      let round = try await storage.nextBroadcasts()
      if round.isEmpty { return steps }
      for place in round {
        if case .put(_, let numbers, _) = try await storage.spread(place.push, limit: limit) {
          steps.append(numbers.count)
        }
      }
    }
  }
}
