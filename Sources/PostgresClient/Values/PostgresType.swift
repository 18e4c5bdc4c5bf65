#if Postgres
/// A type of PostgreSQL, by the number that it has in every database (`pg_type.oid`).
public struct PostgresType: Equatable, Sendable {
  let oid: UInt32
  /// Others whose values look the same.
  private let likewise: [UInt32]

  init(_ oid: UInt32, likewise: [UInt32] = []) {
    self.oid = oid
    self.likewise = likewise
  }

  /// Whether a value of the type with this number can be read as one of this type.
  func reads(_ other: UInt32) -> Bool { other == oid || likewise.contains(other) }

  static let bool = PostgresType(16)
  static let bytea = PostgresType(17)
  static let int8 = PostgresType(20)
  static let int2 = PostgresType(21)
  static let int4 = PostgresType(23)
  /// Also `name`, `char(n)` and `varchar`.
  static let text = PostgresType(25, likewise: [19, 1042, 1043])
  static let float8 = PostgresType(701)
  static let timestamptz = PostgresType(1184)
  static let uuid = PostgresType(2950)
  static let jsonb = PostgresType(3802)
  static let xid8 = PostgresType(5069)

  static let boolArray = PostgresType(1000)
  static let byteaArray = PostgresType(1001)
  static let int2Array = PostgresType(1005)
  static let int4Array = PostgresType(1007)
  static let textArray = PostgresType(1009)
  static let int8Array = PostgresType(1016)
  static let float8Array = PostgresType(1022)
  static let timestamptzArray = PostgresType(1185)
  static let uuidArray = PostgresType(2951)
}
#endif
