/// Erases the traces of what was redacted, for all who wait for it together: to write the database anew keeps everybody else from writing, so
/// that many redactions one after the other would lock everybody out.
actor TraceEraser {
  /// The largest database, in bytes, that is written anew while somebody waits; of a larger one that is done once an hour.
  static let quickByteCount = 64 << 20

  private let erase: @Sendable () async throws -> Void
  private let pause: @Sendable (Duration) async -> Void
  /// The run that has begun last.
  private var present: Task<Duration, any Error>?
  /// The run that has not begun yet: whoever comes now waits for it.
  private var next: Task<Duration, any Error>?
  /// How many wait for ``next``.
  private(set) var waitingCount = 0

  /// - Parameters:
  ///   - erase: erases what there is when it begins.
  ///   - pause: waits; between two runs others have as long as the run before took.
  init(
    _ erase: @escaping @Sendable () async throws -> Void,
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.erase = erase
    self.pause = pause
  }

  /// Returns once everything is erased that was redacted before the call.
  ///
  /// - Throws: what the run threw.
  func eraseTraces() async throws {
    waitingCount += 1
    if let next {
      _ = try await next.value
      return
    }
    let run = Task { [present] in
      if let previous = await present?.result { await pause((try? previous.get()) ?? .zero) }
      begin()
      return try await ContinuousClock().measure { try await erase() }
    }
    next = run
    _ = try await run.value
  }

  private func begin() { (present, next, waitingCount) = (next, nil, 0) }
}
