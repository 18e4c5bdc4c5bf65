public import Reminders

/// A presenter that only remembers.
public actor InMemoryReminderPresenter: ReminderPresenter {
  /// What happens to the notifications and to the service.
  public nonisolated let events: AsyncStream<ReminderPresenterEvent>
  /// Every notification as it is shown.
  public nonisolated let shows: AsyncStream<ReminderNotification>
  /// What is on the screen.
  public private(set) var visible: [ReminderNotificationID: ReminderNotification] = [:]
  /// All that was shown, in order.
  public private(set) var history: [ReminderNotification] = []
  private let eventsEnd: AsyncStream<ReminderPresenterEvent>.Continuation
  private let showsEnd: AsyncStream<ReminderNotification>.Continuation
  private var failure: ReminderPresenterError?

  /// Shows nothing yet.
  public init() {
    (events, eventsEnd) = AsyncStream.makeStream()
    (shows, showsEnd) = AsyncStream.makeStream()
  }

  deinit {
    eventsEnd.finish()
    showsEnd.finish()
  }

  /// Remembers a notification.
  public func show(_ notification: ReminderNotification) throws(ReminderPresenterError) {
    if let failure { throw failure }
    visible[notification.id] = notification
    history.append(notification)
    showsEnd.yield(notification)
  }

  /// Forgets a notification.
  public func withdraw(_ id: ReminderNotificationID) throws(ReminderPresenterError) {
    if let failure { throw failure }
    visible[id] = nil
  }

  /// Forgets all.
  public func clear() throws(ReminderPresenterError) {
    if let failure { throw failure }
    visible = [:]
  }

  /// Makes every call fail from now on; nil ends that.
  public func fail(with failure: ReminderPresenterError?) { self.failure = failure }

  /// Lets something happen, with what it does to the screen.
  public func happen(_ event: ReminderPresenterEvent) {
    note(event)
    eventsEnd.yield(event)
  }

  /// Does to the screen what an event does, and tells nobody.
  public func note(_ event: ReminderPresenterEvent) {
    switch event {
    case .done(let id), .snooze(let id), .open(let id), .dismissed(let id), .expired(let id): visible[id] = nil
    case .serviceAppeared, .serviceVanished: visible = [:]
    }
  }
}
