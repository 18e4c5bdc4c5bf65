import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// Four users follow, block, send, write and comment at random. What the server takes, and what everybody has then, is what a list of all that
/// was ever said gives by the rules.
@Suite("Who may comment, and who sees it")
struct FeedbackPropertyTests {
  /// The same numbers for the same seed.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// What one user sent to another, and whether that one has it.
  private struct Sent {
    let from: UUID
    let to: UUID
    var isThere: Bool
    /// As either names it.
    let subject: [UUID: FeedbackSubject]
  }

  private struct Pair: Hashable {
    let one: UUID
    let other: UUID
  }

  private struct World {
    let storage: any ServerStorage
    let users = (0..<4).map { _ in UUID() }
    var follows: Set<Pair> = []
    var blocks: Set<Pair> = []
    var sent: [Sent] = []
    /// What each user has: who said it, and what.
    var copies: [UUID: [(author: UUID, text: String)]] = [:]
    var now = Date(timeIntervalSince1970: 1_800_000_000)

    init() async throws {
      storage = try TestStorage.make()
      for (index, user) in users.enumerated() {
        let email = try #require(EmailAddress("u\(index)@example.org"))
        try await storage.add(StoredAccount(id: user, email: email, passwordHash: "hash", createdAt: now))
      }
    }

    mutating func step(_ numbers: inout Numbers) async throws {
      let one = users.randomElement(using: &numbers) ?? users[0]
      let other = users.filter { $0 != one }.randomElement(using: &numbers) ?? users[1]
      now.addTimeInterval(1)
      switch Int.random(in: 0..<16, using: &numbers) {
      case 0, 1, 2: try await follow(Pair(one: one, other: other))
      case 3: try await unfollow(Pair(one: one, other: other))
      case 4: try await block(Pair(one: one, other: other))
      case 5: try await unblock(Pair(one: one, other: other))
      case 6, 7, 8: try await push(from: one, to: other)
      case 9, 10: try await write(from: one, to: other)
      default: try await comment(by: one, on: Int.random(in: 0..<max(sent.count, 1), using: &numbers))
      }
    }

    private mutating func follow(_ pair: Pair) async throws {
      _ = try await storage.follow(pair.other, by: pair.one, at: now)
      follows.insert(pair)
    }

    private mutating func unfollow(_ pair: Pair) async throws {
      _ = try await storage.unfollow(pair.other, by: pair.one)
      follows.remove(pair)
    }

    /// Nobody has a device, so that all pushes that wait are hidden.
    private mutating func block(_ pair: Pair) async throws {
      _ = try await storage.block(pair.other, by: pair.one, at: now)
      guard blocks.insert(pair).inserted else { return }
      for index in sent.indices where sent[index].from == pair.other && sent[index].to == pair.one {
        if case .push? = sent[index].subject[pair.one] { sent[index].isThere = false }
      }
    }

    private mutating func unblock(_ pair: Pair) async throws {
      _ = try await storage.unblock(pair.other, by: pair.one)
      guard blocks.remove(pair) != nil else { return }
      // It comes again, for who asked meanwhile.
      let said = copies[pair.one, default: []].filter { $0.author == pair.other }
      copies[pair.one]?.removeAll { $0.author == pair.other }
      copies[pair.one, default: []] += said
    }

    private mutating func push(from: UUID, to: UUID) async throws {
      let push = StoredPush(
        id: UUID(), sender: .account(from), recipient: .alias(to), idempotencyKey: nil, payload: "{}", createdAt: now,
        expiresAt: nil, personal: PersonalPush(sender: from, recipient: to))
      switch try await storage.append(push) {
      case .stored, .withheld: add(from, to, [from: .push(push.id), to: .push(push.id)])
      case .notFollowed: #expect(!follows.contains(Pair(one: to, other: from)))
      case let other: Issue.record("\(other)")
      }
    }

    private mutating func write(from: UUID, to: UUID) async throws {
      let message = ChannelMessage(sequence: 0, id: UUID(), sender: from, senderName: "x", text: "x", receivedAt: now)
      switch try await storage.append(message, toUser: to) {
      case .stored(let own, let copy):
        var subject = [from: FeedbackSubject.message(user: to, sequence: own.message.sequence)]
        subject[to] = copy.map { .message(user: from, sequence: $0.message.sequence) }
        add(from, to, subject)
      case .notFollowed: #expect(!follows.contains(Pair(one: to, other: from)))
      case let other: Issue.record("\(other)")
      }
    }

    private mutating func add(_ from: UUID, _ to: UUID, _ subject: [UUID: FeedbackSubject]) {
      #expect(follows.contains(Pair(one: to, other: from)))
      sent.append(Sent(from: from, to: to, isThere: !blocks.contains(Pair(one: to, other: from)), subject: subject))
    }

    private mutating func comment(by author: UUID, on index: Int) async throws {
      guard sent.indices.contains(index) else { return }
      let thing = sent[index]
      let text = UUID().uuidString
      // A stranger may know the id of a push. A message has none: the same words mean one of their own conversation.
      var subject = thing.subject[author]
      if subject == nil, case .push? = thing.subject[thing.from] { subject = thing.subject[thing.from] }
      guard let subject else { return }
      let draft = FeedbackDraft(
        content: .comment(id: UUID(), text: text), subject: subject, author: author, authorName: "x", createdAt: now)
      let account = Account(id: author, email: "x@example.org")
      let outcome = try await storage.append(draft) { try FeedbackNotice.push(of: account, $0) }
      let other = author == thing.from ? thing.to : thing.from
      let isAllowed =
        author == thing.from
        ? follows.contains(Pair(one: thing.to, other: author)) : author == thing.to && thing.isThere
      guard isAllowed else {
        #expect(outcome == .noSubject)
        return
      }
      guard case .stored = outcome else {
        Issue.record("\(outcome)")
        return
      }
      copies[author, default: []].append((author, text))
      if thing.isThere, !blocks.contains(Pair(one: other, other: author)) {
        copies[other, default: []].append((author, text))
      }
    }

    /// Everybody has what the rules give, in order, but for what somebody said whom they block.
    func check() async throws {
      for user in users {
        let expected = copies[user, default: []].filter { !blocks.contains(Pair(one: user, other: $0.author)) }
        let page = try await storage.feedback(of: user, after: 0, limit: 500)
        #expect(page.feedback.map(\.text) == expected.map(\.text))
        #expect(page.feedback.map(\.isOwn) == expected.map { $0.author == user })
      }
    }
  }

  @Test(
    "nobody comments on what is not theirs to see, nor sees what was not said to them, whatever came before",
    arguments: 1...8)
  func rules(_ seed: UInt64) async throws {
    var numbers = Numbers(state: seed)
    var world = try await World()
    for _ in 0..<150 {
      try await world.step(&numbers)
      try await world.check()
    }
    #expect(world.copies.values.joined().count > 5)
  }
}
