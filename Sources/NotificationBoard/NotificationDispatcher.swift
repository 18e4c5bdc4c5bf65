public import DesktopSession
public import Logging
public import ServiceLifecycle
internal import Synchronization

/// The desktop's notifications, shared by all that show some: desktops answer only the one connection that showed a
/// notification.
public final class NotificationDispatcher: Service {
  private let notifications: DesktopNotifications
  private let memory: any NotificationMemory
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    var isServiceThere = false
    var pinned = NotificationRegistry()
    var listeners: [NotificationPanel: AsyncStream<NotificationScope.Event>.Continuation] = [:]
  }

  /// Connects to the desktop, if there is one.
  ///
  /// - Parameters:
  ///   - memory: knows what an earlier run has shown.
  ///   - desktopEntry: the name of the entry that stands for the product on this desktop; nil for that of the command line.
  ///   - logger: is told what the desktop could not do.
  public init(memory: any NotificationMemory, desktopEntry: String? = nil, logger: Logger) async {
    let name = desktopEntry ?? "task-vault"
    notifications = await DesktopNotifications.start(
      DesktopNotificationsConfiguration(applicationName: "Vault", desktopEntry: name, icon: name))
    self.memory = memory
    self.logger = logger
    let isServiceThere = await notifications.service != nil
    state.withLock { $0.isServiceThere = isServiceThere }
  }

  /// A place of its own on the board; made once for each panel, before ``run()``.
  public func panel(_ panel: NotificationPanel) -> NotificationScope {
    let (events, continuation) = AsyncStream<NotificationScope.Event>.makeStream()
    let isServiceThere = state.withLock { state in
      state.listeners[panel] = continuation
      return state.isServiceThere
    }
    return NotificationScope(dispatcher: self, panel: panel, isServiceThere: isServiceThere, events: events)
  }

  /// Passes on what the desktop says, until the agent ends.
  public func run() async throws {
    await withGracefulShutdownHandler {
      for await event in notifications.events { await handle(event) }
    } onGracefulShutdown: { [notifications] in
      Task { await notifications.stop() }
    }
    await notifications.stop()
    for continuation in state.withLock({ Array($0.listeners.values) }) { continuation.finish() }
  }

  private func handle(_ event: DesktopNotificationEvent) async {
    // An answered notification goes; some desktops leave that to us.
    if case .action(let number, _, _) = event { await closeNotification(number) }
    let panel = state.withLock { publish(event, &$0) }
    if let panel { await remember(panel) }
  }

  private func closeNotification(_ number: UInt32) async {
    do { try await notifications.close(number) } catch {
      logger.notice("an answered notification stays", metadata: ["reason": "\(error.kind)"])
    }
  }

  /// - Returns: the panel that shows one less from now on.
  @discardableResult
  private func publish(_ event: DesktopNotificationEvent, _ state: inout State) -> NotificationPanel? {
    switch event {
    case .serviceAppeared:
      // It was there at the start.
      guard !state.isServiceThere else { break }
      state.isServiceThere = true
      for continuation in state.listeners.values { continuation.yield(.serviceAppeared) }
    case .serviceVanished:
      state.isServiceThere = false
      state.pinned.removeAll()
      for continuation in state.listeners.values { continuation.yield(.serviceVanished) }
    // One that was taken down here is forgotten already.
    case .closed(_, .closed): break
    case .action(let number, _, _), .closed(let number, _):
      guard let place = state.pinned.removePlace(of: number) else {
        state.pinned.storeUnclaimed(event)
        return nil
      }
      state.listeners[place.panel]?.yield(.init(event, of: place.name))
      return place.panel
    }
    return nil
  }
}

extension NotificationDispatcher {
  /// What the desktop says that it can do; takes a deadline of the bus for each step at most.
  ///
  /// - Throws: why it does not say so.
  public func capabilities() async throws(DesktopNotificationError) -> Set<String> {
    try await notifications.capabilities()
  }
}

// MARK: What panels ask for

extension NotificationDispatcher {
  func show(
    _ notification: DesktopNotification, at place: NotificationRegistry.Place, inPlaceOf former: String?
  ) async throws(DesktopNotificationError) {
    let replaced = NotificationRegistry.Place(panel: place.panel, name: former ?? place.name)
    let earlier = state.withLock { $0.pinned.number(of: replaced) }
    let number = try await notifications.show(notification, replacing: earlier)
    state.withLock { state in
      if replaced != place { state.pinned.remove(replaced) }
      for event in state.pinned.pin(number, at: place) { publish(event, &state) }
    }
    await remember(place.panel)
  }

  func withdraw(_ place: NotificationRegistry.Place) async throws(DesktopNotificationError) {
    guard let number = state.withLock({ $0.pinned.number(of: place) }) else { return }
    try await notifications.close(number)
    state.withLock { $0.pinned.remove(place) }
    await remember(place.panel)
  }

  func showCount(_ count: Int) async { await notifications.showCount(count) }

  /// Takes down what an earlier run left.
  ///
  /// - Returns: the names of what was left.
  func clear(_ panel: NotificationPanel) async throws -> [String] {
    guard let left = try await memory.shown(on: panel) else { return [] }
    try await notifications.close(leftovers: left.ids, of: left.service)
    return left.names ?? []
  }

  /// Without this the next run could not take them down, and would show them beside the old ones.
  private func remember(_ panel: NotificationPanel) async {
    guard let service = await notifications.service else { return }
    let shown = state.withLock { $0.pinned.shown(on: panel) }
    await memory.remember(
      ShownNotifications(service: service, ids: shown.map(\.number), names: shown.map(\.name)), on: panel)
  }
}
