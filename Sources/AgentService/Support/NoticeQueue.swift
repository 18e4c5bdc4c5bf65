internal import Localization
internal import Synchronization

/// What people are to be told, each thing once. What tells that somebody changed the vault waits for its owner: another program that
/// connects first may read it, and does not take it away.
final class NoticeQueue: Sendable {
  /// Whom a notice waits for.
  enum Audience: Sendable {
    /// The next client.
    case anybody
    /// A client by which the owner was verified. Others are shown it until then.
    case owner
  }

  private struct Notice {
    let number: UInt64
    let text: LocalizedText
    let audience: Audience
  }

  private struct State {
    var last: UInt64 = 0
    var waiting: [Notice] = []
    /// The newest that each connection was shown, by its number.
    var shown: [UInt64: UInt64] = [:]
  }

  /// More for one audience are of no use to anybody: what comes first tells what happened.
  private static let maximumCount = 100

  private let state = Mutex(State())

  /// Keeps a notice, unless it is waiting already.
  func add(_ text: LocalizedText, for audience: Audience = .anybody) {
    state.withLock { state in
      guard state.waiting.count(where: { $0.audience == audience }) < Self.maximumCount,
        !state.waiting.contains(where: { $0.text == text && $0.audience == audience })
      else { return }
      state.last += 1
      state.waiting.append(Notice(number: state.last, text: text, audience: audience))
    }
  }

  /// What a connection was not shown yet; what waits for anybody is then told.
  func show(to connection: UInt64) -> [LocalizedText] {
    state.withLock { state in
      let shown = state.shown[connection] ?? 0
      state.shown[connection] = state.last
      let fresh = state.waiting.filter { $0.number > shown }
      state.waiting.removeAll { $0.number > shown && $0.audience == .anybody }
      return fresh.map(\.text)
    }
  }

  /// The owner was verified by this connection: what it was shown is told.
  func acknowledge(by connection: UInt64) {
    state.withLock { state in
      guard let shown = state.shown[connection] else { return }
      state.waiting.removeAll { $0.number <= shown }
    }
  }

  /// What waits for the owner.
  var waitingForOwner: [LocalizedText] { state.withLock { $0.waiting.filter { $0.audience == .owner }.map(\.text) } }

  /// Forgets a connection that has ended.
  func forget(_ connection: UInt64) { state.withLock { $0.shown[connection] = nil } }
}
