internal import Sealing
internal import SecretMemory
internal import VaultModel

@testable internal import OwnerVerification
@testable internal import TaskStore

/// The access log: its entries, what binds them, and what is found of it where somebody has changed it.
extension FuzzTarget {
  static let accessLog = [
    FuzzTarget("access-record", atMost: 1024, accessRecord),
    FuzzTarget("entry-chain", atMost: 256) { input in
      do { try entryChain(input) } catch { preconditionFailure("a chain that was read can't be used: \(error)") }
    },
    FuzzTarget("chapter-opening", atMost: 256) { input in
      do { try chapterOpening(input) } catch { preconditionFailure("an opening that was read can't be used: \(error)") }
    },
    FuzzTarget("access-log", atMost: 1024) { input in
      do { try changedLog(input) } catch { preconditionFailure("a log can't be read: \(error)") }
    },
  ]

  /// A row of the log, behind its checksum.
  private static func accessRecord(_ input: [UInt8]) {
    guard let cells = CellList.cells(input) else { return }
    precondition(CellList.encoded(cells) == input, "cells are others after they were read and written")
    let row = row(cells)
    if let record = AccessRecord(row) {
      precondition(AccessRecord(self.row(record.cells)) == record, "a record is another one when it is read again")
      let cut = record.cut()
      precondition(
        [cut.action, cut.program, cut.reason].allSatisfy { $0.utf8.count <= AccessLogLimits.fieldByteCount },
        "a text is longer than it may be")
    }
    guard let link = AccessLink(row) else { return }
    precondition(
      AccessLink(self.row(cells.prefix(AccessColumn.chapter.rawValue) + link.cells)) == link, "a link is another one")
  }

  private static func row(_ cells: [Cell]) -> StoredRow {
    StoredRow(name: AccessSchema.name(1), cells: cells, revision: 1)
  }

  /// The state of a chain, behind its checksum.
  private static func entryChain(_ input: [UInt8]) throws {
    let encoded = try SecretBytes(input + SHA256.digest(of: input))
    guard let chain = try EntryChain(encoded: encoded) else { return }
    let written = try chain.encoded()
    guard let again = try EntryChain(encoded: written) else { preconditionFailure("a chain can't be read again") }
    require(try written.isEqual(to: again.encoded()), "a chain is another one after it was written and read")
    var next = chain
    let tag = try next.tag(of: [1], .closing)
    try next.advance(past: tag, .closing)
    precondition(next.isClosed && next.tag == tag && next.next == chain.next + 1, "an entry does not follow")
    guard chain.chapter > 0, chain.count < 64 else { return }
    let previous = ChapterOpening.Previous.unknown(chain.chapter - 1, .lost)
    let opening = try ChapterOpening(
      number: chain.chapter, first: chain.first, date: 0, previous: previous,
      random: [UInt8](repeating: 3, count: ChapterOpening.saltByteCount))
    let isGenuine = try chain.isGenuine(in: opening, under: key)
    require(try next.isGenuine(in: opening, under: key) == isGenuine, "the next key is of another chain")
  }

  /// The opening of a chapter, behind the owner's MAC.
  private static func chapterOpening(_ input: [UInt8]) throws {
    let code = code(for: Array("vault access log opening v1".utf8) + input)
    guard let opening = try? ChapterOpening(encoded: input + code, under: key) else { return }
    require(try opening.encoded(under: key) == input + code, "an opening is another one")
    require(try EntryChain(of: opening, under: key).isGenuine(in: opening, under: key), "a chain is not its own")
    var changed = input + code
    changed[Int(opening.number % UInt64(changed.count))] ^= 1
    precondition((try? ChapterOpening(encoded: changed, under: key)) == nil, "a changed opening is believed")
  }

  /// What the agent wrote is complete; what somebody without the owner's key makes of it is not.
  private static func changedLog(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    let written = try SampleLog(&reader, key: SharedSecret(key))
    let report = try written.report()
    precondition(report.verdict == .complete, "a log that nobody changed is not complete")
    precondition(report.entries == UInt64(written.entries.count), "an entry does not count")
    var changed = written
    while !reader.isAtEnd { changed.change(&reader) }
    let findings = try changed.report()
    precondition(findings.findings.count <= 4 * (1 + written.openings.count + changed.entries.count), "no bound")
    guard changed.differs(from: written) else { return }
    precondition(findings.verdict != .complete, "a changed log is complete")
  }
}
