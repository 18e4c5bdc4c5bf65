public import LinuxSystem
public import SecretMemory

/// A secret text while it is typed: locked memory of a fixed size, and the caret in it. What is deleted is erased.
public struct SecretDraft: ~Copyable {
  /// The bytes of the text.
  public private(set) var count = 0
  /// Where the next character goes, in bytes.
  public private(set) var caret = 0

  private let capacity: Int
  private var buffer: SecretBytes

  /// Makes an empty one.
  ///
  /// - Parameter capacity: the most bytes that it takes.
  /// - Throws: `SystemError` when no memory can be mapped.
  public init(capacity: Int) throws(SystemError) {
    self.capacity = capacity
    buffer = try SecretBytes(count: capacity)
  }

  /// Lends the text for reading; the pointer must not leave `body`.
  public borrowing func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// A copy of the text, to be sent.
  public borrowing func text() throws(SystemError) -> SecretBytes { try buffer.copy(0..<count) }

  /// Puts a text at the caret, which is behind it afterwards.
  ///
  /// - Returns: whether there was room for all of it; else nothing has changed.
  public mutating func insert(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= capacity - count else { return false }
    let (caret, count) = (caret, count)
    buffer.withUnsafeMutableBytes { bytes in
      bytes.move(from: caret..<count, to: caret + text.count)
      UnsafeMutableRawBufferPointer(rebasing: bytes[caret..<caret + text.count]).copyMemory(from: text)
    }
    self.caret += text.count
    self.count += text.count
    return true
  }

  /// Deletes the character before the caret.
  public mutating func deleteBackward() { delete(startOfCharacter(before: caret)..<caret) }

  /// Deletes the character behind the caret.
  public mutating func deleteForward() { delete(caret..<endOfCharacter(at: caret)) }

  /// Deletes all of it.
  public mutating func deleteAll() { delete(0..<count) }

  /// Moves the caret before the character that is before it.
  public mutating func moveBackward() { caret = startOfCharacter(before: caret) }

  /// Moves the caret behind the character that is behind it.
  public mutating func moveForward() { caret = endOfCharacter(at: caret) }

  /// Moves the caret to the character boundary at, or else before, a place.
  public mutating func move(to place: Int) {
    let place = min(max(place, 0), count)
    caret = place == count ? count : startOfCharacter(before: place + 1)
  }

  private mutating func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let count = count
    buffer.withUnsafeMutableBytes { bytes in
      bytes.move(from: range.upperBound..<count, to: range.lowerBound)
      bytes.erase(count - range.count..<count)
    }
    self.count -= range.count
    caret = range.lowerBound
  }

  /// Where the character begins that ends at a place, or that the place is in; a line break is a character.
  private borrowing func startOfCharacter(before place: Int) -> Int {
    guard place > 0 else { return 0 }
    return withText { text in
      let line = Self.line(of: text, around: place - 1)
      guard place - 1 < line.upperBound else { return place - 1 }
      var start = line.lowerBound
      while start < place {
        let end = TextPieces.endOfCharacter(in: text, at: start, in: line)
        if end >= place { return start }
        start = end
      }
      return start
    }
  }

  private borrowing func endOfCharacter(at place: Int) -> Int {
    guard place < count else { return count }
    return withText { text in
      let line = Self.line(of: text, around: place)
      return place < line.upperBound ? TextPieces.endOfCharacter(in: text, at: place, in: line) : place + 1
    }
  }

  /// The line that a byte is in, without the break at its end; the break belongs to the line before it.
  private static func line(of text: UnsafeRawBufferPointer, around place: Int) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    var start = place
    while start > 0, text[start - 1] != newline { start -= 1 }
    var end = place
    while end < text.count, text[end] != newline { end += 1 }
    return start..<end
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func move(from source: Range<Int>, to place: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[place..<place + source.count]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: self[source]))
  }

  fileprivate func erase(_ range: Range<Int>) {
    UnsafeMutableRawBufferPointer(rebasing: self[range]).initializeMemory(as: UInt8.self, repeating: 0)
  }
}
