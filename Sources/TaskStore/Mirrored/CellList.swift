/// Cells as one run of bytes, for values that have parts and are still one cell: a count of four bytes, then each cell as a
/// byte that tells its kind and its bytes, a blob's with four bytes of length before them. All numbers are big-endian.
enum CellList {
  /// The cells' bytes.
  static func encoded(_ cells: [Cell]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.reduce(4) { $0 + $1.encodedByteCount })
    append(UInt32(cells.count), to: &bytes)
    for cell in cells { append(cell, to: &bytes) }
    return bytes
  }

  /// Reads what ``encoded(_:)`` wrote; nil for anything else.
  static func cells(_ bytes: [UInt8]) -> [Cell]? {
    var reader = Reader(bytes: bytes)
    guard let count = reader.number(4), count <= bytes.count else { return nil }
    var cells: [Cell] = []
    cells.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let cell = reader.cell() else { return nil }
      cells.append(cell)
    }
    return reader.offset == bytes.count ? cells : nil
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ cell: Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .null: bytes.append(0)
    case .integer(let value):
      bytes.append(1)
      append(value, to: &bytes)
    case .real(let value):
      bytes.append(2)
      append(value.bitPattern, to: &bytes)
    case .blob(let content):
      bytes.append(3)
      append(UInt32(content.count), to: &bytes)
      bytes.append(contentsOf: content)
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var offset = 0

    mutating func number(_ length: Int) -> UInt64? {
      guard bytes.count - offset >= length else { return nil }
      defer { offset += length }
      return bytes[offset..<offset + length].reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func cell() -> Cell? {
      switch number(1) {
      case 0: return .null
      case 1: return number(8).map { .integer(Int64(bitPattern: $0)) }
      case 2: return number(8).map { .real(Double(bitPattern: $0)) }
      case 3:
        guard let length = number(4), bytes.count - offset >= length else { return nil }
        defer { offset += Int(length) }
        return .blob(Array(bytes[offset..<offset + Int(length)]))
      default: return nil
      }
    }
  }
}

extension Cell {
  fileprivate var encodedByteCount: Int {
    switch self {
    case .null: 1
    case .integer, .real: 9
    case .blob(let bytes): 5 + bytes.count
    }
  }
}
