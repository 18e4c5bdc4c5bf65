internal import HTTPTypes

/// The fields of a request that the server is sent, for targets that have them read.
extension HTTPFields {
  /// Reads them line by line; what can be in no request is left out.
  init(lines input: [UInt8]) {
    self.init()
    for line in input.split(separator: 0x0A) {
      let label = line.prefix { $0 != UInt8(ascii: ":") }
      let value = Self.trimmed(line.dropFirst(label.count + 1))
      guard let name = HTTPField.Name(String(decoding: label, as: UTF8.self)), HTTPField.isValidValue(value) else {
        continue
      }
      append(HTTPField(name: name, value: value))
    }
  }

  /// Without the white space at both ends, and without the return that ends a line.
  static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = value.lastIndex(where: { !isSpace($0) }) else { return [] }
    return value[...last].drop { isSpace($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
