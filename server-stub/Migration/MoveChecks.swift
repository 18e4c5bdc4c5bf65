#if Postgres
internal import FoundationEssentials
internal import GRDB
internal import LinuxSystem
internal import PostgresClient
internal import ServerAPI

/// What has to hold in both databases, beside that all rows are equal.
enum MoveChecks {
  /// The first account whose items have not the numbers that it has counted, without a gap.
  private static let gaps = """
    SELECT accounts.id AS id FROM accounts LEFT JOIN (
      SELECT accountID AS owner, count(*) AS items, min(sequence) AS first, max(sequence) AS last FROM inbox GROUP BY accountID
    ) AS held ON held.owner = accounts.id
    WHERE coalesce(items, 0) <> inboxHighest - inboxFirst + 1 OR first <> inboxFirst OR last <> inboxHighest
    ORDER BY accounts.id LIMIT 1
    """

  /// - Throws: ``CommandFailure`` that says what does not hold.
  static func requireGapless(_ connection: PostgresConnection) throws {
    let rows = try connection.run(DynamicCall(gaps, .reads), until: .after(seconds: MoveDatabase.longest)).rows
    if let row = rows.first, case .uuid(let id) = try row.field(0) { throw gap(id.uuidString) }
  }

  private static func gap(_ account: String) -> CommandFailure {
    CommandFailure(
      .badData, "accounts: the inbox of \(account) has other numbers than were counted; nothing was moved")
  }

  /// The same of SQLite, where nothing keeps a row from referring to one that is not there, and a numbering without a name from being stored.
  ///
  /// - Throws: ``CommandFailure`` that names the table, and where there is one the row.
  static func requireWhole(_ database: Database, _ tables: [MovedTable]) throws {
    _ = try epoch(database)
    if let id = try String.fetchOne(database, sql: gaps) { throw gap(LogLines.quoted(String(id.prefix(36)))) }
    for table in tables { try requireReferences(database, table) }
  }

  /// The name of the numbering.
  static func epoch(_ database: Database) throws -> Epoch {
    let names = try String.fetchAll(database, sql: "SELECT epoch FROM numbering LIMIT 2")
    guard names.count == 1, let epoch = names.first.flatMap({ Epoch($0) }) else {
      throw CommandFailure(.badData, "numbering: there is not one numbering with a name; nothing was moved")
    }
    return epoch
  }

  private static func requireReferences(_ database: Database, _ table: MovedTable) throws {
    let broken = try Row.fetchOne(
      database, sql: "SELECT \"parent\", fkid FROM pragma_foreign_key_check(?)", arguments: [table.name])
    guard let broken else { return }
    let parent: String = broken["parent"]
    let columns = try Row.fetchAll(
      database,
      sql: "SELECT \"from\" AS child, \"to\" AS parent FROM pragma_foreign_key_list(?) WHERE id = ? ORDER BY seq",
      arguments: [table.name, broken["fkid"] as Int])
    let names = columns.map { ($0["child"] as String?, $0["parent"] as String?) }
    let pairs = names.compactMap { child, parent in
      child.flatMap { child in parent.map { (child.quotedDatabaseIdentifier, $0.quotedDatabaseIdentifier) } }
    }
    let there = pairs.map { "parent.\($1) = child.\($0)" } + ["TRUE"]
    let given = pairs.map { "child.\($0.0) IS NOT NULL" } + ["TRUE"]
    let number = try Int.fetchOne(
      database,
      sql: """
        SELECT number FROM (SELECT *, row_number() OVER (ORDER BY \(table.order)) AS number FROM \(table.name)) AS child
        WHERE \(given.joined(separator: " AND "))
          AND NOT EXISTS (
            SELECT 1 FROM \(parent.quotedDatabaseIdentifier) AS parent WHERE \(there.joined(separator: " AND ")))
        ORDER BY number LIMIT 1
        """)
    throw CommandFailure(
      .badData,
      "\(table.name), row \(number ?? 0) in the order of \(table.order): it refers to a row of \(LogLines.quoted(String(parent.prefix(100)))) that is not there; nothing was moved"
    )
  }
}
#endif
