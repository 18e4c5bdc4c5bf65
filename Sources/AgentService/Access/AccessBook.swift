internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

extension VaultStateKey {
  /// The number of the newest chapter of the access log: an older log that is put back is told by it.
  static let accessChapter = VaultStateKey("access-chapter")
}

/// The access log with its chapters: each unlock opens one, and the owner alone can look whether all are as they were written.
struct AccessBook: Service {
  let log: SQLiteAccessLog
  private let chapters: AccessChapters
  private let state: any VaultStateStore

  /// Opens the log in the state directory, and takes up its chapter.
  ///
  /// - Parameter state: where the highest number of a chapter is noted.
  init(
    directory: String, state: any VaultStateStore, maximumCount: Int = AccessLogLimits.maximumCount
  ) async throws(Failure) {
    chapters = AccessChapters(keyFile: directory + "/access.key")
    self.state = state
    do throws(TaskStoreError) {
      log = try SQLiteAccessLog(
        path: directory + "/access.db", maximumCount: maximumCount, chain: chapters,
        gathersRefusals: true)
    } catch { throw Failure(error) }
    await chapters.takeUp(log)
  }

  /// Closes the open chapter as the last thing that the agent does.
  func run() async throws {
    try await gracefulShutdown()
    try await log.close()
  }

  /// Opens the next chapter, after the owner was verified.
  func openChapter(of owner: OwnerKeeper.Verified) async throws(Failure) {
    let key = try Self.key(of: owner)
    let floor = try await floor()
    do throws(TaskStoreError) {
      try await log.openChapter { (end) throws(TaskStoreError) in
        try AccessChapters.mapping { () throws(OwnerVerificationError) in
          let opening = try chapters.next(after: end, floor: floor, under: key)
          return (opening.number, try opening.encoded(under: key.bytes), opening)
        }
      } written: { (opening) throws(TaskStoreError) in
        try AccessChapters.mapping { () throws(OwnerVerificationError) in
          try chapters.didOpen(opening, under: key)
        }
      }
    } catch { throw Failure(error) }
    try await state.record(chapters.chapter, .accessChapter)
  }

  /// Looks through all chapters with the owner's key.
  func verify(of owner: OwnerKeeper.Verified) async throws(Failure) -> (report: LogReport, entries: [StoredAccess]) {
    let key = try Self.key(of: owner)
    let floor = try await floor()
    do {
      let found = try await log.contents { [chapters] in chapters.tail }
      var verifier = LogVerifier(openings: found.openings, key: key, maximumCount: log.maximumCount)
      for entry in found.entries { try verifier.take(FoundEntry(entry)) }
      return (try verifier.finish(tail: found.value, floor: floor), found.entries)
    } catch let error as TaskStoreError { throw Failure(error) } catch let error as OwnerVerificationError {
      throw Failure(error)
    } catch { throw Failure(.internal, "The access log can't be looked through.") }
  }

  /// The number of the newest chapter that is noted in the task database. What can't be read there counts as none: whoever writes
  /// there must not keep the owner out.
  private func floor() async throws(Failure) -> UInt64 {
    do throws(Failure) { return try await state.recorded(UInt64.self, .accessChapter) ?? 0 } catch {
      guard error.code == .badData else { throw error }
      return 0
    }
  }

  private static func key(of owner: OwnerKeeper.Verified) throws(Failure) -> SharedSecret {
    do throws(OwnerVerificationError) {
      return SharedSecret(
        try owner.verified.secret(for: OwnerPurpose("vault access log v1"), salt: owner.header.vaultID.bytes))
    } catch { throw Failure(error) }
  }
}

extension FoundEntry {
  init(_ entry: StoredAccess) {
    self.init(
      number: entry.number, chapter: entry.link?.chapter,
      kind: entry.link.flatMap { EntryChain.Kind(rawValue: $0.kind) },
      tag: entry.link?.tag, content: entry.content)
  }
}
