internal import AgentAPI
internal import VaultModel

extension RequestSamples {
  /// Requests about views that stay open.
  static let live: [RequestSample] = [
    RequestSample(WatchEvents(), #"{"watch":{}}"#),
    RequestSample(WatchTasks(), #"{"watchTasks":{}}"#),
    RequestSample(
      ShowLive(view: .channel(id: uuid), isFront: true, isOpen: true),
      """
      {"live":{"view":{"channel":{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}},"isFront":true,"isOpen":true}}
      """),
    RequestSample(
      ObserveTasks(TaskQuery(TaskFilter(state: .any), order: .name, limit: 20)),
      """
      {"observeTasks":{"query":{"filter":{"state":"any","tags":[],"excludedTags":[],"words":[]},"order":"name",\
      "offset":0,"limit":20}}}
      """),
    RequestSample(
      ShowLive(view: .inbox, isFront: true, isOpen: false),
      #"{"live":{"view":{"inbox":{}},"isFront":true,"isOpen":false}}"#),
    RequestSample(
      ShowLive(view: .everything, isFront: true, isOpen: false),
      #"{"live":{"view":{"everything":{}},"isFront":true,"isOpen":false}}"#),
  ]
}
