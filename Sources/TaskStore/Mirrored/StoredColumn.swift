/// The columns of a table, in their order, as the database names them. A new one stands at the end.
protocol StoredColumn: CaseIterable, RawRepresentable<Int> {}

extension StoredColumn {
  static var names: [String] { allCases.map { "\($0)" } }
}

/// A row's cells by their columns; those that a row of an older version lacks are null.
struct Cells<Column: StoredColumn> {
  private let cells: [Cell]

  init(_ cells: [Cell]) { self.cells = cells }

  subscript(column: Column) -> Cell {
    let index = column.rawValue
    return index < cells.count ? cells[index] : .null
  }
}
