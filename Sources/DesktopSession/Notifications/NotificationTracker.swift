/// Knows which notifications are ours, and what the service's signals mean for them. Pure.
///
/// The service reports everybody's notifications to everybody: only ids that it gave us count. Signals may also overtake
/// the answer with the id, so those of unknown ids are buffered while we wait for an answer.
struct NotificationTracker {
  /// A signal of the service.
  enum Signal: Equatable {
    case actionInvoked(id: UInt32, key: String)
    case activationToken(id: UInt32, token: String)
    case closed(id: UInt32, code: UInt32)

    var id: UInt32 {
      switch self {
      case .actionInvoked(let id, _), .activationToken(let id, _), .closed(let id, _): id
      }
    }
  }

  /// How many closed ids are remembered: some services report an action after they have closed its notification.
  private static let closedLimit = 64
  /// How many signals of unknown ids are buffered.
  private static let earlyLimit = 64

  private var shown: Set<UInt32> = []
  private var closed: [UInt32] = []
  private var tokens: [UInt32: String] = [:]
  private var early: [Signal] = []
  private var awaited = 0

  /// Whether `id` is a notification of ours that is still shown.
  func isShown(_ id: UInt32) -> Bool { shown.contains(id) }

  /// A notification is on its way to the service; ``didShow(_:)`` or ``didNotShow()`` follows.
  mutating func willShow() { awaited += 1 }

  /// The service gave it this id.
  ///
  /// - Returns: what happened to it before we knew the id.
  mutating func didShow(_ id: UInt32) -> [DesktopNotificationEvent] {
    shown.insert(id)
    closed.removeAll { $0 == id }
    let events = early.filter { $0.id == id }.flatMap { apply($0) }
    early.removeAll { $0.id == id }
    endWait()
    return events
  }

  /// The service refused it.
  mutating func didNotShow() { endWait() }

  /// Applies a signal.
  ///
  /// - Returns: what it means for us.
  mutating func apply(_ signal: Signal) -> [DesktopNotificationEvent] {
    let id = signal.id
    guard shown.contains(id) || closed.contains(id) else {
      if awaited > 0, early.count < Self.earlyLimit { early.append(signal) }
      return []
    }
    switch signal {
    case .activationToken(_, let token):
      tokens[id] = token
      return []
    case .actionInvoked(_, let key):
      return [.action(id: id, key: key, activationToken: tokens.removeValue(forKey: id))]
    case .closed(_, let code): return close(id, code)
    }
  }

  private mutating func close(_ id: UInt32, _ code: UInt32) -> [DesktopNotificationEvent] {
    guard shown.remove(id) != nil else { return [] }
    closed.append(id)
    if closed.count > Self.closedLimit { tokens[closed.removeFirst()] = nil }
    return [.closed(id: id, reason: .init(code: code))]
  }

  private mutating func endWait() {
    awaited -= 1
    if awaited == 0 { early = [] }
  }
}
