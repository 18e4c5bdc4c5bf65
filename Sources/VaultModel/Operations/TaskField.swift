/// A field of a task that is a text and nothing more, described once. Whoever stores tasks, seals their texts, takes changes back or
/// writes tasks in other formats goes through ``all``, so that a new field is a property and a row here.
///
/// Name and label, dates, tags, priority and repetition have meanings of their own, and are not among them.
public struct TaskField: Sendable {
  /// Its name in the vault's exchange format; also as messages call it.
  public let name: String
  /// What is wrong is said of this: `A project`.
  public let subject: String
  /// What stands before it where a task is shown; nil where it is shown below everything else.
  public let title: String?
  /// Whether it is part of the text that is sealed when the task is protected. What is not stays readable.
  public let isSealed: Bool
  /// Whether it is one word (see `String.isOneWord`).
  public let isOneWord: Bool
  /// Whether the rows of lists have it, rather than those of single tasks alone: how many rows fit a message is counted by it.
  public let isListed: Bool
  /// The longest value that people give it, in UTF-8 bytes.
  public let maximumByteCount: Int
  /// The property of a `VTODO` (RFC 5545) that holds it. It is read and written as TEXT; where the RFC has another type for it, it is
  /// one of our own, which begins with `X-VAULT-`.
  public let calendarProperty: String
  /// The attribute of Taskwarrior that holds it: one of its own, or a user-defined one, which begins with `vault`. Nil where it is
  /// written in another way.
  public let taskwarriorAttribute: String?
  /// The same for reading as ``value``, which a key path does on a copy of the whole task.
  let read: @Sendable (TodoTask) -> String?
  let valuePath: @Sendable () -> any WritableKeyPath<TodoTask, String?> & Sendable
  let draftPath: @Sendable () -> any WritableKeyPath<TaskDraft, String?> & Sendable
  let editPath: @Sendable () -> any WritableKeyPath<TaskEdit, FieldEdit<String>?> & Sendable
}

/// The key paths are made when they are asked for: a list asks for none, and making them all was a tenth of its start.
extension TaskField {
  /// Where a task has it; nil for empty.
  public var value: any WritableKeyPath<TodoTask, String?> & Sendable { valuePath() }
  /// Where a draft of a task has it.
  public var draft: any WritableKeyPath<TaskDraft, String?> & Sendable { draftPath() }
  /// Where an edit changes it.
  public var edit: any WritableKeyPath<TaskEdit, FieldEdit<String>?> & Sendable { editPath() }
}

extension TaskField {
  /// What else there is to say: lines of text.
  public static let notes = TaskField(
    name: "notes", subject: "A task's notes", title: nil, isSealed: true, isOneWord: false, isListed: false,
    maximumByteCount: 64 << 10,
    calendarProperty: "DESCRIPTION", taskwarriorAttribute: nil, read: { $0.notes }, valuePath: { \.notes },
    draftPath: { \.notes }, editPath: { \.notes })

  /// What it belongs to.
  public static let project = TaskField(
    name: "project", subject: "A project", title: "Project", isSealed: false, isOneWord: true, isListed: true,
    maximumByteCount: 4096, calendarProperty: "X-VAULT-PROJECT", taskwarriorAttribute: "project",
    read: { $0.project }, valuePath: { \.project }, draftPath: { \.project }, editPath: { \.project })

  /// All of them, in the order in which the sealed text of a task holds those that are sealed; a new one comes last.
  public static let all = [notes, project]

  /// Those that are sealed with a task's name.
  public static let sealed = all.filter { $0.isSealed }

  /// Those that rows of lists have.
  public static let listed = all.filter { $0.isListed }

  /// Those that stay readable when a task is protected.
  public static let plain = all.filter { !$0.isSealed }
}

extension TodoTask {
  /// The value of a field; nil for empty.
  public subscript(_ field: TaskField) -> String? {
    get { field.read(self) }
    set { self[keyPath: field.value] = newValue }
  }

  /// Gives out its texts: name, label, fields, names of steps, tags.
  public func forEachText(in fields: [TaskField] = TaskField.all, _ body: (String) -> Void) {
    for text in [name, label] { text.map(body) }
    for field in fields { self[field].map(body) }
    for subtask in subtasks { subtask.name.map(body) }
    tags.forEach(body)
  }

  /// Whether something is readable in it that is sealed when it is protected; steps not counted.
  public var hasReadableText: Bool { name != nil || TaskField.sealed.contains { self[$0] != nil } }

  /// Empties its name and the fields that are sealed with it.
  public mutating func removeText() {
    name = nil
    for field in TaskField.sealed { self[field] = nil }
  }
}
