import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("The chapters of the access log")
struct AccessChapterTests {
  private let key: SharedSecret

  init() throws { key = SharedSecret(try SecretBytes([UInt8](repeating: 7, count: 32))) }

  /// A log as the agent writes it, without a disk.
  private struct Scene {
    let key: SharedSecret
    var openings: [(number: UInt64, bytes: [UInt8])] = []
    var entries: [FoundEntry] = []
    /// The state that the file with the evolving key holds.
    var state: SecretBytesBox?
    var isNewRun = false

    /// - Parameter gap: how far behind the last entry it begins: where somebody had an entry of a far number there for a moment.
    mutating func open(_ ending: ChapterOpening.Ending = .continued, gap: UInt64 = 0) throws {
      let chain = try chain()
      var previous = ChapterOpening.Previous.unknown(0, .lost)
      var first: UInt64 = 1
      if let chain {
        previous = .init(number: chain.chapter, count: chain.count, tag: chain.tag, ending: ending)
        first = chain.next + gap
      }
      let opening = try ChapterOpening(number: previous.number + 1, first: first, date: 1, previous: previous)
      openings.append((opening.number, try opening.encoded(under: key.bytes)))
      state = SecretBytesBox(try EntryChain(of: opening, under: key.bytes).encoded())
      isNewRun = false
    }

    func chain() throws -> EntryChain? {
      guard let state else { return nil }
      return try EntryChain(encoded: state.bytes)
    }

    mutating func append(_ text: String, _ kind: EntryChain.Kind = .plain) throws {
      guard var chain = try chain() else { return }
      let kind = isNewRun ? .firstOfRun : kind
      isNewRun = false
      let tag = try chain.tag(of: Array(text.utf8), kind)
      entries.append(
        FoundEntry(number: chain.next, chapter: chain.chapter, kind: kind, tag: tag, content: Array(text.utf8)))
      try chain.advance(past: tag, kind)
      state = SecretBytesBox(try chain.encoded())
    }

    func report(floor: UInt64 = 0, maximumCount: Int = 100) throws -> LogReport {
      var verifier = LogVerifier(openings: openings, key: key, maximumCount: maximumCount)
      for entry in entries { try verifier.append(entry) }
      var tail: LogVerifier.Tail?
      if let chain = try chain() { tail = LogVerifier.Tail(chain) }
      return try verifier.finish(tail: tail, floor: floor)
    }
  }

  /// A secret that several may hold.
  private final class SecretBytesBox: Sendable {
    let bytes: SecretBytes
    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  private func scene() throws -> Scene {
    var scene = Scene(key: key)
    for chapter in 1...3 {
      try scene.open()
      for entry in 1...4 { try scene.append("chapter \(chapter), entry \(entry)") }
    }
    return scene
  }

  private func finding(_ kind: LogReport.Finding.Kind, _ chapter: UInt64, _ entry: UInt64?) -> LogReport.Finding {
    LogReport.Finding(kind: kind, chapter: chapter, entry: entry)
  }

  @Test("what nobody touched is complete")
  func complete() throws {
    let report = try scene().report(floor: 3)
    #expect(report.verdict == .complete && report.chapters == 3 && report.entries == 12 && report.unvouched == 0)
    #expect(try Scene(key: key).report().verdict == .complete)
  }

  @Test("every entry that is changed, exchanged, removed or added is found", arguments: 0..<12)
  func entries(index: Int) throws {
    let whole = try scene()
    let number = UInt64(index + 1)
    var changed = whole
    changed.entries[index].content = Array("something else".utf8)
    #expect(try changed.report().findings.first == finding(.changed, UInt64(index / 4 + 1), number))
    var retagged = whole
    retagged.entries[index].tag = [UInt8](repeating: 1, count: 32)
    #expect(try retagged.report().verdict == .changed)
    var stripped = whole
    (stripped.entries[index].tag, stripped.entries[index].chapter, stripped.entries[index].kind) = (nil, nil, nil)
    #expect(try stripped.report().verdict == .changed)
    var removed = whole
    removed.entries.remove(at: index)
    #expect(try removed.report().findings.first == finding(.removed, UInt64(index / 4 + 1), number - 1))
    var closing = whole
    closing.entries[index].kind = .closing
    #expect(try closing.report().verdict == .changed)
    var unreadable = whole
    unreadable.entries[index].content = nil
    #expect(try unreadable.report().findings.first == finding(.changed, UInt64(index / 4 + 1), number))
  }

  @Test("last entries that are gone are found, also in the present chapter", arguments: 1...4)
  func lastEntries(count: Int) throws {
    var present = try scene()
    present.entries.removeLast(count)
    #expect(try present.report().findings == [finding(.removed, 3, UInt64(12 - count))])
    var earlier = try scene()
    earlier.entries.removeSubrange((8 - count)..<8)
    #expect(try earlier.report().findings == [finding(.removed, 2, UInt64(8 - count))])
  }

  @Test("chapters are missed though a far number, put there for a moment, makes the log look full")
  func farNumber() throws {
    var scene = try scene()
    try scene.open(gap: 30_000)
    try scene.append("chapter 4, entry 1")
    scene.openings.removeFirst()
    scene.entries.removeFirst(4)
    let report = try scene.report(floor: 4)
    #expect(report.findings == [finding(.changed, 3, 12)], "\(report)")
  }

  @Test("a log that could not be read for a while still has all that was there before, or that is told")
  func lostForAWhile() throws {
    var scene = try scene()
    try scene.open(.lost)
    #expect(try scene.report().findings == [finding(.keyLost, 3, 12)])
    scene.entries.removeLast(2)
    #expect(try scene.report().findings == [finding(.removed, 3, 10)])
  }

  @Test("an entry that was added behind the agent's back is found")
  func added() throws {
    var scene = try scene()
    scene.entries.append(FoundEntry(number: 13, chapter: nil, kind: nil, tag: nil, content: [1]))
    #expect(try scene.report().findings == [finding(.changed, 3, 13)])
  }

  @Test("chapters that are gone, changed or exchanged are found, and an older log that was put back")
  func chapters() throws {
    let whole = try scene()
    var middle = whole
    middle.openings.remove(at: 1)
    #expect(try middle.report().verdict == .changed)
    var both = middle
    both.entries.removeSubrange(4..<8)
    #expect(try both.report().findings.contains(finding(.chapterMissing, 2, nil)))
    var first = whole
    first.openings.removeFirst()
    first.entries.removeFirst(4)
    #expect(try first.report().findings == [finding(.chapterMissing, 1, nil)])
    #expect(try first.report(maximumCount: 8).verdict == .complete, "it went because the log keeps no more")
    #expect(try first.report(maximumCount: 8).prunedCount == 4)
    for index in 0..<3 {
      var changed = whole
      changed.openings[index].bytes[12] ^= 1
      #expect(try changed.report().findings.first == finding(.openingChanged, UInt64(index + 1), nil))
    }
    var older = whole
    older.openings.removeLast()
    older.entries.removeLast(4)
    #expect(try older.report().findings == [finding(.chapterMissing, 3, nil)])
    older.state = try scene(of: 2).state
    #expect(try older.report(floor: 3).findings.contains(finding(.chapterMissing, 3, nil)))
    var none = whole
    (none.openings, none.entries, none.state) = ([], [], nil)
    #expect(try none.report(floor: 3).findings == [finding(.chapterMissing, 3, nil)])
  }

  private func scene(of chapters: Int) throws -> Scene {
    var scene = Scene(key: key)
    for _ in 0..<chapters { try scene.open() }
    return scene
  }

  @Test("an agent that ended without closing its chapter is told as a gap; one that closed it is not")
  func gaps() throws {
    var killed = try scene()
    killed.isNewRun = true
    try killed.append("after the kill")
    #expect(try killed.report().findings == [finding(.endedUnclosed, 3, 12)])
    #expect(try killed.report().verdict == .gap)
    try killed.open()
    #expect(try killed.report().findings == [finding(.endedUnclosed, 3, 12)])
    var silent = try scene()
    try silent.open(.cut)
    #expect(try silent.report().findings == [finding(.endedUnclosed, 3, 12)])
    var closed = try scene()
    try closed.append("", .closing)
    closed.isNewRun = true
    try closed.append("after the end")
    #expect(try closed.report().verdict == .complete)
    try closed.append("", .closing)
    try closed.open(.closed)
    #expect(try closed.report().verdict == .complete)
  }

  @Test("a key that was lost is told as a gap, and the entries without one are not taken for the agent's")
  func lostKey() throws {
    var scene = try scene()
    scene.entries.append(FoundEntry(number: 13, chapter: nil, kind: nil, tag: nil, content: [1]))
    let previous = ChapterOpening.Previous.unknown(3, .lost)
    let opening = try ChapterOpening(number: 4, first: 14, date: 1, previous: previous)
    scene.openings.append((4, try opening.encoded(under: key.bytes)))
    scene.state = SecretBytesBox(try EntryChain(of: opening, under: key.bytes).encoded())
    #expect(try scene.report().findings == [finding(.keyLost, 3, 12)])
  }

  @Test("a chapter that alone is longer than the log may be loses its oldest entries, and none before")
  func longChapter() throws {
    var scene = Scene(key: key)
    try scene.open()
    for number in 1...20 { try scene.append("entry \(number)") }
    scene.entries.removeFirst(10)
    let report = try scene.report(maximumCount: 10)
    #expect(report.verdict == .complete && report.prunedCount == 10 && report.entries == 10)
    #expect(try scene.report(maximumCount: 11).verdict == .changed)
  }

  @Test("the state that goes to the file comes back, and damage to it is no state")
  func stateFile() throws {
    let scene = try scene()
    let state = try #require(scene.state)
    var bytes = state.bytes.withUnsafeBytes { Array($0) }
    var decoded = false
    if let chain = try EntryChain(encoded: state.bytes) { decoded = chain.next == 13 && chain.chapter == 3 }
    #expect(decoded)
    for index in stride(from: 0, to: bytes.count, by: 7) {
      bytes[index] ^= 1
      let isNone = try EntryChain(encoded: SecretBytes(bytes)) == nil
      #expect(isNone)
      bytes[index] ^= 1
    }
  }

  @Test("a key of later makes no tag of earlier")
  func forwardSecrecy() throws {
    let scene = try scene()
    guard let chain = try scene.chain() else { return #expect(Bool(false)) }
    let bytes = try chain.encoded().withUnsafeBytes { Array($0) }
    for entry in scene.entries {
      let tag = try #require(entry.tag)
      #expect(try chain.tag(of: entry.content ?? [], .plain) != tag)
      #expect(entry.number == 12 || !bytes.contains(tag))
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
