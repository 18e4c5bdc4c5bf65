#if Postgres
/// A row in the binary form of `COPY`: the number of its values, and each with its length before it. Two rows with equal values of equal types are
/// equal bytes.
public struct CopyRow: Equatable, Sendable {
  /// The row, as it is sent.
  public private(set) var bytes: [UInt8] = []

  /// A row to be begun.
  public init() {}

  /// Begins another row with so many values, at most 1,600.
  public mutating func begin(columns: Int) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(bigEndian: Int16(clamping: columns))
  }

  /// Appends `NULL`.
  public mutating func appendNull() { bytes.append(bigEndian: Int32(-1)) }

  /// Appends a `bigint`.
  public mutating func append(_ number: Int64) {
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: number)
  }

  /// Appends a `smallint`.
  public mutating func append(_ number: Int16) {
    bytes.append(bigEndian: Int32(2))
    bytes.append(bigEndian: number)
  }

  /// Appends bytes as they are: a `bytea`, a text in UTF-8, the sixteen bytes of a `uuid`. At most 2 GiB.
  public mutating func append(_ value: some Collection<UInt8>) {
    bytes.append(bigEndian: Int32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  /// Takes a row apart.
  ///
  /// - Parameter take: is given each value's place, counted from 0, and its bytes; nil for `NULL`.
  /// - Throws: ``PostgresError/Kind/programming`` when these bytes are no row with so many values, or what `take` throws.
  public static func values(of row: RawSpan, count: Int, _ take: (Int, RawSpan?) throws -> Void) throws {
    guard try row.number(Int16.self) == Int16(clamping: count) else { throw PostgresError.malformed }
    var offset = 2
    for column in 0..<count {
      let length = Int(try row.number(Int32.self, at: offset))
      offset += 4
      guard length >= 0 else {
        try take(column, nil)
        continue
      }
      guard length <= row.byteCount - offset else { throw PostgresError.malformed }
      try take(column, row.extracting(offset..<offset + length))
      offset += length
    }
  }
}

/// Finds the rows in what `COPY … TO STDOUT (FORMAT BINARY)` gives, as it comes in pieces.
struct CopyRows {
  private var bytes: [UInt8] = []
  private var hasBegun = false
  /// Whether the end has come, and nothing after it.
  private(set) var isComplete = false

  /// Takes a piece, and gives on the rows that are whole by now.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when this is another form, or what `body` throws.
  mutating func take(_ piece: [UInt8], _ body: (RawSpan) throws -> Void) throws {
    bytes += piece
    var offset = 0
    guard try begin(&offset) else { return }
    while let end = try endOfRow(from: offset) {
      guard end > offset else {
        offset += 2
        guard offset == bytes.count else { throw PostgresError.malformed }
        isComplete = true
        break
      }
      try body(bytes.span.bytes.extracting(offset..<end))
      offset = end
    }
    bytes.removeFirst(offset)
  }

  private mutating func begin(_ offset: inout Int) throws(PostgresError) -> Bool {
    guard !hasBegun else { return true }
    let header = CopyWriter.header
    guard bytes.count >= header.count else { return false }
    guard bytes.starts(with: header) else { throw .malformed }
    (hasBegun, offset) = (true, header.count)
    return true
  }

  /// Where the row ends that begins there; there itself for the end of all, and nil as long as more has to come.
  private func endOfRow(from start: Int) throws(PostgresError) -> Int? {
    let all = bytes.span.bytes
    guard !isComplete else { throw .malformed }
    guard all.byteCount - start >= 2 else { return nil }
    let count = try all.number(Int16.self, at: start)
    guard count != -1 else { return start }
    guard count >= 0 else { throw .malformed }
    var end = start + 2
    for _ in 0..<count {
      guard all.byteCount - end >= 4 else { return nil }
      let length = Int(try all.number(Int32.self, at: end))
      guard length >= -1 else { throw .malformed }
      end += 4 + max(0, length)
      guard end <= all.byteCount else { return nil }
    }
    return end
  }
}
#endif
