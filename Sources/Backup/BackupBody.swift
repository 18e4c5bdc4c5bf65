internal import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// What a backup says behind its owner header. In version 2 it is padded and sealed, in version 1 it stands in the open.
enum BackupBody {
  /// The latest date a backup may have been made at: the end of the year 9999, in seconds since 1970.
  private static let latestSecond: Int64 = 253_402_300_799

  // MARK: Writing

  /// The date, the records and the tasks, then zero bytes up to a power of two, 64 KiB at least: the length reveals no
  /// more of the tasks than its order of magnitude.
  static func encode(_ contents: BackupContents) throws(BackupError) -> [UInt8] {
    guard let seconds = Int64(exactly: contents.createdAt.timeIntervalSince1970.rounded(.down)),
      (0...latestSecond).contains(seconds)
    else { throw BackupError(.failed, "the clock shows an impossible date") }
    var writer = ByteWriter()
    writer.add(seconds)
    try add(contents.records, to: &writer)
    let tasks = contents.tasks.map { BackedUpTask(task: $0, reminders: contents.reminders[$0.id] ?? []) }
    try add(tasks, to: &writer)
    guard writer.bytes.count <= BackupLimits.bodyByteCount else {
      throw BackupError(.tooLarge, "\(writer.bytes.count) bytes")
    }
    let padding = paddedByteCount(writer.bytes.count) - writer.bytes.count
    writer.add([UInt8](repeating: 0, count: padding))
    return writer.bytes
  }

  /// The smallest power of two that is at least `count` and one chunk.
  static func paddedByteCount(_ count: Int) -> Int {
    var padded = SealedChunks.textByteCount
    while padded < count { padded *= 2 }
    return padded
  }

  private static func add(_ records: [BackupContents.Record], to writer: inout ByteWriter) throws(BackupError) {
    writer.add(try length(records.count, BackupLimits.count))
    for record in records {
      let name = Array(record.name.utf8)
      writer.add(UInt16(try length(name.count, BackupLimits.nameByteCount)))
      writer.add(name)
      writer.add(try length(record.sealed.count, BackupLimits.recordByteCount))
      writer.add(record.sealed)
    }
  }

  private static func add(_ tasks: [BackedUpTask], to writer: inout ByteWriter) throws(BackupError) {
    writer.add(try length(tasks.count, BackupLimits.count))
    for task in tasks {
      guard let json = try? StoredJSON.encode(task) else { throw BackupError(.failed, "a task can't be written") }
      writer.add(try length(json.count, BackupLimits.taskByteCount))
      writer.add(json)
    }
  }

  private static func length(_ count: Int, _ maximum: Int) throws(BackupError) -> UInt32 {
    guard count <= maximum else { throw BackupError(.tooLarge, "\(count), at most \(maximum)") }
    return UInt32(count)
  }

  // MARK: Reading

  /// Reads what ``encode(_:)`` wrote.
  static func decode(_ text: [UInt8], ownerHeader: [UInt8]) throws(BackupError) -> BackupContents {
    var reader = ByteReader(text, end: text.count)
    let createdAt = try date(&reader)
    var contents = BackupContents(
      createdAt: createdAt, ownerHeader: ownerHeader, records: try records(&reader), tasks: [])
    for task in try tasks(&reader) {
      contents.tasks.append(task.task)
      if !task.reminders.isEmpty { contents.reminders[task.task.id] = task.reminders }
    }
    guard reader.rest.allSatisfy({ $0 == 0 }) else { throw BackupError(.damaged, "there are bytes too many") }
    return contents
  }

  static func date(_ reader: inout ByteReader) throws(BackupError) -> Date {
    let seconds = Int64(bitPattern: try reader.number(8))
    guard (0...latestSecond).contains(seconds) else { throw BackupError(.damaged, "its date is impossible") }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  static func records(_ reader: inout ByteReader) throws(BackupError) -> [BackupContents.Record] {
    var records: [BackupContents.Record] = []
    for _ in 0..<(try reader.count(4, atMost: BackupLimits.count)) {
      let bytes = try reader.read(byteCount: reader.count(2, atMost: BackupLimits.nameByteCount))
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw BackupError(.damaged, "a record's name is not valid UTF-8")
      }
      records.append(
        .init(name: name, sealed: try reader.read(byteCount: reader.count(4, atMost: BackupLimits.recordByteCount))))
    }
    return records
  }

  static func tasks(_ reader: inout ByteReader) throws(BackupError) -> [BackedUpTask] {
    var tasks: [BackedUpTask] = []
    for _ in 0..<(try reader.count(4, atMost: BackupLimits.count)) {
      let json = try reader.read(byteCount: reader.count(4, atMost: BackupLimits.taskByteCount))
      guard let task = try? StoredJSON.decode(BackedUpTask.self, from: Array(json)) else {
        throw BackupError(.damaged, "a task can't be read")
      }
      tasks.append(task)
    }
    return tasks
  }
}

/// A task as a backup has it: one object, with a field more where its reminders were shown or put off. Older versions pass that over.
struct BackedUpTask: Codable {
  let task: TodoTask
  let reminders: [BackupContents.Reminder]

  private enum CodingKeys: String, CodingKey { case reminders }

  init(task: TodoTask, reminders: [BackupContents.Reminder]) { (self.task, self.reminders) = (task, reminders) }

  init(from decoder: any Decoder) throws {
    task = try TodoTask(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    reminders = try container.decodeIfPresent([BackupContents.Reminder].self, forKey: .reminders) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    try task.encode(to: encoder)
    guard !reminders.isEmpty else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reminders, forKey: .reminders)
  }
}
