internal import AgentAPI
internal import VaultModel

extension RequestSamples {
  /// Requests about subtasks.
  static let subtask: [RequestSample] = [
    RequestSample(
      AddSubtask(task: "4f2a", subtask: SubtaskDraft(name: "Go")),
      #"{"addSubtask":{"task":"4f2a","subtask":{"name":"Go","notify":false}}}"#, reply: report),
    RequestSample(
      EditSubtask(task: "4f2a", number: 2, changes: SubtaskEdit(due: .clear), asksText: true),
      #"{"editSubtask":{"task":"4f2a","number":2,"changes":{"due":{"clear":{}}},"asksText":true}}"#, reply: report),
    RequestSample(
      CompleteSubtasks(task: "4f2a", numbers: [1, 2]), #"{"completeSubtasks":{"task":"4f2a","numbers":[1,2]}}"#,
      reply: report),
    RequestSample(
      ReopenSubtasks(task: "4f2a", numbers: [1, 2]), #"{"reopenSubtasks":{"task":"4f2a","numbers":[1,2]}}"#,
      reply: report),
    RequestSample(
      DeleteSubtasks(task: "4f2a", numbers: [1, 2]), #"{"deleteSubtasks":{"task":"4f2a","numbers":[1,2]}}"#,
      reply: report),
    RequestSample(
      MoveSubtask(task: "4f2a", number: 2, to: 2), #"{"moveSubtask":{"task":"4f2a","number":2,"to":2}}"#, reply: report),
  ]
}
