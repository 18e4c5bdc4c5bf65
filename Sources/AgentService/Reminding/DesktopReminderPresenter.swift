internal import AgentAPI
internal import DesktopSession
internal import FoundationEssentials
internal import Logging
internal import Reminders
internal import Synchronization
internal import TaskStore

/// Shows reminders through the desktop's notification service, and says what becomes of them.
final class DesktopReminderPresenter: ReminderPresenter {
  let events: AsyncStream<ReminderPresenterEvent>
  private let notifications: DesktopNotifications
  private let state: any VaultStateStore
  private let logger: Logger
  private let telling: AsyncStream<ReminderPresenterEvent>.Continuation
  private let shown = Mutex(ShownIDs())
  /// The token that lets the window that opens for a click take the focus; taken once.
  private let token = Mutex<String?>(nil)

  /// The desktop's ids of what is shown.
  private struct ShownIDs {
    private(set) var numbers: [ReminderNotificationID: UInt32] = [:]

    subscript(id: ReminderNotificationID) -> UInt32? { numbers[id] }

    mutating func note(_ number: UInt32, for id: ReminderNotificationID) { numbers[id] = number }

    mutating func take(_ number: UInt32) -> ReminderNotificationID? {
      guard let id = numbers.first(where: { $0.value == number })?.key else { return nil }
      numbers[id] = nil
      return id
    }

    mutating func removeAll() { numbers = [:] }

    var all: [UInt32] { numbers.values.sorted() }
  }

  init(_ notifications: DesktopNotifications, state: any VaultStateStore, logger: Logger) {
    self.notifications = notifications
    self.state = state
    self.logger = logger
    (events, telling) = AsyncStream.makeStream()
  }

  deinit { telling.finish() }

  /// The token of the last click, once.
  func takeActivationToken() -> String? {
    token.withLock { token in
      defer { token = nil }
      return token
    }
  }

  /// Passes on what the desktop says, until that ends.
  func run() async {
    for await event in notifications.events {
      if case .action(let number, _, _) = event { await takeDown(number) }
      if let event = translated(event) { telling.yield(event) }
    }
  }

  /// An answered notification goes; some desktops leave that to us.
  private func takeDown(_ number: UInt32) async {
    do { try await notifications.close(number) } catch {
      logger.notice("an answered notification stays", metadata: ["reason": "\(error)"])
    }
  }

  private func translated(_ event: DesktopNotificationEvent) -> ReminderPresenterEvent? {
    switch event {
    case .action(let number, let key, let token): action(number, key, token)
    case .closed(let number, let reason): closed(number, reason)
    case .serviceAppeared: .serviceAppeared
    case .serviceVanished: vanished()
    }
  }

  private func action(_ number: UInt32, _ key: String, _ token: String?) -> ReminderPresenterEvent? {
    guard let id = shown.withLock({ $0.take(number) }) else { return nil }
    switch key {
    case ReminderAction.done.rawValue: return .done(id)
    case ReminderAction.snooze.rawValue: return .snooze(id)
    default:
      self.token.withLock { $0 = token }
      return .open(id)
    }
  }

  private func closed(_ number: UInt32, _ reason: DesktopNotificationEvent.CloseReason) -> ReminderPresenterEvent? {
    guard let id = shown.withLock({ $0.take(number) }) else { return nil }
    switch reason {
    case .dismissed: return .dismissed(id)
    case .closed: return nil
    case .expired, .unknown: return .expired(id)
    }
  }

  private func vanished() -> ReminderPresenterEvent {
    shown.withLock { $0.removeAll() }
    return .serviceVanished
  }
}

extension DesktopReminderPresenter {
  func show(_ notification: ReminderNotification) async throws(ReminderPresenterError) {
    let earlier = shown.withLock { $0[notification.id] }
    do {
      let number = try await notifications.show(DesktopNotification(notification), replacing: earlier)
      shown.withLock { $0.note(number, for: notification.id) }
    } catch { throw ReminderPresenterError("\(error)") }
    await remember()
  }

  func withdraw(_ id: ReminderNotificationID) async throws(ReminderPresenterError) {
    guard let number = shown.withLock({ $0[id] }) else { return }
    do { try await notifications.close(number) } catch { throw ReminderPresenterError("\(error)") }
    _ = shown.withLock { $0.take(number) }
    await remember()
  }

  func clear() async throws(ReminderPresenterError) {
    do {
      guard let left = try await state.recorded(ShownNotifications.self, .shownNotifications) else { return }
      try await notifications.close(leftovers: left.ids, of: left.service)
    } catch { throw ReminderPresenterError("\(error)") }
  }

  /// Without this the next run could not take them down, and would show them beside the old ones.
  private func remember() async {
    guard let service = await notifications.service else { return }
    let ids = shown.withLock { $0.all }
    do { try await state.record(ShownNotifications(service: service, ids: ids), .shownNotifications) } catch {
      logger.notice("what is shown can't be remembered", metadata: ["reason": "\(error.message)"])
    }
  }
}

extension DesktopNotification {
  /// A reminder as the desktop shows it: it stays until somebody answers.
  fileprivate init(_ notification: ReminderNotification) {
    let click = Action(key: Self.defaultAction, label: "Show")
    let buttons = notification.actions.map { Action(key: $0.rawValue, label: $0.label) }
    self.init(
      summary: notification.title, body: notification.body, actions: [click] + buttons,
      urgency: notification.isUpdate ? .low : .normal, category: "x-vault.reminder", expiry: .never)
  }
}
