/// Turns bytes from the terminal into what they mean while a text is shown.
struct ScreenKeys {
  /// What a person, or the terminal itself, wants.
  enum Action: Equatable {
    case nextPage
    case previousPage
    case hide
    case focusLost
  }

  private var sequence: [UInt8] = []

  /// Takes a byte; nil while a sequence is incomplete or means nothing.
  mutating func take(_ byte: UInt8) -> Action? {
    if sequence.isEmpty, byte != 0x1B { return single(byte) }
    sequence.append(byte)
    switch sequence.count {
    case 1: return nil
    case 2:
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") { return nil }
    default:
      if (0x20...0x3F).contains(byte), sequence.count < 16 { return nil }
    }
    defer { sequence = [] }
    return complete(Array(sequence.dropFirst()))
  }

  /// Whether an Escape has come and nothing after it yet: the key itself, if nothing follows soon.
  var mayBeEscapeKey: Bool { sequence == [0x1B] }

  private func single(_ byte: UInt8) -> Action {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "n"), 0x0A, 0x0D: .nextPage
    case UInt8(ascii: "b"), UInt8(ascii: "p"): .previousPage
    default: .hide
    }
  }

  private func complete(_ sequence: [UInt8]) -> Action? {
    switch String(decoding: sequence, as: UTF8.self) {
    case "[I": nil
    case "[O": .focusLost
    case "[6~", "[B", "[C", "OB", "OC": .nextPage
    case "[5~", "[A", "[D", "OA", "OD": .previousPage
    default: .hide
    }
  }
}
