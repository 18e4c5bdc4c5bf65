#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import SecretMemory
internal import VaultModel
internal import Widgets

/// Windows in which protected tasks are made and changed.
enum ProtectedTaskEditor {
  /// Shows the one for a new task: what is typed first is its label, as the name of an ordinary one is.
  ///
  /// - Parameter added: called with the task.
  static func add(
    _ actions: TaskActions, _ context: PageContext, over parent: Window, added: @escaping @MainActor (TaskRow) -> Void
  ) {
    guard let editor = editor(context, filledWith: nil) else { return }
    let alwaysVerify = SwitchRow(RevealView.askTitle, subtitle: localized("Even while the vault is unlocked")) { _ in }
    let steps = stepsRow()
    let form = TaskFormView(
      TaskForm(), isProtected: true, others: [editor.widget, FormGroup("", [alwaysVerify, steps])],
      zone: context.zone, now: context.now)
    let window = window(localized("New Protected Task"), editor, over: parent, form.widget) { (text) throws(Failure) in
      var draft = try form.value.protectedDraft(now: context.now(), zone: context.zone)
      draft.alwaysVerify = alwaysVerify.isOn
      return try await actions.orThrow { [draft] in
        await $0.add(draft, sealing: text, hasSteps: steps.isOn, added: added)
      }
    }
    form.entered = { [weak window] in window?.press() }
    form.checked = { [weak window] in window?.isComplete = $0 }
    window.hasChanges = { [weak editor, weak form] in editor?.hasChanges == true || form?.hasChanges == true }
    window.open()
    form.focus()
  }

  /// Shows the one for another text of a task.
  ///
  /// - Parameter text: the one that it has now, which has been revealed.
  static func edit(
    _ task: TaskRow, _ text: SharedSecret, _ actions: TaskActions, _ context: PageContext, over parent: Window
  ) {
    guard let editor = editor(context, filledWith: text) else { return }
    let steps = stepsRow()
    steps.isOn = !task.subtasks.isEmpty
    let content = Box(.vertical, spacing: 12, [editor.widget, FormGroup("", [steps])])
    let window = window(localized("Edit Text"), editor, over: parent, content) { (text) throws(Failure) in
      try await actions.orThrow { await $0.editText(of: task.id, to: text, hasSteps: steps.isOn) }
    }
    window.hasChanges = { [weak editor] in editor?.hasChanges == true }
    window.open()
    editor.focus()
  }

  private static func stepsRow() -> SwitchRow {
    SwitchRow(localized("Subtasks"), subtitle: localized("Lines of the text that begin with “- ” are subtasks")) { _ in
    }
  }

  /// - Returns: nil where there is no memory for it, which is told.
  private static func editor(_ context: PageContext, filledWith text: SharedSecret?) -> ProtectedTextEditor? {
    do throws(Failure) { return try ProtectedTextEditor(context, filledWith: text) } catch {
      context.told(.failure(error))
      return nil
    }
  }

  private static func window(
    _ title: String, _ editor: ProtectedTextEditor, over parent: Window, _ content: Widget,
    submit: @escaping (SharedSecret) async throws(Failure) -> Bool
  ) -> FormWindow {
    let window = FormWindow(title, confirmation: localized("Save"), over: parent, content) { () async throws(Failure) in
      try await submit(try editor.text())
    }
    window.question = ProtectedTextEditor.question
    window.activityChanged = { [weak editor] in editor?.follow(isFront: $0) }
    window.closed = { editor.end() }
    return window
  }
}
#endif
