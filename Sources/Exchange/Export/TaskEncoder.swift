public import VaultModel

/// Makes text of tasks piece by piece, so that a hundred thousand tasks need not be one string:
/// ``beginning``, then ``encode(_:)`` with as many batches as there are, then ``end``.
public struct TaskEncoder: Sendable {
  private var writer: any TaskWriter
  private var isFirst = true

  init(_ writer: any TaskWriter) { self.writer = writer }

  /// What stands before the first task.
  public var beginning: String { writer.beginning }

  /// What stands after the last task.
  public var end: String { (isFirst ? "" : "\n") + writer.end }

  /// The next tasks, with what stands between them.
  public mutating func encode(_ tasks: some Sequence<TodoTask>) -> String {
    var text = ""
    for task in tasks {
      if !isFirst { text += writer.separator }
      isFirst = false
      text += writer.text(of: task)
    }
    return text
  }

  /// What the format could not keep of the tasks so far, a sentence each.
  public var notes: [String] { writer.losses.sentences }
}

/// What a format needs for writing.
protocol TaskWriter: Sendable {
  /// What stands before the first task.
  var beginning: String { get }
  /// What stands between two tasks.
  var separator: String { get }
  /// What stands after the last task, without the end of the last task's line.
  var end: String { get }
  /// What could not be kept.
  var losses: Tally { get }
  /// A task, without the end of its last line.
  mutating func text(of task: TodoTask) -> String
}

extension TodoTask {
  /// What a task is called where its text may not be, or is none.
  var writtenName: String {
    let text = isProtected ? label : name ?? label
    return text ?? (isProtected ? TaskNames.protected : TaskNames.untitled)
  }
}

extension TodoSubtask {
  /// What a subtask is called.
  var writtenName: String { seal == nil ? name ?? TaskNames.protectedSubtask : TaskNames.protectedSubtask }
}

/// What stands where there is no name, the same as in calendar files.
enum TaskNames {
  static let protected = "Protected task"
  static let protectedSubtask = "Protected subtask"
  static let untitled = "Untitled task"
}
