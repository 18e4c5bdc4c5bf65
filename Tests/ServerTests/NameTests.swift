import Foundation
import GRDB
import NIOHTTP1
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

@Suite("Names")
struct NameTests {
  private func name(
    _ user: Town.Citizen, _ nickname: String, by citizen: Town.Citizen, _ town: Town
  ) async throws -> RunningServer.Answer {
    let body = try JSONEncoder().encode(NicknameChange(nickname: nickname))
    return try await town.server.send(
      .PUT, "/v1/nicknames/\(user.id)", body: String(decoding: body, as: UTF8.self), token: citizen.token)
  }

  private func nicknames(of citizen: Town.Citizen, _ town: Town) async throws -> [NamedPerson] {
    try await town.server.send(.GET, "/v1/nicknames", token: citizen.token).decoded(Nicknames.self).people
  }

  // MARK: Nicknames

  @Test("what I call somebody is mine alone: in my lists and in their profile as I see it, on no page of another's")
  func mine() async throws {
    try await Town.run { town async throws in
      let eve = try await town.add("eve@example.org")
      for follower in [town.ada, eve] { try await town.follow(town.bob, by: follower) }
      try await town.follow(town.ada, by: town.bob)
      let secret = "Bobby Tables"
      #expect(try await name(town.bob, secret, by: town.ada, town).status == 204)
      #expect(try await nicknames(of: town.ada, town) == [NamedPerson(user: town.bob.id, nickname: secret)])
      let bob = try #require(try await town.people(of: town.ada).people.first)
      #expect(bob.nickname == secret && bob.name == "bob" && bob.likeness == ["bob"])
      #expect(bob.nicknameLikeness?.isEmpty == false)
      let profile = try await town.server.send(.GET, "/v1/users/\(town.bob.id)", token: town.ada.token)
      #expect(try profile.decoded(Profile.self).nickname == secret)
      _ = try await town.server.storage.setAdministrator(email: eve.email, to: true)
      for citizen in [town.bob, eve] {
        for path in [
          "/v1/nicknames", "/v1/people", "/v1/users/\(town.bob.id)", "/v1/users/\(town.ada.id)", "/v1/me",
          "/v1/me/followers", "/v1/inbox", "/v1/admin/accounts", "/v1/devices", "/metrics", "/v1/pushes",
          "/v1/conversations",
        ] {
          let answer = try await town.server.send(.GET, path, token: citizen.token)
          let isForbidden = citizen.id == town.bob.id && ["/v1/admin/accounts", "/metrics"].contains(path)
          #expect(answer.status == (isForbidden ? 403 : 200), "\(path)")
          #expect(!String(decoding: answer.body, as: UTF8.self).contains("Bobby"), "\(path)")
        }
      }
    }
  }

  @Test("a name is composed, replaced by the next one, taken away, and gone with either account")
  func changes() async throws {
    try await Town.run { town async throws in
      let eve = try await town.add("eve@example.org")
      #expect(try await name(town.bob, "Jose\u{301}", by: town.ada, town).status == 204)
      let stored = try #require(try await nicknames(of: town.ada, town).first?.nickname)
      #expect(Array(stored.utf8) == Array("Jos\u{E9}".utf8))
      #expect(try await name(town.bob, "Joe", by: town.ada, town).status == 204)
      #expect(try await name(eve, "Jos\u{E9}", by: town.ada, town).status == 204)
      #expect(try await nicknames(of: town.ada, town).count == 2)
      for _ in 0..<2 {
        #expect(try await town.change(.DELETE, "nicknames", town.bob, by: town.ada) == 204)
      }
      #expect(try await nicknames(of: town.ada, town).map(\.user) == [eve.id])
      _ = try await town.server.storage.removeAccount(email: eve.email)
      #expect(try await nicknames(of: town.ada, town).isEmpty)
    }
  }

  @Test("a name that looks like my name for another is refused with that one's id; another's names do not matter")
  func lookalikes() async throws {
    try await Town.run { town async throws in
      let eve = try await town.add("eve@example.org")
      #expect(try await name(town.bob, "paypal", by: town.ada, town).status == 204)
      for nickname in ["paypal", "PayPal", "р\u{0430}ypal", "ｐａｙｐａｌ", "paypaI", "pаураl"] {
        let answer = try await name(eve, nickname, by: town.ada, town)
        #expect(answer.code == .conflict, "\(nickname)")
        let words = try answer.decoded(APIErrorBody.self).error.message
        #expect(words == "you call \(town.bob.id.uuidString.lowercased()) something that looks like it")
      }
      #expect(try await name(town.bob, "PayPal", by: town.ada, town).status == 204, "one's own former name is none")
      #expect(try await name(eve, "paypäl", by: town.ada, town).status == 204)
      #expect(try await name(eve, "paypal", by: town.bob, town).status == 204)
    }
  }

  @Test("two requests at once for names that look alike make one of them")
  func race() async throws {
    try await Town.run { town async throws in
      var others: [Town.Citizen] = []
      for number in 0..<8 { others.append(try await town.add("user\(number)@example.org")) }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for (number, other) in others.enumerated() {
          group.addTask { try await self.name(other, number % 2 == 0 ? "mary" : "rnary", by: town.ada, town).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 204 }.count == 1 && statuses.filter { $0 == 409 }.count == 7)
    }
  }

  @Test("what is no name is refused, and so is oneself, a stranger, and one more than there is room for")
  func refusals() async throws {
    try await Town.run { town async throws in
      for nickname in [
        "", " ", "a\u{202E}b", "a@b", "deadbeef", String(repeating: "x", count: 41),
        String(repeating: "é", count: 3000),
      ] {
        #expect(try await name(town.bob, nickname, by: town.ada, town).code == .invalidField, "\(nickname)")
      }
      #expect(try await name(town.ada, "Me", by: town.ada, town).code == .invalidField)
      let stranger = Town.Citizen(id: UUID(), email: town.ada.email, token: "")
      #expect(try await name(stranger, "Nobody", by: town.ada, town).code == .notFound)
      #expect(try await town.change(.DELETE, "nicknames", stranger, by: town.ada) == 404)
      try await town.server.fillNicknames(of: town.ada.id)
      #expect(try await name(town.bob, "One more", by: town.ada, town).code == .quotaExceeded)
    }
  }

  @Test("whom I have named is listed by that name, whatever else they are to me, and pages go on after them")
  func order() async throws {
    try await Town.run { town async throws in
      let (carl, dora) = (try await town.add("carl@example.org"), try await town.add("dora@example.org"))
      for other in [town.bob, carl] { try await town.follow(other, by: town.ada) }
      #expect(try await name(town.bob, "Zoë", by: town.ada, town).status == 204)
      #expect(try await name(dora, "Ämilie", by: town.ada, town).status == 204)
      let all = try await town.people(of: town.ada).people
      #expect(all.map { $0.nickname ?? $0.name } == ["carl", "Zoë", "Ämilie"])
      #expect(all.last.map { $0.isFollowed || $0.isFollower || $0.isBlocked } == false)
      var (paged, last): ([UUID], UUID?) = ([], nil)
      repeat {
        let page = try await town.people("?limit=1" + (last.map { "&after=\($0)" } ?? ""), of: town.ada)
        paged += page.people.map(\.user)
        last = page.next
      } while last != nil
      #expect(paged == all.map(\.user))
    }
  }

  // MARK: Found by email

  private func find(_ email: String, by citizen: Town.Citizen, _ town: Town) async throws -> RunningServer.Answer {
    try await town.server.send(.POST, "/v1/people/lookup", body: #"{"email":"\#(email)"}"#, token: citizen.token)
  }

  private func setFindable(_ isFindable: Bool, by citizen: Town.Citizen, _ town: Town) async throws {
    let body = #"{"isFindable":\#(isFindable)}"#
    #expect(try await town.server.send(.PUT, "/v1/me/findable", body: body, token: citizen.token).status == 204)
    let now = try await town.server.send(.GET, "/v1/me/findable", token: citizen.token).decoded(Findability.self)
    #expect(now.isFindable == isFindable)
  }

  @Test(
    "nobody is found by email before they say so; then it is the whole email, however it is written, and no more when they say so"
  )
  func finding() async throws {
    try await Town.run { town async throws in
      #expect(try await find("bob@example.org", by: town.ada, town).code == .notFound)
      try await setFindable(true, by: town.bob, town)
      let found = try await find(" BOB@Example.ORG ", by: town.ada, town)
      #expect(try found.status == 200 && found.decoded(Profile.self).user == town.bob.id)
      for email in ["bob", "bob@example.com", "ob@example.org"] {
        #expect(try await find(email, by: town.ada, town).status != 200)
      }
      try await setFindable(false, by: town.bob, town)
      #expect(try await find("bob@example.org", by: town.ada, town).code == .notFound)
      let noSession = try await town.server.send(.POST, "/v1/people/lookup", body: #"{"email":"bob@example.org"}"#)
      #expect(noSession.status == 401)
    }
  }

  @Test("a block changes nothing: who is blocked finds whom they found before")
  func blocked() async throws {
    try await Town.run { town async throws in
      try await setFindable(true, by: town.bob, town)
      let before = try await find("bob@example.org", by: town.ada, town)
      try await town.block(town.ada, by: town.bob)
      let after = try await find("bob@example.org", by: town.ada, town)
      #expect(before.status == 200 && after.status == 200 && before.body == after.body)
    }
  }

  @Test("who does not exist and who is not found are one answer by the same statements")
  func sameAnswer() async throws {
    // SQLite says which statements it runs.
    let storage = try SQLiteStorage.inMemory()
    try await Town.run(storage: storage) { town async throws in
      var answers: Set<Data> = []
      var traces: Set<[String]> = []
      for email in ["bob@example.org", "nobody@example.org"] {
        let statements = Statements()
        try await storage.engine.writer.write { $0.trace { statements.add("\($0)") } }
        let answer = try await find(email, by: town.ada, town)
        try await storage.engine.writer.write { $0.trace(options: []) }
        #expect(answer.status == 404)
        answers.insert(answer.body)
        traces.insert(statements.all.map { $0.replacing(/'[^']*'|\d+/, with: "?") })
      }
      #expect(answers.count == 1 && traces.count == 1, "\(traces)")
      #expect(traces.first?.contains { $0.contains("accountsFindable") } == true, "\(traces)")
    }
  }

  @Test("who is found by none of them is missed in the index, where nobody is who did not say so")
  func plan() async throws {
    let storage = try SQLiteStorage.inMemory()
    let plan = try await storage.engine.writer.read { database in
      try Row.fetchAll(
        database,
        sql:
          "EXPLAIN QUERY PLAN SELECT id FROM accounts INDEXED BY accountsFindable WHERE emailKey = 'x' AND isFindable = 1"
      ).map { $0["detail"] as String }
    }
    #expect(plan == ["SEARCH accounts USING INDEX accountsFindable (emailKey=?)"])
  }

  @Test("an account asks for ten emails at once and ten an hour, found or not; others go on")
  func lookupLimit() async throws {
    try await Town.run { town async throws in
      for _ in 0..<10 { #expect(try await find("bob@example.org", by: town.ada, town).status == 404) }
      let refused = try await find("bob@example.org", by: town.ada, town)
      #expect(refused.code == .tooManyRequests && refused.headers.first(name: "Retry-After") == "360")
      #expect(try await find("no email", by: town.ada, town).code == .invalidField)
      #expect(try await find("ada@example.org", by: town.bob, town).status == 404)
      town.server.clock.advance(by: .seconds(360))
      #expect(try await find("bob@example.org", by: town.ada, town).status == 404)
      #expect(try await find("bob@example.org", by: town.ada, town).code == .tooManyRequests)
    }
  }
}

/// What a database was asked.
private final class Statements: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
