enum TaskColumn: Int, StoredColumn {
  case name, label, isDone, dueDate, alwaysVerify, sealVersion, sealDigest, ownerMAC, createdAt, modifiedAt, notes
  case isAllDay, subtasks, notify, priority, tags, project, recurrence, destruction, completedAt, dueDay
}

/// What a subtask's list of cells holds.
enum SubtaskColumn: Int, StoredColumn {
  case id, name, isDone, dueDate, isAllDay, notify, sealVersion, sealDigest, ownerMAC, dueDay
}

enum ReminderColumn: Int, StoredColumn { case delivered, snoozedUntil }
