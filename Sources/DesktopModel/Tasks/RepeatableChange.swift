internal import AgentAPI
public import FoundationEssentials
internal import VaultModel

/// A change of tasks that can be made once more, as it was, after it has been taken back: the agent keeps nothing of what was taken back.
public struct RepeatableChange: Equatable, Identifiable, Sendable {
  /// Tells it from others; made once more, it is another one.
  public let id = UUID()
  /// The tasks whose words it has; none where these are protected.
  public let words: Set<UUID>
  /// The task that it makes, which is another one each time; nil where it makes none.
  let made: UUID?
  private let tasks: [UUID]
  private let body: Body

  /// Makes the change, of the tasks of these ids.
  typealias Body = @Sendable (any TaskService, [String]) async throws(Failure) -> TaskChangeReport

  /// - Parameters:
  ///   - report: what the agent said of it.
  ///   - hasWords: whether the body has words that somebody typed.
  ///   - makesTask: whether it makes a task.
  /// - Returns: nil where nothing was changed.
  init?(_ report: TaskChangeReport, of tasks: [UUID], hasWords: Bool, makesTask: Bool = false, _ body: @escaping Body) {
    if report.operation == nil { return nil }
    words = hasWords ? Set(report.lines.map(\.task).filter { !$0.isProtected }.map(\.id)) : []
    made = makesTask ? report.lines.first?.task.id : nil
    (self.tasks, self.body) = (tasks, body)
  }

  private init(_ other: RepeatableChange, replacing former: UUID, by present: UUID) {
    words = Set(other.words.map { $0 == former ? present : $0 })
    tasks = other.tasks.map { $0 == former ? present : $0 }
    (made, body) = (other.made, other.body)
  }

  /// The same change of a task that has taken the place of another.
  func replacing(_ former: UUID, by present: UUID) -> RepeatableChange {
    tasks.contains(former) ? RepeatableChange(self, replacing: former, by: present) : self
  }

  /// Makes it.
  ///
  /// - Returns: what the agent says, and what makes it again once that was taken back.
  func make(_ service: any TaskService) async throws(Failure) -> (TaskChangeReport, RepeatableChange?) {
    let report = try await body(service, tasks.map(\.text))
    return (
      report, RepeatableChange(report, of: tasks, hasWords: !words.isEmpty, makesTask: made != nil, body)
    )
  }

  /// Two are equal that are one: what is in them is only sent.
  public static func == (one: RepeatableChange, other: RepeatableChange) -> Bool { one.id == other.id }
}
