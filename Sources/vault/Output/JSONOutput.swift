internal import AgentAPI
internal import FoundationEssentials
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
  func jsonLine(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try line(Escaping.json(String(decoding: try encoder.encode(value), as: UTF8.self)))
  }

  /// Writes JSON with sorted keys. Dangerous characters in its strings become `\u` escapes.
  func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try line(Escaping.json(String(decoding: try encoder.encode(value), as: UTF8.self)))
  }
}
