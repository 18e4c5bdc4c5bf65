internal import AgentAPI

extension RequestRouter {
  /// Requests about pushes to others.
  mutating func route(to pushes: PushController) {
    on(SendPush.self) { (request, conversation) throws(Failure) in try await pushes.push(request.draft, conversation) }
    on(ShowPush.self) { (request) throws(Failure) in try await pushes.report(on: request.id) }
  }
}
