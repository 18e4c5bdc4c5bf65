#if Postgres
internal import PostgresClient

/// A table that both databases have, with the same columns.
struct MovedTable: Sendable {
  /// As SQLite spells it; PostgreSQL has it in small letters.
  let name: String
  let columns: [MovedColumn]
  /// Whether rows are in the order of a number of their own in SQLite, and not of their key.
  let hasRowID: Bool
  /// The columns of its key in SQLite, in their order.
  let key: [String]

  /// As PostgreSQL spells it.
  var lowerName: String { name.lowercased() }

  /// The table as `COPY` has it, its columns in SQLite's order.
  var copied: CopyTable { CopyTable(schema: "vault", table: lowerName, columns: columns.map { $0.name.lowercased() }) }

  /// In which order SQLite has the rows: the first one is row 1.
  var order: String { hasRowID ? "rowid" : key.joined(separator: ", ") }
}

/// A column that both databases have.
struct MovedColumn: Sendable {
  /// What is in it, by PostgreSQL's type.
  enum Kind: Sendable {
    /// A number of 16 bits.
    case small
    /// A number of 64 bits.
    case number
    case text
    case bytes
    /// An id; in SQLite a text in capital letters.
    case id

    /// The kind of a type, by its number in PostgreSQL; nil for types that nothing here is stored in.
    init?(type: Int64) {
      switch type {
      case 21: self = .small
      case 20: self = .number
      case 25: self = .text
      case 17: self = .bytes
      case 2950: self = .id
      default: return nil
      }
    }
  }

  /// As SQLite spells it; PostgreSQL has it in small letters.
  let name: String
  let kind: Kind
  /// Whether there may be no value.
  let isOptional: Bool
  /// Whether it is in an index, where PostgreSQL takes no long values.
  let isIndexed: Bool
  /// Whether PostgreSQL itself gives the numbers of new rows.
  let isIdentity: Bool

  /// The most bytes of a value. The server stores none nearly as long; in an index PostgreSQL takes 2,700 of all columns together.
  var longest: Int { isIndexed ? 800 : 16 << 20 }
}
#endif
