internal import AgentAPI
internal import CivilTime
internal import DesktopSession
internal import FoundationEssentials
internal import LinuxSystem
internal import Logging
internal import Reminders
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// Reminds the owner as long as the agent runs.
struct ReminderRoom: Service {
  private let presenter: DesktopReminderPresenter
  private let notifications: DesktopNotifications
  let service: ReminderService
  let clock: SystemWallClock

  init(
    _ room: TaskRoom, work: TaskWork, settings: VaultSettings, environment: [String: String], logger: Logger
  ) async throws(Failure) {
    notifications = await DesktopNotifications.start(
      DesktopNotificationsConfiguration(applicationName: "Vault", desktopEntry: "vault"))
    let presenter = DesktopReminderPresenter(notifications, state: room.database, logger: logger)
    self.presenter = presenter
    do { clock = try SystemWallClock() } catch { throw Failure(.internal, "The clock can't be waited for: \(error).") }
    let launcher = TerminalLauncher(environment: environment)
    let hooks = ReminderHooks(
      complete: { reminder in try await work.complete(reminder, at: Date()) },
      open: { task in
        try await launcher.open(Self.command(for: task), activationToken: presenter.takeActivationToken())
      },
      advance: { task, now in try await work.advance(task, at: now) },
      report: { logger.warning("reminders", metadata: ["failure": "\($0)"]) })
    service = ReminderService(
      tasks: room.tasks, ledger: room.database, changes: await room.tasks.changes(),
      presenter: presenter, clock: clock, local: .system, quietHours: settings.quietHours, hooks: hooks)
  }

  /// What a click opens: the task, or the list, in a shell that stays.
  private static func command(for task: UUID?) -> [String] {
    let words = task.map { "show \($0.text)" } ?? "list"
    return ["/bin/sh", "-c", "vault \(words); exec \"${SHELL:-/bin/sh}\""]
  }

  func run() async throws {
    await withDiscardingTaskGroup { group in
      group.addTask { [presenter] in await presenter.run() }
      group.addTask { [service] in await cancelWhenGracefulShutdown { await service.run() } }
      group.addTask { [notifications] in
        await cancelWhenGracefulShutdown { do { try await Task.sleep(for: .seconds(1 << 32)) } catch {} }
        await notifications.stop()
      }
    }
  }
}

extension LocalTime {
  /// What the machine's clock shows.
  fileprivate static var system: LocalTime {
    LocalTime(
      secondsFromUTC: { date in
        // Another program's file may hold a date that no number of seconds can say.
        let seconds = min(max(date.timeIntervalSince1970, -1e11), 1e12)
        return LocalZone.system().secondsEast(at: Int(seconds))
      },
      text: { date, isAllDay in
        let zone = LocalZone.system()
        let local = zone.dateTime(at: date)
        let today = zone.dateTime(at: Date()).date
        let day = local.date.year == today.year ? local.date.shortWords : local.date.words
        if isAllDay { return day }
        return local.date == today ? "\(local.time)" : "\(day) \(local.time)"
      })
  }
}
