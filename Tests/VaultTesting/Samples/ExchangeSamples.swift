internal import AgentAPI
internal import VaultModel

extension RequestSamples {
  /// Requests about other formats and stores.
  static let exchange: [RequestSample] = [
    RequestSample(
      ExportTasks(format: "4f2a", filter: TaskFilter(state: .any), includesProtected: true),
      """
      {"export":{"format":"4f2a","filter":{"state":"any","tags":[],"excludedTags":[],"words":[]},\
      "includesProtected":true}}
      """),
    RequestSample(ImportTasks(path: "4f2a", format: "4f2a"), #"{"importTasks":{"path":"4f2a","format":"4f2a"}}"#),
    RequestSample(MigrateTasks(to: "4f2a", isAgreed: true), #"{"migrateTasks":{"to":"4f2a","isAgreed":true}}"#),
    RequestSample(
      ImportTasks(path: "4f2a", format: nil, file: FileIdentity(device: 1, inode: 2)),
      #"{"importTasks":{"path":"4f2a","file":{"device":1,"inode":2}}}"#),
    RequestSample(ImportTasks(path: nil, format: nil), #"{"importTasks":{}}"#),
  ]
}
