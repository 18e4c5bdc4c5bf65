#if Postgres
import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// What people do with each other over two nodes at once.
@Suite("People on two nodes", .timeLimit(.minutes(3)))
struct TwoNodesPeopleTests {
  private static var now: Date { TwoNodes.now }

  private func friends() async throws -> TwoNodes {
    let house = try await TwoNodes(2)
    for (one, other) in [(0, 1), (1, 0)] {
      _ = try await house.nodes[0].follow(house.people[one], by: house.people[other], at: Self.now)
    }
    return house
  }

  @Test("a conversation has the same messages on both sides, without a gap, though both write at once, also twice")
  func conversations() async throws {
    let house = try await friends()
    _ = try await house.atOnce(24) { node, number in
      let (sender, other) = (house.people[number % 3 == 0 ? 1 : 0], house.people[number % 3 == 0 ? 0 : 1])
      let message = ChannelMessage(
        sequence: 0, id: UUID(), sender: sender, senderName: "x", text: "\(number)", receivedAt: Self.now)
      async let first = node.append(message, toUser: other)
      async let second = house.nodes[(number + 1) % 2].append(message, toUser: other)
      let outcomes = try await [first, second]
      let stored = outcomes.count { if case .stored = $0 { true } else { false } }
      let repeated = outcomes.count { if case .repeated = $0 { true } else { false } }
      #expect((stored, repeated) == (1, 1), "\(outcomes)")
    }
    for (one, other) in [(0, 1), (1, 0)] {
      let side = try #require(try await house.nodes[one].side(of: house.people[one], with: house.people[other]))
      let page = try #require(try await house.nodes[other].messages(of: side.id, after: 0, limit: 200))
      #expect(page.messages.map(\.sequence) == Array(1...24))
      #expect(Set(page.messages.map(\.text)) == Set((0..<24).map(String.init)))
    }
  }

  @Test("comments and likes of both have numbers without a gap, and a like counts once")
  func feedback() async throws {
    let house = try await friends()
    let (ada, bob) = (house.people[0], house.people[1])
    let push = StoredPush(
      id: UUID(), sender: .account(bob), recipient: .alias(ada), idempotencyKey: nil, payload: "{}",
      createdAt: Self.now,
      expiresAt: nil, personal: PersonalPush(sender: bob, recipient: ada))
    _ = try await house.nodes[0].append(push)
    let outcomes = try await house.atOnce(24) { node, number in
      let author = number % 3 == 0 ? ada : bob
      let draft = FeedbackDraft(
        content: number % 4 == 0 ? .like(isGiven: true) : .comment(id: UUID(), text: "\(number)"),
        subject: .push(push.id), author: author, authorName: "x", createdAt: Self.now)
      let account = Account(id: author, email: "x@example.org")
      return try await node.append(draft) { try FeedbackNotice.push(of: account, $0) }
    }
    let stored = outcomes.count { if case .stored = $0 { true } else { false } }
    let unchanged = outcomes.count { $0 == .unchanged }
    #expect(stored == 20 && unchanged == 4)
    for person in [ada, bob] {
      let page = try await house.nodes[1].feedback(of: person, after: 0, limit: 200)
      #expect(page.feedback.map(\.number).sorted() == Array(1...20))
      #expect(page.highest == 20)
    }
  }

  @Test("limits hold for both together: sessions, and the use of an invitation")
  func limits() async throws {
    let house = try await TwoNodes(1)
    let ada = house.people[0]
    _ = try await house.atOnce(20) { node, number in
      try await node.begin(
        StoredSession(
          tokenHash: [UInt8](repeating: UInt8(number), count: 32), accountID: ada, createdAt: Self.now,
          lastUsedAt: Self.now, expiresAt: Self.now.addingTimeInterval(100)), ifPasswordHashIs: "hash", atMost: 5)
    }
    #expect(try await house.nodes[0].accounts(now: Self.now).first?.sessionCount == 5)
    let invitation = StoredInvitation(
      id: UUID(), codeHash: [1, 2, 3], createdAt: Self.now, expiresAt: Self.now.addingTimeInterval(100))
    try await house.nodes[0].add(invitation)
    let made = try await house.atOnce(8) { node, number in
      let email = try #require(EmailAddress("guest\(number)@example.org"))
      return try await node.add(
        StoredAccount(id: UUID(), email: email, passwordHash: "hash", createdAt: Self.now), invitedBy: [1, 2, 3])
    }
    #expect(made.count { $0 == .made } == 1 && made.count { $0 == .notInvited } == 7)
  }

  @Test("retention goes through on both while both store, and what is kept has no gap")
  func retention() async throws {
    let house = try await TwoNodes(3)
    _ = try await house.atOnce(8) { node, caller in
      for round in 0..<10 {
        if caller < 2 {
          try await node.expireInboxes(before: .distantPast, keeping: 5, limit: 7)
        } else {
          let recipient: Recipient = round % 5 == 0 ? .everyone : .alias(house.people[(caller + round) % 3])
          let push = StoredPush(
            id: UUID(), sender: .token(UUID()), recipient: recipient, idempotencyKey: nil, payload: "{}",
            createdAt: Self.now, expiresAt: nil)
          let first = try await node.append(push)
          guard case .stored = first else {
            Issue.record("\(first)")
            continue
          }
        }
      }
    }
    try await house.nodes[0].expireInboxes(before: .distantPast, keeping: 5)
    for person in house.people {
      let bounds = try #require(try await house.nodes[1].sequences(of: person)).inbox
      let items = try await house.items(of: person, on: 0)
      #expect(items.map(\.sequence) == Array(bounds.first...bounds.highest))
      #expect(items.count == 5)
    }
  }
}
#endif
