internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import Synchronization
internal import TaskStore

/// The open chapter of the access log: binds entries to each other, in memory and in the one file with the evolving key.
final class ActiveChapter: AccessChain {
  private struct State {
    /// Where the open chapter stands; nil before the first one, and where its key is gone.
    var chain: EntryChain?
    /// Whether this agent has opened that chapter, for its owner: what a file said of one is not proven.
    var isAuthenticated = false
    /// What the file said of a chapter that could not be looked for in the log.
    var unread: EvolvingKeyFile.Chains?
    /// Whether this agent has taken up a chapter and not written to it yet.
    var isFirstOfRun = true
    /// The highest number of a chapter that this agent has proven: no file lowers it.
    var highest: UInt64 = 0

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

  /// The highest number of a chapter that this agent has proven; 0 for none.
  var highest: UInt64 { state.withLock { $0.highest } }

  /// Takes up the chapter that an agent before this one had open. Entries that it wrote and had no time to note lead on from the
  /// key that it noted; without a key that fits, entries stand alone until the next unlock.
  func resume(_ log: SQLiteAccessLog) async {
    // A file that can't be read is none: the next unlock tells, and begins anew.
    let content: EvolvingKeyFile.Chains
    do { content = try file.read() } catch { return }
    // A disk that is full must not keep the agent from starting: the next unlock tells, and begins anew.
    do throws(TaskStoreError) { try await follow(log, content) } catch {
      state.withLock { $0.unread = content }
    }
  }

  private func follow(_ log: SQLiteAccessLog, _ content: EvolvingKeyFile.Chains) async throws(TaskStoreError) {
    let end = try await log.end()
    guard var chain = content.chain(of: end.chapter), end.chapter <= chain.chapter else { return }
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
      if let chain { try file.write(chain, opensChapter: false) }
    }
  }

  // MARK: Chapters

  /// The first state of the next chapter. Its key lies in the file when this returns.
  ///
  /// - Parameter noted: what is noted elsewhere of the chapters' numbers.
  func next(
    after end: AccessLogEnd, _ noted: ChapterAnchors.Found, under key: SharedSecret
  ) throws(OwnerVerificationError) -> ChapterOpening {
    let state = state.withLock { $0 }
    let held = state.chain ?? state.unread?.chain(of: end.chapter)
    let highest = max(noted.floor, state.highest, end.chapter, held?.chapter ?? 0)
    var previous = ChapterOpening.Previous.unknown(highest, .taken)
    if let held, held.chapter == highest, noted.vouches(forLogThat: end, under: key),
      state.isAuthenticated ? true : try isGenuine(held, end, key)
    {
      previous =
        state.chain == nil
        ? .init(number: highest, count: held.count, tag: held.tag, ending: .lost)
        : .init(number: highest, count: held.count, tag: held.tag, ending: state.ending)
    }
    let opening = try ChapterOpening(
      number: highest + 1, first: max(held?.next ?? 0, end.entry + 1), date: Int64(Date().timeIntervalSince1970),
      previous: previous)
    try file.announce(EntryChain(of: opening, under: key.bytes))
    return opening
  }

  /// Whether what a file said of the newest chapter's key is true.
  private func isGenuine(
    _ held: EntryChain, _ end: AccessLogEnd, _ key: SharedSecret
  ) throws(OwnerVerificationError) -> Bool {
    guard let opening = end.opening(under: key) else { return false }
    return try held.isGenuine(in: opening, under: key.bytes)
  }

  /// The chapter of that opening is written: entries are its own from now on.
  func didOpen(_ opening: ChapterOpening, under key: SharedSecret) throws(OwnerVerificationError) {
    let chain = try EntryChain(of: opening, under: key.bytes)
    state.withLock { state in
      (state.chain, state.isAuthenticated, state.unread, state.isFirstOfRun) = (chain, true, nil, false)
      state.highest = max(state.highest, opening.number)
    }
    try file.write(chain, opensChapter: true)
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

extension EvolvingKeyFile.Chains {
  /// What it says of the log's newest chapter: of one that was announced the log tells whether it was opened.
  fileprivate func chain(of newest: UInt64) -> EntryChain? {
    if let announced, announced.chapter == newest { announced } else { current }
  }
}

extension AccessLogEnd {
  /// How the newest chapter began, where the owner wrote that.
  func opening(under key: SharedSecret) -> ChapterOpening? {
    do throws(OwnerVerificationError) {
      return try opening.map { (bytes) throws(OwnerVerificationError) in
        try ChapterOpening(encoded: bytes, under: key.bytes)
      }
    } catch { return nil }
  }
}
