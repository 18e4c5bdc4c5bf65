/// Turns bytes from a terminal into keys, whatever the bytes; knows no terminal. All prompts and screens use it.
///
/// It buffers a few bytes, however many come. Control sequences are those of ECMA-48, section 5.4; one that means nothing here is
/// skipped to its end.
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
  }

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

  /// Whether an Escape has come and nothing after it yet: the key itself, if nothing follows soon.
  public var mayBeEscape: Bool { state == .escape }

  /// Reports a pending Escape as the key, since nothing has followed it.
  public mutating func flushEscape() -> [Key] {
    guard mayBeEscape else { return [] }
    state = .ground
    return isPasting ? [] : [.escape]
  }

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
    case 0x1B: return isPasting ? [] : [.escape]
    default:
      // The key itself, and another one after it.
      state = .ground
      return (isPasting ? [] : [.escape]) + ground(byte)
    }
    return []
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
