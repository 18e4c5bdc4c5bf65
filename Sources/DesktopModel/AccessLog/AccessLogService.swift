public import AgentAPI
public import FoundationEssentials
internal import Localization
internal import VaultModel

/// What the window asks of the agent about the access log.
public protocol AccessLogService: Sendable {
  /// The newest entries, newest first.
  func accessLog(limit: Int) async throws(Failure) -> [AccessLogEntry]

  /// What the tasks are called that are protected now, by their ids.
  func labels() async throws(Failure) -> [UUID: String]

  /// Looks through the whole log with the owner's key; may ask the owner.
  func verifyAccessLog() async throws(Failure) -> LogVerification
}

extension AgentLink: AccessLogService {
  public func accessLog(limit: Int) async throws(Failure) -> [AccessLogEntry] {
    try await send(ListAccessLog(limit: limit))
  }

  public func labels() async throws(Failure) -> [UUID: String] {
    var query = TaskQuery(TaskFilter(state: .any))
    query.filter.isProtected = true
    query.limit = Self.labelCount
    let rows = try await send(ListTasks(query)).rows
    return Dictionary(rows.map { ($0.id, $0.label ?? localized("Protected task")) }) { first, _ in first }
  }

  /// The most tasks that the log calls by name.
  private static var labelCount: Int { 500 }

  public func verifyAccessLog() async throws(Failure) -> LogVerification { try await ask(VerifyAccessLog()) }
}
