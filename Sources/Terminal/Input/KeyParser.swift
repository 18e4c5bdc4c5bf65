/// Turns bytes from a terminal into keys, whatever the bytes; knows no terminal. All prompts and screens use it.
///
/// It buffers a few bytes, however many come. Control sequences are those of ECMA-48, section 5.4; one that means nothing here is
/// skipped to its end, and so is a control string (section 5.6), in which terminals answer what another program has asked.
public struct KeyParser: Sendable {
  private enum State: Equatable, Sendable {
    case ground
    case escape
    /// After `ESC O`.
    case single
    /// After `CSI`.
    case sequence
    /// In a character of UTF-8.
    case character
    /// After `ESC` and the byte that introduces a control string.
    case introducer(UInt8)
    /// In a control string.
    case string
    /// After an Escape in one.
    case stringEscape
  }

  /// What follows an Escape where a control string begins: DCS, SOS, OSC, PM, APC.
  private static let introducers = Set("PX]^_".utf8)
  /// What follows an Escape where anything begins.
  private static let beginnings = introducers.union("[O".utf8)

  private let reportsUnknown: Bool
  private var state = State.ground
  private var isPasting = false
  private var sequence = ControlSequence()
  private var character = PartialCharacter()

  /// Makes a parser with nothing pending.
  ///
  /// - Parameter reportsUnknown: whether what means nothing is reported, too: as ``Key/unknown``, and what is not UTF-8 as
  ///   ``Key/byte(_:)``. C1 controls are text then.
  public init(reportsUnknown: Bool = false) { self.reportsUnknown = reportsUnknown }

  /// Whether an Escape has come and nothing after it yet, or what introduces a control string: the key itself, alone or with another one, if
  /// nothing follows soon.
  public var mayBeEscape: Bool {
    switch state {
    case .escape, .introducer: true
    default: false
    }
  }

  /// Reports a pending Escape as the key, since nothing has followed it.
  public mutating func flushEscape() -> [Key] {
    defer { if mayBeEscape { state = .ground } }
    switch state {
    case .escape: return isPasting ? [] : [.escape]
    case .introducer(let byte): return [.escape, .text(Unicode.Scalar(byte))]
    default: return []
    }
  }

  /// Whether a control string has begun and not ended: a terminal sends it without a pause.
  public var isInString: Bool { state == .string || state == .stringEscape }

  /// Gives up a control string of which the end does not come.
  public mutating func abandonString() { if isInString { state = .ground } }

  /// Parses the next byte.
  ///
  /// - Returns: the keys that it completes: at most two, or four where the bytes of a broken character are reported.
  public mutating func parse(_ byte: UInt8) -> [Key] {
    switch state {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .single:
      state = .ground
      return known(Self.arrow(byte))
    case .sequence: return inSequence(byte)
    case .character: return inCharacter(byte)
    case .introducer, .string: return inString(byte)
    case .stringEscape: return afterString(byte)
    }
  }

  /// A key, or what stands for one that means nothing.
  private func known(_ key: Key?) -> [Key] {
    if let key { return [key] }
    return reportsUnknown ? [.unknown] : []
  }

  private mutating func ground(_ byte: UInt8) -> [Key] {
    switch byte {
    case 0x1B:
      state = .escape
      return []
    case 0x20...0x7E: return [.text(Unicode.Scalar(byte))]
    case 0xC2...0xF4:
      state = .character
      character = PartialCharacter(byte)
      return []
    case 0x80...0xFF: return reportsUnknown ? [.byte(byte)] : []
    default: return known(Self.control(byte, isPasting))
    }
  }

  private static func control(_ byte: UInt8, _ isPasting: Bool) -> Key? {
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

  private mutating func escape(_ byte: UInt8) -> [Key] {
    switch byte {
    case UInt8(ascii: "["):
      state = .sequence
      sequence = ControlSequence()
    case UInt8(ascii: "O"): state = .single
    // What is pasted is text, whatever it looks like.
    case _ where Self.introducers.contains(byte) && !isPasting: state = .introducer(byte)
    case 0x1B: return isPasting ? [] : [.escape]
    default:
      // The key itself, and another one after it.
      state = .ground
      return (isPasting ? [] : [.escape]) + ground(byte)
    }
    return []
  }

  /// BEL ends a string, as xterm has it; so does a control key, which is part of none, lest one without an end take all keys.
  private mutating func inString(_ byte: UInt8) -> [Key] {
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x00..<0x20: state = .ground
    default: state = .string
    }
    return []
  }

  /// ST ends a string, and so does whatever begins another sequence; what is neither belongs to it.
  private mutating func afterString(_ byte: UInt8) -> [Key] {
    switch byte {
    case 0x1B: return []
    case _ where Self.beginnings.contains(byte):
      state = .escape
      return escape(byte)
    default:
      state = .ground
      return []
    }
  }

  private mutating func inCharacter(_ byte: UInt8) -> [Key] {
    guard (0x80...0xBF).contains(byte) else {
      // What was begun is nothing; this byte may begin something.
      state = .ground
      return broken(character) + ground(byte)
    }
    character.append(byte)
    guard character.isComplete else { return [] }
    state = .ground
    guard let scalar = character.scalar else { return broken(character) }
    // C1 controls steer terminals.
    return scalar.value >= 0xA0 || reportsUnknown ? [.text(scalar)] : []
  }

  private func broken(_ character: PartialCharacter) -> [Key] {
    reportsUnknown ? character.bytes.map { .byte($0) } : []
  }

  private mutating func inSequence(_ byte: UInt8) -> [Key] {
    switch byte {
    case 0x20...0x3F: sequence.append(byte)
    case 0x40...0x7E:
      state = .ground
      return complete(byte)
    case 0x1B: state = .escape
    default:
      state = .ground
      return known(nil)
    }
    return []
  }

  private mutating func complete(_ final: UInt8) -> [Key] {
    if sequence.isBare { return known(Self.unparameterized(final)) }
    sequence.end()
    switch (sequence.number, final) {
    case (200, UInt8(ascii: "~")): isPasting = true
    case (201, UInt8(ascii: "~")): isPasting = false
    case (let number?, UInt8(ascii: "~")): return known(Self.function(number))
    case (_, UInt8(ascii: "y")): return known(sequence.focusReport.map { .reportsFocus($0) })
    case (_, UInt8(ascii: "c")): return known(sequence.showsSixel.map { .attributes(showsSixel: $0) })
    default: return known(nil)
    }
    return []
  }

  private static func unparameterized(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "I"): .focusIn
    case UInt8(ascii: "O"): .focusOut
    default: arrow(final)
    }
  }

  private static func function(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  private static func arrow(_ final: UInt8) -> Key? {
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
}
