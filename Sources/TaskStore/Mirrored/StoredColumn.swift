/// The columns of a table, in their order, as the database names them. A new one stands at the end.
protocol StoredColumn: CaseIterable, CodingKey, RawRepresentable<Int> {}

extension StoredColumn {
  /// The compiler writes the names of keys out; to describe a case looks through the conformances of the whole program.
  static var names: [String] { allCases.map(\.stringValue) }
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
