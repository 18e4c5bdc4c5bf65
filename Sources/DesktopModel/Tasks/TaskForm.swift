public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
internal import VaultClient
public import VaultModel

/// The fields of a task as a person edits them: most of them a line of text in the language of `vault edit`.
public struct TaskForm: Equatable, Sendable {
  /// What there is to do; of a protected task what stands for it.
  public var name = ""
  /// When it is due; empty for never.
  public var due = ""
  /// How it repeats; empty where it does not.
  public var repetition = ""
  /// How much it matters.
  public var priority: Priority?
  /// What it belongs to.
  public var project = ""
  /// Words it is found by, with blanks between them.
  public var tags = ""
  /// What else there is to say; a protected task has it in its text.
  public var notes = ""
  /// Whether the owner is reminded.
  public var notify = false

  /// An empty form.
  public init() {}

  /// The fields of a task.
  ///
  /// - Parameter task: with all that lists leave out.
  public init(_ task: TaskRow, zone: LocalZone) {
    name = task.name ?? task.label ?? ""
    due = DueField.text(task.dueDate, isAllDay: task.isAllDay)
    repetition = task.recurrence.map { RuleDescription($0, zone: zone).text } ?? ""
    (priority, project, notes, notify) = (task.priority, task.project ?? "", task.notes ?? "", task.notify)
    tags = task.tags.joined(separator: " ")
  }

  /// What was understood of the fields that are read, in one line; empty where there is none.
  ///
  /// - Throws: ``AgentAPI/Failure`` that says which of them is not understood.
  public func summary(now: Date, zone: LocalZone) throws(Failure) -> String {
    var parts: [String] = []
    if let when = try DueField.read(due, now: now, zone: zone) {
      parts.append(DueField.summary(when, now: now, zone: zone))
    }
    if let rule = try readRepetition(now: now, zone: zone) {
      parts.append(([RepetitionWords(rule.rule, zone: zone).text] + rule.notes).joined(separator: ". "))
    }
    return parts.joined(separator: " · ")
  }

  /// A field that can be filled in wrongly.
  public enum Field: Sendable {
    /// When it is due.
    case due
    /// How it repeats.
    case repetition
    /// What it belongs to.
    case project
  }

  /// What is wrong with each field, before anybody is asked to take them.
  public func problems(now: Date, zone: LocalZone) -> [Field: Failure] {
    var problems: [Field: Failure] = [:]
    do throws(Failure) { _ = try DueField.read(due, now: now, zone: zone) } catch { problems[.due] = error }
    do throws(Failure) {
      let repeats = try readRepetition(now: now, zone: zone) != nil
      if repeats, due.trimmed.isEmpty {
        problems[.due] = Failure(.usage, verbatim: localized("A task that repeats needs a due date."))
      }
    } catch { problems[.repetition] = error }
    if notify, due.trimmed.isEmpty {
      problems[.due] = Failure(.usage, verbatim: localized("A reminder needs a due date."))
    }
    if !project.trimmed.isEmpty, !project.trimmed.isOneWord {
      problems[.project] = Failure(.usage, verbatim: localized("A project is one word, without blanks and commas."))
    }
    return problems
  }

  /// The day that it is due on, as the fields say it; today where they say none.
  public func dueDay(now: Date, zone: LocalZone) -> CivilDate {
    let when = try? DueField.read(due, now: now, zone: zone)
    return when?.day ?? zone.dateTime(at: now).date
  }

  /// Is due on another day, at the same time of day if one was given.
  public mutating func setDue(day: CivilDate, now: Date, zone: LocalZone) {
    let when = try? DueField.read(due, now: now, zone: zone)
    guard let when, !when.isAllDay else {
      due = "\(day)"
      return
    }
    due = "\(day) \(zone.dateTime(at: when.date).time.words)"
  }

  /// What is to change so that a task has these fields; only what a person has changed.
  ///
  /// - Throws: as ``summary(now:zone:)``, and where an ordinary task would have no name.
  public func edit(of task: TaskRow, now: Date, zone: LocalZone) throws(Failure) -> TaskEdit {
    let before = TaskForm(task, zone: zone)
    var edit = TaskEdit()
    if name != before.name {
      let name = name.trimmed
      if task.isProtected {
        edit.label = FieldEdit(name.nilIfEmpty)
      } else if name.isEmpty {
        throw Failure(.usage, verbatim: localized("A task needs a name."))
      } else {
        edit.name = name
      }
    }
    if due != before.due {
      edit.due = try DueField.edit(due, now: now, zone: zone)
    }
    if repetition != before.repetition {
      edit.recurrence = try readRepetition(now: now, zone: zone).map { .set($0.rule) } ?? .clear
    }
    if priority != before.priority { edit.priority = priority.map { .set($0) } ?? .clear }
    if project != before.project { edit.project = FieldEdit(project.trimmed.nilIfEmpty) }
    if notes != before.notes, !task.isProtected { edit.notes = FieldEdit(notes.nilIfEmpty) }
    if notify != before.notify { edit.notify = notify }
    edit.addedTags = readTags.filter { !task.tags.contains($0) }
    edit.removedTags = task.tags.filter { !readTags.contains($0) }
    return edit
  }

  /// A protected task with these fields, whose text travels apart.
  ///
  /// - Throws: as ``summary(now:zone:)``.
  public func protectedDraft(now: Date, zone: LocalZone) throws(Failure) -> TaskDraft {
    var draft = TaskDraft(
      due: try DueField.read(due, now: now, zone: zone).map { DueMoment($0.date, isAllDay: $0.isAllDay) })
    draft.label = name.trimmed.nilIfEmpty
    draft.recurrence = try readRepetition(now: now, zone: zone)?.rule
    (draft.priority, draft.notify, draft.tags) = (priority, notify, readTags)
    draft.project = project.trimmed.nilIfEmpty
    return draft
  }

  private func readRepetition(now: Date, zone: LocalZone) throws(Failure) -> RepeatRule? {
    let text = repetition.trimmed
    return text.isEmpty ? nil : try RepeatRule(text, now: now, zone: zone)
  }

  private var readTags: [String] {
    tags.split { $0.isWhitespace || $0 == "," }.map { $0.hasPrefix("+") ? String($0.dropFirst()) : String($0) }
      .filter { !$0.isEmpty }
  }
}
