internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import Synchronization
internal import TaskStore

/// The open chapter of the access log: binds entries to each other, in memory and in the one file with the evolving key.
final class AccessChapters: AccessChain {
  private struct State {
    /// Where the open chapter stands; nil before the first one, and where its key is gone.
    var chain: EntryChain?
    /// Whether this agent has taken up a chapter and not written to it yet.
    var isFirstOfRun = true

    /// How the chapter ends if the next one is opened now.
    var ending: ChapterOpening.Ending {
      guard isFirstOfRun else { return .continued }
      return chain?.isClosed == true ? .closed : .cut
    }
  }

  private let file: EvolvingKeyFile
  private let state = Mutex(State())

  init(keyFile path: String) { file = EvolvingKeyFile(path: path) }

  /// Where the agent that runs says that the log ends.
  var tail: LogVerifier.Tail? { state.withLock { $0.chain.map { LogVerifier.Tail($0) } } }

  /// The open chapter's number; 0 for none.
  var chapter: UInt64 { state.withLock { $0.chain?.chapter ?? 0 } }

  /// Takes up the chapter that an agent before this one had open. Entries that it wrote and had no time to note lead on from the
  /// key that it noted; without a key that fits, entries stand alone until the next unlock.
  func takeUp(_ log: SQLiteAccessLog) async {
    // A disk that is full must not keep the agent from starting: the next unlock tells, and begins anew.
    do throws(TaskStoreError) { try await follow(log) } catch { return }
  }

  private func follow(_ log: SQLiteAccessLog) async throws(TaskStoreError) {
    guard var chain = readChain() else { return }
    let end = try await log.end()
    guard end.chapter <= chain.chapter else { return }
    for entry in try await log.entries(from: chain.next) {
      guard let link = entry.link, link.number == chain.next, link.chapter == chain.chapter,
        let kind = EntryChain.Kind(rawValue: link.kind)
      else { break }
      let follows = try Self.mapping { () throws(OwnerVerificationError) in
        guard try chain.tag(of: entry.content, kind) == link.tag else { return false }
        try chain.advance(past: link.tag, kind)
        return true
      }
      guard follows else { break }
    }
    state.withLock { $0.chain = chain }
  }

  /// A file that can't be read is none: the next unlock tells, and begins anew.
  private func readChain() -> EntryChain? {
    do throws(OwnerVerificationError) { return try file.read() } catch { return nil }
  }

  // MARK: Entries

  func link(_ content: [UInt8], isClosing: Bool) throws(TaskStoreError) -> AccessLink? {
    let (chain, isFirst) = state.withLock { ($0.chain, $0.isFirstOfRun) }
    // An agent that wrote nothing has nothing to close.
    guard let chain, !(isClosing && isFirst) else { return nil }
    let kind: EntryChain.Kind = isClosing ? .closing : isFirst ? .firstOfRun : .plain
    let tag = try Self.mapping { () throws(OwnerVerificationError) in try chain.tag(of: content, kind) }
    return AccessLink(number: chain.next, chapter: chain.chapter, kind: kind.rawValue, tag: tag)
  }

  func didWrite(_ link: AccessLink) throws(TaskStoreError) {
    guard let kind = EntryChain.Kind(rawValue: link.kind) else { return }
    try Self.mapping { () throws(OwnerVerificationError) in
      let chain = try state.withLock { (state) throws(OwnerVerificationError) in
        try state.chain?.advance(past: link.tag, kind)
        state.isFirstOfRun = false
        return state.chain
      }
      if let chain { try file.write(chain, isDurable: false) }
    }
  }

  // MARK: Chapters

  /// The first state of the next chapter.
  ///
  /// - Parameter floor: the highest number of a chapter that was noted elsewhere.
  func next(
    after end: AccessLogEnd, floor: UInt64, under key: SharedSecret
  ) throws(OwnerVerificationError) -> ChapterOpening {
    let (chain, ending) = state.withLock { ($0.chain, $0.ending) }
    let noted = floor <= ChapterOpening.maximumNumber / 4 ? floor : 0
    let highest = max(noted, end.chapter, chain?.chapter ?? 0)
    var former = ChapterOpening.Former.unknown(highest)
    if let chain, chain.chapter == highest {
      former = .init(number: chain.chapter, count: chain.count, tag: chain.tag, ending: ending)
    }
    return try ChapterOpening(
      number: highest + 1, first: max(chain?.next ?? 0, end.entry + 1), date: Int64(Date().timeIntervalSince1970),
      former: former)
  }

  /// The chapter of that opening is written: entries are its own from now on.
  func didOpen(_ opening: ChapterOpening, under key: SharedSecret) throws(OwnerVerificationError) {
    let chain = try EntryChain(of: opening, under: key.bytes)
    state.withLock { ($0.chain, $0.isFirstOfRun) = (chain, false) }
    try file.write(chain, isDurable: true)
  }

  /// What the log is told when the chain can't go on.
  static func mapping<Value>(
    _ body: () throws(OwnerVerificationError) -> Value
  ) throws(TaskStoreError) -> Value {
    do { return try body() } catch {
      switch error.code {
      case .diskFull: throw TaskStoreError(.diskFull, error.detail)
      case .readOnly, .insecurePermissions: throw TaskStoreError(.readOnly, error.detail)
      default: throw TaskStoreError(.failed, error.detail)
      }
    }
  }
}
