internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// The words of a live list's filter, as a line that can be written anew. The list follows each key; a last word that makes
/// no sense yet is left out.
struct FilterLine {
  private static let maximumByteCount = 500

  /// The words, those with blanks between quotation marks.
  private(set) var text: String
  /// What they say, as far as it makes sense.
  private(set) var filter: TaskFilter
  /// The line while it is being written.
  private(set) var field: LineField?
  /// Why the words make no sense, in a sentence; nil when they do.
  private(set) var problem: String?
  /// The words from before the line was written.
  private var previousText = ""
  private let showsDone: Bool
  private let zone: LocalZone

  /// Begins with the words of the command line.
  ///
  /// - Parameter showsDone: whether done tasks are meant, too, where the words don't say otherwise.
  init(_ words: [String], showsDone: Bool, now: Date, zone: LocalZone = .system()) throws(Failure) {
    (self.showsDone, self.zone) = (showsDone, zone)
    text = Self.line(of: words)
    filter = try Self.filter(words, showsDone: showsDone, now: now, zone: zone)
  }

  /// What the words of a filter say beside `--all`.
  static func filter(_ words: [String], showsDone: Bool, now: Date, zone: LocalZone) throws(Failure) -> TaskFilter {
    var filter = try FilterWords(words, now: now, zone: zone).filter
    if showsDone, filter.state == .open { filter.state = .any }
    return filter
  }

  /// Whether the line is being written.
  var isEditing: Bool { field != nil }

  /// The person begins to write.
  mutating func begin() {
    previousText = text
    var field = LineField(maximumByteCount: Self.maximumByteCount)
    for scalar in text.unicodeScalars { field.handle(.text(scalar)) }
    if !text.isEmpty { field.handle(.text(" ")) }
    self.field = field
  }

  /// Handles a key: Enter keeps what was written, Escape what there was before.
  mutating func handle(_ key: Key, now: Date) {
    guard var field else { return }
    switch key {
    case .enter: end(with: problem == nil ? text : previousText, now)
    case .escape: end(with: previousText, now)
    case .endOfInput where field.isEmpty: end(with: previousText, now)
    default:
      guard field.handle(key) else { return }
      self.field = field
      read(field.text, now)
    }
  }

  /// Reads the words again: what `due:overdue` means changes with time.
  mutating func refresh(now: Date) { read(text, now) }

  private mutating func end(with text: String, _ now: Date) {
    field = nil
    read(text, now)
  }

  private mutating func read(_ text: String, _ now: Date) {
    self.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let words = Self.words(in: text)
    problem = read(words, now)
    // The last word may be under way: the others are in force meanwhile.
    if problem != nil { _ = read(words.dropLast(), now) }
  }

  /// Returns why the words make no sense; nil when they do, and are in force.
  private mutating func read(_ words: [String], _ now: Date) -> String? {
    do throws(Failure) {
      filter = try Self.filter(words, showsDone: showsDone, now: now, zone: zone)
      return nil
    } catch { return error.message }
  }

  /// The words of a line; blanks between quotation marks are part of one.
  static func words(in line: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// A line whose words these are.
  static func line(of words: [String]) -> String {
    words.map { word in
      let bare = word.filter { $0 != "\"" }
      return bare.contains(where: \.isWhitespace) ? "\"\(bare)\"" : bare
    }.joined(separator: " ")
  }
}
