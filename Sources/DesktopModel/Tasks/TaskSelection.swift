public import AgentAPI
public import FoundationEssentials

/// Which tasks of a list are selected, wherever they stand in it meanwhile.
public struct TaskSelection: Equatable, Sendable {
  /// How many tasks are worked on together.
  public static let maximumCount = 500

  /// The tasks; empty where more are selected than are worked on together.
  public private(set) var ids: [UUID] = []
  /// How many rows are selected.
  public private(set) var count = 0
  /// Whether some of them had not been read yet.
  public private(set) var isUnread = false

  /// None.
  public init() {}

  /// One task, whether or not the list has it.
  public init(_ id: UUID) { (ids, count) = ([id], 1) }

  /// What is selected in the rows of a list.
  ///
  /// - Parameter rows: those that are selected; nil for more than ``maximumCount``, of which only `count` is told.
  public init(_ rows: [TaskListModel.Row?]?, count: Int) {
    self.count = count
    guard let rows else { return }
    isUnread = rows.contains(.task(nil))
    ids = Self.tasks(in: rows).map(\.id)
  }

  /// Whether so many are selected that nothing can be done to all of them at once.
  public var isTooLarge: Bool { count > Self.maximumCount }

  /// The tasks among some rows.
  public static func tasks(in rows: [TaskListModel.Row?]) -> [TaskRow] {
    rows.compactMap { if case .task(let task?) = $0 { task } else { nil } }
  }
}
