import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("People")
struct PeopleTests {
  // MARK: Following is permission

  @Test("whom I follow may send to me, for as long as I follow them; who follows me may not")
  func permission() async throws {
    try await Town.run { town async throws in
      #expect(try await town.push(to: town.ada, by: town.bob).code == .forbidden)
      try await town.follow(town.ada, by: town.bob)
      #expect(try await town.push(to: town.ada, by: town.bob).code == .forbidden)
      try await town.follow(town.bob, by: town.ada)
      let push = try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob)
      #expect(try push.status == 201 && push.decoded(Push.self).inboxCount == 1)
      try await town.change(.DELETE, "follows", town.bob, by: town.ada)
      #expect(try await town.push(to: town.ada, by: town.bob).code == .forbidden)
      #expect(try await town.payloads(of: town.ada).last == #"{"n":1}"#)
      let sender = try await town.items(of: town.ada).last?.sender
      #expect(sender == ItemSender(kind: .person, name: "bob", id: town.bob.id))
    }
  }

  @Test("who does not follow, and who does not exist, are refused in the same words, which say what is missing")
  func noOracle() async throws {
    try await Town.run { town async throws in
      let known = try await town.push(to: town.ada, by: town.bob)
      let stranger = Town.Citizen(id: UUID(), email: town.ada.email, token: "")
      let unknown = try await town.push(to: stranger, by: town.bob)
      #expect(known.status == 403 && unknown.status == 403 && known.body == unknown.body)
      let words = try known.decoded(APIErrorBody.self).error.message
      #expect(words == "whom you send to has to follow you first: then they get what you send")
    }
  }

  @Test("administrators and programs send to everybody, followed, blocked or not")
  func others() async throws {
    try await Town.run { town async throws in
      try await town.block(town.bob, by: town.ada)
      _ = try await town.server.storage.setAdministrator(email: town.bob.email, to: true)
      #expect(try await town.push(#"{"n":1}"#, to: town.ada, by: town.bob).status == 201)
      let program = try await town.server.senderToken([.everywhere])
      let to = #""to":{"alias":"\#(town.ada.id)"},"#
      #expect(try await town.server.push(#"{"n":2}"#, to, token: program).status == 201)
      #expect(try await town.payloads(of: town.ada) == [#"{"n":1}"#, #"{"n":2}"#])
    }
  }

  @Test("an administrator who follows acts as a person, and tells nobody who has blocked them")
  func followingAdministrator() async throws {
    try await Town.run { town async throws in
      _ = try await town.server.storage.setAdministrator(email: town.bob.email, to: true)
      try await town.block(town.bob, by: town.ada)
      #expect(try await town.follow(town.ada, by: town.bob) == 204)
      #expect(try await town.items(of: town.ada).isEmpty)
    }
  }

  // MARK: What the sender is told

  @Test("of another user a person is told what was decided, and neither devices nor what was read")
  func discretion() async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      try await town.server.register(device: "phone-phone-phone", token: town.ada.token)
      let first = (try await town.items(of: town.ada).last?.sequence ?? 0) + 1
      let push = try await town.push(to: town.ada, by: town.bob).decoded(Push.self)
      let before = try await town.status(of: push.id, for: town.bob)
      let stored = PushStatus.Delivery(user: town.ada.id, device: nil, state: .stored, since: push.createdAt)
      #expect(try before.decoded(PushStatus.self).deliveries == [stored])
      town.server.clock.advance(by: .seconds(60))
      try await town.acknowledge(through: first)
      let displayed = #"{"state":"displayed","device":"\#(Town.laptop)"}"#
      _ = try await town.server.send(.POST, "/v1/inbox/\(first)/state", body: displayed, token: town.ada.token)
      #expect(try await town.status(of: push.id, for: town.bob).body == before.body, "delivered and displayed")
      try await town.decide(first, .read, by: town.ada)
      #expect(try await town.status(of: push.id, for: town.bob).body == before.body, "read")
      #expect(!String(decoding: before.body, as: UTF8.self).contains("device"))
      try await town.decide(first, .accepted, by: town.ada)
      let after = try await town.status(of: push.id, for: town.bob).decoded(PushStatus.self).deliveries
      let accepted = PushStatus.Delivery(
        user: town.ada.id, device: nil, state: .accepted, since: town.server.clock.now)
      #expect(after == [accepted])
    }
  }

  @Test("of a channel the same holds, but for one's own devices")
  func discretionInChannels() async throws {
    try await Town.run { town async throws in
      try await town.server.register(device: "phone-phone-phone", token: town.bob.token)
      let channel = try await town.server.addChannel()
      for citizen in [town.ada, town.bob] {
        _ = try await town.server.storage.enrol(citizen.id, in: channel, at: town.server.clock.now)
      }
      let push = try await town.server.push("{}", #""to":{"channel":"\#(channel)"},"#, token: town.bob.token)
        .decoded(Push.self)
      try await town.acknowledge(through: 1)
      let status = try await town.status(of: push.id, for: town.bob).decoded(PushStatus.self)
      #expect(status.deliveries.first { $0.user == town.ada.id }?.device == nil)
      #expect(status.deliveries.first { $0.user == town.ada.id }?.state == .stored)
      #expect(status.deliveries.first { $0.user == town.bob.id }?.device == "phone-")
    }
  }

  @Test("administrators are told of every device")
  func administrators() async throws {
    try await Town.run { town async throws in
      _ = try await town.server.storage.setAdministrator(email: town.bob.email, to: true)
      let push = try await town.push(to: town.ada, by: town.bob).decoded(Push.self)
      try await town.acknowledge(through: 1)
      let deliveries = try await town.status(of: push.id, for: town.bob).decoded(PushStatus.self).deliveries
      #expect(deliveries.map(\.device) == ["laptop"] && deliveries.map(\.state) == [.delivered])
    }
  }

  // MARK: How much waits

  @Test(
    "fifty pushes of one person wait in another's inbox; what is decided, over or deleted makes room, what is read does not"
  )
  func limit() async throws {
    try await Town.run { town async throws in
      try await town.follow(town.bob, by: town.ada)
      for number in 1...ServerLimits.waitingPushCount {
        let expiry = number == 1 ? 60 : nil
        let answer = try await town.push(#"{"n":\#(number)}"#, to: town.ada, by: town.bob, expiresIn: expiry)
        #expect(answer.status == 201)
      }
      let refused = try await town.push(to: town.ada, by: town.bob)
      #expect(refused.code == .tooManyRequests && refused.headers.first(name: "Retry-After") == "600")
      try await town.decide(2, .read, by: town.ada)
      #expect(try await town.push(to: town.ada, by: town.bob).code == .tooManyRequests)
      try await town.decide(2, .rejected, by: town.ada)
      #expect(try await town.push(to: town.ada, by: town.bob).status == 201)
      town.server.clock.advance(by: .seconds(60))
      #expect(try await town.push(to: town.ada, by: town.bob).status == 201)
      let item = try #require(try await town.items(of: town.ada).last)
      let body = #"{"device":"\#(Town.laptop)","pushes":["\#(item.push)"]}"#
      _ = try await town.server.send(.POST, "/v1/inbox/redactions", body: body, token: town.ada.token)
      #expect(try await town.push(to: town.ada, by: town.bob).status == 201)
      #expect(try await town.push(to: town.ada, by: town.bob).code == .tooManyRequests)
      let own = try await town.server.push(token: town.bob.token)
      #expect(own.status == 201, "what goes elsewhere is not counted")
    }
  }

  // MARK: Lists

  @Test("people are listed by name with what they are to me, and counted by kind")
  func lists() async throws {
    try await Town.run { town async throws in
      let (carl, dora) = (try await town.add("Carl@example.org"), try await town.add("dora@example.org"))
      _ = try await town.add("eve@example.org")
      try await town.follow(town.bob, by: town.ada)
      try await town.follow(town.ada, by: town.bob)
      try await town.follow(town.ada, by: carl)
      try await town.follow(dora, by: town.ada)
      try await town.block(carl, by: town.ada)
      let all = try await town.people(of: town.ada)
      #expect(
        all
          == People(
            contacts: 1, followers: 2, followed: 2, blocked: 1,
            people: [
              Person(
                user: town.bob.id, name: "bob", isFollowed: true, isFollower: true, isBlocked: false, likeness: ["bob"]),
              Person(
                user: carl.id, name: "Carl", isFollowed: false, isFollower: true, isBlocked: true, likeness: ["carl"]),
              Person(
                user: dora.id, name: "dora", isFollowed: true, isFollower: false, isBlocked: false, likeness: ["dora"]),
            ]))
      for (kind, names) in [
        ("contacts", ["bob"]), ("followers", ["bob", "Carl"]), ("followed", ["bob", "dora"]), ("blocked", ["Carl"]),
      ] {
        let some = try await town.people("?kind=\(kind)", of: town.ada)
        #expect(some.people.map(\.name) == names && some.followers == 2)
      }
      #expect(try await town.people(of: carl).people.map(\.name) == ["ada"])
      #expect(try await town.people(of: carl).people.first?.isBlocked == false)
    }
  }

  @Test("pages go on after somebody, also when that one is not listed any more, and say so when the account is gone")
  func pages() async throws {
    try await Town.run { town async throws in
      var others: [Town.Citizen] = []
      for email in ["max@example.org", "max@example.com", "max@example.net", "zoe@example.org"] {
        others.append(try await town.add(email))
      }
      for other in others { try await town.follow(other, by: town.ada) }
      let same = others.prefix(3).map(\.id).sorted { $0.uuidString < $1.uuidString }
      let first = try await town.people("?limit=2", of: town.ada)
      #expect(first.people.map(\.user) == Array(same.prefix(2)) && first.next == same[1] && first.followed == 4)
      let last = try #require(others.first { $0.id == same[1] })
      try await town.change(.DELETE, "follows", last, by: town.ada)
      let second = try await town.people("?limit=2&after=\(same[1])", of: town.ada)
      #expect(second.people.map(\.user) == [same[2], others[3].id] && second.next == nil && second.followed == 3)
      _ = try await town.server.storage.removeAccount(email: last.email)
      let gone = try await town.server.send(.GET, "/v1/people?after=\(same[1])", token: town.ada.token)
      #expect(gone.code == .invalidField)
      for query in ["?kind=", "?kind=friends", "?after=", "?after=x", "?limit=0", "?limit=501"] {
        let answer = try await town.server.send(.GET, "/v1/people\(query)", token: town.ada.token)
        #expect(answer.code == .invalidField, "\(query)")
      }
    }
  }
}
