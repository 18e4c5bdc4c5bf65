#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// A window in which a step is changed.
enum StepEditor {
  /// Shows it.
  ///
  /// - Parameter number: the step's place in its task's list, counted from 1.
  static func open(
    _ number: Int, of task: TaskRow, _ actions: TaskActions, _ context: PageContext, over parent: Window
  ) {
    let step = task.subtasks[number - 1]
    let name = EntryRow(localized("Subtask"), text: step.name ?? "")
    name.isVisible = step.name != nil
    let due = EntryRow(localized("Due"), text: StepForm(step).due)
    let understood = Label()
    understood.wrap()
    understood.style("caption")
    understood.style("dim-label")
    understood.text = localized("For instance: fri 18:00, tomorrow, 2026-12-24.")
    let content = Box(.vertical, spacing: 12, [FormGroup("", [name, due]), understood])
    let form = { [weak name, weak due] in
      var form = StepForm(step)
      if let name, let due { (form.name, form.due) = (step.name == nil ? "" : name.text, due.text) }
      return form
    }
    let window = FormWindow(localized("Edit Subtask"), confirmation: localized("Save"), over: parent, content) {
      () async throws(Failure) in
      guard let edit = try form().edit(now: context.now(), zone: context.zone) else { return true }
      return try await actions.orThrow { await $0.edit(SeenStep(number, of: task), edit) }
    }
    window.hasChanges = { form() != StepForm(step) }
    window.isComplete = false
    for row in [name, due] {
      row.entered = { [weak window] in window?.press() }
      row.changed = { [weak window] _ in
        do throws(Failure) {
          understood.text = try form().summary(now: context.now(), zone: context.zone)
          window?.isComplete = form() != StepForm(step)
        } catch {
          understood.text = error.line
          window?.isComplete = false
        }
      }
    }
    if !task.isProtected { window.end(withProtectionOf: task.id, context) }
    window.open()
    (step.name == nil ? due : name).focus()
  }
}
#endif
