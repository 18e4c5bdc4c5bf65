public import LinuxSystem
public import SecretMemory

/// A secret text while it is typed: locked memory of a fixed size, the caret in it, and what is selected. What is deleted is erased.
public struct SecretDraft: ~Copyable {
  /// Where the caret goes.
  public enum Step: Equatable, Sendable {
    /// Over a character as people see one (UAX 29); a line break is one.
    case characterBackward, characterForward
    /// To the next end of a word; blanks and signs before it are passed over.
    case wordBackward, wordForward
    /// To the character boundary at, or else before, a place, in bytes.
    case place(Int)
  }

  /// The bytes of the text.
  public private(set) var count = 0
  /// Where the next character goes, in bytes.
  public private(set) var caret = 0
  /// Where what is selected begins, or ends; the caret is at its other end.
  private var anchor = 0

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

  /// What is selected, in bytes; empty for nothing.
  public var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// Lends the text for reading; the pointer must not leave `body`.
  public borrowing func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// A copy of the text, to be sent.
  public borrowing func text() throws(SystemError) -> SecretBytes { try buffer.copy(0..<count) }

  /// Puts a text in the place of what is selected; the caret is behind it afterwards.
  ///
  /// - Returns: whether there was room for all of it; else nothing has changed.
  public mutating func insert(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= capacity - count + selection.count else { return false }
    delete(selection)
    let (caret, count) = (caret, count)
    buffer.withUnsafeMutableBytes { bytes in
      bytes.move(from: caret..<count, to: caret + text.count)
      UnsafeMutableRawBufferPointer(rebasing: bytes[caret..<caret + text.count]).copyMemory(from: text)
    }
    self.count += text.count
    put(caret + text.count, isSelecting: false)
    return true
  }

  /// Deletes what is selected, or else what the caret would pass over.
  public mutating func delete(_ step: Step) {
    guard selection.isEmpty else { return delete(selection) }
    let end = place(after: step)
    delete(min(caret, end)..<max(caret, end))
  }

  /// Deletes all of it.
  public mutating func deleteAll() { delete(0..<count) }

  /// Moves the caret.
  ///
  /// - Parameter isSelecting: whether what it passes over is selected; otherwise nothing is any more, and a step over a character leads to the end of what was.
  public mutating func move(_ step: Step, isSelecting: Bool = false) {
    let selection = selection
    switch step {
    case .characterBackward where !isSelecting && !selection.isEmpty: put(selection.lowerBound, isSelecting: false)
    case .characterForward where !isSelecting && !selection.isEmpty: put(selection.upperBound, isSelecting: false)
    default: put(place(after: step), isSelecting: isSelecting)
    }
  }

  /// Selects all of it.
  public mutating func selectAll() { (anchor, caret) = (0, count) }

  /// Selects the word that the caret is in, or behind.
  public mutating func selectWord() {
    let here = caret
    move(.wordForward)
    move(.wordBackward)
    // Between two words it is the one before.
    if caret > here {
      move(.place(here))
      move(.wordBackward)
    }
    move(.wordForward, isSelecting: true)
  }

  private mutating func put(_ place: Int, isSelecting: Bool) {
    caret = place
    if !isSelecting { anchor = place }
  }

  private mutating func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let count = count
    buffer.withUnsafeMutableBytes { bytes in
      bytes.move(from: range.upperBound..<count, to: range.lowerBound)
      bytes.erase(count - range.count..<count)
    }
    self.count -= range.count
    put(range.lowerBound, isSelecting: false)
  }

  // MARK: Places

  private borrowing func place(after step: Step) -> Int {
    switch step {
    case .characterBackward: return startOfCharacter(before: caret)
    case .characterForward: return endOfCharacter(at: caret)
    case .wordBackward:
      var place = caret
      while place > 0, !isInWord(startOfCharacter(before: place)) { place = startOfCharacter(before: place) }
      while place > 0, isInWord(startOfCharacter(before: place)) { place = startOfCharacter(before: place) }
      return place
    case .wordForward:
      var place = caret
      while place < count, !isInWord(place) { place = endOfCharacter(at: place) }
      while place < count, isInWord(place) { place = endOfCharacter(at: place) }
      return place
    case .place(let wanted):
      let place = min(max(wanted, 0), count)
      return place == count ? count : startOfCharacter(before: place + 1)
    }
  }

  /// Whether the character that begins at a place is part of a word.
  private borrowing func isInWord(_ place: Int) -> Bool { withText { TextPieces.isOfWords($0, at: place) } }

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
