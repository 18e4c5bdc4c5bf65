internal import SecretMemory

/// How values of the credential store are laid out: a mark, then fields, each a big-endian 16-bit length and that many bytes, and
/// nothing after them. All are UTF-8 but the last one, which is the secret.
enum StoredFields {
  /// The longest value, in bytes.
  static let maximumByteCount = 4096

  /// Where the fields of a value are.
  ///
  /// - Returns: nil when the value is none of that mark and that many fields.
  static func ranges(_ count: Int, after mark: [UInt8], in bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
    guard bytes.count <= maximumByteCount, bytes.starts(with: mark) else { return nil }
    var offset = mark.count
    var ranges: [Range<Int>] = []
    for _ in 0..<count {
      guard offset + 2 <= bytes.count else { return nil }
      let start = offset + 2
      offset = start + (Int(bytes[offset]) << 8 | Int(bytes[offset + 1]))
      guard offset <= bytes.count else { return nil }
      ranges.append(start..<offset)
    }
    return offset == bytes.count ? ranges : nil
  }

  /// The value to store.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` when it would be longer than ``maximumByteCount``.
  static func encode(
    _ mark: [UInt8], _ texts: [String], _ secret: borrowing SecretBytes
  ) throws(ServerClientError) -> SecretBytes {
    let texts = texts.map { Array($0.utf8) }
    let count = texts.reduce(mark.count + 2 + secret.count) { $0 + 2 + $1.count }
    guard count <= maximumByteCount else { throw ServerClientError(.invalidInput, "what is to be stored is too long") }
    return try ServerClientError.allocating {
      try SecretBytes(count: count) { buffer in
        var offset = 0
        func add(_ bytes: some Collection<UInt8>) {
          UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + bytes.count]).copyBytes(from: bytes)
          offset += bytes.count
        }
        func addLength(_ count: Int) { add([UInt8(count >> 8), UInt8(count & 0xFF)]) }
        add(mark)
        for text in texts {
          addLength(text.count)
          add(text)
        }
        addLength(secret.count)
        secret.withUnsafeBytes { add($0) }
      }
    }
  }
}
