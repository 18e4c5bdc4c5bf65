/// One content line (RFC 5545, section 3.1), kept exactly as it was written, whatever it means.
public struct CalendarProperty: Hashable, Sendable {
  /// The line, unfolded, without its end.
  public let line: String
  /// The name in upper case, for instance `SUMMARY`; empty for a line that has none.
  public let name: String
  /// Where the value begins in the line's UTF-8 bytes; nil for a line without one.
  private let valueOffset: Int?

  /// Takes a line.
  init(line: String) {
    self.line = line
    let bytes = Array(line.utf8)
    let end = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ?? 0
    name = String(decoding: bytes[..<end], as: UTF8.self).uppercased()
    valueOffset = Self.valueOffset(bytes)
  }

  /// Makes a property of a name, parameters and a value as it stands in the line.
  init(_ name: String, _ parameters: [(String, String)] = [], value: String) {
    let list = parameters.map { ";\($0.0)=\(Self.quoted($0.1))" }.joined()
    self.init(line: "\(name)\(list):\(value)")
  }

  /// The value as it stands in the line; empty where there is none.
  public var value: String {
    guard let valueOffset else { return "" }
    return String(decoding: Array(line.utf8)[valueOffset...], as: UTF8.self)
  }

  /// How many parameters there are at most: semicolons in quotes are counted, too, for their ends may be missing.
  var parameterCount: Int { line.utf8.prefix(valueOffset ?? .max).count { $0 == UInt8(ascii: ";") } }

  /// The first value of a parameter, without quotes; nil when there is no such parameter.
  public func parameter(_ wanted: String) -> String? {
    for part in Self.split(Array(Array(line.utf8)[..<(max(1, valueOffset ?? 1) - 1)]), at: ";").dropFirst() {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      guard String(decoding: part[..<equals], as: UTF8.self).uppercased() == wanted else { continue }
      let text = String(decoding: part[(equals + 1)...].filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      return text
    }
    return nil
  }

  /// The property with no other parameters than these, which stay as they were written.
  func keeping(parameters names: Set<String>) -> CalendarProperty {
    guard let valueOffset else { return self }
    let parts = Self.split(Array(Array(line.utf8)[..<(valueOffset - 1)]), at: ";")
    let kept = parts.dropFirst().filter { part in
      names.contains(String(decoding: part.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).uppercased())
    }
    guard kept.count < parts.count - 1 else { return self }
    let head = (parts.prefix(1) + kept).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ";")
    return CalendarProperty(line: "\(head):\(value)")
  }

  /// Right after the first colon that is not inside quotes.
  private static func valueOffset(_ bytes: [UInt8]) -> Int? {
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return index + 1 }
    }
    return nil
  }

  private static func split(_ bytes: [UInt8], at separator: Unicode.Scalar) -> [[UInt8]] {
    var isQuoted = false
    var parts: [[UInt8]] = [[]]
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: separator), !isQuoted { parts.append([]) } else { parts[parts.count - 1].append(byte) }
    }
    return parts
  }

  private static func quoted(_ value: String) -> String {
    value.utf8.contains { ":;,".utf8.contains($0) } ? "\"\(value)\"" : value
  }
}

/// Values of type TEXT (RFC 5545, section 3.3.11).
extension CalendarProperty {
  /// Makes a property that holds a text.
  init(_ name: String, text: String) { self.init(name, value: Self.escaped(text)) }

  /// Makes a property that holds several texts.
  init(_ name: String, texts: [String]) { self.init(name, value: texts.map(Self.escaped).joined(separator: ",")) }

  /// The value as a text.
  var text: String { Self.unescaped(Array(value.utf8)) }

  /// The value as several texts.
  var texts: [String] {
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in value.utf8 {
      if byte == UInt8(ascii: ","), !isEscaped { parts.append([]) } else { parts[parts.count - 1].append(byte) }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return parts.map(Self.unescaped)
  }

  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): result += Array("\\n".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unescaped(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      let isNewline = isEscaped && (byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N"))
      result.append(isNewline ? UInt8(ascii: "\n") : byte)
      isEscaped = false
    }
    return String(decoding: result, as: UTF8.self)
  }
}
