/// Reads JSON (RFC 8259) from UTF-8 bytes, the elements of a long list one by one, with bounds on depth and number
/// before anything is built, and with the line of what is wrong.
///
/// Strict: no name stands twice in an object, numbers keep to the grammar, no half characters, at most 30 combining marks in a
/// row but where ``JSONLimits`` says otherwise. Who is given bytes of which it
/// is not known that they are UTF-8 checks that first.
public struct JSONReader {
  /// All that is read.
  public let bytes: [UInt8]
  /// Where the byte is that comes next.
  public internal(set) var position: Int
  let limits: JSONLimits
  /// How many values the present element may still have.
  private var valuesLeft: Int
  private var countedUpTo: Int
  private var lineAtCounted: Int

  /// Begins at a byte, which is on that line.
  public init(_ bytes: [UInt8], from start: Int = 0, line: Int = 1, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    valuesLeft = limits.valueCount
    position = start
    countedUpTo = start
    lineAtCounted = line
  }

  /// The line of the present byte.
  public mutating func line() -> Int {
    let end = min(position, bytes.count)
    lineAtCounted += bytes[countedUpTo..<end].count { $0 == 0x0A }
    countedUpTo = end
    return lineAtCounted
  }

  /// Passes blanks, and gives the byte after them; nil at the end.
  public mutating func peek() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return bytes[position]
      }
    }
    return nil
  }

  /// Passes this byte if it comes next after blanks.
  public mutating func scan(_ character: Unicode.Scalar) -> Bool {
    guard let next = peek(), UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Passes one byte.
  mutating func advance() { position += 1 }

  /// Says that something is wrong here.
  public mutating func problem(_ reason: String) -> JSONError { JSONError(reason, line: line()) }

  /// Refuses anything but blanks up to the end.
  public mutating func expectEnd() throws(JSONError) {
    guard peek() == nil else { throw problem("there is something after the end") }
  }
}

/// Lists and objects.
extension JSONReader {
  /// Goes to an array's next element, which the caller has to read then.
  ///
  /// - Parameter isFirst: true before the first; false afterwards.
  /// - Returns: false where the array has ended.
  public mutating func nextElement(_ isFirst: inout Bool) throws(JSONError) -> Bool {
    try next(&isFirst, "[", "]", "a list was expected")
  }

  /// Goes to the value of an object's next member, which the caller has to read then.
  ///
  /// - Parameter isFirst: true before the first; false afterwards.
  /// - Returns: the member's name; nil where the object has ended.
  public mutating func nextMember(_ isFirst: inout Bool) throws(JSONError) -> String? {
    guard try goToMember(&isFirst) else { return nil }
    let name = try string()
    try passColon()
    return name
  }

  /// Goes to the name of an object's next member.
  ///
  /// - Parameter isFirst: true before the first; false afterwards.
  /// - Returns: false where the object has ended.
  mutating func goToMember(_ isFirst: inout Bool) throws(JSONError) -> Bool {
    guard try next(&isFirst, "{", "}", "an object was expected") else { return false }
    guard peek() == UInt8(ascii: "\"") else { throw problem("a name was expected") }
    return true
  }

  mutating func passColon() throws(JSONError) {
    guard scan(":") else { throw problem("a colon was expected") }
  }

  private mutating func next(
    _ isFirst: inout Bool, _ begin: Unicode.Scalar, _ end: Unicode.Scalar, _ expectation: String
  ) throws(JSONError) -> Bool {
    if isFirst, !scan(begin) { throw problem(expectation) }
    if scan(end) { return false }
    if !isFirst, !scan(",") { throw problem("a comma was expected") }
    isFirst = false
    return true
  }

  /// Reads a value that stands for itself.
  public mutating func value() throws(JSONError) -> JSONValue {
    valuesLeft = limits.valueCount
    return try value(depth: 1)
  }

  /// Counts a value that comes next, and refuses one too many or too deep.
  mutating func enterValue(depth: Int) throws(JSONError) {
    guard depth <= limits.depth else { throw problem("it is nested too deep") }
    guard valuesLeft > 0 else { throw problem("it has too many parts") }
    valuesLeft -= 1
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    try enterValue(depth: depth)
    switch peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string(markedUpTo: limits.markedTextByteCount))
    case UInt8(ascii: "t"):
      try pass("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try pass("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try pass("null")
      return .null
    default: return .number(String(decoding: try passNumber(), as: UTF8.self))
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    var members = JSONMembers()
    var isFirst = true
    while let name = try nextMember(&isFirst) {
      let value = try value(depth: depth + 1)
      guard members.insert(value, name) else { throw problem("a name occurs twice in an object") }
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    var values: [JSONValue] = []
    var isFirst = true
    while try nextElement(&isFirst) { values.append(try value(depth: depth + 1)) }
    return .array(values)
  }

  /// Passes a word that is a value.
  mutating func pass(_ word: StaticString) throws(JSONError) {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<end]) }) else {
      throw problem("a value was expected")
    }
    position = end
  }

  /// Passes a number, and gives it as it is written.
  mutating func passNumber() throws(JSONError) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, Self.isNumberByte(bytes[position]) { position += 1 }
    let number = bytes[start..<position]
    guard !number.isEmpty, number.count <= limits.numberByteCount, JSONNumber.isWellFormed(number) else {
      throw problem("a value was expected")
    }
    return number
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
