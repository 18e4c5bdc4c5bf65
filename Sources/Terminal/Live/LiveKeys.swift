/// Turns bytes from a terminal into keys, whatever the bytes; knows no terminal. What it keeps is bounded.
///
/// Control sequences are those of ECMA-48, section 5.4: what means nothing here is passed over to its end.
public struct LiveKeys: Sendable {
  private enum State: Equatable, Sendable {
    case ground
    case escape
    /// After `ESC O`.
    case single
    /// After `CSI`; its parameters and intermediates so far.
    case sequence([UInt8])
    /// In a character of UTF-8, with the bytes so far.
    case character([UInt8])
  }

  /// A longer control sequence means nothing here.
  private static let maximumSequenceByteCount = 32

  private var state = State.ground
  private var isPasting = false

  /// Begins with nothing.
  public init() {}

  /// Whether an Escape has come and nothing after it yet: the key itself, if nothing follows soon.
  public var mayBeEscape: Bool { state == .escape }

  /// Nothing has followed an Escape: it was the key.
  public mutating func settleEscape() -> [LiveKey] {
    guard mayBeEscape else { return [] }
    state = .ground
    return isPasting ? [] : [.escape]
  }

  /// Takes the next byte.
  ///
  /// - Returns: the keys that it completes.
  public mutating func take(_ byte: UInt8) -> [LiveKey] {
    switch state {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .single:
      state = .ground
      return Self.arrow(byte).map { [$0] } ?? []
    case .sequence(let bytes): return sequence(bytes, byte)
    case .character(let bytes): return character(bytes, byte)
    }
  }

  private mutating func ground(_ byte: UInt8) -> [LiveKey] {
    switch byte {
    case 0x1B:
      state = .escape
      return []
    case 0x20...0x7E: return [.text(Unicode.Scalar(byte))]
    case 0xC2...0xF4:
      state = .character([byte])
      return []
    case 0x80...0xFF: return []
    default: return Self.control(byte, isPasting).map { [$0] } ?? []
    }
  }

  private static func control(_ byte: UInt8, _ isPasting: Bool) -> LiveKey? {
    switch byte {
    case 0x0A, 0x0D: isPasting ? .text("\n") : .enter
    case 0x09: isPasting ? .text("\t") : .tab
    case _ where isPasting: nil
    case 0x01: .home
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x08, 0x7F: .backspace
    case 0x0C: .redraw
    case 0x15: .deleteLine
    case 0x17: .deleteWord
    default: nil
    }
  }

  private mutating func escape(_ byte: UInt8) -> [LiveKey] {
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .single
    case 0x1B: return isPasting ? [] : [.escape]
    default:
      // The key itself, and another one after it.
      state = .ground
      return (isPasting ? [] : [.escape]) + ground(byte)
    }
    return []
  }

  private mutating func character(_ bytes: [UInt8], _ byte: UInt8) -> [LiveKey] {
    guard (0x80...0xBF).contains(byte) else {
      // What was begun is nothing; this byte may begin something.
      state = .ground
      return ground(byte)
    }
    let bytes = bytes + [byte]
    let count = bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4
    guard bytes.count == count else {
      state = .character(bytes)
      return []
    }
    state = .ground
    guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first, scalar.value >= 0xA0 else {
      return []
    }
    return [.text(scalar)]
  }

  private mutating func sequence(_ bytes: [UInt8], _ byte: UInt8) -> [LiveKey] {
    switch byte {
    case 0x20...0x3F:
      // What is too long goes on being read, and means nothing.
      state = .sequence(bytes.count < Self.maximumSequenceByteCount ? bytes + [byte] : bytes)
      return []
    case 0x40...0x7E:
      state = .ground
      return bytes.count < Self.maximumSequenceByteCount ? complete(String(decoding: bytes, as: UTF8.self), byte) : []
    case 0x1B:
      state = .escape
      return []
    default:
      state = .ground
      return []
    }
  }

  private mutating func complete(_ parameters: String, _ final: UInt8) -> [LiveKey] {
    switch (parameters, Character(Unicode.Scalar(final))) {
    case ("200", "~"): isPasting = true
    case ("201", "~"): isPasting = false
    case ("", "I"): return [.focusIn]
    case ("", "O"): return [.focusOut]
    case ("1", "~"), ("7", "~"): return [.home]
    case ("4", "~"), ("8", "~"): return [.end]
    case ("3", "~"): return [.delete]
    case ("5", "~"): return [.pageUp]
    case ("6", "~"): return [.pageDown]
    case ("", _): return Self.arrow(final).map { [$0] } ?? []
    case (_, "y"): return Self.focusReports(parameters).map { [.reportsFocus($0)] } ?? []
    default: break
    }
    return []
  }

  private static func arrow(_ final: UInt8) -> LiveKey? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  /// What `CSI ? 1004 ; Ps $ y` says: 0 is a mode that the terminal does not know, 4 one that it never sets.
  private static func focusReports(_ parameters: String) -> Bool? {
    guard parameters.hasPrefix("?1004;"), parameters.hasSuffix("$") else { return nil }
    return ["1", "2", "3"].contains(parameters.dropFirst(6).dropLast())
  }
}
