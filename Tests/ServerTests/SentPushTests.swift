import Foundation
import GRDB
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("What people have sent to others")
struct SentPushTests {
  /// Ada and Bob follow each other; what tells of it is the first item of both.
  private func withContacts(_ body: (Town) async throws -> Void) async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      try await town.follow(town.ada, by: town.bob)
      try await body(town)
    }
  }

  private func id(_ answer: RunningServer.Answer) throws -> UUID { try answer.decoded(Push.self).id }

  @Test("is listed newest first for who sent it, and for nobody else")
  func listing() async throws {
    try await withContacts { town async throws in
      _ = try await town.push(#"{"own":1}"#, to: town.bob, by: town.bob)
      let first = try id(try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob))
      let second = try id(try await town.push(#"{"n":2}"#, to: town.ada, by: town.bob, expiresIn: 60))
      let list = try await town.sent(by: town.bob)
      let now = town.server.clock.now
      #expect(
        list
          == SentPushes(pushes: [
            SentPush(
              push: second, user: town.ada.id, name: "ada", createdAt: now, expiresAt: now.addingTimeInterval(60),
              payload: #"{"n":2}"#),
            SentPush(push: first, user: town.ada.id, name: "ada", createdAt: now, payload: #"{"n":1}"#),
          ]))
      let eve = try await town.add("eve@example.org")
      for other in [town.ada, eve] { #expect(try await town.sent(by: other) == SentPushes()) }
    }
  }

  @Test("says what was decided and when, and neither what arrived nor what was read")
  func discretion() async throws {
    try await withContacts { town async throws in
      var pushes: [UUID] = []
      for number in 2...4 {
        pushes.append(try id(try await town.push(#"{"n":\#(number)}"#, to: town.ada, by: town.bob)))
      }
      let before = try await town.sent(by: town.bob)
      try await town.acknowledge(through: 4)
      try await town.decide(2, .read, by: town.ada)
      let display = #"{"state":"displayed","device":"\#(Town.laptop)"}"#
      #expect(
        try await town.server.send(.POST, "/v1/inbox/3/state", body: display, token: town.ada.token).status == 204)
      #expect(try await town.sent(by: town.bob) == before)
      town.server.clock.advance(by: .seconds(5))
      try await town.decide(2, .accepted, by: town.ada)
      try await town.decide(3, .rejected, by: town.ada)
      let list = try await town.sent(by: town.bob).pushes
      #expect(list.map(\.state) == [.open, .rejected, .accepted])
      #expect(list.map(\.since) == [nil, town.server.clock.now, town.server.clock.now])
    }
  }

  @Test("is over when its time is, when a newer one takes its place, and has no text once that is erased")
  func ends() async throws {
    try await withContacts { town async throws in
      _ = try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob, expiresIn: 60)
      for number in 2...3 {
        _ = try await town.push(
          #"{"n":\#(number)}"#, to: town.ada, by: town.bob, headers: ["apns-collapse-id": "build"])
      }
      let sent = town.server.clock.now
      town.server.clock.advance(by: .seconds(60))
      let list = try await town.sent(by: town.bob).pushes
      #expect(list.map(\.state) == [.open, .expired, .expired])
      #expect(list.map(\.since) == [nil, sent, sent.addingTimeInterval(60)])
      #expect(list.map(\.payload) == [#"{"n":3}"#, nil, #"{"n":1}"#])
      try await town.redact(list[0].push)
      #expect(try await town.sent(by: town.bob).pushes[0].payload == nil)
      #expect(try await town.server.storage.removeAccount(email: town.ada.email))
      #expect(try await town.sent(by: town.bob) == SentPushes())
    }
  }

  @Test("comes in pages, of all or of those in one state, and a page may be empty and not the last")
  func pages() async throws {
    try await withContacts { town async throws in
      var pushes: [UUID] = []
      for _ in 1...5 { pushes.insert(try id(try await town.push(to: town.ada, by: town.bob)), at: 0) }
      try await town.decide(2, .accepted, by: town.ada)
      let first = try await town.sent("?limit=2", by: town.bob)
      #expect(first.pushes.map(\.push) == Array(pushes[..<2]) && first.next == pushes[1])
      let second = try await town.sent("?limit=2&before=\(pushes[1])", by: town.bob)
      #expect(second.pushes.map(\.push) == Array(pushes[2..<4]) && second.next == pushes[3])
      let last = try await town.sent("?limit=2&before=\(pushes[3])", by: town.bob)
      #expect(last.pushes.map(\.push) == [pushes[4]] && last.next == nil)
      let accepted = try await town.sent("?limit=1&state=accepted", by: town.bob)
      #expect(accepted.pushes.map(\.push) == [pushes[4]] && accepted.next == nil)
      #expect(try await town.sent("?state=open", by: town.bob).pushes.count == 4)
      #expect(try await town.sent("?state=rejected", by: town.bob) == SentPushes())
      let own = try id(try await town.push(to: town.bob, by: town.bob))
      for query in ["state=waiting", "before=x", "before=\(UUID())", "before=\(own)", "limit=0", "limit=501"] {
        #expect(try await town.server.send(.GET, "/v1/pushes?\(query)", token: town.bob.token).code == .invalidField)
      }
      // Others' pushes are no places in one's own list.
      let foreign = try await town.server.send(.GET, "/v1/pushes?before=\(pushes[0])", token: town.ada.token)
      #expect(foreign.code == .invalidField)
    }
  }

  @Test("looks alike whoever is blocked, and whatever they then decide")
  func silence() async throws {
    try await withContacts { town async throws in
      var seen: [[String]] = []
      for round in 1...2 {
        if round == 2 { try await town.block(town.bob, by: town.ada) }
        var (answers, pushes) = ([String](), [UUID]())
        for number in 1...2 {
          let answer = try await town.push(
            #"{"n":\#(number)}"#, to: town.ada, by: town.bob, headers: ["apns-collapse-id": "r\(round)"])
          pushes.append(try id(answer))
        }
        answers.append(plain(try await town.server.send(.GET, "/v1/pushes?limit=2", token: town.bob.token)))
        for push in pushes { answers.append(plain(try await town.status(of: push, for: town.bob))) }
        // In the second round there is a page of the first behind it.
        seen.append(answers.map { $0.replacing("r\(round)", with: "r").replacing(#""next":"ID","#, with: "") })
      }
      #expect(seen[0] == seen[1])
    }
  }

  /// An answer, but for ids and times.
  private func plain(_ answer: RunningServer.Answer) -> String {
    String(decoding: answer.body, as: UTF8.self)
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "ID")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME") + " \(answer.status)"
  }

  @Test("waits on where it is decided by somebody who blocks its sender by then, also when a newer one takes its place")
  func untold() async throws {
    try await withContacts { town async throws in
      let headers = ["apns-collapse-id": "build"]
      let push = try id(try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob, headers: headers))
      try await town.acknowledge(through: 2)
      let before = plain(try await town.status(of: push, for: town.bob))
      let list = try await town.sent(by: town.bob)
      try await town.block(town.bob, by: town.ada)
      try await town.decide(2, .accepted, by: town.ada)
      #expect(try await town.items(of: town.bob).count == 1)
      #expect(plain(try await town.status(of: push, for: town.bob)) == before)
      #expect(try await town.sent(by: town.bob) == list)
      // It goes on counting as one that waits.
      for _ in 2...ServerLimits.waitingPushCount { _ = try await town.push(to: town.ada, by: town.bob) }
      #expect(try await town.push(to: town.ada, by: town.bob).code == .tooManyRequests)
      town.server.clock.advance(by: .seconds(3600))
      try await town.redact(push)
      #expect(try await town.sent(by: town.bob).pushes.last == list.pushes.first)
    }
  }

  @Test("is erased with its recipient's copy where its sender knows of the decision, though a block has hidden it once")
  func hiddenAndDecided() async throws {
    try await withContacts { town async throws in
      let push = try id(try await town.push(#"{"n":"the safe"}"#, to: town.ada, by: town.bob))
      try await town.block(town.bob, by: town.ada)
      try await town.change(.DELETE, "blocks", town.bob, by: town.ada)
      // Her device had it, without the server knowing.
      let number = try #require(try await town.items(of: town.ada).last?.sequence)
      try await town.decide(number, .accepted, by: town.ada)
      #expect(try await town.sent(by: town.bob).pushes.first?.payload != nil)
      try await town.redact(push)
      #expect(try await town.sent(by: town.bob).pushes.first?.payload == nil)
    }
  }

  @Test("waits on as long as the item that was decided untold is there, however much is withheld after it")
  func untoldKept() async throws {
    try await withContacts { town async throws in
      let push = try id(try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob))
      try await town.acknowledge(through: 2)
      let before = plain(try await town.status(of: push, for: town.bob))
      let list = try await town.sent(by: town.bob)
      try await town.block(town.bob, by: town.ada)
      try await town.decide(2, .accepted, by: town.ada)
      // It is the oldest of ten then.
      for _ in 1...9 { _ = try await town.server.push(token: town.ada.token) }
      for _ in 1...3 { _ = try await town.push(to: town.ada, by: town.bob) }
      #expect(plain(try await town.status(of: push, for: town.bob)) == before)
      try await town.server.keepOnly(10)
      #expect(try await town.items(of: town.ada).first?.sequence == 2)
      #expect(plain(try await town.status(of: push, for: town.bob)) == before)
      #expect(try await town.sent(by: town.bob).pushes.last == list.pushes.first)
      try await town.server.keepOnly(9)
      #expect(try await town.status(of: push, for: town.bob).status == 404)
    }
  }

  @Test("ends as it would have ended where a newer one takes the place of what was decided untold")
  func untoldReplaced() async throws {
    try await withContacts { town async throws in
      let headers = ["apns-collapse-id": "build"]
      let push = try id(try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob, headers: headers))
      try await town.acknowledge(through: 2)
      try await town.block(town.bob, by: town.ada)
      try await town.decide(2, .accepted, by: town.ada)
      _ = try await town.push(#"{"n":2}"#, to: town.ada, by: town.bob, headers: headers)
      let former = try #require(try await town.sent(by: town.bob).pushes.last)
      #expect(former.state == .expired && former.payload == nil)
      let status = try await town.status(of: push, for: town.bob).decoded(PushStatus.self)
      #expect(status.deliveries.map(\.state) == [.expired] && status.redacted == true)
      let item = try await town.items(of: town.ada)[1]
      #expect(item.state == .accepted && item.replaced == nil && item.payload == #"{"n":1}"#)
    }
  }

  @Test("is read by an index, and never more than a page of it at once")
  func bound() async throws {
    let storage = try SQLiteStorage.inMemory()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let (ada, bob) = (UUID(), UUID())
    for (id, name) in [(ada, "ada"), (bob, "bob")] {
      let email = try #require(EmailAddress("\(name)@example.org"))
      try await storage.add(StoredAccount(id: id, email: email, passwordHash: "hash", createdAt: now))
    }
    try await storage.engine.writer.write { database in
      let plan = try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN " + SentPushRows.query, arguments: ["account:\(bob)", Int64.max, 501]
      ).map { $0["detail"] as String }
      #expect(plan.contains { $0.contains("USING INDEX pushesByAddressee (sender=? AND rowid<?)") }, "\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(plan)")
      for number in 1...1_001 {
        try database.execute(
          sql: """
            INSERT INTO pushes (number, id, sender, recipient, payload, inboxCount, createdAt, addressee)
            VALUES (?, ?, ?, ?, '{}', 1, 1, ?)
            """,
          arguments: [number, UUID().uuidString, "account:\(bob)", "alias:\(ada)", ada.uuidString])
        try database.execute(
          sql: "INSERT INTO inbox (accountID, sequence, push, state, stateSince) VALUES (?, ?, ?, ?, 2)",
          arguments: [ada.uuidString, number, number, number == 1 ? 2 : 0])
      }
    }
    var (query, counts) = (SentPushQuery(state: .accepted), [Int]())
    repeat {
      let page = try #require(try await storage.sentPushes(query, from: .account(bob), now: now))
      counts.append(page.pushes.count)
      query.before = page.next
    } while query.before != nil
    #expect(counts == [0, 0, 1])
  }

  @Test("of before there was a list is in the list; own pushes and notices of follows are not")
  func upgrade() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      let (ada, bob) = (UUID(), UUID())
      let former = try DatabaseQueue(path: path)
      try SQLiteMigrations.migrator.migrate(former, upTo: "blocks")
      try await former.write { database in
        for (id, name) in [(ada, "ada"), (bob, "bob")] {
          try database.execute(
            sql: """
              INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt, inboxHighest) VALUES (?, ?, ?, 'x', 1, 4)
              """, arguments: [id.uuidString, name + "@example.org", name + "@example.org"])
        }
        let pushes: [(recipient: String, key: String?)] = [
          ("alias:\(ada)", "follow \(ada)"), ("alias:\(bob)", nil), ("everyone", nil), ("alias:\(ada)", nil),
        ]
        for (number, push) in zip(1..., pushes) {
          try database.execute(
            sql: """
              INSERT INTO pushes (number, id, sender, recipient, idempotencyKey, payload, inboxCount, createdAt)
              VALUES (?, ?, ?, ?, ?, ?, 1, 1)
              """,
            arguments: [
              number, UUID().uuidString, "account:\(bob)", push.recipient, push.key, #"{"n":\#(number)}"#,
            ])
          try database.execute(
            sql: "INSERT INTO inbox (accountID, sequence, push) VALUES (?, ?, ?)",
            arguments: [ada.uuidString, number, number])
        }
      }
      try former.close()
      let page = try await SQLiteStorage(path: path).sentPushes(SentPushQuery(), from: .account(bob), now: .now)
      #expect(page?.pushes.map(\.payload) == [#"{"n":4}"#])
    }
  }
}
