internal import FoundationEssentials
internal import Logging
internal import Sealing

/// The counts of all nodes together, beside those that each keeps for itself. Who is over a limit here already is refused without asking for them.
struct SharedThrottle: Sendable {
  let nodes: any NodeStorage
  let figures: ServerMetrics
  let logger: Logger

  /// Counts something against each of some limits, unless there is one for which it has to wait.
  ///
  /// - Returns: how long each makes it wait; nil where it was counted.
  /// - Throws: ``StorageProblem``: then it counts as not allowed, whatever was counted.
  func charge(_ counts: [SharedCount]) async throws -> [Duration]? {
    let waits = try await nodes.charge(counts)
    guard waits.contains(where: { $0 > .zero }) else { return nil }
    figures.sharedRefusals.add(1)
    return waits
  }

  /// The same of one limit.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; ``StorageProblem``.
  func charge(_ count: SharedCount) async throws {
    if let wait = try await charge([count])?.max() { throw APIFailure.tooManyRequests(wait: wait) }
  }

  /// Takes back what was counted. Where that can't be done it stays counted, as if it had been wrong, until it has rested.
  func refund(_ counts: [SharedCount]) async {
    do { try await nodes.refund(counts) } catch {
      logger.warning("an attempt that was right stays counted", metadata: ["error": "\(type(of: error))"])
    }
  }
}

extension SharedCount {
  /// Counts somebody against a limit.
  ///
  /// - Parameter what: tells what is counted from all else that is.
  init(_ what: String, of key: String, _ limit: RateLimit) {
    let digest = SHA256.digest(of: Array("\(what)\n\(key)".utf8))
    let id = digest.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    self.init(key: UUID(uuid: id), burst: limit.burst, interval: limit.interval)
  }
}
