import Foundation
import PictureFormat
import ServerAPI
import Testing

@testable import VaultServer

/// What has no effect where there is one writer, and all where there are many.
@Suite("Locks of those who write")
struct LockTests {
  private typealias Storage = RelationalStorage<LockRecorder>

  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let recorder: LockRecorder
  private let storage: Storage
  private let ada = UUID()
  private let bob = UUID()
  private let news = UUID()
  private let laptop = "laptop-laptop-laptop"

  /// Two who follow each other and have written to each other, a channel of Ada's, a device of hers, and a push of Bob's to her.
  init() async throws {
    recorder = LockRecorder(base: try SQLiteEngine.inMemory())
    storage = Storage(recorder)
    for (id, name) in [(ada, "ada"), (bob, "bob")] {
      try await storage.add(
        StoredAccount(id: id, email: EmailAddress(stored: "\(name)@example.org"), passwordHash: "hash", createdAt: now))
    }
    for (one, other) in [(ada, bob), (bob, ada)] {
      _ = try await storage.follow(one, by: other, at: now)
      _ = try await storage.append(message(from: one), toUser: other)
    }
    let device = Device(token: laptop, platform: "linux", name: "laptop", registeredAt: now, lastSeenAt: now)
    _ = try await storage.register(device, of: ada, atMost: 3)
    try await storage.add(StoredChannel(id: news, title: "News", description: "", createdAt: now))
    _ = try await storage.enrol(ada, in: news, at: now)
    _ = try await storage.append(proposal())
  }

  private func message(from sender: UUID) -> ChannelMessage {
    ChannelMessage(sequence: 0, id: UUID(), sender: sender, senderName: "name", text: "text", receivedAt: now)
  }

  private func push(to recipient: Recipient, collapse: String? = nil, personal: PersonalPush? = nil) -> StoredPush {
    StoredPush(
      id: UUID(), sender: .account(bob), recipient: recipient, idempotencyKey: nil, payload: "{}", createdAt: now,
      expiresAt: nil, manner: PushManner(collapseID: collapse), personal: personal)
  }

  private func proposal(collapse: String? = nil) -> StoredPush {
    push(to: .alias(ada), collapse: collapse, personal: PersonalPush(sender: bob, recipient: ada))
  }

  /// What the last transaction has locked of a kind, when it is these and no others.
  private func expectLocks(
    _ accounts: [UUID], channels: [UUID] = [], _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let record = recorder.record
    #expect(record.locked(.account) == Set(accounts.map(\.uuidString)), "\(what)", sourceLocation: sourceLocation)
    #expect(record.locked(.channel) == Set(channels.map(\.uuidString)), "\(what)", sourceLocation: sourceLocation)
    #expect(record.faults == [], "\(what)", sourceLocation: sourceLocation)
  }

  @Test("who asks about what went to many and has expired locks all of them, and few at a time")
  func statusOfMany() async throws {
    var people = [ada, bob]
    for number in 0..<450 {
      let email = EmailAddress(stored: "p\(number)@example.org")
      people.append(UUID())
      try await storage.add(
        StoredAccount(id: people[people.count - 1], email: email, passwordHash: "hash", createdAt: now))
    }
    var push = push(to: .everyone)
    push.expiresAt = now.addingTimeInterval(60)
    _ = try await storage.append(push)
    _ = recorder.record.takeAccounts()
    let late = now.addingTimeInterval(60)
    let status = try #require(try await storage.status(ofPush: push.id, from: .account(bob), now: late))
    #expect(status.deliveries.count == people.count && status.deliveries.allSatisfy { $0.state == .expired })
    let (most, all) = recorder.record.takeAccounts()
    #expect(most == 200 && all == Set(people.map(\.uuidString)) && recorder.record.faults == [])
  }

  @Test("a push locks all who get it, and both where one person sends it to another")
  func pushes() async throws {
    for (recipient, accounts) in [
      (Recipient.alias(ada), [ada]), (.device(laptop), [ada]), (.channel(news), [ada]), (.everyone, [ada, bob]),
      (.alias(UUID()), nil), (.device("none"), []), (.channel(UUID()), []),
    ] as [(Recipient, [UUID]?)] {
      let outcome = try await storage.append(push(to: recipient, collapse: "id"))
      if let accounts { expectLocks(accounts, "\(recipient)") }
      guard case .stored(_, let numbers, _, _) = outcome else {
        #expect(outcome == .noRecipient)
        continue
      }
      #expect(Set(numbers.keys) == Set(accounts ?? []))
    }
    _ = try await storage.append(proposal(collapse: "id"))
    expectLocks([ada, bob], "a proposal")
    _ = try await storage.append(proposal(collapse: "id"))
    #expect(recorder.record.locked(.push).count == 1)
    expectLocks([ada, bob], "one that takes another's place")
  }

  @Test("a change of an item locks its owner, a decision also who is told of it")
  func items() async throws {
    let account = Account(id: ada, email: "ada@example.org")
    let push = try #require(try await storage.inbox(of: ada, after: 0, limit: 9, now: now).items.first?.push)
    for (state, accounts) in [(InboxState.read, [ada]), (.accepted, [ada, bob])] {
      let outcome = try await storage.setState(state, ofItem: 1, of: ada, device: laptop, at: now) {
        try DecisionNotice.push(of: account, about: $0)
      }
      expectLocks(accounts, "\(state)")
      if case .changed(_, let notice) = outcome { #expect((notice == nil) == (state == .read)) }
    }
    #expect(try await storage.acknowledge(through: 1, of: ada, device: laptop, at: now))
    expectLocks([ada], "acknowledged")
    #expect(try await storage.recordDisplay(ofItem: 1, of: ada, device: laptop, at: now))
    expectLocks([ada], "shown")
    #expect(try await storage.redact([push], of: ada).changes.count == 1)
    expectLocks([ada], "redacted")
    #expect(recorder.record.locked(.push).count == 1)
    _ = try await storage.status(ofPush: push, from: .account(bob), now: now)
  }

  @Test("who asks for what has expired waits for those who may still be deciding")
  func expired() async throws {
    var late = proposal()
    late.expiresAt = now.addingTimeInterval(1)
    _ = try await storage.append(late)
    recorder.record.begin()
    let now = now.addingTimeInterval(2)
    _ = try await storage.status(ofPush: late.id, from: .account(bob), now: now)
    expectLocks([ada], "a push")
    recorder.record.begin()
    _ = try await storage.sentPushes(SentPushQuery(), from: .account(bob), now: now)
    expectLocks([ada], "a list")
  }

  @Test("what is between two locks both")
  func pairs() async throws {
    let both = [ada, bob]
    _ = try await storage.follow(bob, by: ada, at: now)
    expectLocks(both, "follow")
    _ = try await storage.block(bob, by: ada, at: now)
    expectLocks(both, "block")
    _ = try await storage.unblock(bob, by: ada)
    expectLocks(both, "unblock")
    _ = try await storage.setNickname(try Nickname("Bobby"), of: bob, by: ada)
    expectLocks(both, "nickname")
    let invitation = StoredFollowInvitation(
      id: UUID(), codeHash: [1], account: ada, createdAt: now, expiresAt: now.addingTimeInterval(9))
    #expect(try await storage.add(invitation, atMost: 1, kept: 1))
    expectLocks([ada], "invitation")
    #expect(try await storage.redeemFollowInvitation([1], by: bob, at: now) != nil)
    expectLocks(both, "redeemed")
    _ = try await storage.unfollow(bob, by: ada)
    expectLocks(both, "unfollow")
  }

  @Test("messages lock where they are written, and comments what they are about")
  func messages() async throws {
    let both = [ada, bob]
    let sides = [
      try #require(try await storage.side(of: ada, with: bob)),
      try #require(try await storage.side(of: bob, with: ada)),
    ].map(\.id)
    _ = try await storage.append(message(from: ada), toUser: bob)
    expectLocks(both, channels: sides, "a message")
    _ = try await storage.append(message(from: ada), to: news)
    expectLocks([], channels: [news], "a message of a channel")
    _ = try await storage.enrol(bob, in: news, at: now)
    expectLocks([bob], channels: [news], "enrolled")
    _ = try await storage.leave(bob, news)
    expectLocks([bob], "left")
    let push = try #require(try await storage.inbox(of: ada, after: 0, limit: 9, now: now).items.first?.push)
    let bob = bob
    for (subject, channels) in [(FeedbackSubject.push(push), []), (.message(user: bob, sequence: 1), sides)] {
      let draft = FeedbackDraft(
        content: .comment(id: UUID(), text: "said"), subject: subject, author: ada, authorName: "ada", createdAt: now)
      let account = Account(id: ada, email: "ada@example.org")
      let outcome = try await storage.append(draft) { try FeedbackNotice.push(of: account, $0) }
      guard case .stored(_, .some) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      expectLocks(both, channels: channels, "\(subject)")
    }
  }

  @Test("what is one account's locks that account, and a picture's quota the name of who brings it")
  func accounts() async throws {
    let session = StoredSession(
      tokenHash: [1], accountID: ada, createdAt: now, lastUsedAt: now, expiresAt: now.addingTimeInterval(9))
    #expect(try await storage.begin(session, ifPasswordHashIs: "hash", atMost: 2))
    expectLocks([ada], "session")
    #expect(try await storage.unregister(laptop, of: ada))
    expectLocks([ada], "device")
    let email = EmailAddress(stored: "ada@example.org")
    #expect(try await storage.setPasswordHash(email: email, to: "other"))
    expectLocks([ada], "password")
    let picture = StoredAttachment(
      id: UUID(), uploader: .account(ada), kind: .png, byteCount: 1, digest: [1], createdAt: now)
    _ = try await storage.add(picture, bytes: [1], quota: 9)
    #expect(recorder.record.locked(.name) == [PushSender.account(ada).text])
    #expect(try await storage.removeAccount(email: email))
    expectLocks([ada], "removed")
  }

  @Test("retention locks one after another, in the order of their ids")
  func retention() async throws {
    for _ in 0..<3 { _ = try await storage.append(push(to: .everyone)) }
    let later = now.addingTimeInterval(9)
    for what in [
      Expirable.items(before: later, keeping: 0), .messages(before: later, keeping: 0), .pushes(before: later),
    ] {
      while try await storage.expireOnce(what, limit: 100) {}
      #expect(recorder.record.faults == [], "\(what)")
    }
    #expect(try await storage.sequences(of: ada)?.inbox == SequenceBounds(first: 5, highest: 4))
  }
}
