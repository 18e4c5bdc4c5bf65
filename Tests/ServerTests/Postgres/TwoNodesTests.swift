#if Postgres
import Foundation
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

/// Two nodes at work in one database at the same moment, each with connections of its own: what each decides holds for both.
@Suite("Two nodes", .timeLimit(.minutes(3)))
struct TwoNodesTests {
  private static var now: Date { TwoNodes.now }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
  }

  private static func push(
    _ id: UUID = UUID(), from sender: UUID, to recipient: Recipient, key: String? = nil, collapse: String? = nil,
    personal: PersonalPush? = nil
  ) -> StoredPush {
    StoredPush(
      id: id, sender: .account(sender), recipient: recipient, idempotencyKey: key, payload: "{}", createdAt: now,
      expiresAt: nil, manner: PushManner(collapseID: collapse), personal: personal)
  }

  /// What one caller does; some of it is what another one does as well, on the other node.
  private static func random(_ house: TwoNodes, _ numbers: inout SystemRandomNumberGenerator) -> StoredPush {
    let sender = house.people[Int.random(in: 0..<house.people.count, using: &numbers)]
    let place = Int.random(in: 0..<house.people.count, using: &numbers)
    let recipient: Recipient =
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: .everyone
      case 1, 2, 3: .device(TwoNodes.device(place))
      default: .alias(house.people[place])
      }
    let key = Int.random(in: 0..<3, using: &numbers) == 0 ? "key" : nil
    let collapse = Int.random(in: 0..<5, using: &numbers) == 0 ? "same" : nil
    return push(from: sender, to: recipient, key: key, collapse: collapse)
  }

  @Test("numbers are without a gap, and nothing is stored twice, whatever both store at once, and ask again")
  func appends() async throws {
    let house = try await TwoNodes(4)
    let stored = try await withThrowingTaskGroup(of: [UUID: [UUID: Int64]].self) { group in
      for caller in 0..<16 {
        group.addTask {
          var numbers = SystemRandomNumberGenerator()
          var stored: [UUID: [UUID: Int64]] = [:]
          for round in 0..<12 {
            let push = Self.random(house, &numbers)
            let first = try await house.nodes[caller % 2].append(push)
            // As after a commit whose answer was lost: the other node is asked.
            let again = round % 3 == 0 ? try await house.nodes[1 - caller % 2].append(push) : first
            guard case .stored(let kept, let places, _, _) = first else { continue }
            #expect(kept.id == push.id)
            if case .stored(_, let others, _, _) = again {
              #expect(others == places, "\(push.recipient)")
            } else {
              Issue.record("stored, then \(again)")
            }
            stored[push.id] = places
          }
          return stored
        }
      }
      return try await group.reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
    }
    var placed: [UUID: [UUID: Int64]] = [:]
    for (number, person) in house.people.enumerated() {
      let items = try await house.items(of: person, on: number % 2)
      #expect(items.map(\.sequence) == Array(1...Int64(items.count)))
      #expect(try await house.nodes[1 - number % 2].sequences(of: person)?.inbox.highest == Int64(items.count))
      #expect(Set(items.map(\.push)).count == items.count)
      for item in items { placed[item.push, default: [:]][person] = item.sequence }
    }
    #expect(placed == stored)
  }

  @Test("one key is one push, on whichever node it comes first")
  func keys() async throws {
    let house = try await TwoNodes(2)
    let (sender, recipient) = (house.people[0], house.people[1])
    for round in 0..<10 {
      let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
        for caller in 0..<8 {
          group.addTask {
            try await house.nodes[caller % 2].append(
              Self.push(from: sender, to: .alias(recipient), key: "key \(round)"))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      var ids: Set<UUID> = []
      var storedCount = 0
      for outcome in outcomes {
        switch outcome {
        case .stored(let push, _, _, _):
          storedCount += 1
          ids.insert(push.id)
        case .repeated(let push, _): ids.insert(push.id)
        default: Issue.record("\(outcome)")
        }
      }
      #expect(storedCount == 1 && ids.count == 1)
    }
    #expect(try await house.items(of: recipient, on: 0).count == 10)
  }

  @Test("nothing personal arrives after its recipient was told of a block on the other node, and it arrives until then")
  func blocks() async throws {
    for round in 0..<6 {
      let house = try await TwoNodes(2)
      let (ada, bob) = (house.people[0], house.people[1])
      _ = try await house.nodes[0].follow(bob, by: ada, at: Self.now)
      let isBlocked = Flag()
      let outcomes = try await withThrowingTaskGroup(of: [(isLate: Bool, id: UUID, outcome: PushOutcome)].self) {
        group in
        for caller in 0..<6 {
          group.addTask {
            var outcomes: [(isLate: Bool, id: UUID, outcome: PushOutcome)] = []
            for _ in 0..<8 {
              let isLate = isBlocked.isSet
              let push = Self.push(from: bob, to: .alias(ada), personal: PersonalPush(sender: bob, recipient: ada))
              outcomes.append((isLate, push.id, try await house.nodes[caller % 2].append(push)))
            }
            return outcomes
          }
        }
        group.addTask {
          _ = try await house.nodes[round % 2].block(bob, by: ada, at: Self.now)
          isBlocked.set()
          return []
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      let items = Set(try await house.items(of: ada, on: 1).map(\.push))
      for (isLate, id, outcome) in outcomes {
        switch outcome {
        case .stored: #expect(!isLate && items.contains(id))
        case .withheld: #expect(!items.contains(id))
        // One who is blocked is no follower's any more, or too many wait.
        case .tooManyWaiting, .notFollowed: #expect(!items.contains(id))
        default: Issue.record("\(outcome)")
        }
      }
    }
  }

  @Test("an item is decided once, on whichever node it is decided first")
  func decisions() async throws {
    let house = try await TwoNodes(2)
    let (ada, bob) = (house.people[0], house.people[1])
    for round in 1...8 {
      _ = try await house.nodes[0].append(Self.push(from: ada, to: .alias(bob)))
      let outcomes = try await withThrowingTaskGroup(of: (InboxState, StateOutcome).self) { group in
        for caller in 0..<6 {
          group.addTask {
            let state: InboxState = caller < 3 ? .accepted : .rejected
            let account = Account(id: bob, email: "p1@example.org")
            let outcome = try await house.nodes[caller % 2].setState(
              state, ofItem: Int64(round), of: bob, device: TwoNodes.device(1), at: Self.now
            ) { try DecisionNotice.push(of: account, about: $0) }
            return (state, outcome)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let decided = outcomes.compactMap { state, outcome in if case .changed = outcome { state } else { nil } }
      #expect(decided.count == 1)
      #expect(try await house.items(of: bob, on: 1).last?.state == decided.first)
    }
    #expect(try await house.nodes[1].sequences(of: bob)?.changes == 8)
  }

  @Test("an email is taken once")
  func emails() async throws {
    let house = try await TwoNodes(0)
    let email = try #require(EmailAddress("ada@example.org"))
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for caller in 0..<8 {
        group.addTask {
          do {
            try await house.nodes[caller % 2].add(
              StoredAccount(id: UUID(), email: email, passwordHash: "hash", createdAt: Self.now))
            return false
          } catch AccountStorageError.emailTaken { return true }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(taken == 7)
  }
}
#endif
