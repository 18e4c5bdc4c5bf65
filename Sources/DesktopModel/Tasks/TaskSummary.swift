public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
internal import VaultClient
internal import VaultModel

/// A task in the words that a list shows.
public struct TaskSummary: Equatable, Sendable {
  /// What it is called; of a protected one its label.
  public let title: String
  /// What else there is to know, in one line; empty for nothing.
  public let details: String
  /// Whether its due date has passed.
  public let isOverdue: Bool

  /// Says what there is to say at a moment.
  ///
  /// - Parameter isWhole: whether it says how a task repeats, too, not only that it does.
  public init(_ task: TaskRow, now: Date, zone: LocalZone, isWhole: Bool = false) {
    title = task.name ?? task.label ?? Self.unnamed
    isOverdue = !task.isDone && task.dueDate.map { $0 < now } ?? false
    var parts: [String] = []
    if let due = task.dueDate {
      parts.append(
        task.isDone
          ? RelativeTime.text(settled: due, isAllDay: task.isAllDay, now: now, zone: zone)
          : RelativeTime.text(due, isAllDay: task.isAllDay, now: now.beginningOfMinute, zone: zone))
    }
    if let rule = task.recurrence {
      parts.append(isWhole ? RepetitionWords(rule, zone: zone).text : localized("repeats"))
    }
    parts += task.priority.map { [$0.words] } ?? []
    parts += task.project.map { [localized("project \($0)")] } ?? []
    parts += task.tags.map { "+\($0)" }
    if !task.subtasks.isEmpty {
      let done = task.subtasks.count { $0.isDone }
      parts.append(localized("\(done) of \(task.subtasks.count) subtasks done"))
    }
    details = parts.joined(separator: " · ")
  }

  /// What stands for a protected task without a label.
  private static let unnamed = localized("Protected task")
}

extension TaskRow {
  /// When its owner is reminded, or why they can't be; empty where that is over.
  public func reminderWords(now: Date, zone: LocalZone) -> String {
    guard let dueDate else { return localized("It needs a due date.") }
    let date = dueDate.addingTimeInterval(isAllDay ? -Reminder.allDayLead : 0)
    return isDone || date < now ? "" : RelativeTime.text(date, isAllDay: false, now: now.beginningOfMinute, zone: zone)
  }
}

extension Priority {
  /// As a list says it.
  var words: String {
    switch self {
    case .high: localized("high priority")
    case .medium: localized("medium priority")
    case .low: localized("low priority")
    }
  }
}

extension TaskSection {
  /// Its heading.
  public var title: String {
    switch self {
    case .overdue: localized("Overdue")
    case .today: localized("Today")
    case .upcoming: localized("Upcoming")
    case .noDate: localized("No date")
    case .all: localized("Tasks")
    case .done: localized("Done")
    }
  }
}

extension QuickEntry {
  /// What was understood, in one line; empty where all of it is the name.
  public func summary(now: Date, zone: LocalZone) -> String { Self.words(of: parts, now: now, zone: zone) }

  private static func words(of parts: [Part], now: Date, zone: LocalZone) -> String {
    parts.map { part in
      switch part {
      case .due(let date, let isAllDay, let notes):
        DueField.summary(date, isAllDay: isAllDay, notes: notes, now: now, zone: zone)
      case .tag(let tag): localized("tag \(tag)")
      case .project(let project): localized("project \(project)")
      case .priority(let priority): priority.words
      case .repetition(let rule, let notes):
        ([RepetitionWords(rule, zone: zone).text] + notes).joined(separator: ". ")
      case .reminder: localized("reminder")
      }
    }.joined(separator: " · ")
  }

  /// What was understood of what goes along with a proposal, in one line: when it is due.
  public func proposalSummary(now: Date, zone: LocalZone) -> String {
    Self.words(of: parts.filter(\.isProposed), now: now, zone: zone)
  }

  /// What a person should know before it is proposed, a sentence a line: what of it stays here, too.
  public func proposalWarning(now: Date, zone: LocalZone) -> String {
    let rest = Self.words(of: parts.filter { !$0.isProposed }, now: now, zone: zone)
    let kept = rest.isEmpty ? "" : localized("Not sent with it: \(rest)")
    return [kept, warning].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What a person should know before it is added, a sentence a line; empty for nothing.
  public var warning: String {
    doubts.map { doubt in
      switch doubt {
      case .unknownRepetition(let words):
        localized("“\(words)” stays in the name: repetitions are for instance fri weekly, or 1 dec every month.")
      case .dateInside(let words): localized("“\(words)” stays in the name: a date goes to the end.")
      case .severalDates(let words):
        localized(
          "“\(words)” stays in the name: a task has one date. Days that repeat are for instance every mon and wed.")
      case .behindProject(let word): localized("“\(word)” stays in the name: a project is one word.")
      case .noSuchTime(let words): localized("“\(words)” stays in the name: there is no such time.")
      case .noSuchDay(let words): localized("“\(words)” stays in the name: there is no such day.")
      case .dateInNumbers(let word), .unknownDate(let word):
        localized("“\(word)” stays in the name: a date is for instance 24 dec, or 2026-12-24, at the end.")
      case .unknownReminder(let word):
        localized("“\(word)” stays in the name: a reminder comes when the task is due, and is remind:on.")
      case .reminderWithoutDate(let word):
        localized("“\(word)” stays in the name: a reminder needs a due date.")
      case .misspelt(let word, let meant):
        localized("“\(word)” stays in the name: did you mean “\(meant)”?")
      }
    }.joined(separator: "\n")
  }
}

extension QuickEntry.Part {
  /// Whether a proposal has it.
  fileprivate var isProposed: Bool { if case .due = self { true } else { false } }
}
