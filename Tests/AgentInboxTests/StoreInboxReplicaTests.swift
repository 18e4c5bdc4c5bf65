import Foundation
import Inbox
import ServerAPI
import ServerClient
import Synchronization
import Testing

@testable import AgentInbox

@Suite("The agent's inbox as its connection fills it")
struct StoreInboxReplicaTests {
  /// Notes what it is told, and takes back what it is asked to.
  private final class Late: LateDecisionHandling {
    let told = Mutex<[String]>([])
    let reverted = Mutex<[UUID]>([])

    var notify: @Sendable (String) -> Void { { [self] text in told.withLock { $0.append(text) } } }
    func notifyOverruled(by change: InboxChange) { notify("overruled \(change.sequence)") }
    func revert(_ entry: InboxEntry) async -> Bool {
      reverted.withLock { $0.append(entry.push) }
      return true
    }
  }

  private let late = Late()
  private let directory = FileManager.default.temporaryDirectory.appending(path: "replica-\(UUID().uuidString)")
  private let owner = InboxOwner(server: "https://vault.example", user: UUID())

  private func withReplica(_ body: (StoreInboxReplica, InboxStore) async throws -> Void) async throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try InboxStore(path: directory.appending(path: "inbox.db").path)
    try await store.begin(owner, at: Date())
    let replica = StoreInboxReplica(
      store: store, owner: owner, late: late, redactions: Trigger(), news: Trigger(), awaited: AwaitedFeedback())
    try await body(replica, store)
    try await store.close()
  }

  private func items(_ numbers: ClosedRange<Int64>, _ state: InboxState = .pending) -> [InboxItem] {
    numbers.map { number in
      InboxItem(
        sequence: number, push: UUID(), createdAt: Date(), expiresAt: nil, device: nil, state: state,
        payload: #"{"aps":{"alert":"a"},"kind":"task"}"#)
    }
  }

  private func sequences(_ highest: Int64) -> Sequences {
    Sequences(inbox: SequenceBounds(first: 1, highest: highest), changes: 0, epoch: Epoch("b"))
  }

  @Test(
    "a task whose acceptance the server had taken stays, though the server was put back and says that it is too late")
  func takenBefore() async throws {
    try await withReplica { replica, store in
      let items = items(1...2)
      try await replica.store(items, bounds: nil)
      let change = InboxChange(change: 1, sequence: 1, state: .accepted, since: Date(), device: nil)
      try await replica.store([change])
      try await store.mark(2, as: .accepted, at: Date(), for: owner)
      try await replica.handleServerRollback(to: sequences(2))
      #expect(try await replica.pendingDecisions().isEmpty)
      try await replica.store(items, bounds: nil)
      let pending = try await replica.pendingDecisions()
      #expect(pending == [1, 2].map { PendingDecision(sequence: $0, state: .accepted) })
      for decision in pending { try await replica.decided(decision, .expired) }
      #expect(late.reverted.withLock { $0 } == [items[1].push], "what it never heard of is too late")
      #expect(try await store.entry(1, for: owner).state == .accepted)
      #expect(try await replica.pendingDecisions().isEmpty)
    }
  }

  @Test("what went with the server's later days is told, once, when all is here again")
  func vanished() async throws {
    try await withReplica { replica, store in
      let items = items(1...3)
      try await replica.store(items, bounds: nil)
      try await replica.handleServerRollback(to: sequences(2))
      try await replica.store(Array(items[..<1]), bounds: nil)
      #expect(late.told.withLock { $0.isEmpty })
      try await replica.store(self.items(2...2), bounds: nil)
      try await replica.store(self.items(3...3), bounds: nil)
      let told = late.told.withLock { $0 }
      #expect(
        told.count == 1 && told.first?.contains("2 items of your inbox are not there any more") == true, "\(told)")
      #expect(try await store.position(of: owner).epoch == Epoch("b"))
    }
  }
}
