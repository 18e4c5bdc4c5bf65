public import AgentAPI

/// Rows that go, and rows that come in their place.
public struct RowEdit: Equatable, Sendable {
  /// The first.
  public let row: Int
  /// How many go.
  public let removed: Int
  /// How many come.
  public let inserted: Int
}

/// What shows a list. It holds the model; the model does not hold it.
@MainActor
public protocol ListDisplay: AnyObject {
  /// Rows have come and gone, in this order.
  func edit(_ edits: [RowEdit])
  /// What stands in these rows has changed.
  func reload(_ rows: Range<Int>)
  /// Something could not be done.
  func report(_ failure: Failure)
}

extension RowEdit {
  /// The one edit that makes another list of one, whose elements are told apart by what stands at both ends; nil for none.
  static func between<Element: Equatable>(_ old: [Element], _ new: [Element]) -> RowEdit? {
    let common = min(old.count, new.count)
    let start = (0..<common).first { old[$0] != new[$0] } ?? common
    let end = (0..<(common - start)).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? common - start
    let edit = RowEdit(row: start, removed: old.count - start - end, inserted: new.count - start - end)
    return edit.removed == 0 && edit.inserted == 0 ? nil : edit
  }
}
