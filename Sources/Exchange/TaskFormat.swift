public import CivilTime
public import FoundationEssentials

/// A form in which tasks go to other programs and come from them.
///
/// The codecs are pure: they read bytes and give tasks, and make text of tasks; files are the caller's. They never see
/// a sealed text. Of a task with a seal they write the label alone, even if someone filled in a name: a caller that has
/// opened the text, and may show it, takes the seal off first.
public enum TaskFormat: String, CaseIterable, Codable, Sendable {
  /// The vault's own (its type `VaultTasks` says how): all of a task but its seals.
  case json
  /// What `task export` of Taskwarrior 2.6 prints and `task import` takes.
  case taskwarrior
  /// One iCalendar file with a `VTODO` for each task and subtask (RFC 5545).
  case ics
  /// A line for each task (https://github.com/todotxt/todo.txt).
  case todotxt

  /// The format of a file.
  ///
  /// - Parameters:
  ///   - fileName: its name or path; nil for standard input.
  ///   - beginning: what it begins with; 4096 bytes are plenty.
  /// - Returns: nil when neither its content nor its name tells.
  public static func detect(fileName: String?, beginning: [UInt8]) -> TaskFormat? {
    let text = String(
      decoding: beginning.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
    if text.uppercased().hasPrefix("BEGIN:VCALENDAR") { return .ics }
    if text.hasPrefix("{"), let format = detect(object: text) { return format }
    if text.hasPrefix("["), text.dropFirst().first(where: { !$0.isWhitespace }) == "{" { return .taskwarrior }
    let name = fileName?.lowercased() ?? ""
    if name.hasSuffix(".json") { return text.hasPrefix("[") ? .taskwarrior : .json }
    if name.hasSuffix(".ics") { return .ics }
    if name.hasSuffix(".txt") { return .todotxt }
    return TodoTxtLine.isTypical(text.prefix { !$0.isNewline }) ? .todotxt : nil
  }

  private static func detect(object text: String) -> TaskFormat? {
    if text.contains("\"\(VaultTasks.format)\"") { return .json }
    return text.contains("\"description\"") && text.contains("\"status\"") ? .taskwarrior : nil
  }

  /// Reads tasks.
  ///
  /// Nothing is cut: what is too long or too much is refused (``ExchangeLimits``). What has no place in a task is left
  /// out and told in the notes.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, in UTF-8.
  ///   - now: when a task was made that does not say so.
  ///   - newID: makes ids, each time another, for tasks that bring none, or one that the file has already used.
  ///   - zone: which days dates without a time are.
  /// - Throws: where and why the file is no such file; then none of its tasks is given.
  public func decode(
    _ bytes: [UInt8], now: Date, newID: @escaping () -> UUID, zone: LocalZone = .system()
  ) throws(ExchangeError) -> ImportedTasks {
    guard bytes.count <= ExchangeLimits.maximumByteCount else { throw .tooLarge }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var intake = TaskIntake(now: now, newID: newID)
    switch self {
    case .json: try VaultTasksReader.read(bytes, from: start, into: &intake)
    case .ics: try ICSReader.read(bytes, from: start, into: &intake)
    case .taskwarrior: try TaskwarriorReader(zone: zone).read(bytes, from: start, into: &intake)
    case .todotxt: try TodoTxtReader(zone: zone).read(bytes, from: start, into: &intake)
    }
    return intake.result
  }

  /// Reads tasks from a text.
  public func decode(
    _ text: String, now: Date, newID: @escaping () -> UUID, zone: LocalZone = .system()
  ) throws(ExchangeError) -> ImportedTasks {
    try decode(Array(text.utf8), now: now, newID: newID, zone: zone)
  }

  /// What writes tasks, piece by piece.
  public func encoder(zone: LocalZone = .system()) -> TaskEncoder {
    switch self {
    case .json: TaskEncoder(VaultTasksWriter())
    case .ics: TaskEncoder(ICSWriter())
    case .taskwarrior: TaskEncoder(TaskwarriorWriter(zone: zone))
    case .todotxt: TaskEncoder(TodoTxtWriter(zone: zone))
    }
  }
}
