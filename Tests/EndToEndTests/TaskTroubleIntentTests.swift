import Foundation
import ProcessTesting
import Testing

@testable import TaskStore

@Suite("A change of several calendar files that a crash interrupted, and for which there is no space")
struct TaskTroubleIntentTests {
  private let vault: TestVault
  private var calendar: String { "\(vault.data)/calendar" }

  init() throws { vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar"]) }

  private func todo(_ name: String, notes: String = "") -> Data {
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:\(name)", "SUMMARY:\(name)"]
    let end = ["DESCRIPTION:\(notes)", "END:VTODO", "END:VCALENDAR", ""]
    return Data((lines + end).joined(separator: "\r\n").utf8)
  }

  /// Leaves what a crash leaves: the intent, of which a file is there already.
  private func interrupt() throws {
    try vault.mustRun("add", "the first")
    try vault.mustRun("agent", "stop")
    try waitUntil("the agent has ended") { vault.agentPID == nil }
    try todo("the former").write(to: URL(fileURLWithPath: "\(calendar)/former.ics"))
    let long = String(repeating: "long notes ", count: 80_000)
    let edits = [
      FileEdit(name: "done.ics", former: nil, content: todo("the done")),
      FileEdit(name: "former.ics", former: CalendarContents.checksum(todo("the former")), content: nil),
      FileEdit(name: "long.ics", former: nil, content: todo("the long", notes: long)),
    ]
    let log = try CalendarLog(path: "\(vault.data)/operations.db", busyTimeout: 2)
    try log.make(CalendarLog.Entry(intent: edits))
    try log.close()
    try todo("the done").write(to: URL(fileURLWithPath: "\(calendar)/done.ics"))
  }

  @Test("is shown as if it were done, takes no more changes until there is space, and is done then")
  func unfinished() throws {
    try interrupt()
    let program = TestVault.programs.appendingPathComponent("vault").path
    try ChildProcess.run(["prlimit", "--fsize=700000:", program, "list"], environment: vault.environment)
    let run = { (arguments: [String]) in try vault.run("vault", arguments) }
    for _ in 0..<2 {
      try DiskFilling.expectNames(["the first", "the done", "the long"], run)
      let refused = try run(["add", "a task"])
      #expect(refused.status == 74 && refused.errors.contains("space"), "\(refused)")
    }
    let pid = try #require(vault.agentPID)
    try ChildProcess.run(["prlimit", "--pid", "\(pid)", "--fsize=unlimited:"])
    try vault.mustRun("add", "a task")
    for _ in 0..<2 {
      try DiskFilling.expectNames(["the first", "the done", "the long", "a task"], run)
      #expect(try vault.mustRun("doctor").contains("All tasks are whole."))
      vault.killAgent()
    }
    #expect(!FileManager.default.fileExists(atPath: "\(calendar)/former.ics"))
  }
}
