internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// The access log with its chapters: each unlock opens one, and the owner alone can look whether all are as they were written.
struct AccessLogService: Service {
  let log: SQLiteAccessLog
  private let chapters: ActiveChapter
  private let notes: ChapterAnchors

  /// Opens the log in the state directory, and takes up its chapter.
  ///
  /// - Parameter state: where the number of the newest chapter is noted, as it is in the state directory.
  init(
    directory: String, state: any VaultStateStore, maximumCount: Int = AccessLogLimits.maximumCount
  ) async throws(Failure) {
    chapters = ActiveChapter(keyFile: directory + "/access.key")
    notes = ChapterAnchors(state, CounterAnchorFile(path: directory + "/access.note"))
    do throws(TaskStoreError) {
      log = try SQLiteAccessLog(
        path: directory + "/access.db", maximumCount: maximumCount, chain: chapters,
        gathersRefusals: true)
    } catch { throw Failure(error) }
    await chapters.resume(log)
  }

  /// Closes the open chapter as the last thing that the agent does.
  func run() async throws {
    try await gracefulShutdown()
    try await log.close()
  }

  /// Opens the next chapter, after the owner was verified.
  ///
  /// - Returns: what the owner is to be told: somebody has changed what is noted of the log.
  func openChapter(of owner: OwnerService.Verified) async throws(Failure) -> [LocalizedText] {
    let key = try Self.key(of: owner)
    let found = try await notes.found(under: key)
    let end = try await end()
    let isAnew = found.isAnew(end, under: key)
    if isAnew { try await notes.write(found.floor, under: key) }
    do throws(TaskStoreError) {
      try await log.openChapter { (end) throws(TaskStoreError) in
        try ActiveChapter.mapping { () throws(OwnerVerificationError) in
          let opening = try chapters.next(after: end, found, under: key)
          return (opening.number, try opening.encoded(under: key.bytes), opening)
        }
      } written: { (opening) throws(TaskStoreError) in
        try ActiveChapter.mapping { () throws(OwnerVerificationError) in
          try chapters.didOpen(opening, under: key)
        }
      }
    } catch { throw Failure(error) }
    try await notes.write(chapters.highest, under: key)
    return found.notices(isAnew: isAnew, newest: end.chapter)
  }

  /// Notes how far the log has come where its owner's vault was restored beside it.
  func adopt(of owner: OwnerService.Verified) async throws(Failure) {
    let key = try Self.key(of: owner)
    let newest = max(try await notes.found(under: key).floor, try await end().chapter)
    if newest > 0 { try await notes.write(newest, under: key) }
  }

  private func end() async throws(Failure) -> AccessLogEnd {
    try await TaskStoreError.asFailure(await log.end())
  }

  /// Looks through all chapters with the owner's key.
  func verify(of owner: OwnerService.Verified) async throws(Failure) -> (report: LogReport, entries: [StoredAccess]) {
    let key = try Self.key(of: owner)
    let floor = max(try await notes.found(under: key).floor, chapters.highest)
    let found = try await TaskStoreError.asFailure(await log.contents { [chapters] in chapters.tail })
    do throws(OwnerVerificationError) {
      var verifier = LogVerifier(openings: found.openings, key: key, maximumCount: log.maximumCount)
      for entry in found.entries { try verifier.append(FoundEntry(entry)) }
      return (try verifier.finish(tail: found.value, floor: floor), found.entries)
    } catch { throw Failure(error) }
  }

  private static func key(of owner: OwnerService.Verified) throws(Failure) -> SharedSecret {
    try OwnerVerificationError.asFailure(
      now: SharedSecret(
        owner.verified.secret(for: OwnerPurpose("vault access log v1"), salt: owner.header.vaultID.bytes)))
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
