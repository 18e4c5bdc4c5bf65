import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// Bob sends, and Ada acts; in one of two worlds she blocks him at some moment and goes on, in the other she does nothing from then on.
@Suite("The silence of blocks")
struct SilencePropertyTests {
  /// The same numbers for the same seed.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private enum Step {
    case push(collapse: Int?, lifetime: Int?, key: Int?)
    case wait(Int)
    case acknowledge(part: Double)
    case set(InboxState, part: Double)
    case comment(part: Double)
    case like(Bool, part: Double)

    static func random(_ numbers: inout Numbers) -> Step {
      switch Int.random(in: 0..<13, using: &numbers) {
      case 0...4:
        .push(
          collapse: Bool.random(using: &numbers) ? Int.random(in: 0..<2, using: &numbers) : nil,
          lifetime: Bool.random(using: &numbers) ? Int.random(in: 1..<60, using: &numbers) : nil,
          key: Int.random(in: 0..<4, using: &numbers) == 0 ? Int.random(in: 0..<3, using: &numbers) : nil)
      case 5: .wait(Int.random(in: 1..<30, using: &numbers))
      case 10, 11: .comment(part: Double.random(in: 0..<1, using: &numbers))
      case 12: .like(Bool.random(using: &numbers), part: Double.random(in: 0..<1, using: &numbers))
      case 6: .acknowledge(part: Double.random(in: 0..<1, using: &numbers))
      default:
        .set(
          [.read, .accepted, .rejected].randomElement(using: &numbers) ?? .read,
          part: Double.random(in: 0..<1, using: &numbers))
      }
    }

    var isAdas: Bool {
      switch self {
      case .push, .wait, .comment, .like: false
      case .acknowledge, .set: true
      }
    }
  }

  private struct World {
    static let device = "laptop-laptop-laptop"
    let storage: any ServerStorage
    let ada = UUID()
    let bob = UUID()
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var pushes: [UUID] = []

    init() async throws {
      storage = try TestStorage.make()
      for (id, name) in [(ada, "ada"), (bob, "bob")] {
        let email = try #require(EmailAddress("\(name)@example.org"))
        try await storage.add(StoredAccount(id: id, email: email, passwordHash: "hash", createdAt: now))
      }
      _ = try await storage.follow(bob, by: ada, at: now)
      let device = Device(token: Self.device, platform: "linux", name: "laptop", registeredAt: now, lastSeenAt: now)
      _ = try await storage.register(device, of: ada, atMost: 3)
    }

    mutating func take(_ step: Step) async throws -> String {
      let highest = try #require(try await storage.sequences(of: ada)).inbox.highest
      switch step {
      case .push(let collapse, let lifetime, let key):
        var push = StoredPush(
          id: UUID(), sender: .account(bob), recipient: .alias(ada), idempotencyKey: key.map { "k\($0)" },
          payload: "{}", createdAt: now, expiresAt: nil, lifetime: lifetime,
          manner: PushManner(collapseID: collapse.map { "c\($0)" }),
          personal: PersonalPush(sender: bob, recipient: ada))
        push.expiresAt = push.expiry(madeAt: now)
        switch try await storage.append(push) {
        case .stored(let push, _, _, _), .withheld(let push, _):
          pushes.append(push.id)
          return "stored"
        case .repeated(let push, let count): return "repeated \(pushes.firstIndex(of: push.id) ?? -1) \(count)"
        case let other: return "\(other)"
        }
      case .wait(let seconds): now.addTimeInterval(Double(seconds))
      case .comment(let part): return try await say(.comment(id: UUID(), text: "said"), part)
      case .like(let isGiven, let part): return try await say(.like(isGiven: isGiven), part)
      case .acknowledge(let part):
        let number = Int64(part * Double(highest + 1))
        _ = try await storage.acknowledge(through: number, of: ada, device: Self.device, at: now)
      case .set(let state, let part):
        let account = Account(id: ada, email: "ada@example.org")
        let (number, now) = (Int64(part * Double(highest)) + 1, now)
        _ = try await storage.setState(state, ofItem: number, of: ada, device: Self.device, at: now) {
          try DecisionNotice.push(of: account, about: $0)
        }
      }
      return ""
    }

    /// Bob says something about one of his pushes.
    private func say(_ content: FeedbackDraft.Content, _ part: Double) async throws -> String {
      guard !pushes.isEmpty else { return "" }
      let push = pushes[Int(part * Double(pushes.count))]
      let draft = FeedbackDraft(
        content: content, subject: .push(push), author: bob, authorName: "bob", createdAt: now)
      let account = Account(id: bob, email: "bob@example.org")
      switch try await storage.append(draft, makeHint: { try FeedbackNotice.push(of: account, $0) }) {
      case .stored(let feedback, _): return "said \(feedback.number)"
      case let other: return "\(other)"
      }
    }

    /// All that Bob can ask for, with the places of his pushes for their ids.
    func seenByBob() async throws -> [String] {
      let list = try #require(try await storage.sentPushes(SentPushQuery(), from: .account(bob), now: now))
      var seen = list.pushes.map { push in
        "\(place(push.push)) \(push.state) \(String(describing: push.since)) \(push.payload ?? "-")"
      }
      for push in pushes {
        let status = try await storage.status(ofPush: push, from: .account(bob), now: now)?.discreet(to: bob)
        let states = status?.deliveries.map { "\($0.state) \($0.since) \($0.device ?? "-")" } ?? []
        seen.append("\(place(push)) \(states) \(status?.redacted ?? false)")
        // What one push says and what the list says are the same.
        let listed = try #require(list.pushes.first { $0.push == push })
        let state = status?.deliveries.first?.state ?? .stored
        #expect(listed.state.rawValue == (state == .stored ? "open" : state.rawValue))
        #expect((listed.payload == nil) == (status?.redacted == true))
      }
      seen.append("\(try #require(try await storage.sequences(of: bob)).inbox)")
      let page = try await storage.feedback(of: bob, after: 0, limit: 500)
      seen +=
        page.feedback.map { feedback in
          guard case .push(let push) = feedback.subject else { return "?" }
          return "\(feedback.number) \(place(push)) \(feedback.text ?? "-") \(feedback.isTakenBack)"
        } + ["\(page.highest)"]
      return seen
    }

    private func place(_ push: UUID) -> Int { pushes.firstIndex(of: push) ?? -1 }
  }

  @Test("who is blocked sees what they would see if nothing happened any more, whatever is decided", arguments: 1...10)
  func silence(_ seed: UInt64) async throws {
    var numbers = Numbers(state: seed)
    var (quiet, blocking) = (try await World(), try await World())
    for _ in 0..<12 {
      let step = Step.random(&numbers)
      #expect(try await quiet.take(step) == (try await blocking.take(step)))
    }
    _ = try await blocking.storage.block(blocking.bob, by: blocking.ada, at: blocking.now)
    for _ in 0..<20 {
      let step = Step.random(&numbers)
      let answer = try await blocking.take(step)
      if !step.isAdas { #expect(try await quiet.take(step) == answer) }
      #expect(try await quiet.seenByBob() == (try await blocking.seenByBob()))
    }
  }

  @Test("who is not blocked is told of each decision once, and of nothing else", arguments: 41...45)
  func telling(_ seed: UInt64) async throws {
    var numbers = Numbers(state: seed)
    var world = try await World()
    for _ in 0..<40 {
      _ = try await world.take(Step.random(&numbers))
      let list = try #require(
        try await world.storage.sentPushes(SentPushQuery(), from: .account(world.bob), now: world.now))
      let decided = list.pushes.filter { $0.state == .accepted || $0.state == .rejected }
      let items = try await world.storage.inbox(of: world.bob, after: 0, limit: 500, now: world.now).items
      #expect(items.count == decided.count)
      for push in decided {
        #expect(items.count { $0.payload?.contains(push.push.uuidString) == true && $0.createdAt == push.since } == 1)
      }
      _ = try await world.seenByBob()
    }
  }
}
