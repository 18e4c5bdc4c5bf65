internal import CivilTime
internal import FoundationEssentials

/// JSON as far as it is written, and what of it is still open.
struct JSONText {
  private struct Open {
    let end: UInt8
    /// How many members there were when it was begun.
    let memberCount: Int
    var isEmpty = true
  }

  private(set) var bytes: [UInt8] = []
  private var open: [Open] = []
  /// Where the members of all open objects begin, with their names: kept where they are sorted.
  private var members: [(name: String, start: Int)] = []
  private let style: JSONEncoding

  init(_ style: JSONEncoding) { self.style = style }

  /// How many objects and arrays are open.
  var level: Int { open.count }

  mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONEscape.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func append(_ id: UUID) {
    bytes.append(UInt8(ascii: "\""))
    JSONUUID.append(id, inCapitals: !style.lowersUUIDs, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func append(moment: Date) {
    bytes.append(UInt8(ascii: "\""))
    MomentText.append(moment, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func append(_ number: Double) throws {
    guard number.isFinite else { throw Self.unwritable(number) }
    let text = number.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }

  /// Appends what stands for itself.
  mutating func append(word: StaticString) { word.withUTF8Buffer { bytes.append(contentsOf: $0) } }

  mutating func append(_ number: some FixedWidthInteger) {
    var text = String(number)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Begins an object; nothing where it is the one that the encoder of this level has begun already.
  mutating func openObject(at level: Int) { begin("{", "}", at: level) }

  /// Begins an array; nothing where it is the one that the encoder of this level has begun already.
  mutating func openArray(at level: Int) { begin("[", "]", at: level) }

  private mutating func begin(_ mark: Unicode.Scalar, _ end: Unicode.Scalar, at level: Int) {
    guard open.count <= level else { return }
    bytes.append(UInt8(ascii: mark))
    open.append(Open(end: UInt8(ascii: end), memberCount: members.count))
  }

  /// Writes the name of a member of the object of that level, whose value comes next.
  mutating func beginMember(_ name: String, at level: Int) {
    beginElement(at: level)
    if style.sortsMembers { members.append((name, bytes.count)) }
    append(name)
    append(word: style.isPretty ? " : " : ":")
  }

  /// Goes to the next element of the array of that level.
  mutating func beginElement(at level: Int) {
    close(to: level + 1)
    if !open[level].isEmpty { bytes.append(UInt8(ascii: ",")) }
    open[level].isEmpty = false
    indent(level + 1)
  }

  private mutating func indent(_ level: Int) {
    guard style.isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (level + style.level)))
  }

  /// Ends all that is open beyond that level.
  mutating func close(to level: Int) {
    while open.count > level, let last = open.popLast() {
      sortMembers(from: last.memberCount)
      if !last.isEmpty { indent(open.count) }
      bytes.append(last.end)
    }
  }

  /// Puts the members of an object that ends here in order, and forgets them.
  private mutating func sortMembers(from first: Int) {
    guard first < members.count else { return }
    defer { members.removeSubrange(first...) }
    guard (first + 1..<members.count).contains(where: { members[$0 - 1].name > members[$0].name }) else { return }
    let ordered = ordered(members[first...])
    bytes.removeLast(bytes.count - members[first].start)
    bytes.append(contentsOf: ordered)
  }

  /// The members by their names, with what stands between them. A copy: slices of what is written would have all of it copied as soon as
  /// something is appended.
  private func ordered(_ members: ArraySlice<(name: String, start: Int)>) -> [UInt8] {
    // What stands between two members is the same everywhere.
    let separatorCount = style.isPretty ? 2 + 2 * (open.count + 1 + style.level) : 1
    let ends = members.dropFirst().map { $0.start - separatorCount } + [bytes.count]
    let separator = bytes[ends[0]..<min(ends[0] + separatorCount, bytes.count)]
    let sorted = zip(members, ends).sorted { $0.0.name < $1.0.name }
    return Array(sorted.map { bytes[$0.0.start..<$0.1] }.joined(separator: separator))
  }

  static func unwritable(_ value: Any) -> EncodingError {
    .invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no such value"))
  }
}
