/// What stands between `CSI` and the last byte of a control sequence, as far as it can mean something here; of one size, however
/// long the sequence is.
struct ControlSequence: Sendable {
  private static let maximumNumber = 9999
  /// The attribute of terminals that show Sixel pictures.
  private static let sixel = 4

  /// Whether nothing stands there.
  private(set) var isBare = true
  /// Whether it begins with a question mark.
  private var isPrivate = false
  /// The number to which the next digit belongs.
  private var current: Int?
  /// The first two numbers; nil for those that are not there.
  private var numbers: (Int?, Int?)
  /// How many numbers have ended.
  private var count = 0
  /// Whether one of them that is not the first is the attribute of terminals that show Sixel pictures.
  private var hasSixel = false
  /// Whether a dollar sign ends it.
  private var hasDollar = false
  /// Whether something stands there that is not understood here.
  private var isOdd = false

  init() { numbers = (nil, nil) }

  /// The only number; nil where there is anything else.
  var number: Int? { isPrivate || count > 1 || hasDollar || isOdd ? nil : numbers.0 }

  /// What `CSI ? 1004 ; Ps $ y` says of focus reports: 0 is a mode that the terminal does not know, 4 one that it never sets. Nil
  /// where it is another sequence.
  var focusReport: Bool? {
    guard isPrivate, count == 2, hasDollar, !isOdd, numbers.0 == 1004, let state = numbers.1 else { return nil }
    return (1...3).contains(state)
  }

  /// What `CSI ? Pl ; Pa ; … c` says of Sixel pictures, after the kind of the terminal. Nil where it is another sequence.
  var showsSixel: Bool? { isPrivate && !hasDollar && !isOdd ? hasSixel : nil }

  /// Appends the next byte, a parameter or intermediate byte (0x20 to 0x3F).
  mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "?") where isBare: isPrivate = true
    case UInt8(ascii: "$") where !hasDollar: hasDollar = true
    case 0x30...0x39 where !hasDollar: append(digit: Int(byte - 0x30))
    case UInt8(ascii: ";") where !hasDollar: endNumber()
    default: isOdd = true
    }
    isBare = false
  }

  /// Ends the last number: nothing more is appended.
  mutating func end() { endNumber() }

  private mutating func append(digit: Int) { current = min((current ?? 0) * 10 + digit, Self.maximumNumber) }

  private mutating func endNumber() {
    switch count {
    case 0: numbers.0 = current
    case 1: numbers.1 = current
    default: break
    }
    if count > 0, current == Self.sixel { hasSixel = true }
    (current, count) = (nil, count + 1)
  }
}

/// The bytes of a character of UTF-8 that is not complete yet.
struct PartialCharacter: Sendable {
  private var storage: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
  private var count = 0

  init() {}

  /// Begins with the first byte, 0xC2 to 0xF4.
  init(_ lead: UInt8) {
    storage.0 = lead
    count = 1
  }

  /// Appends the next byte of an incomplete character.
  mutating func append(_ byte: UInt8) {
    switch count {
    case 1: storage.1 = byte
    case 2: storage.2 = byte
    default: storage.3 = byte
    }
    count += 1
  }

  /// Whether as many bytes are here as the first one says.
  var isComplete: Bool { count >= (storage.0 < 0xE0 ? 2 : storage.0 < 0xF0 ? 3 : 4) }

  /// The bytes so far.
  var bytes: [UInt8] { withUnsafeBytes(of: storage) { Array($0.prefix(count)) } }

  /// The character; nil when the bytes are none.
  var scalar: Unicode.Scalar? {
    withUnsafeBytes(of: storage) { bytes in
      let (unit, length) = UTF8Scanner.unit(in: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: 0)
      guard case .scalar(let scalar) = unit, length == count else { return nil }
      return scalar
    }
  }
}
