internal import DesktopSession
internal import FoundationEssentials
internal import Localization
internal import NotificationBoard
internal import Reminders
internal import Synchronization

/// Shows reminders through the desktop's notification service, and says what becomes of them.
final class DesktopReminderPresenter: ReminderPresenter {
  let events: AsyncStream<ReminderPresenterEvent>
  private let panel: NotificationScope
  private let continuation: AsyncStream<ReminderPresenterEvent>.Continuation
  /// The token that lets the window that opens for a click take the focus; taken once.
  private let token = Mutex<String?>(nil)

  init(_ panel: NotificationScope) {
    self.panel = panel
    (events, continuation) = AsyncStream.makeStream()
  }

  deinit { continuation.finish() }

  /// The token of the last click, once.
  func removeActivationToken() -> String? {
    token.withLock { token in
      defer { token = nil }
      return token
    }
  }

  /// Passes on what the desktop says, until that ends.
  func run() async {
    for await event in panel.events { continuation.yield(translated(event)) }
  }

  private func translated(_ event: NotificationScope.Event) -> ReminderPresenterEvent {
    switch event {
    case .action(let name, let key, let token): action(ReminderNotificationID(name), key, token)
    case .closed(let name, .dismissed): .dismissed(ReminderNotificationID(name))
    case .closed(let name, _): .expired(ReminderNotificationID(name))
    case .serviceAppeared: .serviceAppeared
    case .serviceVanished: .serviceVanished
    }
  }

  private func action(_ id: ReminderNotificationID, _ key: String, _ token: String?) -> ReminderPresenterEvent {
    switch key {
    case ReminderAction.done.rawValue: return .done(id)
    case ReminderAction.snooze.rawValue: return .snooze(id)
    default:
      self.token.withLock { $0 = token }
      return .open(id)
    }
  }
}

extension DesktopReminderPresenter {
  func show(_ notification: ReminderNotification) async throws(ReminderPresenterError) {
    do { try await panel.show(DesktopNotification(notification), as: notification.id.rawValue) } catch {
      throw ReminderPresenterError("\(LogReason(error))")
    }
  }

  func withdraw(_ id: ReminderNotificationID) async throws(ReminderPresenterError) {
    do { try await panel.withdraw(id.rawValue) } catch { throw ReminderPresenterError("\(LogReason(error))") }
  }

  func clear() async throws(ReminderPresenterError) {
    do { _ = try await panel.clear() } catch { throw ReminderPresenterError("\(LogReason(error))") }
  }
}

extension DesktopNotification {
  /// A reminder as the desktop shows it: it stays until somebody answers.
  fileprivate init(_ notification: ReminderNotification) {
    let click = Action(key: Self.defaultAction, label: localized("Show"))
    let buttons = notification.actions.map { Action(key: $0.rawValue, label: $0.label) }
    self.init(
      summary: notification.title, body: notification.body, actions: [click] + buttons,
      urgency: notification.isUpdate ? .low : .normal, category: "x-vault.reminder", expiry: .never)
  }
}
