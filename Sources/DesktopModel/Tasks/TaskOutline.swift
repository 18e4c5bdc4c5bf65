/// How the rows of a list of tasks lie: for each section that has tasks a heading, and below it its tasks.
public struct TaskOutline: Equatable, Sendable {
  /// What stands in one row.
  public enum Place: Equatable, Sendable {
    /// The heading of a section.
    case heading(TaskSection)
    /// A task of a section, counted from 0.
    case task(TaskSection, Int)
  }

  /// A section and how many tasks it has.
  private struct Part: Equatable {
    let section: TaskSection
    let count: Int
  }

  private let parts: [Part]

  /// Makes one.
  ///
  /// - Parameter counts: how many tasks each section has.
  public init(_ counts: [TaskSection: Int] = [:]) {
    parts = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { Part(section: $0.key, count: $0.value) }
  }

  /// How many rows there are.
  public var rowCount: Int { parts.reduce(0) { $0 + $1.count + 1 } }

  /// How many tasks a section has.
  public func count(of section: TaskSection) -> Int { parts.first { $0.section == section }?.count ?? 0 }

  /// What stands in a row; nil behind the last one.
  public func place(at row: Int) -> Place? {
    var rest = row
    for part in parts {
      if rest == 0 { return .heading(part.section) }
      if rest <= part.count { return .task(part.section, rest - 1) }
      rest -= part.count + 1
    }
    return nil
  }

  /// The row of a section's task; nil where there is no such task.
  public func row(of section: TaskSection, _ index: Int) -> Int? {
    var first = 0
    for part in parts {
      if part.section == section { return (0..<part.count).contains(index) ? first + 1 + index : nil }
      first += part.count + 1
    }
    return nil
  }

  /// Those of some rows that have tasks, in their order: no heading, and nothing behind the last one.
  public func taskRows(among rows: [Int]) -> [Int] {
    rows.filter { if case .task = place(at: $0) { true } else { false } }
  }

  /// How the rows of this outline become those of another one, by as few removals and insertions as it can be told without knowing
  /// the tasks: at the end of each section. They are to be made in this order.
  public func edits(to new: TaskOutline) -> [RowEdit] {
    var edits: [RowEdit] = []
    var row = 0
    for section in TaskSection.allCases {
      let (old, wanted) = (count(of: section), new.count(of: section))
      let (oldRows, newRows) = (old == 0 ? 0 : old + 1, wanted == 0 ? 0 : wanted + 1)
      let common = min(oldRows, newRows)
      if oldRows != newRows {
        edits.append(RowEdit(row: row + common, removed: oldRows - common, inserted: newRows - common))
      }
      row += newRows
    }
    return edits
  }
}
