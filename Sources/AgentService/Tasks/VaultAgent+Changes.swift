internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func change(_ command: TaskCommand, _ conversation: any Conversation) async throws(Failure) -> Reply {
    let report =
      switch command {
      case .edit(let tasks, let edit): try await taskController.edit(tasks, edit, conversation)
      case .editText(let task, let hasSubtasks):
        try await protectedTaskController.editText(of: task, hasSubtasks: hasSubtasks, conversation)
      case .complete(let tasks): try await taskController.complete(tasks, conversation)
      case .reopen(let tasks): try await taskController.reopen(tasks)
      case .delete(let tasks): try await taskController.delete(tasks)
      case .protect(let tasks, let label, let alwaysVerify, let destruction):
        try await protectController.protect(tasks, label: label, alwaysVerify: alwaysVerify, destruction, conversation)
      case .setAlwaysVerify(let tasks, let isOn):
        try await alwaysVerifyController.setAlwaysVerify(isOn, of: tasks, conversation)
      case .unprotect(let tasks): try await unprotectController.unprotect(tasks, conversation)
      case .notify(let tasks, let subtask, let isOn):
        try await reminderController.notify(tasks, subtask: subtask, isOn: isOn)
      case .snooze(let tasks, let subtask, let until):
        try await reminderController.snooze(tasks, subtask: subtask, until: until)
      case .undo(let count): try await historyController.undo(count, conversation)
      case .addSubtask, .editSubtask, .completeSubtasks, .reopenSubtasks, .deleteSubtasks, .moveSubtask:
        try await subtaskController.change(command, conversation)
      }
    return .changed(report)
  }
}
