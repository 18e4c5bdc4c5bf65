internal import LinuxSystem
internal import SecretMemory

/// Turns keys into a line, in secret memory; knows no terminal.
///
/// Backspace removes a character, Ctrl-U everything, Ctrl-W a word; Enter or Ctrl-D ends the line, and Ctrl-D
/// on an empty one cancels, as in a shell; arrow and function keys do nothing. A pasted text, which terminals bracket with `CSI 200~` and `CSI 201~`, keeps its newlines and so
/// never runs on into the shell.
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
  private let keepsPastedNewlines: Bool

  /// Edits a line of at most `maximum` bytes.
  init(maximum: Int, keepsPastedNewlines: Bool = false) throws(SystemError) {
    buffer = try SecretBytes(count: maximum)
    self.keepsPastedNewlines = keepsPastedNewlines
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
    case .backspace: removeLast()
    case .deleteLine: count = 0
    case .deleteWord: removeWord()
    default: break
    }
    return .editing
  }

  /// The line so far.
  borrowing func line() throws(SystemError) -> SecretBytes { try buffer.copy(0..<count) }

  private mutating func append(_ scalar: Unicode.Scalar) -> Outcome {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter where append(byte) == .full { return .full }
    return .editing
  }

  private mutating func append(_ byte: UInt8) -> Outcome {
    guard count < buffer.count else { return .full }
    let position = count
    buffer.withUnsafeMutableBytes { $0[position] = byte }
    count += 1
    return .editing
  }

  private mutating func removeLast() {
    while count > 0 {
      count -= 1
      if byte(at: count) & 0xC0 != 0x80 { return }
    }
  }

  private mutating func removeWord() {
    while count > 0, byte(at: count - 1) == 0x20 { count -= 1 }
    while count > 0, byte(at: count - 1) != 0x20 { count -= 1 }
  }

  private borrowing func byte(at index: Int) -> UInt8 { buffer.withUnsafeBytes { $0[index] } }
}
