internal import FoundationEssentials
internal import Localization
internal import VaultModel

/// What notifications say. The text of a protected task is never in them.
struct ReminderText {
  /// How many of a group are named.
  static let namedCount = 3
  /// The longest title, in characters; the rest is left out.
  static let maximumTitleLength = 200

  let local: LocalTime
  /// English for what goes to a terminal.
  var language = Language.persons

  /// What there is to do; nil when the task no longer has that subtask.
  func title(of reminder: Reminder, in task: TodoTask) -> String? {
    let title = Self.title(of: task)
    guard let id = reminder.subtask else {
      return Self.line(title ?? unnamed(task))
    }
    guard let subtask = task.subtasks.first(where: { $0.id == id }) else { return nil }
    if !task.isProtected, let name = subtask.name { return Self.line(name) }
    if let title { return Self.line(localized("A subtask of \(title)", in: language)) }
    return task.isProtected
      ? localized("A subtask of a protected task", in: language) : localized("A subtask of a task", in: language)
  }

  private func unnamed(_ task: TodoTask) -> String {
    task.isProtected ? localized("A protected task", in: language) : localized("A task", in: language)
  }

  /// When it is or was due.
  func detail(of reminder: Reminder, in task: TodoTask, _ timing: ReminderTiming) -> String {
    let subtask = task.subtasks.first { $0.id == reminder.subtask && $0.dueDate != nil }
    let isAllDay = subtask?.isAllDay ?? task.isAllDay
    let text = language.isEnglish ? local.text : local.shownText
    let due = text(reminder.date.addingTimeInterval(isAllDay ? Reminder.allDayLead : 0), isAllDay)
    return timing == .missed
      ? localized("Missed, was due \(due)", in: language) : localized("Due \(due)", in: language)
  }

  func notice(_ pending: PendingReminder, _ task: TodoTask) -> ReminderNotice? {
    title(of: pending.reminder, in: task).map {
      ReminderNotice(
        reminder: pending.reminder, title: $0, detail: detail(of: pending.reminder, in: task, pending.timing))
    }
  }

  /// The notification of one reminder.
  func notification(_ delivery: ReminderPlan.Delivery, _ task: TodoTask) -> ReminderNotification? {
    guard let reminder = delivery.reminders.first, let title = title(of: reminder, in: task) else { return nil }
    var lines = [detail(of: reminder, in: task, delivery.timing)]
    if reminder.subtask != nil, !task.isProtected, let name = task.name {
      lines.append(Self.line(localized("Subtask of \(name)", in: language)))
    }
    return ReminderNotification(
      id: delivery.id, title: title, body: lines.joined(separator: "\n"), actions: [.done, .snooze],
      isUpdate: delivery.isUpdate, reminders: delivery.reminders)
  }

  /// The notification of several reminders.
  ///
  /// - Parameter titles: those of the first ones, ``namedCount`` at most.
  func notification(_ delivery: ReminderPlan.Delivery, naming titles: [String]) -> ReminderNotification {
    let count = delivery.reminders.count
    let rest = count - titles.count
    let lines = titles + (rest > 0 && !titles.isEmpty ? [localized("and \(rest) more")] : [])
    return ReminderNotification(
      id: delivery.id,
      title: delivery.timing == .missed
        ? localized(one: "\(count) missed reminder", other: "\(count) missed reminders", count: count)
        : localized(one: "\(count) reminder", other: "\(count) reminders", count: count),
      body: lines.joined(separator: "\n"), actions: [.snooze], isUpdate: delivery.isUpdate,
      reminders: delivery.reminders)
  }

  private static func title(of task: TodoTask) -> String? { task.isProtected ? task.label : task.name ?? task.label }

  /// One line of bounded length, without control characters.
  static func line(_ text: String) -> String {
    let cut = text.prefix(maximumTitleLength)
    let line = String(cut.map { $0.isNewline || $0.unicodeScalars.contains(where: isControl) ? " " : $0 })
    return cut.endIndex == text.endIndex ? line : line + "…"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
