internal import AgentAPI
internal import StrictJSON
internal import Terminal

/// An optional that is written as `null` rather than left out, so that every row has the same keys.
struct Nullable<Value: Encodable>: Encodable {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

extension OutputStream {
  /// Writes JSON in one line, otherwise as ``json(_:)``.
  func jsonLine(_ value: some Encodable) throws { try json(value, isPretty: false) }

  /// Writes JSON with sorted keys. Dangerous characters in its strings become `\u` escapes.
  func json(_ value: some Encodable) throws { try json(value, isPretty: true) }

  private func json(_ value: some Encodable, isPretty: Bool) throws {
    var encoding = JSONEncoding()
    (encoding.sortsMembers, encoding.isPretty) = (true, isPretty)
    try write(Escaping.json(try encoding.encode(value)) + [UInt8(ascii: "\n")])
  }
}

/// An object with a list as its only member, which is written while its elements come: as ``OutputStream/json(_:)`` writes it whole.
struct JSONList {
  private let name: String
  private let output: OutputStream
  private var isEmpty = true

  init(_ name: String, _ output: OutputStream) { (self.name, self.output) = (name, output) }

  /// Writes elements.
  mutating func append(_ elements: [some Encodable]) throws {
    var encoding = JSONEncoding()
    (encoding.sortsMembers, encoding.isPretty, encoding.level) = (true, true, 2)
    var bytes: [UInt8] = []
    for element in elements {
      bytes += (isEmpty ? "{\n  \"\(name)\" : [\n    " : ",\n    ").utf8
      bytes += Escaping.json(try encoding.encode(element))
      isEmpty = false
    }
    try output.write(bytes)
  }

  /// Writes what stands behind the last one.
  func end() throws {
    if isEmpty { return try output.json([name: [Int]()]) }
    try output.line("\n  ]\n}")
  }
}
