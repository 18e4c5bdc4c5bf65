#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import SecretMemory
internal import VaultModel
internal import Widgets

/// Windows in which protected tasks are made and changed.
enum ProtectedTaskEditor {
  /// Shows the one for a new task.
  static func add(_ actions: TaskActions, _ context: PageContext, over parent: Window) {
    let alwaysVerify = SwitchRow(RevealView.askTitle, subtitle: localized("Even while the vault is unlocked")) { _ in }
    let steps = stepsRow()
    let form = TaskFormView(
      TaskForm(), isProtected: true, others: [alwaysVerify, steps], zone: context.zone, now: context.now)
    open(localized("New Protected Task"), nil, context, over: parent, with: [form.widget], form: form) {
      (text) throws(Failure) in
      var draft = try form.value.protectedDraft(now: context.now(), zone: context.zone)
      draft.alwaysVerify = alwaysVerify.isOn
      return try await actions.orThrow { [draft] in await $0.add(draft, sealing: text, hasSteps: steps.isOn) }
    }
  }

  /// Shows the one for another text of a task.
  ///
  /// - Parameter text: the one that it has now, which has been revealed.
  static func edit(
    _ task: TaskRow, _ text: SharedSecret, _ actions: TaskActions, _ context: PageContext, over parent: Window
  ) {
    let steps = stepsRow()
    steps.isOn = !task.subtasks.isEmpty
    open(localized("Edit Text"), text, context, over: parent, with: [FormGroup("", [steps])], form: nil) {
      (text) throws(Failure) in
      try await actions.orThrow { await $0.editText(of: task.id, to: text, hasSteps: steps.isOn) }
    }
  }

  private static func stepsRow() -> SwitchRow {
    SwitchRow(localized("Steps"), subtitle: localized("Lines of the text that begin with “- ” are steps")) { _ in }
  }

  private static func open(
    _ title: String, _ text: SharedSecret?, _ context: PageContext, over parent: Window, with others: [Widget],
    form: TaskFormView?, submit: @escaping (SharedSecret) async throws(Failure) -> Bool
  ) {
    let editor: ProtectedTextEditor
    do throws(Failure) { editor = try ProtectedTextEditor(context, filledWith: text) } catch {
      return context.told(.failure(error))
    }
    let content = Box(.vertical, spacing: 12, [editor.widget] + others)
    let window = FormWindow(title, confirmation: localized("Save"), over: parent, content) { () async throws(Failure) in
      try await submit(try editor.text())
    }
    form?.entered = { [weak window] in window?.press() }
    form?.checked = { [weak window] in window?.isComplete = $0 }
    window.question = ProtectedTextEditor.question
    window.hasChanges = { [weak editor, weak form] in editor?.hasChanges == true || form?.hasChanges == true }
    window.activityChanged = { [weak editor] in editor?.follow(isFront: $0) }
    window.closed = { editor.end() }
    window.open()
    editor.focus()
  }
}
#endif
