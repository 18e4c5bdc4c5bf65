internal import GRDB

extension Database {
  /// Has this connection note what ends what a token opens, whichever statement does it: triggers of its own say so, as those of PostgreSQL's schema do.
  ///
  /// - Throws: `DatabaseError`.
  func note(endings: EndingMark) throws {
    add(
      function: DatabaseFunction("note_ending", argumentCount: 0) { _ in
        endings.note()
        return nil
      })
    let rights = "UPDATE OF isAdministrator, passwordHash, email ON accounts"
    for (name, event) in [
      ("sessionsEnd", "DELETE ON sessions"), ("sendersEnd", "DELETE ON senderTokens"), ("rightsChange", rights),
    ] {
      try execute(sql: "CREATE TEMP TRIGGER \(name) AFTER \(event) BEGIN SELECT note_ending(); END")
    }
  }
}
