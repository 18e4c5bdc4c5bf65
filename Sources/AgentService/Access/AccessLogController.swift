internal import AgentAPI
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// The requests about the access log.
struct AccessLogController: Sendable {
  let log: AccessLogService
  let access: any OwnerAccessing

  /// The newest entries.
  func newest(_ limit: Int) async throws(Failure) -> [AccessLogEntry] {
    guard limit > 0 else { throw Failure(.usage, "A limit is at least 1.") }
    let count = min(limit, AccessLogLimits.maximumCount)
    return try await TaskStoreError.asFailure(await log.log.newest(count)).map(AccessLogEntry.init)
  }

  /// Looks through the whole access log, for its owner.
  func verify(_ conversation: any Conversation) async throws(Failure) -> LogVerification {
    let unlock = try await access.open("log verify", nil, conversation) { () throws(Failure) in
      try await access.unlocked(conversation, always: false)
    }
    let (found, entries) = try await log.verify(of: unlock.owner)
    var report = found
    report.addCrowding(entries, now: Date())
    return LogVerification(report, of: entries)
  }
}

extension AccessRecord {
  /// What `client` asked for now.
  ///
  /// - Parameter refusal: why it was refused; nil when it was granted.
  init(_ action: String, _ task: UUID?, by client: ProcessIdentity, refusal: Failure?) {
    self.init(
      date: Date(), task: task, action: action, program: client.executable, pid: client.pid,
      terminal: client.terminal, granted: refusal == nil, reason: refusal.map { $0.logged ?? $0.message } ?? "")
    isAttempt = refusal?.isAttempt ?? false
  }
}

extension AccessLogEntry {
  init(_ record: AccessRecord) {
    self.init(
      date: record.date, task: record.task, action: record.action, program: record.program, pid: record.pid,
      terminal: record.terminal, granted: record.granted, reason: record.reason)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to accessLog: AccessLogController) {
    on(ListAccessLog.self) { (request) throws(Failure) in try await accessLog.newest(request.limit) }
    on(VerifyAccessLog.self) { (_, conversation) throws(Failure) in try await accessLog.verify(conversation) }
  }
}
