internal import AgentAPI
public import FoundationEssentials
public import SecretMemory
internal import VaultModel

/// What is done with protected tasks.
extension TaskActions {
  /// Seals a task's text, and removes every trace of it from the task store.
  ///
  /// - Parameter label: what stands for it in lists; empty for the words that stand for all without one.
  public func protect(_ id: UUID, label: String, alwaysVerify: Bool) async -> Bool {
    let label = label.trimmed.nilIfEmpty
    return await change(
      ProtectTasks(tasks: [id.text], label: label, alwaysVerify: alwaysVerify, destruction: nil), asking: nil)
  }

  /// Opens the seal of a task's text, after verification, and keeps the text in the task store from then on.
  public func unprotect(_ id: UUID) async -> Bool { await change(UnprotectTasks([id.text]), asking: nil) }

  /// Seals another text in place of a protected task's.
  ///
  /// - Parameter hasSteps: whether the lines of the text that begin with `- ` are its steps.
  public func editText(of id: UUID, to text: SharedSecret, hasSteps: Bool) async -> Bool {
    await change(EditText(task: id.text, hasSubtasks: hasSteps), asking: text)
  }

  /// Sets whether a protected text asks for verification at every reveal.
  public func alwaysVerify(_ isOn: Bool, _ id: UUID) async -> Bool {
    await change(SetAlwaysVerify(tasks: [id.text], isOn: isOn), asking: nil)
  }
}
