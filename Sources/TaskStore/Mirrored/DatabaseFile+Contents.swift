internal import GRDB

extension DatabaseFile {
  /// Reads all that can be read; never throws for damage.
  func contents() -> Contents {
    var contents = Contents()
    do {
      contents.summary = try readUnchecked(summary)
      // Another shape may keep SQLite's check from ending.
      contents.isBroken = try !isSound()
    } catch { contents.isBroken = true }
    for table in schema.tables {
      do {
        try readUnchecked { database in
          guard try hasTable(table.name, database) else {
            contents.isBroken = true
            return
          }
          let rows = try database.rowCursor(table)
          var order = KeyOrder()
          while let row = try rows.next() {
            if !order.continues(with: row.name.key) { contents.isBroken = true }
            contents.add(row)
          }
        }
      } catch {
        contents.isBroken = true
        addFromEnd(of: table, to: &contents)
      }
    }
    return contents
  }

  /// Behind a page that can't be read there are others: from the end they are reached.
  private func addFromEnd(of table: Table, to contents: inout Contents) {
    do {
      try readUnchecked { database in
        guard try hasTable(table.name, database) else { return }
        let rows = try database.rowCursor(table, where: "ORDER BY key DESC")
        while let row = try rows.next() { contents.add(row) }
      }
    } catch { contents.isBroken = true }
  }
}

extension Contents {
  fileprivate mutating func add(_ row: ReadRow) {
    switch row {
    case .valid(let row): rows[row.name] = row
    case .damaged(let name): damaged.insert(name)
    }
  }
}
