internal import FoundationEssentials
public import TaskStore
internal import VaultModel

/// Reminds the owner of what is due: a thin shell around ``ReminderPlan``.
///
/// It sleeps until the next reminder, and is woken by changes of the store, by what happens to notifications, and by
/// changes of the clock. What fails is tried again, later and later; nothing is lost by it, and nothing by a crash.
public actor ReminderService {
  let tasks: any TaskReading
  let states: any ReminderStateStore
  let presenter: any ReminderPresenter
  let clock: any WallClock
  let local: LocalTime
  let hooks: ReminderHooks
  private let changes: AsyncStream<Void>
  private let pokes: AsyncStream<Void>
  private let poking: AsyncStream<Void>.Continuation
  private var timer: Task<Void, Never>?

  var quietHours: QuietHours?
  var isServiceThere: Bool
  var needsClearing: Bool
  var events: [ReminderPresenterEvent] = []
  var shown = ShownReminders()
  var unsaved = UnsavedReminderStates()
  /// What the owner snoozed, and until when, as far as no mark is stored.
  var answers: [Reminder: Date] = [:]
  /// What the owner said is done, until it is.
  var completions: Set<Reminder> = []
  /// What the owner wants to see; nil is the list.
  var openings: [UUID?] = []
  var occurrences = OccurrenceWatch()
  var retry = RetryDelay()
  /// Whether something failed in the present round.
  var hasFailed = false
  /// Whether nothing is decided or written.
  private var holdCount = 0
  var isHeld: Bool { holdCount > 0 }

  /// Makes a service that does nothing before ``run()``.
  ///
  /// - Parameters:
  ///   - changes: a signal for every change of the store, or for several of them; for this service alone.
  ///   - quietHours: when nobody is reminded; nil for never.
  ///   - isServiceThere: whether the presenter has a service already, so that commands do not report what the service will show.
  public init(
    tasks: any TaskReading, states: any ReminderStateStore, changes: AsyncStream<Void>,
    presenter: any ReminderPresenter,
    clock: any WallClock,
    local: LocalTime, quietHours: QuietHours?, hooks: ReminderHooks, isServiceThere: Bool = false
  ) {
    self.tasks = tasks
    self.states = states
    self.changes = changes
    self.presenter = presenter
    self.clock = clock
    self.local = local
    self.quietHours = quietHours
    self.hooks = hooks
    self.isServiceThere = isServiceThere
    needsClearing = isServiceThere
    (pokes, poking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Reminds until the task is cancelled. Called once.
  ///
  /// Notifications that are shown then stay; the next run shows in their place what was not answered.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { [changes, poking] in for await _ in changes { poking.yield() } }
      group.addTask { [presenter] in for await event in presenter.events { await self.receive(event) } }
      poking.yield()
      for await _ in pokes {
        timer?.cancel()
        if !isHeld { setTimer(await round()) }
      }
      timer?.cancel()
      group.cancelAll()
    }
  }

  /// When nobody is reminded; nil for never.
  public func setQuietHours(_ hours: QuietHours?) {
    quietHours = hours
    poking.yield()
  }

  /// Looks at everything again: for instance after a change of the time zone.
  public func setNeedsRefresh() { poking.yield() }

  /// Decides and writes nothing until ``release()``: tasks that are moved to another store are gone from this one, and what is known of
  /// their reminders is not.
  public func hold() { holdCount += 1 }

  /// Goes on, once everybody who held it has released it.
  public func release() {
    holdCount -= 1
    poking.yield()
  }

  func receive(_ event: ReminderPresenterEvent) {
    events.append(event)
    poking.yield()
  }

  var quiet: QuietTime? { quietHours.map { QuietTime($0, secondsFromUTC: local.secondsFromUTC) } }

  private func setTimer(_ date: Date?) {
    guard let date else { return }
    timer = Task { [clock, hooks, poking] in
      do {
        try await clock.sleep(until: date)
      } catch {
        hooks.report(ReminderFailure(step: .waiting, reason: error))
        // The clock on the wall can't be waited for: look at it now and then.
        do { try await Task.sleep(for: .seconds(60)) } catch { return }
      }
      // One that was cancelled has another in its place.
      if !Task.isCancelled { poking.yield() }
    }
  }
}
