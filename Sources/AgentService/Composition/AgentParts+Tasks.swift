internal import TaskStore

/// Controllers of tasks and of what is done to them.
extension AgentParts {
  /// What commands share with notifications and the clock.
  var taskService: TaskService { TaskService(tasks: tasks, records: records) }

  /// Which tasks a person means.
  var names: TaskNames { TaskNames(tasks: tasks) }

  /// Changes of tasks.
  var edits: TaskEdits { TaskEdits(tasks) }

  /// Requests about reminders.
  var reminderController: ReminderController { ReminderController(tasks: tasks, states: states, edits: edits) }

  /// Requests about tasks.
  var taskController: TaskController {
    TaskController(tasks: tasks, edits: edits, completion: taskService, access: access)
  }

  /// Requests about subtasks.
  var subtaskController: SubtaskController {
    SubtaskController(edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }

  /// Requests about what was done.
  var historyController: HistoryController {
    HistoryController(tasks: tasks, edits: edits, records: records, access: access, confirmed: confirmed)
  }

  /// The request to move the tasks.
  var migrationController: MigrationController { MigrationController(stores: stores, reminders: reminders) }

  /// The request to write tasks out.
  var exportController: ExportController {
    ExportController(tasks: tasks, names: names, access: access, opener: opener)
  }

  /// The request to take tasks in.
  var importController: ImportController {
    ImportController(tasks: tasks, edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }
}
