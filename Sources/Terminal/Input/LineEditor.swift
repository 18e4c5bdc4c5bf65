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

  private enum Input { case text, escape, sequence }

  private var buffer: SecretBytes
  private(set) var count = 0
  private var input = Input.text
  private var parameter = 0
  private var isPasting = false
  private let keepsPastedNewlines: Bool

  /// Edits a line of at most `maximum` bytes.
  init(maximum: Int, keepsPastedNewlines: Bool = false) throws(SystemError) {
    buffer = try SecretBytes(count: maximum)
    self.keepsPastedNewlines = keepsPastedNewlines
  }

  /// Takes the next byte from the terminal.
  mutating func take(_ byte: UInt8) -> Outcome {
    switch input {
    case .escape:
      input = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .text
      parameter = 0
    case .sequence: takeSequence(byte)
    case .text: return takeText(byte)
    }
    return .editing
  }

  /// The line so far.
  borrowing func line() throws(SystemError) -> SecretBytes { try buffer.copy(0..<count) }

  private mutating func takeSequence(_ byte: UInt8) {
    if (0x30...0x39).contains(byte) {
      parameter = min(parameter * 10 + Int(byte - 0x30), 9999)
    } else if (0x40...0x7E).contains(byte) {
      input = .text
      if byte == UInt8(ascii: "~"), parameter == 200 { isPasting = true }
      if byte == UInt8(ascii: "~"), parameter == 201 { isPasting = false }
    } else {
      parameter = 0
    }
  }

  private mutating func takeText(_ byte: UInt8) -> Outcome {
    switch byte {
    case 0x1B: input = .escape
    case 0x0A, 0x0D:
      guard isPasting, keepsPastedNewlines else { return .done }
      return append(0x0A)
    case 0x04 where !isPasting: return count == 0 ? .cancelled : .done
    case 0x7F, 0x08: removeLast()
    case 0x15 where !isPasting: count = 0
    case 0x17 where !isPasting: removeWord()
    case 0x09: return append(byte)
    case 0x00..<0x20: break
    default: return append(byte)
    }
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
