import Foundation
import GRDB
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Invitations to follow")
struct FollowInvitationTests {
  private static let path = "/v1/follow-invitations"

  private func invite(_ citizen: Town.Citizen, _ town: Town) async throws -> FollowInvitation {
    let answer = try await town.server.send(.POST, Self.path, token: citizen.token)
    #expect(answer.status == 201)
    return try answer.decoded()
  }

  private func code(_ citizen: Town.Citizen, _ town: Town) async throws -> String {
    try #require(try await invite(citizen, town).code)
  }

  private func open(_ citizen: Town.Citizen, _ town: Town) async throws -> [FollowInvitation] {
    try await town.server.send(.GET, Self.path, token: citizen.token).decoded(FollowInvitations.self).invitations
  }

  private func give(
    _ code: String, to verb: String, by citizen: Town.Citizen, _ town: Town
  ) async throws -> RunningServer.Answer {
    try await town.server.send(
      .POST, "/v1/follow-invitation-\(verb)", body: #"{"code":"\#(code)"}"#, token: citizen.token)
  }

  private func redeem(_ code: String, by citizen: Town.Citizen, _ town: Town) async throws -> RunningServer.Answer {
    try await give(code, to: "redemptions", by: citizen, town)
  }

  private func lookUp(_ code: String, by citizen: Town.Citizen, _ town: Town) async throws -> RunningServer.Answer {
    try await give(code, to: "lookups", by: citizen, town)
  }

  @Test("a code says who invites, as often as it is asked, and makes both contacts once, however it is typed")
  func once() async throws {
    try await Town.run { town async throws in
      let invitation = try await invite(town.ada, town)
      let code = try #require(invitation.code)
      #expect(code.count == 39 && invitation.expiresAt.timeIntervalSince(invitation.createdAt) == 7 * 86_400)
      for _ in 0..<3 {
        let offer = try await lookUp(code, by: town.bob, town).decoded(FollowInvitationOffer.self)
        #expect(offer.id == invitation.id && offer.inviter.user == town.ada.id && offer.inviter.name == "ada")
      }
      #expect(try await open(town.ada, town).map(\.id) == [invitation.id])
      #expect(try await open(town.ada, town).first?.code == nil)
      let typed = code.uppercased().replacing("-", with: " ")
      let inviter = try await redeem(typed, by: town.bob, town).decoded(Profile.self)
      #expect(inviter.user == town.ada.id && inviter.isFollowed && inviter.isFollower)
      #expect(try await town.people("?kind=contacts", of: town.ada).people.map(\.user) == [town.bob.id])
      #expect(try await town.payloads(of: town.ada).compactMap { $0 }.contains { $0.contains("bob follows you") })
      #expect(try await town.items(of: town.bob).isEmpty)
      #expect(try await town.push(to: town.ada, by: town.bob).status == 201)
      #expect(try await town.push(to: town.bob, by: town.ada).status == 201)
      let eve = try await town.add("eve@example.org")
      #expect(try await redeem(code, by: eve, town).code == .notFound)
      #expect(try await lookUp(code, by: eve, town).code == .notFound)
      #expect(try await open(town.ada, town).isEmpty)
    }
  }

  /// How often a citizen was told that Bob follows them.
  private func notices(of citizen: Town.Citizen, _ town: Town) async throws -> Int {
    try await town.payloads(of: citizen).count { $0?.contains("bob follows you") == true }
  }

  @Test("who redeemed a code is answered as before when they give it again, whatever came in between, until it is over")
  func again() async throws {
    try await Town.run { town async throws in
      let code = try await code(town.ada, town)
      let first = try await redeem(code, by: town.bob, town)
      let second = try await redeem(code, by: town.bob, town)
      #expect(first.status == 200 && second.status == 200 && first.body == second.body)
      #expect(try await lookUp(code, by: town.bob, town).status == 200, "and says whose it was")
      #expect(try await notices(of: town.ada, town) == 1)
      try await town.block(town.bob, by: town.ada)
      #expect(try await redeem(code, by: town.bob, town).body == first.body, "a block is silent")
      try await town.change(.DELETE, "follows", town.bob, by: town.ada)
      let third = try await redeem(code, by: town.bob, town).decoded(Profile.self)
      #expect(third.isFollowed && !third.isFollower, "nobody follows anew")
      town.server.clock.advance(by: .seconds(7 * 86_400))
      let token = try await town.server.token("bob@example.org")
      let bob = Town.Citizen(id: town.bob.id, email: town.bob.email, token: token)
      #expect(try await redeem(code, by: bob, town).code == .notFound)
    }
  }

  @Test("its maker is told also of who followed them before, and by the next attempt where the server had stopped")
  func notice() async throws {
    try await Town.run { town async throws in
      try await town.follow(town.ada, by: town.bob)
      #expect(try await notices(of: town.ada, town) == 1)
      let code = try await code(town.ada, town)
      let hash = try #require(InvitationCode(code)?.hash)
      let storage = town.server.storage
      #expect(try await storage.redeemFollowInvitation(hash, by: town.bob.id, at: town.server.clock.now) != nil)
      #expect(try await notices(of: town.ada, town) == 1, "stored, and told nobody yet")
      for _ in 1...2 { #expect(try await redeem(code, by: town.bob, town).status == 200) }
      #expect(try await notices(of: town.ada, town) == 2)
      #expect(try await town.sent(by: town.bob) == SentPushes(), "a notice is no proposal")
    }
  }

  @Test("are gone with a new password, as sessions are")
  func password() async throws {
    try await Town.run { town async throws in
      let (hers, his) = (try await code(town.ada, town), try await code(town.bob, town))
      #expect(try await town.server.storage.setPasswordHash(email: town.ada.email, to: "new"))
      let eve = try await town.add("eve@example.org")
      #expect(try await redeem(hers, by: eve, town).code == .notFound)
      #expect(try await redeem(his, by: eve, town).status == 200)
    }
  }

  @Test("of a hundred accounts that redeem a code at once exactly one is served")
  func hundredAtOnce() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      try await Town.run(storage: storage) { town async throws in
        var guests: [Town.Citizen] = []
        for number in 0..<100 { guests.append(try await town.add("guest\(number)@example.org")) }
        let code = try await code(town.ada, town)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for guest in guests { group.addTask { try await self.redeem(code, by: guest, town).status } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 1 && statuses.filter { $0 == 404 }.count == 99, "\(statuses)")
        let people = try await town.people(of: town.ada)
        #expect(people.contacts == 1 && people.followers == 1 && people.followed == 1)
      }
    }
  }

  @Test("what is used, revoked, over, foreign, blocked or made up is one answer, which uses nothing up")
  func unknown() async throws {
    try await Town.run { town async throws in
      let (used, revoked) = (try await code(town.ada, town), try await invite(town.ada, town))
      let eve = try await town.add("eve@example.org")
      #expect(try await redeem(used, by: eve, town).status == 200)
      let path = "\(Self.path)/\(revoked.id)"
      #expect(try await town.server.send(.DELETE, path, token: town.bob.token).status == 404, "another's")
      #expect(try await town.server.send(.DELETE, path, token: town.ada.token).status == 204)
      #expect(try await town.server.send(.DELETE, path, token: town.ada.token).status == 404)
      let (blocked, blocking) = (try await town.add("mallory@example.org"), try await town.add("shy@example.org"))
      let closed = try await code(town.ada, town)
      try await town.block(blocked, by: town.ada)
      try await town.block(town.ada, by: blocking)
      var answers: Set<Data> = []
      for (code, citizen) in [
        (used, town.bob), (revoked.code ?? "", town.bob), (closed, blocked), (closed, blocking), ("no code", town.bob),
        (try InvitationCode().text, town.bob),
      ] {
        for verb in ["lookups", "redemptions"] {
          let answer = try await give(code, to: verb, by: citizen, town)
          #expect(answer.status == 404, "\(verb)")
          answers.insert(answer.body)
          town.server.clock.advance(by: .seconds(60))
        }
      }
      #expect(answers.count == 1)
      #expect(try await town.people(of: blocked).contacts == 0)
      #expect(try await redeem(closed, by: town.bob, town).status == 200, "still there for others")
    }
  }

  @Test("one's own code makes nobody follow themselves, and is told by what it says of its maker")
  func own() async throws {
    try await Town.run { town async throws in
      let invitation = try await invite(town.ada, town)
      let code = try #require(invitation.code)
      #expect(try await lookUp(code, by: town.ada, town).decoded(FollowInvitationOffer.self).id == invitation.id)
      #expect(try await redeem(code, by: town.ada, town).status == 404)
      #expect(try await redeem(code, by: town.bob, town).status == 200)
    }
  }

  @Test("after seven days a code serves nobody and makes room; an hour of sweeping deletes it")
  func expiry() async throws {
    try await Town.run { town async throws in
      let code = try await code(town.ada, town)
      town.server.clock.advance(by: .seconds(7 * 86_400 - 1))
      let token = try await town.server.token("bob@example.org")
      let bob = Town.Citizen(id: town.bob.id, email: town.bob.email, token: token)
      #expect(try await lookUp(code, by: bob, town).status == 200)
      town.server.clock.advance(by: .seconds(1))
      #expect(try await redeem(code, by: bob, town).status == 404)
      try await town.server.storage.removeExpired(before: town.server.clock.now.addingTimeInterval(1))
      let count: Int? = try await town.server.storage.direct.write {
        try $0.value("SELECT count(*) FROM followInvitations")
      }
      #expect(count == 0)
    }
  }

  @Test("twenty are open at once; what was used or revoked makes room")
  func limit() async throws {
    try await Town.run { town async throws in
      var last: FollowInvitation?
      for _ in 0..<ServerLimits.followInvitationCount { last = try await invite(town.ada, town) }
      #expect(try await town.server.send(.POST, Self.path, token: town.ada.token).code == .quotaExceeded)
      #expect(try await open(town.ada, town).count == ServerLimits.followInvitationCount)
      _ = try await invite(town.bob, town)
      #expect(try await redeem(try #require(last?.code), by: town.bob, town).status == 200)
      let next = try await invite(town.ada, town)
      #expect(try await town.server.send(.POST, Self.path, token: town.ada.token).code == .quotaExceeded)
      _ = try await town.server.send(.DELETE, "\(Self.path)/\(next.id)", token: town.ada.token)
      _ = try await invite(town.ada, town)
    }
  }

  @Test("ten times as many stay with those that were redeemed, and no more until some are over")
  func kept() async throws {
    try await Town.run { town async throws in
      let storage = town.server.storage
      for _ in 0..<FollowInvitationService.keptCount {
        let code = try await code(town.ada, town)
        let hash = try #require(InvitationCode(code)?.hash)
        #expect(try await storage.redeemFollowInvitation(hash, by: town.bob.id, at: town.server.clock.now) != nil)
      }
      #expect(try await open(town.ada, town).isEmpty)
      #expect(try await town.server.send(.POST, Self.path, token: town.ada.token).code == .quotaExceeded)
      _ = try await invite(town.bob, town)
      town.server.clock.advance(by: .seconds(7 * 86_400))
      let token = try await town.server.token("ada@example.org")
      _ = try await invite(Town.Citizen(id: town.ada.id, email: town.ada.email, token: token), town)
    }
  }

  @Test("an account gives ten wrong codes at once; right ones are not counted, and others go on")
  func guesses() async throws {
    try await Town.run { town async throws in
      let code = try await code(town.ada, town)
      for _ in 0..<20 { #expect(try await lookUp(code, by: town.bob, town).status == 200) }
      for _ in 0..<10 { #expect(try await redeem(try InvitationCode().text, by: town.bob, town).status == 404) }
      let refused = try await lookUp(code, by: town.bob, town)
      #expect(refused.code == .tooManyRequests && refused.headers.first(name: "Retry-After") == "60")
      let eve = try await town.add("eve@example.org")
      #expect(try await lookUp(code, by: eve, town).status == 200)
      town.server.clock.advance(by: .seconds(60))
      #expect(try await redeem(code, by: town.bob, town).status == 200)
    }
  }

  @Test("the database has no code, a backup no invitation and nobody who is found by email, but what people are called")
  func atRest() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let path = directory + "/vault-server.sqlite"
      let storage = try SQLiteStorage(path: path)
      try await Town.run(storage: storage) { town async throws in
        let code = try await code(town.ada, town)
        _ = try await storage.setNickname(try Nickname("Bobby"), of: town.bob.id, by: town.ada.id)
        try await storage.setFindable(town.ada.id, to: true)
        let bytes = try await storage.engine.writer.read { database in
          try Data.fetchAll(database, sql: "SELECT codeHash FROM followInvitations")
        }
        let hash = try #require(InvitationCode(code)?.hash)
        #expect(bytes == [Data(hash)])
        let digits = code.replacing("-", with: "")
        for file in [path, path + "-wal"] {
          let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
          #expect(!text.contains(code) && !text.contains(digits), "\(file)")
        }
      }
      let copy = directory + "/copy.sqlite"
      try await storage.backUp(to: copy)
      let counts = try await DatabaseQueue(path: copy).read { database in
        try [
          "SELECT count(*) FROM followInvitations", "SELECT count(*) FROM accounts WHERE isFindable = 1",
          "SELECT count(*) FROM nicknames",
        ].map { try Int.fetchOne(database, sql: $0) }
      }
      #expect(counts == [0, 0, 1])
    }
  }
}
