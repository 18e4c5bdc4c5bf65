/// Writes integers big-endian and bytes as they are.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}

/// Reads what ``ByteWriter`` wrote; every read says whether there was enough.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func read(_ count: Int) throws(OwnerVerificationError) -> [UInt8] {
    guard count >= 0, bytes.count - position >= count else { throw OwnerVerificationError(.damaged, "cut short") }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  mutating func read<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(OwnerVerificationError) -> Value {
    try read(Value.bitWidth / 8).reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
  }
}
