internal import AgentAPI

extension RequestRouter {
  /// Requests about the access log.
  mutating func route(to accessLog: AccessLogController) {
    on(ListAccessLog.self) { (request) throws(Failure) in try await accessLog.newest(request.limit) }
    on(VerifyAccessLog.self) { (_, conversation) throws(Failure) in try await accessLog.verify(conversation) }
  }
}
