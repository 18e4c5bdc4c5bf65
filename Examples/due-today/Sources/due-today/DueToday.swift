import AgentAPI
import CivilTime
import Foundation
import VaultClient
import VaultModel

/// Prints what is due today, and adds a task that is: `due-today [TEXT ...]`.
@main
struct DueToday {
  let connection: AgentConnection
  let zone = LocalZone.system()

  static func main() async {
    do throws(Failure) {
      let environment = ProcessInfo.processInfo.environment
      let connector = AgentConnector(
        paths: try VaultPaths(environment: environment), environment: environment, isInteractive: false)
      let program = DueToday(connection: try await AgentConnection.open(connector))
      let text = CommandLine.arguments.dropFirst().joined(separator: " ")
      if !text.isEmpty { try await program.add(text) }
      try await program.list()
    } catch {
      let lines = ["due-today: \(error.message)"] + error.advice.map { "  \($0)" }
      FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
      exit(error.exitStatus)
    }
  }

  func add(_ text: String) async throws(Failure) {
    let today = try When("today", now: Date(), zone: zone)
    let draft = TaskDraft(name: text, due: DueMoment(today.date, isAllDay: today.isAllDay))
    let task = try await connection.send(AddTask(draft))
    print("Added \(task.shortID).")
  }

  func list() async throws(Failure) {
    let filter = try FilterWords(["due:today"], now: Date(), zone: zone).filter
    for task in try await connection.send(ListTasks(TaskQuery(filter))).rows {
      let due = task.dueDate.map { RelativeTime.text($0, isAllDay: task.isAllDay, now: Date(), zone: zone) } ?? ""
      // In quotes, with escapes: whoever sends a task chooses its name.
      print(task.shortID, due, (task.name ?? task.label ?? "").debugDescription)
    }
  }
}
