#if Postgres
/// What tells the rows of a table from other rows, in whatever order they come: how many there are, and the sum of their hashes. The hash has a
/// key that is another one in every process, so that nobody can make rows that look like others.
struct TableFingerprint: Equatable, Sendable {
  private(set) var rowCount = 0
  private var sum: UInt64 = 0

  /// Takes a row, in the form that is the same for equal rows.
  mutating func add(_ row: RawSpan) {
    var hasher = Hasher()
    row.withUnsafeBytes { hasher.combine(bytes: $0) }
    sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
    rowCount += 1
  }
}
#endif
