internal import SecretMemory

@testable internal import OwnerVerification

/// An access log as the agent writes it, without a disk, that somebody may change afterwards.
struct SampleLog {
  private let key: SharedSecret
  private var chain: EntryChain?
  private(set) var openings: [(number: UInt64, bytes: [UInt8])] = []
  private(set) var entries: [FoundEntry] = []

  /// Writes a log of a few chapters: what is in it the input says. What was there before the first one nobody vouches for.
  init(_ reader: inout InputReader, key: SharedSecret) throws {
    self.key = key
    try open(salt: 0)
    for _ in 0..<Int(reader.byte() % 32) {
      let step = reader.byte()
      if step % 4 == 0 {
        try open(salt: step)
      } else {
        try append(reader.run(Int(step >> 4)), isClosing: step % 4 == 3)
      }
    }
  }

  private mutating func open(salt: UInt8) throws {
    var previous = ChapterOpening.Previous.unknown(0, .none)
    if let chain {
      previous = .init(number: chain.chapter, count: chain.count, tag: chain.tag, ending: .continued)
    }
    let opening = try ChapterOpening(
      number: previous.number + 1, first: chain?.next ?? 1, date: 0, previous: previous,
      random: [UInt8](repeating: salt, count: ChapterOpening.saltByteCount))
    openings.append((opening.number, try opening.encoded(under: key.bytes)))
    chain = try EntryChain(of: opening, under: key.bytes)
  }

  private mutating func append(_ content: [UInt8], isClosing: Bool) throws {
    guard var chain else { return }
    let kind: EntryChain.Kind = chain.isClosed ? .firstOfRun : isClosing ? .closing : .plain
    let tag = try chain.tag(of: content, kind)
    entries.append(FoundEntry(number: chain.next, chapter: chain.chapter, kind: kind, tag: tag, content: content))
    try chain.advance(past: tag, kind)
    self.chain = chain
  }

  // MARK: Changes

  /// Changes something that is stored, as the input says.
  mutating func change(_ reader: inout InputReader) {
    let (what, place) = (reader.byte() % 8, Int(reader.byte()))
    switch what {
    case 0, 1: changeOpening(place, &reader, removes: what == 0)
    case 2: insert(&reader, number: UInt64(place % 40) + 1)
    default: if !entries.isEmpty { changeEntry(place % entries.count, what, &reader) }
    }
  }

  private mutating func changeOpening(_ place: Int, _ reader: inout InputReader, removes: Bool) {
    guard !openings.isEmpty else { return }
    let index = place % openings.count
    guard !removes else { return openings.removeSubrange(index...index) }
    let byte = Int(reader.byte()) % openings[index].bytes.count
    openings[index].bytes[byte] ^= reader.byte()
  }

  private mutating func insert(_ reader: inout InputReader, number: UInt64) {
    guard !entries.contains(where: { $0.number == number }) else { return }
    let isBound = reader.byte() % 2 == 0
    let chapter = UInt64(reader.byte())
    let entry = FoundEntry(
      number: number, chapter: isBound ? chapter : nil, kind: isBound ? .plain : nil,
      tag: isBound ? reader.run(32) : nil, content: reader.run(4))
    entries.insert(entry, at: entries.firstIndex { $0.number > number } ?? entries.endIndex)
  }

  private mutating func changeEntry(_ index: Int, _ what: UInt8, _ reader: inout InputReader) {
    switch what {
    case 3: entries.remove(at: index)
    case 4: entries[index].content = reader.run(Int(reader.byte() % 16))
    case 5: entries[index].tag?[0] ^= reader.byte()
    case 6: entries[index].kind = EntryChain.Kind(rawValue: reader.byte() % 4)
    default: (entries[index].chapter, entries[index].kind, entries[index].tag) = (nil, nil, nil)
    }
  }

  func differs(from other: SampleLog) -> Bool {
    entries != other.entries || openings.map(\.bytes) != other.openings.map(\.bytes)
  }

  /// What the owner is told of it by the agent that wrote it.
  func report() throws -> LogReport {
    var verifier = LogVerifier(openings: openings, key: key, maximumCount: 1000)
    for entry in entries { try verifier.append(entry) }
    return try verifier.finish(tail: chain.map(LogVerifier.Tail.init), floor: chain?.chapter ?? 0)
  }
}
