internal import Foundation
internal import GRDB
internal import SecretMemory

/// The two databases, their keys and their locks. Blocks; used by one thread at a time.
///
/// Every operation holds `useLock` shared, so that a file is only ever replaced while nobody has it in use. Writers hold
/// `writeLock` besides. An operation that meets something suspicious releases its lock, has ``repair()`` look at both copies whole
/// with both locks held exclusively, and tries once more.
final class FileEngine {
  struct Opened {
    let primary: DatabaseCopy
    let mirror: DatabaseCopy
    let header: StoreHeader
    let keys: StoreKeys
  }

  let configuration: EncryptedFileStore.Configuration
  let mark: GenerationMark
  /// What this process has seen, shared by all engines of one store.
  let seen: SeenGeneration
  var opened: Opened?
  /// Kept across reopening, for a passphrase costs a second to derive from.
  var known: (header: StoreHeader, keys: StoreKeys)?

  init(
    _ configuration: EncryptedFileStore.Configuration, seen: SeenGeneration = SeenGeneration(),
    known: (header: StoreHeader, keys: StoreKeys)? = nil
  ) {
    self.configuration = configuration
    self.seen = seen
    self.known = known
    mark = GenerationMark(path: configuration.markPath, report: configuration.report)
  }

  deinit { closeCopies() }

  var primaryPath: String { configuration.path }
  var mirrorPath: String { configuration.path + ".mirror" }

  func lockUse(exclusive: Bool) throws(CredentialStoreError) -> FileLock {
    try FileLock(configuration.path + ".use", exclusive: exclusive, limit: configuration.timeLimit)
  }

  func lockWriting() throws(CredentialStoreError) -> FileLock {
    try FileLock(configuration.path + ".lock", exclusive: true, limit: configuration.timeLimit)
  }

  /// What is said of something that was set aside.
  static func strangerNotice(_ path: String) -> String {
    "What stood in the place of \(path) was no file, and is set aside beside it; the other copy served."
  }

  var exists: Bool { FileIdentity(path: primaryPath) != nil || FileIdentity(path: mirrorPath) != nil }

  /// Both copies, open and with their keys; nil when no store was ever made. The caller holds `useLock`.
  func open() throws(CredentialStoreError) -> Opened? {
    let identities = (FileIdentity(path: primaryPath), FileIdentity(path: mirrorPath))
    if let opened, opened.primary.identity == identities.0, opened.mirror.identity == identities.1 { return opened }
    closeCopies()
    guard try wasMade() else { return nil }
    let primary = try DatabaseCopy(opening: primaryPath, limit: configuration.timeLimit)
    let mirror = try DatabaseCopy(opening: mirrorPath, limit: configuration.timeLimit)
    guard primary.version == mirror.version else {
      throw CredentialStoreError.suspicion("the copies have different versions")
    }
    guard primary.version <= Schema.version else { throw newerFormat(primary.version) }
    guard primary.version == Schema.version else { throw CredentialStoreError.suspicion("the file has no version") }
    let header = try primary.read { try $0.storeHeader() }
    let other = try mirror.read { try $0.storeHeader() }
    guard header == other else { throw CredentialStoreError.suspicion("the copies have different headers") }
    let opened = Opened(primary: primary, mirror: mirror, header: header, keys: try keys(for: header))
    self.opened = opened
    return opened
  }

  func keys(for header: StoreHeader) throws(CredentialStoreError) -> StoreKeys {
    if let known, known.header == header { return known.keys }
    let keys = try configuration.keySource.keys(for: header)
    known = (header, keys)
    return keys
  }

  func closeCopies() {
    opened?.primary.close()
    opened?.mirror.close()
    opened = nil
  }

  func newerFormat(_ version: Int) -> CredentialStoreError {
    CredentialStoreError(
      .newerFormat, "\(primaryPath) has format \(version); this program knows \(Schema.version): install a newer one")
  }

  /// The highest generation ever seen: by this process where it has seen any, and as the mark has it.
  func floor() throws(CredentialStoreError) -> GenerationMark.Value? {
    let marked = try mark.read()
    guard let seen = seen.value else { return marked }
    guard let marked, marked.storeID == seen.storeID, marked.generation > seen.generation else { return seen }
    return marked
  }

  /// The state at one moment, checked against the highest generation ever seen, which the caller read before.
  func trustedState(_ db: Database, _ opened: Opened, floor: GenerationMark.Value?) throws -> StoreState {
    let state = try db.storeState(storeID: opened.header.storeID, keys: opened.keys)
    if let floor, floor.storeID != opened.header.storeID || floor.generation > state.generation {
      throw CredentialStoreError.suspicion(
        "the file is at generation \(state.generation), \(floor.generation) was seen")
    }
    seen.raise(to: GenerationMark.Value(storeID: opened.header.storeID, generation: state.generation))
    return state
  }

  /// Runs `body` until it meets nothing suspicious, with a repair between, and at last `salvage`.
  func trusting<Result: ~Copyable>(
    _ body: () throws(CredentialStoreError) -> Result,
    salvage: (CredentialStoreError) throws(CredentialStoreError) -> Result
  ) throws(CredentialStoreError) -> Result {
    do { return try body() } catch  where error.isSuspicion { closeCopies() }
    try repair()
    do { return try body() } catch  where error.isSuspicion { return try salvage(error) }
  }

  /// Whether there is a store; reading where none was made makes nothing, not even a lock.
  func wasMade() throws(CredentialStoreError) -> Bool {
    if exists { return true }
    guard try floor() != nil else { return false }
    throw CredentialStoreError(
      .unavailable,
      "\(primaryPath) is gone, though it existed; restore it from a backup, or accept-rollback to begin an empty one")
  }
}
