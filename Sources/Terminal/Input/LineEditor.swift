internal import LinuxSystem
internal import SecretMemory

/// Turns keys into a line, in secret memory; knows no terminal.
///
/// Backspace removes a character, Ctrl-U everything, Ctrl-W a word; Enter or Ctrl-D ends the line, and Ctrl-D
/// on an empty one cancels, as in a shell. Left, Right, Home, End and Delete work where the line is seen; other keys do nothing. A pasted
/// text, which terminals bracket with `CSI 200~` and `CSI 201~`, keeps its newlines and so never runs on into the shell.
struct LineEditor: ~Copyable {
  /// What a key led to.
  enum Outcome: Equatable {
    /// The line changed, or not.
    case editing
    /// Enter or Ctrl-D.
    case done
    /// Ctrl-D, and nothing was typed.
    case cancelled
    /// More than the line may hold.
    case full
  }

  private var buffer: SecretBytes
  private(set) var count = 0
  /// Before which byte the cursor is.
  private(set) var cursor = 0
  private let isSeen: Bool
  private let keepsPastedNewlines: Bool

  /// Edits a line of at most `maximum` bytes.
  ///
  /// - Parameters:
  ///   - draft: what stands in it already, before the cursor; cut where it is too long.
  ///   - isSeen: whether the cursor can be moved.
  init(
    maximum: Int, draft: String = "", isSeen: Bool = false, keepsPastedNewlines: Bool = false
  ) throws(SystemError) {
    buffer = try SecretBytes(count: maximum)
    self.isSeen = isSeen
    self.keepsPastedNewlines = keepsPastedNewlines
    for scalar in draft.unicodeScalars where append(scalar) == .full { return }
  }

  /// Handles the keys that one byte completed.
  mutating func handle(_ keys: [Key]) -> Outcome {
    // A key with Alt is an Escape and the key: neither is for the line.
    if keys.first == .escape { return .editing }
    for key in keys {
      let outcome = handle(key)
      if outcome != .editing { return outcome }
    }
    return .editing
  }

  private mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .text("\n"): return keepsPastedNewlines ? append(0x0A) : .done
    case .text(let scalar): return append(scalar)
    case .byte(let byte): return append(byte)
    case .tab: return append(0x09)
    case .enter: return .done
    case .endOfInput: return count == 0 ? .cancelled : .done
    case .backspace: remove(characterStart..<cursor)
    case .deleteLine: remove(0..<count)
    case .deleteWord: remove(wordStart..<cursor)
    default: if isSeen { move(key) }
    }
    return .editing
  }

  private mutating func move(_ key: Key) {
    switch key {
    case .left: cursor = characterStart
    case .right: cursor = characterEnd
    case .home: cursor = 0
    case .end: cursor = count
    case .delete: remove(cursor..<characterEnd)
    default: break
    }
  }

  /// The line so far.
  borrowing func line() throws(SystemError) -> SecretBytes { try buffer.copy(0..<count) }

  /// What of it is before the cursor.
  borrowing func beforeCursor() throws(SystemError) -> SecretBytes { try buffer.copy(0..<cursor) }

  private mutating func append(_ scalar: Unicode.Scalar) -> Outcome {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter where append(byte) == .full { return .full }
    return .editing
  }

  private mutating func append(_ byte: UInt8) -> Outcome {
    guard count < buffer.count else { return .full }
    let (position, rest) = (cursor, cursor..<count)
    buffer.withUnsafeMutableBytes { bytes in
      for index in rest.reversed() { bytes[index + 1] = bytes[index] }
      bytes[position] = byte
    }
    count += 1
    cursor += 1
    return .editing
  }

  private mutating func remove(_ range: Range<Int>) {
    let rest = range.upperBound..<count
    buffer.withUnsafeMutableBytes { bytes in
      for index in rest { bytes[index - range.count] = bytes[index] }
    }
    count -= range.count
    cursor = range.lowerBound
  }

  /// Where the character before the cursor begins.
  private var characterStart: Int {
    var start = max(0, cursor - 1)
    while start > 0, byte(at: start) & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// Where the character at the cursor ends.
  private var characterEnd: Int {
    var end = min(count, cursor + 1)
    while end < count, byte(at: end) & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, byte(at: start - 1) == 0x20 { start -= 1 }
    while start > 0, byte(at: start - 1) != 0x20 { start -= 1 }
    return start
  }

  private borrowing func byte(at index: Int) -> UInt8 { buffer.withUnsafeBytes { $0[index] } }
}
