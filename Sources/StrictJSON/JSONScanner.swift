public import SecretMemory

/// Reads JSON (RFC 8259) where it lies, so that a password goes from the body into secret memory without becoming a
/// `String` on the way. Strict: valid UTF-8, no duplicate names, at most 32 levels.
///
/// It stands beside ``JSONReader`` for that alone: the reader owns its bytes, in an array on the ordinary heap, and makes values of
/// them; this borrows bytes that lie in secret memory, keeps nothing, and gives each text straight to whoever asks for it.
public struct JSONScanner: ~Copyable {
  /// Why the bytes were refused. Holds no part of them.
  public struct Failure: Error, Equatable {
    /// Whether it is no JSON at all; otherwise it is JSON of another shape.
    public let isSyntax: Bool
    /// What is wrong, for the sender.
    public let message: String

    static func syntax(_ message: String) -> Failure {
      Failure(isSyntax: true, message: "the body is not JSON: " + message)
    }
    static func shape(_ message: String) -> Failure { Failure(isSyntax: false, message: message) }
  }

  // Borrowed for the time of one parse; it never leaves it.
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0

  private static let maximumDepth = 32

  /// Begins with bytes that stay where they are as long as they are read.
  ///
  /// - Throws: ``Failure`` when the bytes are no UTF-8.
  public init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard UTF8Check.isValid(bytes) else { throw .syntax("invalid UTF-8") }
    self.bytes = bytes
  }

  /// Reads exactly one value and nothing after it.
  public mutating func document(_ value: (inout JSONScanner) throws -> Void) throws {
    try value(&self)
    skipSpace()
    guard position == bytes.count else { throw Failure.syntax("something follows the value") }
  }

  /// Reads an object; `member` reads or skips the value of each name.
  public mutating func object(_ member: (String, inout JSONScanner) throws -> Void) throws {
    guard peek() == UInt8(ascii: "{") else { throw try unexpected("an object") }
    try enter()
    var names: Set<String> = []
    while try !leave(UInt8(ascii: "}"), isFirst: names.isEmpty) {
      guard peek() == UInt8(ascii: "\"") else { throw Failure.syntax("a name is missing") }
      let name = try string()
      guard names.insert(name).inserted else { throw Failure.syntax("a name appears twice") }
      try expect(UInt8(ascii: ":"))
      try member(name, &self)
    }
  }

  /// Reads a string that is no secret.
  public mutating func string() throws -> String {
    let literal = try stringLiteral()
    return try String(unsafeUninitializedCapacity: literal.count) { output in
      try literal.decode(into: UnsafeMutableRawBufferPointer(output))
    }
  }

  /// Reads a string straight into secret memory, as UTF-8.
  public mutating func secret() throws -> SecretBytes {
    let literal = try stringLiteral()
    return try SecretBytes(capacity: literal.count) { (output) throws(Failure) in try literal.decode(into: output) }
  }

  /// Reads past any one value.
  public mutating func skip() throws {
    switch peek() {
    case UInt8(ascii: "{"): try object { _, scanner in try scanner.skip() }
    case UInt8(ascii: "["): try skipArray()
    case UInt8(ascii: "\""): _ = try stringLiteral().decodedCount()
    default: try skipScalar()
    }
  }

  private mutating func skipArray() throws {
    try enter()
    var isFirst = true
    while try !leave(UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      try skip()
    }
  }

  private mutating func skipScalar() throws(Failure) {
    let start = position
    while position < bytes.count, !Self.endsScalar(bytes[position]) { position += 1 }
    let scalar = bytes[start..<position]
    guard Self.words.contains(where: { scalar.elementsEqual($0.utf8) }) || JSONNumber.isWellFormed(scalar) else {
      throw .syntax("a value is missing or malformed")
    }
  }

  private static let words = ["true", "false", "null"]

  private static func endsScalar(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  private mutating func enter() throws(Failure) {
    position += 1
    depth += 1
    guard depth <= Self.maximumDepth else { throw .syntax("nested too deeply") }
  }

  /// Whether the container ends here; otherwise stands at its next member.
  private mutating func leave(_ end: UInt8, isFirst: Bool) throws(Failure) -> Bool {
    if peek() == end {
      position += 1
      depth -= 1
      return true
    }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    return false
  }

  private mutating func expect(_ byte: UInt8) throws(Failure) {
    guard peek() == byte else { throw .syntax("a \"\(Character(Unicode.Scalar(byte)))\" is missing") }
    position += 1
  }

  /// The raw string at this place, past which it goes.
  private mutating func stringLiteral() throws -> JSONStringLiteral {
    guard peek() == UInt8(ascii: "\"") else { throw try unexpected("a string") }
    let start = position + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < bytes.count else { throw Failure.syntax("a string has no end") }
    position = end + 1
    return JSONStringLiteral(raw: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
  }

  /// What to say about a value of another kind: it must be JSON itself before its kind matters.
  private mutating func unexpected(_ wanted: String) throws -> Failure {
    try skip()
    return .shape("\(wanted) is expected")
  }

  private mutating func peek() -> UInt8? {
    skipSpace()
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }
}
