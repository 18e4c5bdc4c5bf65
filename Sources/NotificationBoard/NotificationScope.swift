public import DesktopSession

/// What one feature shows on the desktop, under names of its own that are remembered beyond the end of the agent.
public struct NotificationScope: Sendable {
  /// What happens to its notifications, or to the service that shows them.
  public enum Event: Equatable, Sendable {
    /// The person chose an action; the notification is gone.
    case action(name: String, key: String, activationToken: String?)
    /// It is no longer shown, though nobody here took it down.
    case closed(name: String, reason: DesktopNotificationEvent.CloseReason)
    /// There is a service, or another one than before, which shows nothing of this run.
    case serviceAppeared
    /// There is no service any more, and nothing is shown.
    case serviceVanished
  }

  private let dispatcher: NotificationDispatcher
  private let panel: NotificationPanel
  /// Whether there was a service when the panel was made.
  public let isServiceThere: Bool
  /// What has happened since, in order, for one consumer.
  public let events: AsyncStream<Event>

  init(
    dispatcher: NotificationDispatcher, panel: NotificationPanel, isServiceThere: Bool, events: AsyncStream<Event>
  ) {
    self.dispatcher = dispatcher
    self.panel = panel
    self.isServiceThere = isServiceThere
    self.events = events
  }

  /// Shows a notification under a name.
  ///
  /// - Parameter former: the name of the one that it takes the place of, if that is still shown; nil for one of the same name.
  /// - Throws: why the desktop does not show it.
  public func show(
    _ notification: DesktopNotification, as name: String, inPlaceOf former: String? = nil
  ) async throws(DesktopNotificationError) {
    try await dispatcher.show(notification, at: .init(panel: panel, name: name), inPlaceOf: former)
  }

  /// Takes a notification down; one that is not shown is left alone. No event tells of it.
  ///
  /// - Throws: why the desktop does not take it down.
  public func withdraw(_ name: String) async throws(DesktopNotificationError) {
    try await dispatcher.withdraw(.init(panel: panel, name: name))
  }

  /// What the service says that it can do, in the specification's words; takes a deadline of the bus for each step at most.
  ///
  /// - Throws: why it does not say so.
  public func capabilities() async throws(DesktopNotificationError) -> Set<String> {
    try await dispatcher.capabilities()
  }

  /// Shows a number on the program's icon where the desktop has one, and none for 0. There is one for all panels.
  public func showCount(_ count: Int) async { await dispatcher.showCount(count) }

  /// Takes down what an earlier run of the agent left on the screen, as far as that is known; before anything is shown.
  ///
  /// - Returns: the names of what was left, also where another service has taken the place of the one that showed it.
  /// - Throws: what keeps it from being known, or why the desktop does not take it down.
  public func clear() async throws -> [String] { try await dispatcher.clear(panel) }
}

extension NotificationScope.Event {
  /// What an event of the desktop means for the panel.
  init(_ event: DesktopNotificationEvent, of name: String) {
    switch event {
    case .action(_, let key, let token): self = .action(name: name, key: key, activationToken: token)
    case .closed(_, let reason): self = .closed(name: name, reason: reason)
    case .serviceAppeared: self = .serviceAppeared
    case .serviceVanished: self = .serviceVanished
    }
  }
}
