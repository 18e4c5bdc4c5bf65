internal import AgentAPI
internal import StrictJSON
internal import Terminal

extension JSONEncoding {
  /// As `--json` prints: rows have the same keys, in the same order, whatever is known of them.
  fileprivate static func printed(isPretty: Bool, level: Int = 0) -> JSONEncoding {
    var encoding = JSONEncoding()
    (encoding.sortsMembers, encoding.writesNull, encoding.dates) = (true, true, .rfc3339)
    (encoding.isPretty, encoding.level) = (isPretty, level)
    return encoding
  }
}

extension OutputStream {
  /// Writes JSON in one line, otherwise as ``json(_:)``.
  func jsonLine(_ value: some Encodable) throws { try json(value, isPretty: false) }

  /// Writes JSON with sorted keys. Dangerous characters in its strings become `\u` escapes.
  func json(_ value: some Encodable) throws { try json(value, isPretty: true) }

  private func json(_ value: some Encodable, isPretty: Bool) throws {
    let encoding = JSONEncoding.printed(isPretty: isPretty)
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
    let encoding = JSONEncoding.printed(isPretty: true, level: 2)
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
