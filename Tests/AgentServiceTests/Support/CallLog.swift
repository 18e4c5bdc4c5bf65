import Synchronization

/// What was asked of several, in that order.
final class CallLog: Sendable {
  private let recorded = Mutex<[String]>([])

  /// The calls so far.
  var calls: [String] { recorded.withLock { $0 } }

  func add(_ call: String) { recorded.withLock { $0.append(call) } }
}
