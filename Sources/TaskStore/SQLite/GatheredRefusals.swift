internal import FoundationEssentials
internal import VaultModel

/// Refusals that are alike, within a minute: only so many become entries of their own, and the rest one entry with a number.
/// A PIN or code that was tried is never among them: its cost and the waits see to it that these are few.
/// Otherwise a program that asks ten thousand times for what it does not get would push out what it did get.
struct GatheredRefusals: Sendable {
  /// What makes two refusals alike.
  private struct Kind: Hashable {
    let action: String
    let task: UUID?
    let program: String
    let terminal: String?
    let reason: String

    init(_ record: AccessRecord) {
      (action, task, program) = (record.action, record.task, record.program)
      (terminal, reason) = (record.terminal, record.reason)
    }
  }

  /// How long they are gathered, in seconds.
  static let seconds = 60.0
  /// How many of a kind stand for themselves in that time.
  static let ownEntries = 5
  /// How many of all kinds do.
  static let allOwnEntries = 30
  /// How many kinds are told apart; all others are one.
  static let kinds = 10

  private var begin: Date?
  private var seen: [Kind: Int] = [:]
  private var allSeen = 0
  /// What is to be written: the last of its kind, and how many.
  private var gathered: [(kind: Kind?, last: AccessRecord, count: Int)] = []

  /// Takes a record; what is to be written now, in order. What was granted or tried, or is the first of its kind, is always among it.
  mutating func ingest(_ record: AccessRecord) -> [AccessRecord] {
    let standsAlone = record.granted || record.isAttempt
    let due = isOver(record.date) ? end() : standsAlone ? flush() : []
    guard !standsAlone else { return due + [record] }
    if begin == nil { begin = record.date }
    let kind = Kind(record)
    if allSeen < Self.allOwnEntries, seen[kind, default: 0] < Self.ownEntries {
      seen[kind, default: 0] += 1
      allSeen += 1
      return due + [record]
    }
    gather(record, kind)
    return due
  }

  /// What has been gathered up to now, each kind as one record.
  mutating func flush() -> [AccessRecord] {
    defer { gathered = [] }
    return gathered.map { entry in
      guard entry.count > 1 || entry.kind == nil else { return entry.last }
      var record = entry.last
      let what = entry.kind == nil ? "of several kinds, the last one: " : ""
      record.reason = "\(entry.count) refusals \(what)\(record.reason)"
      return record
    }
  }

  private mutating func gather(_ record: AccessRecord, _ kind: Kind) {
    let isKnown = gathered.contains { $0.kind == kind }
    let wanted = isKnown || gathered.count < Self.kinds ? kind : nil
    if let index = gathered.firstIndex(where: { $0.kind == wanted }) {
      gathered[index].last = record
      gathered[index].count += 1
    } else {
      gathered.append((wanted, record, 1))
    }
  }

  /// A clock that was set back ends the minute, too.
  private func isOver(_ date: Date) -> Bool {
    guard let begin else { return false }
    return !(0..<Self.seconds).contains(date.timeIntervalSince(begin))
  }

  private mutating func end() -> [AccessRecord] {
    defer { (begin, seen, allSeen) = (nil, [:], 0) }
    return flush()
  }
}
