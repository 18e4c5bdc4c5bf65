internal import AgentAPI
internal import VaultModel

extension RequestSamples {
  /// Requests about subtasks.
  static let subtask: [RequestSample] = [
    RequestSample(
      AddSubtask(task: "4f2a", subtask: SubtaskDraft(name: "Go")),
      #"{"addSubtask":{"task":"4f2a","subtask":{"name":"Go","notify":false}}}"#, reply: report),
    RequestSample(
      EditSubtask(task: "4f2a", number: 2, seen: uuid, changes: SubtaskEdit(due: .clear), asksText: true),
      #"{"editSubtask":{"task":"4f2a","number":2,"seen":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","changes":{"due":{"clear":{}}},"asksText":true}}"#,
      reply: report),
    RequestSample(
      CompleteSubtasks(task: "4f2a", numbers: [1, 2], seen: [uuid, uuid]),
      #"{"completeSubtasks":{"task":"4f2a","numbers":[1,2],"seen":["4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"]}}"#,
      reply: report),
    RequestSample(
      ReopenSubtasks(task: "4f2a", numbers: [1, 2], seen: [uuid, uuid]),
      #"{"reopenSubtasks":{"task":"4f2a","numbers":[1,2],"seen":["4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"]}}"#,
      reply: report),
    RequestSample(
      DeleteSubtasks(task: "4f2a", numbers: [1, 2], seen: [uuid, uuid]),
      #"{"deleteSubtasks":{"task":"4f2a","numbers":[1,2],"seen":["4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"]}}"#,
      reply: report),
    RequestSample(
      MoveSubtask(task: "4f2a", number: 2, seen: uuid, to: 2),
      #"{"moveSubtask":{"task":"4f2a","number":2,"seen":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","to":2}}"#, reply: report
    ),
  ]
}
