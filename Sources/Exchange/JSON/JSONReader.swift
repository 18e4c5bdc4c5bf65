/// Reads JSON (RFC 8259) from UTF-8 bytes, the elements of a long list one by one, with bounds on depth and number
/// before anything is built, and with the line of what is wrong.
struct JSONReader {
  let bytes: [UInt8]
  private(set) var position: Int
  /// How many values the present element may still have.
  private var valuesLeft = ExchangeLimits.maximumValueCount
  private var countedUpTo: Int
  private var lineAtCounted: Int

  /// Begins at a byte, which is on that line.
  init(_ bytes: [UInt8], from start: Int = 0, line: Int = 1) {
    self.bytes = bytes
    position = start
    countedUpTo = start
    lineAtCounted = line
  }

  /// The line of the present byte.
  mutating func line() -> Int {
    lineAtCounted += bytes[countedUpTo..<position].count { $0 == 0x0A }
    countedUpTo = position
    return lineAtCounted
  }

  /// Passes blanks, and gives the byte after them; nil at the end.
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return bytes[position]
      }
    }
    return nil
  }

  /// Passes this byte if it comes next after blanks.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next = peek(), UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Passes one byte.
  mutating func advance() { position += 1 }

  /// Says that something is wrong here.
  mutating func problem(_ reason: String) -> ExchangeError { .malformed(reason, ExchangePlace(line: line())) }

  /// Refuses anything but blanks up to the end.
  mutating func expectEnd() throws(ExchangeError) {
    guard peek() == nil else { throw problem("there is something after the end") }
  }
}

/// Lists and objects.
extension JSONReader {
  /// Reads an array's elements, each of which `body` has to read.
  mutating func eachElement(
    _ body: (inout JSONReader) throws(ExchangeError) -> Void
  ) throws(ExchangeError) {
    guard take("[") else { throw problem("a list was expected") }
    if take("]") { return }
    while true {
      try body(&self)
      if take("]") { return }
      guard take(",") else { throw problem("a comma was expected") }
    }
  }

  /// Reads an object's members, whose values `body` has to read.
  mutating func eachMember(
    _ body: (inout JSONReader, String) throws(ExchangeError) -> Void
  ) throws(ExchangeError) {
    guard take("{") else { throw problem("an object was expected") }
    if take("}") { return }
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw problem("a name was expected") }
      let name = try string()
      guard take(":") else { throw problem("a colon was expected") }
      try body(&self, name)
      if take("}") { return }
      guard take(",") else { throw problem("a comma was expected") }
    }
  }

  /// Reads a value that stands for itself.
  mutating func value() throws(ExchangeError) -> JSONValue {
    valuesLeft = ExchangeLimits.maximumValueCount
    return try value(depth: 1)
  }

  private mutating func value(depth: Int) throws(ExchangeError) -> JSONValue {
    guard depth <= ExchangeLimits.maximumDepth else { throw problem("it is nested too deep") }
    guard valuesLeft > 0 else { throw problem("a task has too many parts") }
    valuesLeft -= 1
    switch peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws(ExchangeError) -> JSONValue {
    var members = JSONMembers()
    try eachMember { (reader, name) throws(ExchangeError) in
      let value = try reader.value(depth: depth + 1)
      guard members.insert(value, name) else {
        throw reader.problem("a name stands twice in an object")
      }
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(ExchangeError) -> JSONValue {
    var values: [JSONValue] = []
    try eachElement { reader throws(ExchangeError) in values.append(try reader.value(depth: depth + 1)) }
    return .array(values)
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(ExchangeError) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, Array(bytes[position..<end]) == Array(word.description.utf8) else {
      throw problem("a value was expected")
    }
    position = end
    return value
  }

  /// A number as it is written; nobody needs its value, so its grammar is not looked at further.
  private mutating func number() throws(ExchangeError) -> String {
    let start = position
    while position < bytes.count, Self.isNumberByte(bytes[position]) { position += 1 }
    guard (1...64).contains(position - start) else { throw problem("a value was expected") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
