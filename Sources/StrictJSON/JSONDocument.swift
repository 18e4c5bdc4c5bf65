/// JSON (RFC 8259) of which it is known where everything stands: values are made of it when a type asks for them, and what
/// nobody asks for costs nothing more.
public final class JSONDocument: Sendable {
  /// A value or a member's name.
  struct Part {
    enum Kind: UInt8 {
      case object, array, string, escapedString, number, `true`, `false`, null
    }

    let kind: Kind
    /// Where it begins; of a text behind the quotation mark.
    let start: Int32
    /// Where it ends; of a text before the quotation mark.
    var end: Int32
    /// The number of the part behind it and all that it holds.
    var next: Int32
  }

  let bytes: [UInt8]
  /// All parts in the order in which they stand: behind an object's part come its members, each a name and a value, behind an
  /// array's its elements.
  let parts: [Part]
  let dates: JSONDates

  /// Reads bytes whole, which are one value.
  ///
  /// - Parameter dates: how dates stand in it.
  /// - Throws: ``JSONError`` for what is no JSON or exceeds the limits, before anything is made of it. The line is that of the
  ///   first thing wrong.
  public init(_ bytes: [UInt8], limits: JSONLimits, dates: JSONDates = .secondsSince1970) throws(JSONError) {
    guard bytes.count < Int32.max else { throw JSONError("it is too long", line: 1) }
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw JSONError("it is not UTF-8", line: 1) }
    var reader = JSONReader(bytes, limits: limits)
    var parts: [Part] = []
    parts.reserveCapacity(bytes.count / 12)
    try reader.appendValue(to: &parts)
    try reader.expectEnd()
    (self.bytes, self.parts, self.dates) = (bytes, parts, dates)
  }

  /// A text, without escapes.
  func text(of part: Part) -> String {
    guard part.kind == .escapedString else { return String(decoding: raw(part), as: UTF8.self) }
    var reader = JSONReader(bytes, from: Int(part.start) - 1, limits: JSONLimits(depth: 1, valueCount: 1))
    // It was read once before.
    return (try? reader.string(markedUpTo: .max)) ?? ""
  }

  /// The bytes of a part as they stand.
  func raw(_ part: Part) -> ArraySlice<UInt8> { bytes[Int(part.start)..<Int(part.end)] }

  /// The number of the part that has the value of that name; of several the first. Nil where there is none.
  ///
  /// Each is looked at for its length first, which few names share.
  func member(_ name: String, of object: Int) -> Int? {
    let end = Int(parts[object].next)
    var name = name
    return name.withUTF8 { name in
      var index = object + 1
      while index < end {
        if isName(parts[index], name) { return index + 1 }
        index = Int(parts[index + 1].next)
      }
      return nil
    }
  }

  /// Whether a name says that.
  private func isName(_ part: Part, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard part.kind == .string else { return text(of: part).utf8.elementsEqual(name) }
    let start = Int(part.start)
    guard Int(part.end) - start == name.count else { return false }
    for index in name.indices where bytes[start + index] != name[index] { return false }
    return true
  }

  /// The names of an object's members, each with the number of the part that has its value.
  func members(of object: Int) -> [(name: String, value: Int)] {
    children(of: object).map { (text(of: parts[$0 - 1]), $0) }
  }

  /// The numbers of the parts that are an object's values or an array's elements; none for other values.
  func children(of index: Int) -> [Int] {
    // A member's name stands before its value.
    let step = parts[index].kind == .object ? 1 : 0
    var children: [Int] = []
    var child = index + 1 + step
    while child < Int(parts[index].next) {
      children.append(child)
      child = Int(parts[child].next) + step
    }
    return children
  }

  /// Where the members of an object are by their names, of several of one name the first; nil for so few that looking through
  /// them takes less time than hashing.
  func positions(of object: Int) -> [String: Int]? {
    // A member is two parts at least.
    guard Int(parts[object].next) - object > 2 * Self.maximumSearchedCount else { return nil }
    let members = members(of: object)
    guard members.count > Self.maximumSearchedCount else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static let maximumSearchedCount = 32

  /// How many elements an array has.
  func elementCount(of array: Int) -> Int {
    var (count, index) = (0, array + 1)
    while index < Int(parts[array].next) {
      count += 1
      index = Int(parts[index].next)
    }
    return count
  }
}

extension JSONDocument {
  /// A value in a document.
  public struct Value: Sendable {
    let document: JSONDocument
    let index: Int

    /// An object's members in their order; nil for what is no object.
    public var members: [(name: String, value: Value)]? {
      guard document.parts[index].kind == .object else { return nil }
      return document.members(of: index).map { ($0.name, Value(document: document, index: $0.value)) }
    }

    /// The value as it is written.
    public var source: String {
      let part = document.parts[index]
      let isText = part.kind == .string || part.kind == .escapedString
      let marks = isText ? 1 : 0
      return String(decoding: document.bytes[Int(part.start) - marks..<Int(part.end) + marks], as: UTF8.self)
    }

    /// Whether it is `null`.
    public var isNull: Bool { document.parts[index].kind == .null }

    /// Makes what is `Decodable` of it, as ``JSONDocument/decode(_:)`` does of all.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
      try PartDecoder(document, index, nil).decoded(type)
    }

    /// The member of an object, of several of one name the first; nil for what is no object.
    public subscript(_ name: String) -> Value? {
      guard document.parts[index].kind == .object else { return nil }
      return document.member(name, of: index).map { Value(document: document, index: $0) }
    }
  }

  /// Whether an object anywhere in it has two members of one name, of which two readers may take different ones.
  public var repeatsNames: Bool {
    parts.indices.contains { index in
      guard parts[index].kind == .object else { return false }
      let names = children(of: index).map { text(of: parts[$0 - 1]) }
      return Set(names).count < names.count
    }
  }

  /// All of it.
  public var value: Value { Value(document: self, index: 0) }
}

extension JSONReader {
  /// Passes a value, and says of which parts it is made.
  fileprivate mutating func appendValue(to parts: inout [JSONDocument.Part]) throws(JSONError) {
    try appendValue(to: &parts, depth: 1)
  }

  private mutating func appendValue(to parts: inout [JSONDocument.Part], depth: Int) throws(JSONError) {
    try enterValue(depth: depth)
    switch peek() {
    case UInt8(ascii: "{"):
      try append(.object, to: &parts) { (reader, parts) throws(JSONError) in
        var isFirst = true
        while try reader.goToMember(&isFirst) {
          try reader.appendString(to: &parts, markedUpTo: reader.limits.markedNameByteCount)
          try reader.passColon()
          try reader.appendValue(to: &parts, depth: depth + 1)
        }
      }
    case UInt8(ascii: "["):
      try append(.array, to: &parts) { (reader, parts) throws(JSONError) in
        var isFirst = true
        while try reader.nextElement(&isFirst) { try reader.appendValue(to: &parts, depth: depth + 1) }
      }
    case UInt8(ascii: "\""): try appendString(to: &parts, markedUpTo: limits.markedTextByteCount)
    case UInt8(ascii: "t"): try append(.true, to: &parts) { (reader, _) throws(JSONError) in try reader.pass("true") }
    case UInt8(ascii: "f"): try append(.false, to: &parts) { (reader, _) throws(JSONError) in try reader.pass("false") }
    case UInt8(ascii: "n"): try append(.null, to: &parts) { (reader, _) throws(JSONError) in try reader.pass("null") }
    default: try append(.number, to: &parts) { (reader, _) throws(JSONError) in _ = try reader.passNumber() }
    }
  }

  /// Appends a part that ends where `body` does, with what it holds.
  private mutating func append(
    _ kind: JSONDocument.Part.Kind, to parts: inout [JSONDocument.Part],
    _ body: (inout JSONReader, inout [JSONDocument.Part]) throws(JSONError) -> Void
  ) throws(JSONError) {
    let number = parts.count
    parts.append(JSONDocument.Part(kind: kind, start: Int32(position), end: 0, next: 0))
    try body(&self, &parts)
    parts[number].end = Int32(position)
    parts[number].next = Int32(parts.count)
  }

  private mutating func appendString(
    to parts: inout [JSONDocument.Part], markedUpTo byteCount: Int
  ) throws(JSONError) {
    let start = Int32(position + 1)
    let hasEscapes = try passString(markedUpTo: byteCount)
    parts.append(
      JSONDocument.Part(
        kind: hasEscapes ? .escapedString : .string, start: start, end: Int32(position - 1),
        next: Int32(parts.count + 1)))
  }
}
