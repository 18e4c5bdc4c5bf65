/// Writes JSON (RFC 8259) member after member, in the order they come, on one line: what is written very often takes a fraction of the
/// time of an encoder for values of any type.
public struct JSONWriter: Sendable {
  /// What was written.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Begins with nothing.
  public init() {}

  /// The text of an object.
  public static func text(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.object(members)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes an object, whose members `members` writes.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    begin("{")
    members(&self)
    end("}")
  }

  /// Names the member whose value comes next. Names need no escapes.
  public mutating func name(_ name: StaticString) {
    begin("\"")
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: "\":".utf8)
  }

  /// Writes a list, of which `write` writes one element.
  public mutating func list<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.name(name)
    begin("[")
    for element in elements { write(&self, element) }
    end("]")
  }

  /// Writes a list of texts; nothing for an empty one.
  public mutating func strings(_ name: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    list(name, values) { $0.string($1) }
  }

  /// Writes a text; nothing for nil.
  public mutating func string(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    self.name(name)
    string(value)
  }

  /// Writes a text under a name that is only known when the program runs; nothing for nil.
  public mutating func string(named name: String, _ value: String?) {
    guard let value else { return }
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    string(value)
  }

  /// Writes a text that needs no escapes, which `append` appends.
  public mutating func plain(_ name: StaticString, _ append: (inout [UInt8]) -> Void) {
    self.name(name)
    begin("\"")
    append(&bytes)
    end("\"")
  }

  /// Writes a whole number.
  public mutating func number(_ name: StaticString, _ number: Int64) {
    self.name(name)
    bytes.append(contentsOf: String(number).utf8)
    needsComma = true
  }

  /// Writes a flag.
  public mutating func boolean(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
    needsComma = true
  }

  /// Writes a flag; nothing for false.
  public mutating func flag(_ name: StaticString, _ value: Bool) { if value { boolean(name, value) } }

  /// Writes a text as an element of a list.
  public mutating func string(_ text: String) {
    begin("\"")
    JSONEscape.append(text, to: &bytes)
    end("\"")
  }

  private mutating func begin(_ mark: Unicode.Scalar) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: mark))
    needsComma = false
  }

  private mutating func end(_ mark: Unicode.Scalar) {
    bytes.append(UInt8(ascii: mark))
    needsComma = true
  }
}

/// What stands in a text of JSON for a byte that may not stand there itself.
public enum JSONEscape {
  /// The most bytes that stand for one.
  public static let maximumByteCount = 6

  static func isNeeded(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Appends a text, escaped where it has to be. What needs no escape is copied in as few pieces as there are.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      var start = 0
      for (index, byte) in text.enumerated() where isNeeded(byte) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        write(byte) { bytes.append($0) }
        start = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// Gives out one byte of a text in UTF-8, escaped where it has to be. It is kept nowhere on the way: it may be a secret's.
  public static func write(_ byte: UInt8, _ emit: (UInt8) -> Void) {
    guard isNeeded(byte) else { return emit(byte) }
    emit(UInt8(ascii: "\\"))
    switch byte {
    case 0x0A: emit(UInt8(ascii: "n"))
    case 0x0D: emit(UInt8(ascii: "r"))
    case 0x09: emit(UInt8(ascii: "t"))
    case 0..<0x20:
      emit(UInt8(ascii: "u"))
      emit(UInt8(ascii: "0"))
      emit(UInt8(ascii: "0"))
      emit(UInt8(ascii: "0") + (byte >> 4))
      emit((byte & 15 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + (byte & 15))
    default: emit(byte)
    }
  }
}
