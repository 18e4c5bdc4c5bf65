internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// What commands share with notifications and the clock.
  var work: TaskService { TaskService(tasks: tasks, records: records) }

  /// The sealed texts.
  var records: SealedRecords { credentials.records }

  /// Which tasks a person means.
  var names: TaskNames { TaskNames(tasks: tasks) }

  /// Changes of tasks.
  var edits: TaskEdits { TaskEdits(tasks) }

  /// Requests about reminders.
  var reminderController: ReminderController { ReminderController(tasks: tasks, ledger: ledger, edits: edits) }

  /// Requests about tasks.
  var taskController: TaskController { TaskController(tasks: tasks, edits: edits, completion: work, access: self) }

  /// Requests about what was done.
  var historyController: HistoryController {
    HistoryController(tasks: tasks, edits: edits, records: records, access: self, confirmed: self)
  }

  /// The request to move the tasks.
  var migrationController: MigrationController { MigrationController(stores: room) }
}
