/// The words a task is found by: those of its name, label, notes, subtasks, project and tags, in lower case. A word is a
/// run of letters and digits.
public struct SearchWords: Equatable, Sendable {
  /// The words, each once, in no order.
  public let words: Set<String>

  /// The words of a task.
  public init(of task: TodoTask) {
    let texts = [task.name, task.label, task.notes, task.project] + task.subtasks.map(\.name) + task.tags
    words = Set(texts.flatMap { $0.map(Self.words(of:)) ?? [] })
  }

  /// The words of a text, in its order.
  public static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether each of `beginnings`, cut into words itself, begins one of the words.
  public func contain(_ beginnings: [String]) -> Bool {
    beginnings.flatMap(Self.words(of:)).allSatisfy { beginning in words.contains { $0.hasPrefix(beginning) } }
  }
}
