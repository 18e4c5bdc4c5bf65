internal import AgentAPI

extension RequestSamples {
  /// Requests about pushes to others.
  static let push: [RequestSample] = [
    RequestSample(
      SendPush(PushDraft(payload: "{}", recipient: "everyone")),
      #"{"push":{"draft":{"payload":"{}","recipient":"everyone"}}}"#, reply: pushReport),
    RequestSample(
      SendPush(PushDraft(payload: "{}", collapseID: "build", priority: 5)),
      #"{"push":{"draft":{"payload":"{}","collapseID":"build","priority":5}}}"#, reply: pushReport),
    RequestSample(
      ShowPush(id: uuid), #"{"pushStatus":{"id":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"}}"#, reply: pushReport),
  ]
}
