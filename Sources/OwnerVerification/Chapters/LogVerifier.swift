internal import Sealing
public import SecretMemory

/// Goes through the access log from its oldest chapter on, with the owner's key, and says where it is not as it was written. Pure:
/// what is there goes in, a report comes out.
public struct LogVerifier {
  /// Where the agent that runs says that the log ends.
  public struct Tail: Equatable, Sendable {
    /// The chapter.
    public let chapter: UInt64
    /// How many entries it has.
    public let count: UInt64
    /// The last one's tag.
    public let tag: [UInt8]

    /// The end of a chain.
    public init(_ chain: EntryChain) { (chapter, count, tag) = (chain.chapter, chain.count, chain.tag) }
  }

  /// How many entries may be missing at the beginning of a chapter that alone is longer than the log may be.
  static let maximumSkip: UInt64 = 1 << 20

  private let openings: [ChapterOpening]
  private let broken: Set<UInt64>
  private let key: SharedSecret
  private let maximumCount: UInt64
  private var report = LogReport()
  /// How many openings have been passed.
  private var passed = 0
  private var chain: EntryChain?
  private var last: UInt64 = 0
  /// Whether nothing more can be said of this chapter.
  private var isLost = false
  /// How many entries of the only chapter went before the first that is left.
  private var skipped: UInt64 = 0
  /// The first entry of this chapter that was written without a key.
  private var unlinked: UInt64?

  /// - Parameters:
  ///   - openings: what is stored of the chapters' openings, by the number under which it is stored.
  ///   - key: the owner's for the access log.
  ///   - maximumCount: how many entries the log holds.
  public init(openings stored: [(number: UInt64, bytes: [UInt8])], key: SharedSecret, maximumCount: Int) {
    var (openings, broken): ([ChapterOpening], Set<UInt64>) = ([], [])
    for (number, bytes) in stored.sorted(by: { $0.number < $1.number }) {
      let opening = try? ChapterOpening(encoded: bytes, under: key.bytes)
      if let opening, opening.number == number, openings.last.map({ $0.first <= opening.first }) ?? true {
        openings.append(opening)
      } else {
        broken.insert(number)
      }
    }
    (self.openings, self.broken, self.key) = (openings, broken, key)
    self.maximumCount = UInt64(max(1, maximumCount))
    report.chapters = openings.count
    report.since = openings.first?.date
    report.findings = broken.sorted().map { LogReport.Finding(kind: .openingChanged, chapter: $0, entry: nil) }
  }

  /// Verifies the next entry; they come in the order of their numbers.
  public mutating func append(_ entry: FoundEntry) throws(OwnerVerificationError) {
    while passed < openings.count, openings[passed].first <= entry.number { try begin(openings[passed]) }
    last = max(last, entry.number)
    guard passed > 0 else {
      report.unvouched &+= 1
      return
    }
    if let chapter = entry.chapter, broken.contains(chapter) { return }
    guard !isLost else { return }
    guard let content = entry.content, let tag = entry.tag, let kind = entry.kind,
      entry.chapter == openings[passed - 1].number
    else {
      guard entry.tag == nil, entry.chapter == nil, entry.content != nil else { return lose(.changed, entry.number) }
      if unlinked == nil { unlinked = entry.number }
      return
    }
    // Whoever wrote without a key has none again before the next chapter.
    if let unlinked { return lose(.changed, unlinked) }
    try follow(entry.number, content, tag, kind)
  }

  private mutating func follow(
    _ number: UInt64, _ content: [UInt8], _ tag: [UInt8], _ kind: EntryChain.Kind
  ) throws(OwnerVerificationError) {
    guard chain != nil else { return }
    let next = chain!.next
    guard number >= next else { return lose(.changed, number) }
    if number > next {
      guard chain!.count == 0, openings.count == 1, broken.isEmpty, number - next <= Self.maximumSkip else {
        return lose(.removed, next &- 1)
      }
      // The only chapter may be longer than the log: then its oldest entries were pruned, and ``checkPruned()`` says whether it is.
      // What the first one that is left followed can't be known any more.
      skipped = number - next
      try chain!.skip(number - next)
    } else if try !Self.isSame(chain!.tag(of: content, kind), tag) {
      return lose(.changed, number)
    }
    if kind == .firstOfRun, !chain!.isClosed { record(.endedUnclosed, number &- 1) }
    try chain!.advance(past: tag, kind)
    report.entries &+= 1
  }

  /// Ends the chapter before and begins the next.
  private mutating func begin(_ opening: ChapterOpening) throws(OwnerVerificationError) {
    if passed == 0 { beginFirst(opening) } else { try end(openings[passed - 1], before: opening) }
    passed += 1
    (isLost, unlinked) = (false, nil)
    chain = try EntryChain(of: opening, under: key.bytes)
    last = max(last, opening.first &- 1)
  }

  /// What was before the oldest chapter that is left went because the log was full, or was removed: ``finish(tail:floor:)``
  /// says which.
  private mutating func beginFirst(_ opening: ChapterOpening) {
    if opening.previous.ending.isWithoutKey { record(.chapterMissing, nil, opening.previous.number) }
  }

  private mutating func end(
    _ chapter: ChapterOpening, before next: ChapterOpening
  ) throws(OwnerVerificationError) {
    let previous = next.previous
    guard previous.number == chapter.number else {
      // Every chapter between them: named by the first that is missing.
      if !broken.contains(where: { (chapter.number..<next.number).contains($0) }) {
        record(.chapterMissing, nil, chapter.number &+ 1)
      }
      return
    }
    guard !isLost, chain != nil else { return }
    let (count, end) = (chain!.count, chain!.next &- 1)
    if previous.ending.isWithoutKey {
      // So much was there for certain when the key was put aside.
      if count < previous.count { return record(.removed, end, chapter.number) }
      return record(previous.ending == .lost ? .keyLost : .keyTaken, end, chapter.number)
    }
    if let unlinked { return record(.changed, unlinked, chapter.number) }
    if count < previous.count { return record(.removed, end, chapter.number) }
    // The next one begins where this one ended, unless somebody put an entry between them and removed it again: then numbers say
    // nothing of how much there was.
    guard count == previous.count, next.first == chain!.next, Self.isSame(chain!.tag, previous.tag) else {
      return record(.changed, end, chapter.number)
    }
    if previous.ending == .cut { record(.endedUnclosed, end, chapter.number) }
  }

  /// Ends the last chapter.
  ///
  /// - Parameters:
  ///   - tail: where the running agent says that the log ends; nil when it writes without a key.
  ///   - floor: the highest number of a chapter that an anchor elsewhere holds.
  public mutating func finish(tail: Tail?, floor: UInt64) throws(OwnerVerificationError) -> LogReport {
    while passed < openings.count { try begin(openings[passed]) }
    guard let newest = openings.last else {
      if floor > 0 || tail != nil { record(.chapterMissing, nil, max(floor, tail?.chapter ?? 0)) }
      return report
    }
    try checkPruned()
    let highest = max(floor, tail?.chapter ?? 0)
    guard highest <= newest.number else {
      if !broken.contains(highest) { record(.chapterMissing, nil, newest.number &+ 1) }
      return report
    }
    guard !isLost, chain != nil else { return report }
    let (count, end) = (chain!.count, chain!.next &- 1)
    guard let tail, tail.chapter == newest.number else {
      record(.keyTaken, end, newest.number)
      return report
    }
    if let unlinked {
      record(.changed, unlinked, newest.number)
    } else if count < tail.count {
      record(.removed, end, newest.number)
    } else if count > tail.count || !Self.isSame(chain!.tag, tail.tag) {
      record(.changed, end, newest.number)
    }
    return report
  }

  /// Whole chapters go when the log holds more than it may. Those that are gone although it never held so much were removed by somebody.
  private mutating func checkPruned() throws(OwnerVerificationError) {
    guard let oldest = openings.first else { return }
    let previous = oldest.previous
    if previous.number > 0, !previous.ending.isWithoutKey, !broken.contains(previous.number) {
      let begin = oldest.first &- min(oldest.first, previous.count)
      let held = last &+ 1 &- min(last &+ 1, begin)
      if held > maximumCount {
        report.prunedCount &+= oldest.first &- 1
      } else {
        report.findings.insert(LogReport.Finding(kind: .chapterMissing, chapter: previous.number, entry: nil), at: 0)
      }
    }
    guard skipped > 0 else { return }
    report.prunedCount &+= skipped
    if report.entries < maximumCount { record(.removed, oldest.first &- 1, oldest.number) }
  }

  // MARK: Parts

  private mutating func lose(_ kind: LogReport.Finding.Kind, _ entry: UInt64) {
    isLost = true
    record(kind, entry)
  }

  private mutating func record(_ kind: LogReport.Finding.Kind, _ entry: UInt64?, _ chapter: UInt64? = nil) {
    let number = chapter ?? (passed > 0 ? openings[passed - 1].number : 0)
    report.findings.append(LogReport.Finding(kind: kind, chapter: number, entry: entry))
  }

  private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool { one == other }
}
