#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultModel
internal import Widgets

/// A window in which a task is changed.
enum TaskEditor {
  /// Shows it.
  ///
  /// - Parameter task: with all that lists leave out.
  static func open(_ task: TaskRow, _ actions: TaskActions, _ context: PageContext, over parent: Window) {
    let (zone, now) = (context.zone, context.now)
    let form = TaskFormView(TaskForm(task, zone: zone), isProtected: task.isProtected, zone: zone, now: now)
    let window = FormWindow(localized("Edit Task"), confirmation: localized("Save"), over: parent, form.widget) {
      () async throws(Failure) in
      let edit = try form.value.edit(of: task, now: now(), zone: zone)
      return edit == TaskEdit() ? true : try await actions.orThrow { await $0.edit(task.id, edit) }
    }
    form.entered = { [weak window] in window?.press() }
    form.checked = { [weak window, weak form] in window?.isComplete = $0 && form?.hasChanges == true }
    window.isComplete = false
    window.hasChanges = { form.hasChanges }
    if !task.isProtected { window.end(withProtectionOf: task.id, context) }
    window.open()
    form.focus()
  }
}
#endif
