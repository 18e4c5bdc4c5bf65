/// A line that a person writes, with a cursor. It holds no secret.
public struct LineField: Equatable, Sendable {
  private var characters: [Character] = []
  private var position = 0
  private var byteCount = 0
  private let maximumByteCount: Int

  /// An empty line.
  ///
  /// - Parameter maximumByteCount: in UTF-8; characters beyond it are ignored.
  public init(maximumByteCount: Int) { self.maximumByteCount = maximumByteCount }

  /// What was written.
  public var text: String { String(characters) }

  /// Whether nothing was.
  public var isEmpty: Bool { characters.isEmpty }

  /// Handles a key.
  ///
  /// - Returns: whether it was one for the line.
  @discardableResult
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let scalar): insert(scalar)
    case .backspace: if position > 0 { remove(position - 1..<position) }
    case .delete: if position < characters.count { remove(position..<position + 1) }
    case .deleteLine: clear()
    case .deleteWord: remove(wordStart..<position)
    case .left: position = max(0, position - 1)
    case .right: position = min(characters.count, position + 1)
    case .home: position = 0
    case .end: position = characters.count
    default: return false
    }
    return true
  }

  /// Removes everything.
  public mutating func clear() { (characters, position, byteCount) = ([], 0, 0) }

  /// The part around the cursor that fits, and the cursor's column in it. Newlines are shown as escapes.
  public func shown(columns: Int) -> (text: String, column: Int) {
    let pieces = characters.map { Escaping.line(String($0)) }
    let widths = pieces.map { ScalarWidth.columns(of: $0) }
    var (start, column) = (position, 0)
    // The cursor itself needs a column.
    while start > 0, column + widths[start - 1] < columns {
      start -= 1
      column += widths[start]
    }
    var (end, width) = (position, column)
    while end < pieces.count, width + widths[end] <= columns {
      width += widths[end]
      end += 1
    }
    return (pieces[start..<end].joined(), column)
  }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    let text = String(Character(scalar))
    guard byteCount + text.utf8.count <= maximumByteCount else { return }
    byteCount += text.utf8.count
    // What combines with the character before becomes one with it.
    let start = max(0, position - 1)
    let joined = Array(characters[start..<position].map(String.init).joined() + text)
    characters.replaceSubrange(start..<position, with: joined)
    position = start + joined.count
  }

  private mutating func remove(_ range: Range<Int>) {
    byteCount -= characters[range].reduce(0) { $0 + String($1).utf8.count }
    characters.removeSubrange(range)
    position = range.lowerBound
  }

  private var wordStart: Int {
    var start = position
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }
}
