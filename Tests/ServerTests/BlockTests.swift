import Foundation
import GRDB
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Blocks")
struct BlockTests {
  /// Ada follows Bob, and has taken what told of it.
  private func withFollowed(
    storage: (any ServerStorage)? = nil, _ body: (Town) async throws -> Void
  ) async throws {
    try await Town.run(storage: storage) { town async throws in
      try await town.follow(town.bob, by: town.ada)
      try await body(town)
    }
  }

  /// What Bob is told, but for ids and times.
  private func plain(_ answer: RunningServer.Answer) -> String {
    String(decoding: answer.body, as: UTF8.self)
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "ID")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME") + " \(answer.status)"
  }

  @Test("are made and ended as often as one likes, and of oneself or nobody not at all")
  func routes() async throws {
    try await Town.run { town async throws in
      for method in [HTTPMethod.PUT, .PUT, .DELETE, .DELETE] {
        #expect(try await town.change(method, "blocks", town.bob, by: town.ada) == 204)
      }
      let own = try await town.server.send(.PUT, "/v1/blocks/\(town.ada.id)", token: town.ada.token)
      #expect(own.code == .invalidField)
      for user in [UUID().uuidString, "x", "%2e%2e", "%00"] {
        for method in [HTTPMethod.PUT, .DELETE] {
          #expect(try await town.server.send(method, "/v1/blocks/\(user)", token: town.ada.token).code == .notFound)
        }
      }
    }
  }

  @Test("are silent: whatever the blocked one does is answered as before, but for ids and times")
  func silence() async throws {
    try await withFollowed { town async throws in
      var answers: [[String]] = []
      for round in 1...2 {
        if round == 2 { try await town.block(town.bob, by: town.ada) }
        answers.append(try await whatBobSees(town, key: "k\(round)"))
      }
      #expect(answers[0] == answers[1])
      #expect(answers[0].contains { $0.contains(#""state":"expired""#) && $0.contains(#""redacted":true"#) })
    }
  }

  /// Bob pushes, repeats, replaces and lets expire, looks, and follows.
  private func whatBobSees(_ town: Town, key: String) async throws -> [String] {
    var seen: [RunningServer.Answer] = []
    let headers = ["Idempotency-Key": key]
    for _ in 1...2 { seen.append(try await town.push(to: town.ada, by: town.bob, headers: headers)) }
    seen.append(try await town.push(#"{"n":2}"#, to: town.ada, by: town.bob, headers: headers))
    var pushes = [try seen[0].decoded(Push.self).id]
    for number in 1...3 {
      let collapse = ["apns-collapse-id": "build"]
      seen.append(try await town.push(#"{"n":\#(number)}"#, to: town.ada, by: town.bob, headers: collapse))
      pushes.append(try seen[seen.count - 1].decoded(Push.self).id)
    }
    seen.append(try await town.push(to: town.ada, by: town.bob, expiresIn: 60))
    pushes.append(try seen[seen.count - 1].decoded(Push.self).id)
    for time in [0, 60] {
      town.server.clock.advance(by: .seconds(time))
      for push in pushes { seen.append(try await town.status(of: push, for: town.bob)) }
    }
    for path in ["users/\(town.ada.id)", "people"] {
      seen.append(try await town.server.send(.GET, "/v1/\(path)", token: town.bob.token))
    }
    for method in [HTTPMethod.PUT, .DELETE] {
      seen.append(try await town.server.send(method, "/v1/follows/\(town.ada.id)", token: town.bob.token))
    }
    return seen.map(plain)
  }

  @Test("keep out what is sent from then on, for good; what is sent after they have ended arrives")
  func withholding() async throws {
    try await withFollowed { town async throws in
      try await town.block(town.bob, by: town.ada)
      let held = try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob).decoded(Push.self)
      #expect(held.inboxCount == 1)
      #expect(try await town.items(of: town.ada).isEmpty)
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      _ = try await town.push(#"{"n":2}"#, to: town.ada, by: town.bob)
      #expect(try await town.payloads(of: town.ada) == [#"{"n":2}"#])
      let status = try await town.status(of: held.id, for: town.bob).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.stored])
    }
  }

  @Test("go one way: who has blocked somebody still sends to them")
  func oneWay() async throws {
    try await withFollowed { town async throws in
      try await town.follow(town.ada, by: town.bob)
      try await town.block(town.bob, by: town.ada)
      _ = try await town.push(#"{"n":1}"#, to: town.bob, by: town.ada)
      #expect(try await town.payloads(of: town.bob).last == #"{"n":1}"#)
    }
  }

  @Test("let a new follow of the blocked one tell nobody, neither then nor later")
  func follows() async throws {
    try await Town.run { town async throws in
      try await town.block(town.bob, by: town.ada)
      #expect(try await town.follow(town.ada, by: town.bob) == 204)
      #expect(try await town.items(of: town.ada).isEmpty)
      let followers = try await town.server.send(.GET, "/v1/me/followers", token: town.ada.token)
        .decoded(Followers.self)
      #expect(followers.total == 1 && followers.followers.isEmpty)
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      try await town.follow(town.ada, by: town.bob)
      #expect(try await town.items(of: town.ada).isEmpty)
    }
  }

  @Test("hide what no device has yet and nobody has decided, and the sender sees nothing of that")
  func hiding() async throws {
    try await withFollowed { town async throws in
      var pushes: [UUID] = []
      for number in 1...4 {
        let headers = number == 4 ? ["apns-collapse-id": "build"] : [:]
        let push = try await town.push(#"{"n":\#(number)}"#, to: town.ada, by: town.bob, headers: headers)
        pushes.append(try push.decoded(Push.self).id)
      }
      try await town.acknowledge(through: 1)
      try await town.decide(2, .accepted, by: town.ada)
      var before: [String] = []
      for push in pushes { before.append(plain(try await town.status(of: push, for: town.bob))) }
      try await town.block(town.bob, by: town.ada)
      let items = try await town.items(of: town.ada)
      #expect(items.map(\.payload) == [#"{"n":1}"#, #"{"n":2}"#, nil, nil])
      #expect(items.map(\.redacted) == [nil, nil, true, true])
      let changes = try await town.server.send(.GET, "/v1/inbox/changes", token: town.ada.token)
        .decoded(InboxChanges.self).changes
      #expect(changes.suffix(2).map(\.sequence) == [3, 4] && changes.suffix(2).map(\.redacted) == [true, true])
      // What else is erased there must not take these with it.
      _ = try await town.server.push(token: town.ada.token)
      try await town.server.storage.expireInboxes(before: .distantPast, keeping: 100)
      var after: [String] = []
      for push in pushes { after.append(plain(try await town.status(of: push, for: town.bob))) }
      #expect(before == after)
      _ = try await town.push(#"{"n":5}"#, to: town.ada, by: town.bob, headers: ["apns-collapse-id": "build"])
      let replaced = try await town.status(of: pushes[3], for: town.bob).decoded(PushStatus.self)
      #expect(replaced.deliveries.map(\.state) == [.expired] && replaced.redacted == true)
    }
  }

  @Test("count what they keep out and what they hide as waiting, so that the limit comes as it would have come")
  func limit() async throws {
    try await withFollowed { town async throws in
      for number in 1...ServerLimits.waitingPushCount {
        if number == 20 { try await town.block(town.bob, by: town.ada) }
        #expect(try await town.push(to: town.ada, by: town.bob).status == 201)
      }
      #expect(try await town.push(to: town.ada, by: town.bob).code == .tooManyRequests)
    }
  }

  @Test("keep what they keep out as long as it would have been kept: by age, by number, and with the recipient")
  func retention() async throws {
    try await withFollowed { town async throws in
      try await town.block(town.bob, by: town.ada)
      var pushes: [UUID] = []
      for _ in 1...3 {
        town.server.clock.advance(by: .seconds(60))
        pushes.append(try await town.push(to: town.ada, by: town.bob).decoded(Push.self).id)
      }
      let storage = town.server.storage
      try await storage.expireInboxes(before: town.server.clock.now.addingTimeInterval(-60), keeping: 100)
      #expect(try await statuses(pushes, town) == [404, 200, 200])
      _ = try await town.server.push(token: town.ada.token)
      try await storage.expireInboxes(before: .distantPast, keeping: 2)
      #expect(try await statuses(pushes, town) == [404, 404, 200])
      #expect(try await storage.removeAccount(email: town.ada.email))
      #expect(try await statuses(pushes, town) == [404, 404, 404])
    }
  }

  private func statuses(_ pushes: [UUID], _ town: Town) async throws -> [Int] {
    var statuses: [Int] = []
    for push in pushes { statuses.append(try await town.status(of: push, for: town.bob).status) }
    return statuses
  }

  @Test("hold for pushes that are on their way: nothing arrives after a block was answered")
  func race() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      try await withFollowed(storage: storage) { town async throws in
        let atBlock = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 1...ServerLimits.waitingPushCount {
            group.addTask { try await town.push(#"{"n":\#(number)}"#, to: town.ada, by: town.bob).status }
          }
          // In between: some are answered, the others are on their way.
          for _ in 1...10 { #expect(try await group.next() == 201) }
          try await town.block(town.bob, by: town.ada)
          let count = try await town.items(of: town.ada).count
          for try await status in group { #expect(status == 201) }
          return count
        }
        let items = try await town.items(of: town.ada)
        #expect(items.count == atBlock && items.count >= 10)
        #expect(items.allSatisfy { $0.payload == nil && $0.redacted == true }, "no device had any of them")
      }
    }
  }

  @Test("go with either account")
  func removal() async throws {
    try await withFollowed { town async throws in
      try await town.block(town.bob, by: town.ada)
      _ = try await town.push(to: town.ada, by: town.bob)
      #expect(try await town.server.storage.removeAccount(email: town.bob.email))
      #expect(try await town.people(of: town.ada) == People())
    }
  }

  @Test("hide what told of a follow before there were blocks, too")
  func upgrade() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      let (ada, bob) = (UUID(), UUID())
      let former = try DatabaseQueue(path: path)
      try SQLiteMigrations.migrator.migrate(former, upTo: "replaced items and priorities")
      try await former.write { database in
        for (id, name) in [(ada, "ada"), (bob, "bob")] {
          try database.execute(
            sql: """
              INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt, inboxHighest) VALUES (?, ?, ?, 'x', 1, 2)
              """, arguments: [id.uuidString, name + "@example.org", name + "@example.org"])
        }
        for (number, key) in [(1, "follow \(ada.uuidString)"), (2, "own")] {
          try database.execute(
            sql: """
              INSERT INTO pushes (number, id, sender, recipient, idempotencyKey, payload, inboxCount, createdAt)
              VALUES (?, ?, ?, ?, ?, '{}', 1, 1)
              """,
            arguments: [number, UUID().uuidString, "account:\(bob)", "alias:\(ada)", key])
          try database.execute(
            sql: "INSERT INTO inbox (accountID, sequence, push) VALUES (?, ?, ?)",
            arguments: [ada.uuidString, number, number])
        }
      }
      try former.close()
      let changes = try await SQLiteStorage(path: path).block(bob, by: ada, at: .now)
      #expect(changes?.map(\.sequence) == [1] && changes?.map(\.redacted) == [true])
    }
  }
}
