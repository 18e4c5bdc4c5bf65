#if Postgres
internal import LinuxSystem
internal import PostgresClient

/// The shape of the database, as numbered steps that are only ever appended to. Each is one transaction; what a step changes, the version of the
/// program before it can still work with, so that two neighbouring versions run side by side.
///
/// Everything lies in a schema of its own, which nobody but its owner may change. What is public in a database belongs to others.
enum PostgresSchema {
  /// One step.
  struct Step: Sendable {
    /// Counted from 1.
    let number: Int64
    let title: String
    /// The oldest program that still works with the database after it, by the number of the last step that it knows.
    let oldestReader: Int64
    let sql: String
  }

  /// How the database fits this program.
  enum State: Equatable, Sendable {
    /// There is nothing of ours.
    case empty
    /// It lacks steps of this program.
    case older(Int64)
    /// It fits. Its last step may be one of a newer program.
    case fits(Int64)
    /// A newer program wrote it, and this one can't work with it.
    case newer(Int64)
    /// Everything was moved into a directory, or is being moved.
    case moved(MoveMark)
  }

  static let steps = [
    Step(
      number: 1, title: "everything that SQLite has", oldestReader: 1,
      sql: [people, pictures, pushes, inboxes, channels, feedback, feed, appendPush].joined(separator: "\n")),
    Step(number: 2, title: "what nodes share", oldestReader: 1, sql: nodes),
    Step(number: 3, title: "what goes to many is spread", oldestReader: 1, sql: broadcasts),
    Step(number: 4, title: "what goes to many waits in lines", oldestReader: 1, sql: linesOfBroadcasts),
  ]

  /// The tables that nodes have for each other, which no server on a directory has. What is in them is of the moment, and moves nowhere.
  static let ofNodesAlone: Set<String> = ["versions", "happenings", "feedmark", "openings", "leases", "throttles"]

  /// The last step that this program knows.
  static var newest: Int64 { Int64(steps.count) }

  /// A lock of ours alone, while the shape is changed: "vault" in ASCII.
  static let lock = 0x76_6175_6C74
  private static let patience = 60.0

  private static let versions = """
    CREATE SCHEMA IF NOT EXISTS vault;
    CREATE TABLE IF NOT EXISTS vault.versions (
      number bigint PRIMARY KEY, title text COLLATE "C" NOT NULL, min_reader bigint NOT NULL,
      applied timestamptz NOT NULL DEFAULT now());
    """

  private static let hasVersions = PostgresStatement(
    "vault_has_versions", "SELECT to_regclass('vault.versions') IS NOT NULL", .reads, giving: Bool.self)
  private static let last = PostgresStatement(
    "vault_last_version", "SELECT coalesce(max(number), 0), coalesce(max(min_reader), 0) FROM vault.versions", .reads,
    giving: Int64.self, Int64.self)
  private static let record = PostgresStatement(
    "vault_record_version", "INSERT INTO vault.versions (number, title, min_reader) VALUES ($1, $2, $3)",
    taking: Int64.self, String.self, Int64.self)

  /// How a database fits this program.
  static func state(_ connection: PostgresConnection) throws(PostgresError) -> State {
    let end = Deadline.after(seconds: patience)
    guard try connection.run(hasVersions(), until: end).first == true,
      let (number, oldestReader) = try connection.run(last(), until: end).first, number > 0
    else { return .empty }
    if let mark = try departure(connection) { return .moved(mark) }
    if number < newest { return .older(number) }
    return oldestReader <= newest ? .fits(number) : .newer(number)
  }

  /// Does the steps that a database lacks, as its owner.
  ///
  /// - Returns: the numbers of those that were done.
  /// - Throws: ``PostgresError``; the steps before are done. ``PostgresError/Kind/retry`` when others were at work for more than two seconds.
  static func upgrade(_ connection: PostgresConnection) throws(PostgresError) -> [Int64] {
    var done: [Int64] = []
    for step in steps where try apply(step, connection) { done.append(step.number) }
    return done
  }

  private static func apply(_ step: Step, _ connection: PostgresConnection) throws(PostgresError) -> Bool {
    let end = Deadline.after(seconds: 3_600)
    return try connection.transaction(until: end) { (connection) throws(PostgresError) in
      // Whoever waits for a lock keeps all others waiting behind it: it is given up soon.
      try connection.execute("SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_xact_lock(\(lock))", until: end)
      try connection.execute(versions, until: end)
      let present = try connection.run(last(), until: end).first?.0 ?? 0
      guard present < step.number else { return false }
      try connection.execute("SET LOCAL search_path = vault, pg_temp", until: end)
      try connection.execute(step.sql, until: end)
      try connection.execute(PostgresRoles.grants, until: end)
      _ = try connection.run(record(step.number, step.title, step.oldestReader), until: end)
      return true
    }
  }
}
#endif
