import Dispatch
import Foundation
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Inboxes in storage")
struct InboxStorageTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let storage: any ServerStorage
  private let ada: UUID
  private let bob: UUID

  init() async throws {
    storage = try TestStorage.make()
    var ids: [UUID] = []
    for email in ["ada@example.org", "bob@example.org"] {
      let account = StoredAccount(
        id: UUID(), email: try #require(EmailAddress(email)), passwordHash: "hash", createdAt: now)
      try await storage.add(account)
      ids.append(account.id)
    }
    (ada, bob) = (ids[0], ids[1])
  }

  private func push(
    to recipient: Recipient, key: String? = nil, payload: String = "{}", expiresAt: Date? = nil, at offset: Double = 0
  ) async throws -> PushOutcome {
    try await storage.append(
      StoredPush(
        id: UUID(), sender: .account(ada), recipient: recipient, idempotencyKey: key, payload: payload,
        createdAt: now.addingTimeInterval(offset), expiresAt: expiresAt))
  }

  private func register(_ token: String, of account: UUID, at offset: Double = 0) async throws -> DeviceOutcome {
    let date = now.addingTimeInterval(offset)
    return try await storage.register(
      Device(token: token, platform: "linux", name: "name of \(token)", registeredAt: date, lastSeenAt: date),
      of: account, atMost: 3)
  }

  @Test("each inbox counts by itself and without a gap")
  func sequences() async throws {
    for number in 1...3 { _ = try await push(to: .alias(ada), payload: #"{"n":\#(number)}"#) }
    guard case .stored(_, let numbers, _, _) = try await push(to: .everyone) else {
      Issue.record("not stored")
      return
    }
    #expect(numbers == [ada: 4, bob: 1])
    let page = try await storage.inbox(of: ada, after: 1, limit: 2, now: now)
    #expect(page.items.map(\.sequence) == [2, 3])
    #expect(page.items.map(\.payload) == [#"{"n":2}"#, #"{"n":3}"#])
    #expect(page.bounds == SequenceBounds(first: 1, highest: 4))
    #expect(try await storage.sequences(of: bob)?.inbox == SequenceBounds(first: 1, highest: 1))
  }

  @Test("a push sent twice with one key is one push, and a key stands for one push alone")
  func idempotency() async throws {
    guard case .stored(let first, _, _, _) = try await push(to: .alias(bob), key: "k") else {
      Issue.record("not stored")
      return
    }
    #expect(try await push(to: .alias(bob), key: "k", at: 5) == .repeated(first, inboxCount: 1))
    #expect(try await push(to: .alias(bob), key: "k", payload: "[]") == .keyIsTaken)
    #expect(try await push(to: .alias(ada), key: "k") == .keyIsTaken)
    #expect(try await storage.sequences(of: bob)?.inbox.highest == 1)
  }

  @Test("nobody is no recipient")
  func noRecipient() async throws {
    #expect(try await push(to: .alias(UUID())) == .noRecipient)
    #expect(try await push(to: .device("0123456789abcdef")) == .noRecipient)
  }

  @Test("the first decision stands, reading comes before it, and changes are counted")
  func decisions() async throws {
    _ = try await register("laptop-laptop-laptop", of: ada)
    for _ in 1...2 { _ = try await push(to: .alias(ada)) }
    let read = try await storage.setState(.read, ofItem: 1, of: ada, device: "laptop-laptop-laptop", at: now)
    #expect(
      read
        == .changed(
          InboxChange(change: 1, sequence: 1, state: .read, since: now, device: "name of laptop-laptop-laptop")))
    _ = try await storage.setState(.rejected, ofItem: 2, of: ada, device: nil, at: now)
    let accepted = try await storage.setState(.accepted, ofItem: 1, of: ada, device: nil, at: now)
    let late = try await storage.setState(.rejected, ofItem: 1, of: ada, device: nil, at: now.addingTimeInterval(9))
    guard case .changed(let standing, nil) = accepted else {
      Issue.record("not accepted")
      return
    }
    #expect(late == .unchanged(standing))
    #expect(try await storage.setState(.read, ofItem: 1, of: ada, device: nil, at: now) == .unchanged(standing))
    #expect(try await storage.setState(.read, ofItem: 9, of: ada, device: nil, at: now) == .noItem)
    #expect(try await storage.setState(.read, ofItem: 1, of: bob, device: nil, at: now) == .noItem)
    let changes = try await storage.changes(of: ada, after: 0, limit: 10)
    #expect(changes.map(\.change) == [2, 3] && changes.map(\.sequence) == [2, 1])
    #expect(try await storage.sequences(of: ada)?.changes == 3)
  }

  @Test("a sender follows a push through every state of every device")
  func status() async throws {
    let (laptop, phone) = ("laptop-laptop-laptop", "phone-phone-phone")
    _ = try await register(laptop, of: bob)
    _ = try await register(phone, of: bob, at: 1)
    guard case .stored(let push, _, _, _) = try await push(to: .everyone, expiresAt: now.addingTimeInterval(100)) else {
      Issue.record("not stored")
      return
    }
    func states(at offset: Double = 0) async throws -> [String] {
      let status = try await storage.status(ofPush: push.id, from: .account(ada), now: now.addingTimeInterval(offset))
      return try #require(status).deliveries.filter { $0.user == bob }.map(\.state.rawValue)
    }
    #expect(try await states() == ["stored", "stored"])
    #expect(try await storage.acknowledge(through: 1, of: bob, device: laptop, at: now))
    #expect(try await storage.acknowledge(through: 0, of: bob, device: laptop, at: now))
    #expect(try await states() == ["delivered", "stored"])
    #expect(try await storage.recordDisplay(ofItem: 1, of: bob, device: phone, at: now))
    #expect(try await states() == ["delivered", "displayed"])
    #expect(try await states(at: 100) == ["expired", "expired"])
    _ = try await storage.setState(.accepted, ofItem: 1, of: bob, device: phone, at: now)
    #expect(try await states(at: 100) == ["accepted", "accepted"])
    #expect(try await storage.status(ofPush: push.id, from: .account(bob), now: now) == nil)
  }

  @Test("what has expired keeps its place and loses its payload")
  func expiry() async throws {
    _ = try await push(to: .alias(ada), expiresAt: now.addingTimeInterval(10))
    _ = try await push(to: .alias(ada))
    let page = try await storage.inbox(of: ada, after: 0, limit: 9, now: now.addingTimeInterval(10))
    #expect(page.items.map(\.sequence) == [1, 2])
    #expect(page.items.map(\.payload) == [nil, "{}"])
  }

  @Test("nobody decides what has expired, and what was said to have expired stays so")
  func lateDecision() async throws {
    let expiry = now.addingTimeInterval(10)
    guard case .stored(let push, _, _, _) = try await push(to: .alias(ada), expiresAt: expiry) else {
      Issue.record("not stored")
      return
    }
    func state() async throws -> DeliveryState? {
      try await storage.status(ofPush: push.id, from: .account(ada), now: expiry)?.deliveries.first?.state
    }
    for decision in [InboxState.accepted, .rejected] {
      #expect(try await storage.setState(decision, ofItem: 1, of: ada, device: nil, at: expiry) == .expired)
    }
    guard case .changed = try await storage.setState(.read, ofItem: 1, of: ada, device: nil, at: expiry) else {
      Issue.record("it can be read")
      return
    }
    #expect(try await state() == .expired)
    // In time, and on its way to the disk: whoever asks for the state waits for it.
    let accepted = try await storage.setState(
      .accepted, ofItem: 1, of: ada, device: nil, at: expiry.addingTimeInterval(-0.001))
    guard case .changed(let standing, nil) = accepted else {
      Issue.record("not accepted")
      return
    }
    #expect(try await state() == .accepted)
    #expect(try await storage.setState(.rejected, ofItem: 1, of: ada, device: nil, at: expiry) == .unchanged(standing))
  }

  @Test("the list of what was sent waits for a decision that is on its way to the disk, too")
  func barrier() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let storage = try SQLiteStorage(path: directory + "/vault-server.sqlite")
      let (ada, bob, expiry) = (ada, bob, now.addingTimeInterval(10))
      for (id, name) in [(ada, "ada"), (bob, "bob")] {
        let email = try #require(EmailAddress("\(name)@example.org"))
        try await storage.add(StoredAccount(id: id, email: email, passwordHash: "hash", createdAt: now))
      }
      _ = try await storage.append(
        StoredPush(
          id: UUID(), sender: .account(bob), recipient: .alias(ada), idempotencyKey: nil, payload: "{}",
          createdAt: now, expiresAt: expiry))
      let (decisions, isDeciding) = AsyncStream<Void>.makeStream()
      let mayEnd = DispatchSemaphore(value: 0)
      // The time is asked for in the transaction, which does not end before it is answered.
      let inTime: @Sendable () -> Date = {
        isDeciding.yield()
        mayEnd.wait()
        return expiry.addingTimeInterval(-0.001)
      }
      async let decision = storage.setState(.accepted, ofItem: 1, of: ada, device: nil, at: inTime()) { _ in
        throw CancellationError()
      }
      for await _ in decisions { break }
      async let list = storage.sentPushes(SentPushQuery(), from: .account(bob), now: expiry)
      // Long enough for a list that does not wait.
      try? await Task.sleep(for: .milliseconds(200))
      mayEnd.signal()
      _ = try await decision
      let states = try await list?.pushes.map(\.state)
      #expect(states == [.accepted])
    }
  }

  @Test("retention takes from the front, by age and by count, and no number comes again")
  func retention() async throws {
    for offset in [0.0, 100, 50, 200, 300] { _ = try await push(to: .alias(ada), at: offset) }
    try await storage.expireInboxes(before: now.addingTimeInterval(60), keeping: 100)
    // The third is dated too early: it takes the second, which is young, not with it.
    #expect(try await storage.sequences(of: ada)?.inbox == SequenceBounds(first: 2, highest: 5))
    try await storage.expireInboxes(before: now, keeping: 1)
    let page = try await storage.inbox(of: ada, after: 0, limit: 9, now: now)
    #expect(page.items.map(\.sequence) == [5] && page.bounds == SequenceBounds(first: 5, highest: 5))
    try await storage.expireInboxes(before: now.addingTimeInterval(1000), keeping: 100)
    #expect(try await storage.sequences(of: ada)?.inbox == SequenceBounds(first: 6, highest: 5))
    _ = try await push(to: .alias(ada), at: 400)
    #expect(try await storage.sequences(of: ada)?.inbox == SequenceBounds(first: 6, highest: 6))
  }

  @Test("a device stays whose it is until they let it go, and the ones not seen longest go first")
  func devices() async throws {
    _ = try await register("laptop-laptop-laptop", of: ada)
    #expect(try await register("laptop-laptop-laptop", of: bob, at: 1) == .tokenIsTaken)
    #expect(try await storage.devices(of: bob).isEmpty)
    #expect(try await storage.devices(of: ada).map(\.lastSeenAt) == [now])
    #expect(try await storage.unregister("laptop-laptop-laptop", of: ada))
    _ = try await register("laptop-laptop-laptop", of: bob, at: 1)
    for (offset, name) in ["two", "three", "four"].enumerated() {
      _ = try await register("device-number-\(name)", of: bob, at: Double(offset) + 2)
    }
    #expect(
      try await storage.devices(of: bob).map(\.token) == [
        "device-number-two", "device-number-three", "device-number-four",
      ])
    #expect(try await storage.unregister("device-number-two", of: ada) == false)
    #expect(try await storage.unregister("device-number-two", of: bob))
    #expect(try await register("laptop-laptop-laptop", of: UUID()) == .noAccount)
  }
}
