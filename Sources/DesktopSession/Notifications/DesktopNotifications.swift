internal import DBus

/// Shows notifications on the desktop and reports what becomes of them (Desktop Notifications Specification 1.2 and 1.3).
///
/// One connection to the session bus is kept as long as the object lives: desktops answer only the connection that
/// showed a notification, and GNOME takes its notifications down when it goes. Everything runs on one thread of its own
/// that never waits; nothing is waited for without a deadline (``DesktopNotificationsConfiguration/timeout``). A bus that
/// is missing or lost is looked for again, and a service that is missing is started if the bus knows how.
public actor DesktopNotifications {
  /// How often a notification that the desktop calls one of too many is sent.
  public static let tries = 3

  /// What happens, in order, for one consumer; it ends with ``stop()`` or with this object.
  public nonisolated let events: AsyncStream<DesktopNotificationEvent>
  nonisolated let loop = MainLoop()
  let configuration: DesktopNotificationsConfiguration
  private let continuation: AsyncStream<DesktopNotificationEvent>.Continuation
  private(set) var hasStopped = false

  // What `DesktopNotifications+Bus.swift` looks after.
  var bus: Bus?
  var busNumber = 0
  var connecting: Task<Void, Never>?
  var isRetryPlanned = false
  /// The unique name of the service; nil while there is none.
  var owner: String?
  var subscriptions: [UInt32] = []
  /// What is on the program's icon; nil before anything was.
  var iconCount: Int?

  var ledger = NotificationTracker()
  private var capabilitiesByOwner: (owner: String, capabilities: Set<String>)?

  private init(_ configuration: DesktopNotificationsConfiguration) {
    self.configuration = configuration
    (events, continuation) = AsyncStream.makeStream(
      of: DesktopNotificationEvent.self, bufferingPolicy: .bufferingNewest(1024))
  }

  deinit { continuation.finish() }

  /// The thread that the bus calls back on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Connects to the bus if there is one; it takes a few milliseconds, and at most twice
  /// ``DesktopNotificationsConfiguration/timeout``. No service is started for that.
  public static func start(_ configuration: DesktopNotificationsConfiguration) async -> DesktopNotifications {
    let notifications = DesktopNotifications(configuration)
    await notifications.connect()
    return notifications
  }

  /// Shows a notification, or puts it in the place of an earlier one that is still shown.
  ///
  /// It takes at most a deadline for each of: connecting, starting the service, asking what it can do, and showing; what
  /// is refused as one of too many is sent again after ``DesktopNotificationsConfiguration/repeatInterval``.
  ///
  /// - Returns: its id, valid until it is closed or ``DesktopNotificationEvent/serviceVanished``.
  public func show(
    _ notification: DesktopNotification, replacing earlier: UInt32? = nil
  ) async throws(DesktopNotificationError) -> UInt32 {
    var triesLeft = Self.tries
    while true {
      let owner = try await service()
      let capabilities = try await capabilities(of: owner)
      // Another program's notification may have the id by now, if the service has ended since.
      let replaced = earlier.flatMap { ledger.isShown($0) ? $0 : nil } ?? 0
      let call = NotificationService.notify(
        notification, replacing: replaced, of: owner, able: capabilities, configuration)
      let result = await send(call, to: owner)
      triesLeft -= 1
      guard case .failure(.tooManyAlike) = result, triesLeft > 0, await pause() else { return try result.get() }
    }
  }

  /// Takes a notification down; one that is no longer shown is left alone.
  ///
  /// - Throws: only ``DesktopNotificationError/noAnswer``.
  public func close(_ id: UInt32) async throws(DesktopNotificationError) {
    guard ledger.isShown(id), let owner else { return }
    let answer = await ask(NotificationService.close(id, of: owner)) { _, answer in answer }
    // Any other failure says that it is gone already.
    if case .failure(let failure) = answer, failure.hasTimedOut { throw .noAnswer }
  }

  /// The present service's unique name on the bus; nil while there is none. Ids are good for one service only.
  public var service: String? { owner }

  /// Takes down what an earlier run of this program showed through the service of that unique name, and left there.
  ///
  /// - Throws: only ``DesktopNotificationError/noAnswer``.
  public func close(leftovers ids: [UInt32], of service: String) async throws(DesktopNotificationError) {
    guard owner == service else { return }
    for id in ids where !ledger.isShown(id) {
      let answer = await ask(NotificationService.close(id, of: service)) { _, answer in answer }
      if case .failure(let failure) = answer, failure.hasTimedOut { throw .noAnswer }
    }
  }

  /// What the desktop says that it can do, for instance `actions` and `body-markup`; the service is started for that.
  public func capabilities() async throws(DesktopNotificationError) -> Set<String> {
    try await capabilities(of: try await service())
  }

  /// Disconnects and ends ``events``. GNOME takes down what is still shown; other desktops do not.
  public func stop() {
    hasStopped = true
    continuation.finish()
    disconnect()
  }

  func publish(_ event: DesktopNotificationEvent) { continuation.yield(event) }

  private func capabilities(of owner: String) async throws(DesktopNotificationError) -> Set<String> {
    if let known = capabilitiesByOwner, known.owner == owner { return known.capabilities }
    switch await ask(NotificationService.getCapabilities(of: owner), { _, answer in answer }) {
    case .failure(let failure): throw DesktopNotificationError(failure)
    case .success(let values):
      let capabilities = Set((values.first?.list ?? []).compactMap(\.text))
      capabilitiesByOwner = (owner, capabilities)
      return capabilities
    }
  }

  private func send(_ call: BusCall, to owner: String) async -> Result<UInt32, DesktopNotificationError> {
    ledger.willShow()
    return await ask(call) { notifications, answer in notifications.recordAnswer(answer, from: owner) }
  }

  /// Records the answer to a notification before any signal that follows it.
  private func recordAnswer(
    _ answer: Result<[BusValue], BusCallFailure>, from owner: String
  ) -> Result<UInt32, DesktopNotificationError> {
    guard self.owner == owner else { return .failure(.serviceVanished) }
    switch answer {
    case .failure(let failure):
      ledger.didNotShow()
      return .failure(DesktopNotificationError(failure))
    case .success(let values):
      guard let id = values.first?.number, id != 0 else {
        ledger.didNotShow()
        return .failure(.refused(name: "", message: "the answer has no id"))
      }
      ledger.didShow(id).forEach(publish)
      return .success(id)
    }
  }

  /// Waits before the next try; returns whether to make it.
  private func pause() async -> Bool {
    do {
      try await configuration.clock.sleep(for: configuration.repeatInterval)
      return true
    } catch {
      return false  // The task was cancelled.
    }
  }
}
