internal import AgentAPI
internal import DesktopSession
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import Logging
internal import NotificationBoard
internal import Reminders
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// Reminds the owner as long as the agent runs.
struct ReminderNotifier: Service {
  private let presenter: DesktopReminderPresenter
  let service: ReminderService
  let clock: SystemWallClock

  init(
    _ stores: VaultStores, taskService: TaskService, notifications: NotificationDispatcher, settings: VaultSettings,
    opener: PlaceOpener, logger: Logger
  ) async throws(Failure) {
    let panel = notifications.panel(.reminders)
    let presenter = DesktopReminderPresenter(panel)
    self.presenter = presenter
    do { clock = try SystemWallClock() } catch { throw Failure(.internal, "The clock can't be waited for: \(error).") }
    let hooks = ReminderHooks(
      complete: { reminder in try await taskService.complete(reminder, at: Date()) },
      open: { task in
        try await opener.open(Self.target(for: task), activationToken: presenter.removeActivationToken())
      },
      advance: { task, now in try await taskService.advance(task, at: now) },
      report: { logger.warning("reminders", metadata: ["failure": "\(LogReason($0))"]) })
    service = ReminderService(
      tasks: stores.tasks, states: stores.database, changes: await stores.tasks.changes(),
      presenter: presenter, clock: clock, local: .system, quietHours: settings.quietHours, hooks: hooks,
      isServiceThere: panel.isServiceThere)
  }

  /// What a click opens: the task, or the list.
  private static func target(for task: UUID?) -> PlaceTarget {
    task.map { PlaceTarget("show \($0.text)", .task($0)) } ?? PlaceTarget("list", .tasks)
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { [presenter, service] in
      async let events: Void = presenter.run()
      await service.run()
      await events
    }
  }
}
