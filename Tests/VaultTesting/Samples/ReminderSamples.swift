internal import AgentAPI

extension RequestSamples {
  /// Requests about reminders.
  static let reminder: [RequestSample] = [
    RequestSample(
      SetReminders(tasks: ["4f2a"], subtask: 2, seen: uuid, isOn: true),
      #"{"setReminders":{"tasks":["4f2a"],"subtask":2,"seen":"4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B","isOn":true}}"#,
      reply: report),
    RequestSample(
      SnoozeReminders(tasks: ["4f2a"], subtask: 2, until: date),
      #"{"snooze":{"tasks":["4f2a"],"subtask":2,"until":1800000000.5}}"#, reply: report),
    RequestSample(
      ListReminders(limit: 2), #"{"reminders":{"limit":2}}"#,
      reply: Frozen(
        [
          ReminderRow(task: protectedRow.value, subtask: 2, date: date, snoozedUntil: date)
        ],
        """
        [{"task":\(protectedRow.json),"subtask":2,"date":1800000000.5,"snoozedUntil":1800000000.5}]
        """)),
    RequestSample(
      ListReminders(limit: 5), #"{"reminders":{"limit":5}}"#, reply: Frozen([], "[]"),
      command: CommandSample("reminders", "--limit", "5", prints: "", json: #"{"reminders":[]}"#, after: [])),
  ]
}
