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

  fileprivate static let nullKind: UInt8 = 0
  fileprivate static let integerKind: UInt8 = 1
  fileprivate static let realKind: UInt8 = 2
  fileprivate static let blobKind: UInt8 = 3

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ cell: Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .null: bytes.append(nullKind)
    case .integer(let value):
      bytes.append(integerKind)
      append(value, to: &bytes)
    case .real(let value):
      bytes.append(realKind)
      append(value.bitPattern, to: &bytes)
    case .blob(let content):
      bytes.append(blobKind)
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
      switch number(1).map({ UInt8($0) }) {
      case CellList.nullKind: return .null
      case CellList.integerKind: return number(8).map { .integer(Int64(bitPattern: $0)) }
      case CellList.realKind: return number(8).map { .real(Double(bitPattern: $0)) }
      case CellList.blobKind:
        guard let length = number(4), bytes.count - offset >= length else { return nil }
        defer { offset += Int(length) }
        return .blob(Array(bytes[offset..<offset + Int(length)]))
      default: return nil
      }
    }
  }
}

/// Goes over the cells of a list without reading what is in them: one of thousands may be all that is wanted.
struct CellScanner {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 4
  private var left: Int

  /// Goes over what ``CellList/encoded(_:)`` made, which has to stay where it is; nil where that is certainly something else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4 else { return nil }
    self.bytes = bytes
    left = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
  }

  /// Whether nothing is left, and all was whole.
  var isAtEnd: Bool { left == 0 && offset == bytes.count }

  /// The next cell; nil after the last, or where it is broken.
  mutating func next() -> Place? {
    guard left > 0, offset < bytes.count else { return nil }
    let start = offset + 1
    let length: Int
    switch bytes[offset] {
    case CellList.nullKind: length = 0
    case CellList.integerKind, CellList.realKind: length = 8
    case CellList.blobKind:
      guard bytes.count - start >= 4 else { return nil }
      length = 4 + Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
    default: return nil
    }
    guard bytes.count - start >= length else { return nil }
    defer {
      offset = start + length
      left -= 1
    }
    return Place(kind: bytes[offset], content: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
  }

  /// Where a cell is.
  struct Place {
    fileprivate let kind: UInt8
    fileprivate let content: UnsafeRawBufferPointer

    var isNull: Bool { kind == CellList.nullKind }

    /// The cell, of which only lists are of interest here.
    var cell: Cell { list.map { .blob(Array($0)) } ?? .null }

    /// The cells of a list; nil where it is none.
    var elements: CellScanner? { list.flatMap(CellScanner.init) }

    /// One of the cells of a list.
    func element(_ index: Int) -> Place? {
      guard var elements else { return nil }
      for _ in 0..<index where elements.next() == nil { return nil }
      return elements.next()
    }

    private var list: UnsafeRawBufferPointer? {
      kind == CellList.blobKind ? UnsafeRawBufferPointer(rebasing: content.dropFirst(4)) : nil
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
