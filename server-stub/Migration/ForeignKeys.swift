#if Postgres
internal import LinuxSystem
internal import PostgresClient

/// What keeps rows from referring to rows that are not there. While rows come in it is left out, and checked for all of them at the end: in whatever
/// order the tables come, and with one look at a table in place of one for each row.
struct ForeignKeys {
  private let adding: [String]

  private static let all = PostgresStatement(
    "vault_move_foreign_keys",
    """
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_catalog.pg_constraint WHERE contype = 'f' AND connamespace = 'vault'::regnamespace ORDER BY conname
    """, .reads, giving: String.self, String.self)

  /// Leaves them out until the transaction ends, or they are put back.
  static func leaveOut(_ connection: PostgresConnection) throws(PostgresError) -> ForeignKeys {
    let keys = try connection.run(all(), until: .after(seconds: 60))
    for (dropping, _) in keys { try connection.execute(dropping, until: .after(seconds: 60)) }
    return ForeignKeys(adding: keys.map { $0.1 })
  }

  /// Puts them back.
  ///
  /// - Throws: ``PostgresError/Kind/gone`` where a row refers to none.
  func putBack(_ connection: PostgresConnection) throws(PostgresError) {
    for key in adding { try connection.execute(key, until: .after(seconds: MoveDatabase.longest)) }
  }
}
#endif
