public import AgentAPI
public import FoundationEssentials

/// Steps that were typed and not added, one a task, for as long as the window runs.
public struct StepDrafts: Equatable, Sendable {
  /// How many are kept; then the oldest goes.
  private static let maximumCount = 100

  private var texts: [(id: UUID, text: String)] = []

  /// None yet.
  public init() {}

  /// Whether both keep the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.texts.elementsEqual(right.texts) { $0 == $1 }
  }

  /// Keeps what was typed for a task, unless that is protected: its texts are typed elsewhere, and kept nowhere.
  public mutating func keep(_ text: String, of task: TaskRow) {
    forget(task.id)
    guard !text.isEmpty, !task.isProtected else { return }
    texts.append((task.id, text))
    if texts.count > Self.maximumCount { texts.removeFirst() }
  }

  /// What was typed for a task; it is kept no longer. Nothing where the task is protected by now.
  public mutating func take(of task: TaskRow) -> String {
    let text = texts.first { $0.id == task.id }?.text ?? ""
    forget(task.id)
    return task.isProtected ? "" : text
  }

  /// The tasks for which something is kept.
  public var ids: Set<UUID> { Set(texts.map(\.id)) }

  /// Keeps nothing for a task.
  public mutating func forget(_ task: UUID) { texts.removeAll { $0.id == task } }
}
