import Synchronization

import class GRDB.Database

@testable import TaskStore

/// The index of the tasks, in a form that can be changed.
struct ChangingIndex: RowIndex {
  final class Form: Sendable {
    let number: Mutex<Int>
    init(_ number: Int) { self.number = Mutex(number) }
  }

  let current: Form
  private let index = TaskIndex()
  var table: Table { index.table }
  var tableGroups: [[String]] { index.tableGroups }
  var form: Int { current.number.withLock { $0 } }

  init(current: Form) { self.current = current }

  func create(in database: Database) throws { try index.create(in: database) }
  func finish(in database: Database) throws { try index.finish(in: database) }
  func createAll(in database: Database) throws { try index.createAll(in: database) }
  func drop(in database: Database) throws { try index.drop(in: database) }
  func replace(_ changes: [RowChange], in database: Database) throws { try index.replace(changes, in: database) }
  func holds(_ row: StoredRow, in database: Database) throws -> Bool { try index.holds(row, in: database) }
  func purgeStaleRows(in database: Database) throws { try index.purgeStaleRows(in: database) }
  func isSound(rowCount: Int, in database: Database) throws -> Bool {
    try index.isSound(rowCount: rowCount, in: database)
  }
}
