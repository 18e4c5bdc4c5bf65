#if Postgres
internal import LinuxSystem
internal import PostgresClient

/// What a database says of a move. It stands among the steps of its shape, as rows that no step has: 0 where everything came from a directory, and
/// a number beyond all steps where everything went into one. That says of itself that no program is new enough, so that also a node of before serves
/// nothing from there.
extension PostgresSchema {
  private static let arrival: Int64 = 0
  private static let departure: Int64 = 1_000_000_000

  private static let find = PostgresStatement(
    "vault_find_move", "SELECT title FROM vault.versions WHERE number = $1", .reads, taking: Int64.self,
    giving: String.self)
  private static let set = PostgresStatement(
    "vault_set_move",
    """
    INSERT INTO vault.versions (number, title, min_reader) VALUES ($1, $2, $1)
    ON CONFLICT (number) DO UPDATE SET title = excluded.title
    """, .idempotent, taking: Int64.self, String.self)
  private static let remove = PostgresStatement(
    "vault_remove_move", "DELETE FROM vault.versions WHERE number = $1", .idempotent, taking: Int64.self)

  /// The move that has brought everything.
  static func arrival(_ connection: PostgresConnection) throws(PostgresError) -> MoveMark? {
    try mark(arrival, connection)
  }

  /// The move that takes, or has taken, everything away.
  static func departure(_ connection: PostgresConnection) throws(PostgresError) -> MoveMark? {
    try mark(departure, connection)
  }

  private static func mark(_ number: Int64, _ connection: PostgresConnection) throws(PostgresError) -> MoveMark? {
    try connection.run(find(number), until: .after(seconds: 60)).first.flatMap { MoveMark($0) }
  }

  /// Notes that everything has come, as the owner.
  static func noteArrival(_ mark: MoveMark, _ connection: PostgresConnection) throws(PostgresError) {
    _ = try connection.run(set(arrival, mark.completed.text), until: .after(seconds: 60))
  }

  /// Notes that everything goes, or has gone, and takes from all nodes what they may do, as the owner: also one that is connected reads and writes
  /// nothing more.
  static func noteDeparture(_ mark: MoveMark, _ connection: PostgresConnection) throws(PostgresError) {
    _ = try connection.run(set(departure, mark.text), until: .after(seconds: 60))
    try connection.execute(PostgresRoles.closing, until: .after(seconds: 60))
  }

  /// Takes that back.
  static func forgetDeparture(_ connection: PostgresConnection) throws(PostgresError) {
    _ = try connection.run(remove(departure), until: .after(seconds: 60))
    try connection.execute(PostgresRoles.grants, until: .after(seconds: 60))
  }
}
#endif
