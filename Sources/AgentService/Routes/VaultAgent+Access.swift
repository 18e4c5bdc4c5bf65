internal import AgentAPI
internal import FoundationEssentials
internal import LinuxSystem
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func unlock(everywhere: Bool, _ conversation: any Conversation) async throws(Failure) -> Reply {
    try await log("unlock", nil, conversation) { () throws(Failure) in
      guard everywhere || TerminalSession(conversation.client) != nil else { throw .noTerminal }
      _ = try await unlocked(conversation, everywhere: everywhere)
    }
    let seconds = await keeper.timeoutSeconds
    return .done(message: "Unlocked. It locks \(seconds) s after the last reveal, or with vault lock.")
  }

  func lock(forget: Bool) async -> Reply {
    await keeper.lock(.command)
    guard forget else { return .done(message: "Locked.") }
    await keeper.forgetWrapped()
    return .done(message: "Locked. The next unlock takes the PIN or the recovery code.")
  }

  func newestAccesses(_ limit: Int) async throws(Failure) -> Reply {
    guard limit > 0 else { throw Failure(.usage, "A limit is at least 1.") }
    do {
      return .accessLog(try await book.log.newest(min(limit, AccessLogLimits.maximumCount)).map(AccessLogEntry.init))
    } catch { throw Failure(error) }
  }

  /// Looks through the whole access log, for its owner.
  func verifyLog(_ conversation: any Conversation) async throws(Failure) -> Reply {
    let unlock = try await log("log verify", nil, conversation) { () throws(Failure) in
      try await unlocked(conversation)
    }
    let (found, entries) = try await book.verify(of: unlock.owner)
    var report = found
    report.tellCrowding(entries, now: Date())
    return .logVerification(LogVerification(report, of: entries))
  }

  /// Carries `access` out and writes down who asked for what, whether it was granted or not. What can't be written down
  /// is not granted.
  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let value: Value
    do throws(Failure) { value = try await access() } catch {
      try await write(action, task, conversation, refusal: error)
      throw error
    }
    do throws(Failure) { try await write(action, task, conversation, refusal: nil) } catch {
      // An unlock may be part of what was granted.
      await keeper.lock(.command)
      throw error
    }
    return value
  }

  private func write(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, refusal: Failure?
  ) async throws(Failure) {
    let record = AccessRecord(action, task, by: conversation.client, refusal: refusal)
    do { try await book.log.append(record) } catch { throw Failure(error) }
  }
}

extension Failure {
  /// An unlock was asked for where nothing could have its ticket.
  fileprivate static let noTerminal = Failure(
    .refused, "There is no terminal here, and an unlock belongs to one: nothing was unlocked.",
    hint: "Give the PIN to each command (--pin-stdin), or unlock every program of yours: vault unlock --everywhere.")
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
