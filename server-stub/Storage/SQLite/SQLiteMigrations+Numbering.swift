internal import GRDB
internal import ServerAPI

extension SQLiteMigrations {
  /// `epoch` names the numbering of everything that is counted here; there is one row. `copiedAt` is when this copy was made, and NULL in what
  /// is none, or was served since.
  static func numbering(_ database: Database) throws {
    try database.execute(
      sql:
        "CREATE TABLE numbering (epoch TEXT NOT NULL, copiedAt INTEGER) STRICT; INSERT INTO numbering (epoch) VALUES (?)",
      arguments: [Epoch.random().description])
  }
}
