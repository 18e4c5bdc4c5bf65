internal import FoundationEssentials
internal import GRDB
internal import VaultModel

/// What the index knows of a task.
struct ListingEntry {
  let task: TodoTask
  /// The values, in the order of the columns. What has no project comes after all that have: their keys begin with 0.
  let values: [DatabaseValue]
  private let newWords: String?

  /// - Parameter isNew: whether its words are certainly needed: they are dear to find out.
  init(_ task: TodoTask, isNew: Bool = false) {
    self.task = task
    values = Self.values(of: task, SortKey(task))
    newWords = isNew ? Self.words(of: task) : nil
  }

  /// The columns of `listing` after its number.
  static let columns = [
    "id", "isDone", "due", "priority", "created", "modified", "completed", "name", "project", "projectCode",
    "isProtected", "isNotifying", "isRecurring",
  ]

  private static func values(of task: TodoTask, _ key: SortKey) -> [DatabaseValue] {
    [
      Data(key.id).databaseValue, task.isDone.databaseValue, real(key.due), key.priority.databaseValue,
      real(key.created), real(key.modified), real(key.completed), Data(key.name).databaseValue,
      Data(key.project.map { [0] + $0 } ?? [1]).databaseValue,
      task.project.map { CharacterCode.of($0).databaseValue } ?? .null, task.isProtected.databaseValue,
      task.isNotifying.databaseValue, (task.recurrence != nil).databaseValue,
    ]
  }

  /// A number as SQLite keeps it: it has no negative zero.
  private static func real(_ number: Double) -> DatabaseValue { (number + 0).databaseValue }

  /// The codes of the tags, each once.
  var tags: Set<String> { Set(task.tags.map(CharacterCode.of)) }

  /// The codes of the words, for FTS5, in ascending order.
  var words: String { newWords ?? Self.words(of: task) }

  private static func words(of task: TodoTask) -> String {
    let codes = SearchWords.list(of: task).map(CharacterCode.of).sorted()
    var words = ""
    for (index, code) in codes.enumerated() where index == 0 || code != codes[index - 1] {
      if index > 0 { words += " " }
      words += code
    }
    return words
  }

  /// Whether the words of both are certainly the same.
  func hasTexts(of other: ListingEntry) -> Bool {
    task.name == other.task.name && task.label == other.task.label && task.tags == other.task.tags
      && TaskField.all.allSatisfy { task[$0] == other.task[$0] }
      && task.subtasks.map(\.name) == other.task.subtasks.map(\.name)
  }
}
