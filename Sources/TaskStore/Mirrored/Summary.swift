/// How many rows a table has, and the sum of their checksums: a row that vanished or came twice is noticed.
struct Tally: Equatable, Sendable {
  var count: UInt64 = 0
  var sum: UInt64 = 0

  mutating func add(_ row: StoredRow) {
    count &+= 1
    sum &+= row.checksum
  }

  mutating func remove(_ row: StoredRow) {
    count &-= 1
    sum &-= row.checksum
  }
}

/// What a file says of itself, written with every change. Every version of the program can read the first shape.
struct Summary: Equatable, Sendable {
  /// Random; the same in a file and its copy.
  var storeID: [UInt8]
  /// The version of the schema.
  var format: UInt32
  /// Raised by every change.
  var revision: Int64
  /// One for each table, by its index.
  var tallies: [Tally]

  /// A new store's.
  init(storeID: [UInt8], format: Int, tableCount: Int) {
    self.storeID = storeID
    self.format = UInt32(format)
    revision = 0
    tallies = Array(repeating: Tally(), count: tableCount)
  }

  /// Reads what ``encoded`` wrote.
  ///
  /// - Returns: nil when the length or the checksum is wrong.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 36, (bytes.count - 36) % 16 == 0, bytes.count <= 36 + 16 * 64 else { return nil }
    var checksum = CRC64()
    checksum.add(bytes.dropLast(8))
    func number(at offset: Int, _ length: Int = 8) -> UInt64 {
      bytes[offset..<offset + length].reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard checksum.value == number(at: bytes.count - 8) else { return nil }
    storeID = Array(bytes[..<16])
    format = UInt32(number(at: 16, 4))
    revision = Int64(bitPattern: number(at: 20))
    tallies = stride(from: 28, to: bytes.count - 8, by: 16).map {
      Tally(count: number(at: $0), sum: number(at: $0 + 8))
    }
  }

  /// 16 bytes of id, 4 of format, 8 of revision, 16 for each table, 8 of checksum; big-endian.
  var encoded: [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    var result = storeID + bytes(format) + bytes(revision)
    for tally in tallies { result += bytes(tally.count) + bytes(tally.sum) }
    var checksum = CRC64()
    checksum.add(result)
    return result + bytes(checksum.value)
  }
}
