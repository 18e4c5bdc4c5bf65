internal import Logging

/// Asks the storage whether it can be used, and waits for the answer only so long. There is one question at a time: storage that
/// hangs is not asked again by everybody who wants to know.
actor StorageProbe {
  private let ping: @Sendable () async throws -> Void
  private let limit: Duration
  private let logger: Logger
  private var question: Task<Bool, Never>?

  /// - Parameter limit: how long to wait for an answer.
  init(limit: Duration = .seconds(2), logger: Logger, ping: @escaping @Sendable () async throws -> Void) {
    (self.limit, self.logger, self.ping) = (limit, logger, ping)
  }

  /// Whether the storage answers in time, and without an error.
  func isReadable() async -> Bool {
    let question = question ?? Task { await ask() }
    self.question = question
    let (answers, answer) = AsyncStream<Bool?>.makeStream()
    let waits = [
      Task { _ = answer.yield(await question.value) },
      Task { [limit] in
        // Ends early only when the answer has come.
        try? await Task.sleep(for: limit)
        answer.yield(nil)
      },
    ]
    defer { waits[1].cancel() }
    for await isReadable in answers {
      if isReadable == nil { logger.error("the storage does not answer", metadata: ["within": "\(limit)"]) }
      return isReadable ?? false
    }
    return false
  }

  private func ask() async -> Bool {
    defer { question = nil }
    do { try await ping() } catch {
      let reason = (error as? StorageProblem)?.reason ?? "\(type(of: error))"
      logger.error("the storage can't be used", metadata: ["reason": "\(reason)"])
      return false
    }
    return true
  }
}
