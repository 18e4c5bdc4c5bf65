#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import VaultModel
internal import Widgets

/// The fields of a task, and what was understood of them.
final class TaskFormView {
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let original: TaskForm
  private var form: TaskForm
  private let dateNote = Label()
  private let moreNote = Label()
  private let calendar = CalendarButton(name: localized("Choose a day"))
  private let name: EntryRow
  private let due = EntryRow(localized("Due"))
  private let repetition = EntryRow(localized("Repeats"))
  private let project = EntryRow(localized("Project"))
  private let tags = EntryRow(localized("Tags"))
  private lazy var priority = ChoiceRow(localized("Priority"), choices: Self.priorities.map(\.title)) { [weak self] in
    self?.form.priority = Self.priorities[$0].priority
    self?.check()
  }
  private lazy var notify = SwitchRow(localized("Remind me")) { [weak self] in
    self?.form.notify = $0
    self?.check()
  }
  private let notes = TextArea(name: localized("Notes"), height: 120)
  private let hasNotes: Bool
  private lazy var content = Box(.vertical, spacing: 12, columns)
  private let others: [Widget]

  private var columns: [Widget] {
    let title = Label(localized("Notes"))
    title.style("heading")
    return task + [
      FormGroup(name: localized("When"), [due, repetition, notify]), dateNote,
      FormGroup(name: localized("More"), [priority, project, tags]), moreNote,
    ] + (hasNotes ? [title, notes] : [])
  }

  /// The name, or the label and what it stands for.
  private var task: [Widget] {
    guard !hasNotes else { return [FormGroup(name: localized("Task"), [name] + others)] }
    let note = Label(TaskForm.labelNote)
    note.wrap()
    note.style("caption")
    note.style("dim-label")
    return [FormGroup(name: localized("Task"), [name]), note] + others
  }

  private static let priorities: [(title: String, priority: Priority?)] = [
    (localized("None"), nil), (localized("High"), .high), (localized("Medium"), .medium), (localized("Low"), .low),
  ]

  /// Called when a person has changed something; says whether it is understood.
  var checked: (_ isUnderstood: Bool) -> Void = { _ in }
  /// Called at Enter.
  var entered: () -> Void = {}

  var widget: Widget { content }
  /// Whether a person has changed something.
  var hasChanges: Bool { form != original }
  /// The fields as they are now.
  var value: TaskForm { form }

  /// - Parameters:
  ///   - isProtected: whether it is about a task whose text is sealed: it has a label in place of a name, and its notes in the text.
  ///   - others: rows below the name; widgets of any kind below the label.
  init(
    _ form: TaskForm, isProtected: Bool, others: [Widget] = [], zone: LocalZone, now: @escaping @Sendable () -> Date
  ) {
    self.others = others
    (self.form, original, self.zone, self.now, hasNotes) = (form, form, zone, now, !isProtected)
    name = EntryRow(isProtected ? TaskForm.labelTitle : localized("Name"))
    fill()
    for note in [dateNote, moreNote] {
      note.wrap()
      note.style("caption")
    }
    due.suffix(calendar)
    connectCalendar()
    for row in [name, due, repetition, project, tags] {
      row.changed = { [weak self] _ in self?.read() }
      row.entered = { [weak self] in self?.entered() }
    }
    notes.changed = { [weak self] in self?.read() }
    check()
  }

  /// Takes the keyboard.
  func focus() { name.focus() }

  private func fill() {
    (name.text, due.text, repetition.text) = (form.name, form.due, form.repetition)
    (project.text, tags.text, notes.text) = (form.project, form.tags, form.notes)
    notify.isOn = form.notify
    priority.selected = Self.priorities.firstIndex { $0.priority == form.priority } ?? 0
  }

  private func connectCalendar() {
    calendar.day = { [weak self] in
      guard let self else { return nil }
      let day = form.dueDay(now: now(), zone: zone)
      return (day.year, day.month.rawValue, day.day)
    }
    calendar.chosen = { [weak self] year, month, day in
      guard let self, let month = Month(rawValue: month), let date = CivilDate(year: year, month: month, day: day)
      else { return }
      form.setDue(day: date, now: now(), zone: zone)
      due.text = form.due
      check()
    }
  }

  private func read() {
    (form.name, form.due, form.repetition) = (name.text, due.text, repetition.text)
    (form.project, form.tags) = (project.text, tags.text)
    if hasNotes { form.notes = notes.text }
    check()
  }

  private func check() {
    let problems = form.problems(now: now(), zone: zone)
    due.style("error", problems[.due] != nil)
    repetition.style("error", problems[.repetition] != nil)
    project.style("error", problems[.project] != nil)
    tell(dateNote, problems[.due] ?? problems[.repetition], understood)
    tell(moreNote, problems[.project], tags.text.isEmpty ? localized("Separate tags with spaces.") : "")
    checked(problems.isEmpty)
  }

  /// What was understood; examples where nothing was typed.
  private var understood: String {
    let summary = try? form.summary(now: now(), zone: zone)
    return summary.flatMap { $0.isEmpty ? nil : $0 }
      ?? localized("For instance: fri 18:00, tomorrow, 2026-12-24. Repeats: every 2 weeks, monthly on last day.")
  }

  private func tell(_ note: Label, _ problem: Failure?, _ otherwise: String) {
    note.text = problem?.line ?? otherwise
    note.isVisible = !note.text.isEmpty
    note.style("error", problem != nil)
    note.style("dim-label", problem == nil)
  }
}

extension TaskForm {
  /// What the name of a protected task is called.
  static let labelTitle = localized("Label, shown in lists")
  /// What whoever fills it in should know.
  static let labelNote = localized("The label is not sealed: keep what is secret in the text.")
}
#endif
