#if Postgres
/// Writes the binary form of `COPY` (PostgreSQL, `COPY`, "Binary Format").
struct CopyWriter {
  static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0]
  /// What comes before the first row: flags, and the length of an extension, which is none.
  static let header = signature + [UInt8](repeating: 0, count: 8)
  /// So much is sent at once, in bytes.
  static let piece = 64 << 10

  private var bytes: [UInt8]

  init() { bytes = Self.header }

  /// Whether there is enough to be sent.
  var isFull: Bool { bytes.count >= Self.piece }

  mutating func begin<each Column: PostgresColumn>(row: repeat (each Column).Type) {
    bytes.append(bigEndian: CopyColumns.count(repeat each row))
  }

  mutating func append(_ value: some PostgresColumn) { bytes.appendCounted { value.encodeColumn(into: &$0) } }

  mutating func end() { bytes.append(bigEndian: Int16(-1)) }

  /// What is to be sent.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

enum CopyColumns {
  static func count<each Column: PostgresColumn>(_ columns: repeat (each Column).Type) -> Int16 {
    var count: Int16 = 0
    for _ in repeat each columns { count += 1 }
    return count
  }
}

/// Reads the same form, as it comes in pieces.
struct CopyReader {
  private var bytes: [UInt8] = []
  private var offset = 0
  private var hasBegun = false
  /// Whether the end has come, and nothing after it.
  private(set) var isComplete = false

  mutating func append(_ more: [UInt8]) {
    bytes.removeFirst(offset)
    offset = 0
    bytes += more
  }

  /// Begins the next row, if all of it has come.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when this is another form, or a row has other columns.
  mutating func beginRow<each Column: PostgresColumn>(_ columns: repeat (each Column).Type) throws(PostgresError)
    -> Bool
  {
    guard try readHeader(), bytes.count - offset >= 2 else { return false }
    let count: Int16 = try number(at: offset)
    guard count != -1 else {
      offset += 2
      guard offset == bytes.count else { throw .malformed }
      isComplete = true
      return false
    }
    guard count == CopyColumns.count(repeat each columns) else { throw .malformed }
    var end = offset + 2
    for _ in 0..<count {
      guard bytes.count - end >= 4 else { return false }
      let length = Int(try number(Int32.self, at: end))
      guard length >= -1 else { throw .malformed }
      end += 4 + max(0, length)
      guard end <= bytes.count else { return false }
    }
    offset += 2
    return true
  }

  /// The next value of a row that has begun.
  mutating func next<Value: PostgresColumn>(_ type: Value.Type) throws(PostgresError) -> Value {
    let length = Int(try number(Int32.self, at: offset))
    offset += 4
    guard length >= 0 else { return try Value.decodeColumn(nil) }
    defer { offset += length }
    return try Value.decodeColumn(bytes.span.bytes.extracting(offset..<offset + length))
  }

  private mutating func readHeader() throws(PostgresError) -> Bool {
    guard !hasBegun else { return true }
    let signature = CopyWriter.signature
    guard bytes.count >= signature.count + 8 else { return false }
    guard bytes.starts(with: signature) else { throw .malformed }
    let length = Int(try number(Int32.self, at: signature.count + 4))
    guard try number(Int32.self, at: signature.count) == 0, length == 0 else { throw .malformed }
    offset = signature.count + 8
    hasBegun = true
    return true
  }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self, at place: Int
  ) throws(PostgresError) -> Number { try bytes.span.bytes.number(type, at: place) }
}
#endif
