internal import AgentAPI
internal import CredentialStore
internal import Sealing
internal import TaskStore

/// A sealed text that nothing refers to any more, and that could not be removed yet.
struct OrphanedRecord: Codable, Hashable, Sendable {
  /// Where it lies.
  let name: String
  /// What it is: another text that took its place since is not meant.
  let digest: [UInt8]

  init(_ name: CredentialName, _ bytes: [UInt8]) {
    self.name = name.rawValue
    digest = SHA256.digest(of: bytes)
  }

  /// Whether these bytes are it.
  func isSame(as bytes: [UInt8]) -> Bool { SHA256.digest(of: bytes) == digest }
}

/// What is still to be removed. It is recorded, so that the next agent knows; without space for that, as long as this one lives.
actor OrphanedRecords {
  /// The most that are recorded; a record of the vault's own holds 64 KiB.
  private static let recordedCount = 200

  private let state: any VaultStateStore
  /// Those that are not recorded.
  private var unrecorded: Set<OrphanedRecord> = []

  init(_ state: any VaultStateStore) { self.state = state }

  /// All of them.
  func all() async throws(Failure) -> Set<OrphanedRecord> {
    unrecorded.union(try await state.recorded([OrphanedRecord].self, .orphanedRecords) ?? [])
  }

  /// Keeps more of them in mind.
  func add(_ records: [OrphanedRecord]) async {
    unrecorded.formUnion(records)
    do throws(Failure) { try await replace(with: try await all()) } catch { unrecorded.formUnion(records) }
  }

  /// Records that these are all there are.
  func replace(with records: Set<OrphanedRecord>) async throws(Failure) {
    unrecorded = records
    let list = Array(records.prefix(Self.recordedCount))
    try await state.record(list, .orphanedRecords)
    unrecorded.subtract(list)
  }
}

extension VaultStateKey {
  /// Sealed texts that could not be removed yet.
  fileprivate static let orphanedRecords = VaultStateKey("left-records")
}
