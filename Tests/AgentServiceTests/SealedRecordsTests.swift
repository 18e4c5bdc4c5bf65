import AgentAPI
import CredentialStore
import Foundation
import Localization
import SecretMemory
import StoreTesting
import Synchronization
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Sealed texts in the credential store")
struct SealedRecordsTests {
  /// A store that at times removes nothing.
  private final class Store: CredentialStore {
    let inner = InMemoryCredentialStore()
    private let keepsAll = Mutex(false)

    func setKeepsAll(_ keeps: Bool) { keepsAll.withLock { $0 = keeps } }

    func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
      try await inner.value(for: name)
    }
    func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
      try await inner.set(value, for: name)
    }
    func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool {
      guard !keepsAll.withLock({ $0 }) else { throw CredentialStoreError(.unavailable, "a test") }
      return await inner.remove(name)
    }
    func names() async throws(CredentialStoreError) -> [CredentialName] { await inner.names() }
  }

  private let store = Store()
  private let state = InMemoryTaskStore()
  private let records: SealedRecords
  private let item = UUID()

  init() { records = SealedRecords(store, state: state) }

  private func name(_ version: Int) -> CredentialName { .sealedText(of: item, version: version) }

  private func new(_ version: Int, _ bytes: [UInt8]) -> NewRecord { NewRecord(name: name(version), bytes: bytes) }

  @Test("are stored before a task refers to them, and taken away again where that fails")
  func storing() async throws {
    try await records.storing([new(1, [1])]) { () throws(Failure) in }
    #expect(try await records.record(name(1)) == [1])
    await #expect(throws: Failure(.usage, "no")) {
      try await records.storing([new(2, [2])]) { () throws(Failure) in
        throw Failure(.usage, "no")
      }
    }
    #expect(try await records.record(name(2)) == nil)
  }

  @Test("never take the place of another, nor take that one away")
  func taken() async throws {
    try await records.storing([new(1, [1])]) { () throws(Failure) in }
    await #expect(throws: Failure.changedMeanwhile) {
      try await records.storing([new(1, [9])]) { () throws(Failure) in }
    }
    #expect(try await records.record(name(1)) == [1])
  }

  @Test("go to the first free place, or the first after the version in force")
  func versions() async throws {
    for version in [1, 3, 4] { try await records.storing([new(version, [1])]) { () throws(Failure) in } }
    #expect(try await records.firstFreeVersion(of: item) == 2)
    #expect(try await records.nextFreeVersion(of: item, after: 2) == 5)
    #expect(try await records.nextFreeVersion(of: UUID(), after: 0) == 1)
    let failure = await #expect(throws: Failure.self) {
      try await records.nextFreeVersion(of: item, after: SealReference.greatestVersion)
    }
    #expect(failure?.code == .badData)
  }

  @Test("that could not be removed are removed later, also by the next agent, unless something refers to them again")
  func later() async throws {
    for version in 1...3 { try await records.storing([new(version, [UInt8(version)])]) { () throws(Failure) in } }
    store.setKeepsAll(true)
    #expect(await records.removeUnreferenced([name(1), name(2), name(3), name(7)]) != nil)
    #expect(await records.hasOrphans)
    store.setKeepsAll(false)
    // Another text has taken the third one's place.
    try await records.restore { [new(3, [33])] }
    let next = SealedRecords(store, state: state)
    #expect(await next.hasOrphans)
    try await next.removeOrphans { () throws(Failure) in [name(2)] }
    #expect(try await next.names(of: [item]) == [name(2), name(3)])
    #expect(await !next.hasOrphans)
  }

  @Test("of some tasks can be removed whole, and no other's")
  func removing() async throws {
    let other = CredentialName.sealedText(of: UUID(), version: 1)
    try await records.restore { [new(1, [1]), new(2, [2]), NewRecord(name: other, bytes: [3])] }
    try await records.removeAll(of: [item])
    #expect(try await store.names() == [other])
  }
}
