#if Postgres
internal import Glibc
internal import LinuxSystem
internal import PostgresClient

/// The PostgreSQL database of a move, as its owner.
struct MoveDatabase {
  /// Where it is, without anything secret.
  let place: String
  /// Makes a connection for work that may take hours.
  let connect: () throws -> PostgresConnection

  /// How long the server may neither take nor give anything.
  static let patience = Duration.seconds(60)
  /// The longest that one statement about all rows may take, in seconds.
  static let longest = 6.0 * 3_600

  // MARK: Who

  private static let role = PostgresStatement(
    "vault_move_role",
    """
    SELECT rolsuper, pg_has_role(relowner, 'USAGE') FROM pg_catalog.pg_roles, pg_catalog.pg_class
    WHERE rolname = current_user AND pg_class.oid = 'vault.versions'::regclass
    """, .reads, giving: Bool.self, Bool.self)

  /// Connects as a role that may change the schema, and nothing beyond it: its triggers are run with the rights of whoever writes.
  ///
  /// - Throws: ``CommandFailure``, `PostgresError`.
  func open() throws -> PostgresConnection {
    let connection = try connect()
    guard let (isSuperuser, isOwner) = try connection.run(Self.role(), until: .after(seconds: 60)).first else {
      throw PostgresError(.programming)
    }
    guard !isSuperuser else {
      throw CommandFailure(.configuration, "the role of this file is a superuser: log in as the owner of the schema")
    }
    guard isOwner else {
      throw CommandFailure(
        .configuration, "the role of this file does not own the schema: log in as for vault-server database upgrade")
    }
    return connection
  }

  private static let identity = PostgresStatement(
    "vault_move_identity",
    """
    SELECT system_identifier::text || '/' || pg_database.oid, datname::text
    FROM pg_catalog.pg_control_system(), pg_catalog.pg_database WHERE datname = current_database()
    """, .reads, giving: String.self, String.self)

  /// A mark for a move into this database; it is the same database on each standby, too.
  func mark(_ connection: PostgresConnection) throws(PostgresError) -> MoveMark {
    guard let (target, name) = try connection.run(Self.identity(), until: .after(seconds: 60)).first else {
      throw PostgresError(.programming)
    }
    return MoveMark(target: target, place: OnePlace.words("\(place), database \(name)"))
  }

  // MARK: Transactions

  /// Does something in one transaction that no other move and no upgrade runs beside.
  ///
  /// - Throws: `PostgresError`, or what `body` throws; nothing was done then, but for a doubt.
  func transaction<Value>(
    _ connection: PostgresConnection, _ isolation: PostgresIsolation = .readCommitted,
    _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    let foreign = ForeignError()
    do throws(PostgresError) {
      return try connection.transaction(isolation, until: .after(seconds: Self.longest)) {
        (connection) throws(PostgresError) in
        // Longer than a server needs to see that a client is gone.
        try connection.execute("SET LOCAL lock_timeout = '10s'", until: .after(seconds: 60))
        try connection.execute(
          "SELECT pg_advisory_xact_lock(\(PostgresSchema.lock)); SET LOCAL search_path = vault, pg_temp",
          until: .after(seconds: 60))
        do { return try body(connection) } catch let error as PostgresError { throw error } catch {
          foreign.keep(error)
          throw PostgresError(.cancelled)
        }
      }
    } catch {
      if error.kind == .cancelled, let error = foreign.error { throw error }
      throw error
    }
  }

  /// Keeps everybody else from all tables until the transaction ends; whoever is at work is waited for, two seconds for each table.
  func lockTables(_ connection: PostgresConnection) throws(PostgresError) {
    try connection.execute(
      """
      SET LOCAL lock_timeout = '2s';
      DO $$ DECLARE name regclass; BEGIN
        FOR name IN SELECT oid::regclass FROM pg_catalog.pg_class
          WHERE relnamespace = 'vault'::regnamespace AND relkind = 'r' ORDER BY relname
        LOOP EXECUTE pg_catalog.format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name); END LOOP;
      END $$
      """, until: .after(seconds: 120))
  }

  private static let tables = PostgresStatement(
    "vault_move_tables",
    "SELECT relname::text FROM pg_catalog.pg_class WHERE relnamespace = 'vault'::regnamespace AND relkind = 'r'",
    .reads, giving: String.self)

  /// - Throws: ``CommandFailure`` where anything but the numbering is stored.
  func requireEmpty(_ connection: PostgresConnection) throws {
    let names = Set(try connection.run(Self.tables(), until: .after(seconds: 60)))
    for name in names.subtracting(PostgresSchema.ofNodesAlone.union(["numbering"])).sorted() {
      let sql = "SELECT 1::bigint FROM vault.\"\(name.replacing("\"", with: "\"\""))\" LIMIT 1"
      if try !connection.run(DynamicCall(sql, .reads), until: .after(seconds: 60)).rows.isEmpty {
        throw CommandFailure(
          .badData, "the database is not empty, it has \(name): make another one, and its schema; nothing was moved")
      }
    }
  }

  private static let nodes = PostgresStatement(
    "vault_move_nodes",
    """
    SELECT count(*) FROM pg_catalog.pg_stat_activity JOIN pg_catalog.pg_roles ON pg_roles.oid = usesysid
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND NOT rolsuper
      AND pg_has_role(usesysid, (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = $1), 'MEMBER')
      AND NOT pg_has_role(usesysid, (SELECT relowner FROM pg_catalog.pg_class WHERE oid = 'vault.versions'::regclass), 'MEMBER')
    """, .reads, taking: String.self, giving: Int64.self)

  /// - Throws: ``CommandFailure`` where nodes are connected, also five seconds later: one that was killed may be for a moment.
  func requireNoNodes(_ connection: PostgresConnection) throws {
    let end = Deadline.after(seconds: 5)
    while let count = try connection.run(Self.nodes(PostgresRoles.nodes), until: .after(seconds: 60)).first, count > 0 {
      guard !end.hasPassed else {
        throw CommandFailure(
          .unavailable,
          "nodes are connected with the database (\(count) connections); end them first, nothing was moved")
      }
      poll(nil, 0, 100)
    }
  }

  private static let barrier = PostgresStatement(
    "vault_move_found", "SELECT pg_logical_emit_message(true, 'vault', '') IS NULL", .idempotent, giving: Bool.self)

  /// Whether the database has everything of a move, after a commit that nobody knows of. What is still under way there is waited for, and so is a
  /// standby.
  ///
  /// - Throws: ``CommandFailure`` when the database can't be asked for five minutes.
  func hasArrived(_ mark: MoveMark) throws(CommandFailure) -> Bool {
    let end = Deadline.after(seconds: 300)
    while true {
      do {
        let connection = try connect()
        return try transaction(connection) { connection in
          _ = try connection.run(Self.barrier(), until: .after(seconds: 60))
          return try PostgresSchema.arrival(connection)?.id == mark.id
        }
      } catch {
        guard !end.hasPassed else {
          throw CommandFailure(
            .tryAgain, "the connection was lost, and whether everything was stored can't be asked; run it again later")
        }
        poll(nil, 0, 500)
      }
    }
  }
}

/// Words about a place, for one line.
enum OnePlace {
  /// The text without what no line has.
  static func words(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}
#endif
