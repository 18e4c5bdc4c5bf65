import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("Tasks when the disk is full, or nothing may be written")
struct TaskTroubleDiskTests {
  private static let stores = ["sqlite", "icalendar"]
  private static let long = DiskFilling.longNotes

  @Test("beyond the size that files may have, a write fails with 74, and works once they may", arguments: stores)
  func sizeLimit(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let run = { (arguments: [String]) in try vault.run("vault", arguments) }
    try vault.mustRun("add", "the first")
    try limitFiles(of: vault, to: "300000")
    var (names, failure) = try DiskFilling.fill(run: run)
    names.append("the first")
    #expect(failure.status == 74, "\(failure)")
    #expect(failure.errors.contains(vault.data), "the place is named: \(failure.errors)")
    #expect(failure.errors.contains("full") || failure.errors.contains("space"), "and why: \(failure.errors)")
    #expect(try run(["add", "again", "--notes", Self.long]).status == 74)
    try DiskFilling.expectNames(names, run)
    try limitFiles(of: vault, to: "unlimited")
    try vault.mustRun("add", "again", "--notes", Self.long)
    try DiskFilling.expectNames(names + ["again"], run)
    vault.killAgent()
    try DiskFilling.expectNames(names + ["again"], run)
    #expect(try vault.mustRun("doctor").contains("All tasks are whole."))
  }

  private func limitFiles(of vault: TestVault, to size: String) throws {
    let pid = try #require(vault.agentPID)
    try ChildProcess.run(["prlimit", "--pid", "\(pid)", "--fsize=\(size):"])
  }

  @Test(
    "on a full disk a write fails with 74, also after a crash, and works once there is space",
    .enabled(if: SmallDisk.isPossible, "neither root nor a user namespace may mount here"), arguments: stores)
  func fullDisk(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let disk = try SmallDisk(under: vault, mebibytes: 4)
    try disk.occupy(mebibytes: 2)
    var (names, failure) = try DiskFilling.fill(run: disk.run)
    #expect(!names.isEmpty && failure.status == 74, "\(names.count) tasks, \(failure)")
    #expect(failure.errors.contains(vault.data) && failure.errors.contains("space"), "\(failure.errors)")
    try DiskFilling.expectNames(names, disk.run)
    vault.killAgent()
    // What a crash leaves in the write-ahead log may make room for a little more.
    let afterCrash = try DiskFilling.fill("late task", run: disk.run)
    names += afterCrash.names
    failure = afterCrash.failure
    #expect(failure.status == 74 && failure.errors.contains(vault.data), "\(failure)")
    try disk.free()
    let again = try disk.run(["add", "again", "--notes", Self.long])
    #expect(again.status == 0, "\(again)")
    try DiskFilling.expectNames(names + ["again"], disk.run)
    let doctor = try disk.run(["doctor"])
    #expect(doctor.status == 0 && doctor.output.contains("All tasks are whole."), "\(doctor)")
    #expect(try disk.run(["agent", "stop"]).status == 0)
  }

  @Test("a directory that can't be written is named, and nothing is lost", arguments: stores)
  func readOnlyData(store: String) throws {
    let vault = try OrdinaryVault(extra: ["VAULT_TASK_STORE": store])
    try vault.mustRun(["add", "the first", "--subtask", "a step"])
    try vault.stopAgent()
    // What is open already, and the files that are there, would otherwise still take a write.
    let file = "\(vault.data)/\(store == "sqlite" ? "tasks.db" : "operations.db")"
    #expect(chmod(file, 0o400) == 0 && chmod(vault.data, 0o500) == 0)
    for command in [["add", "a task"], ["list"]] {
      let outcome = try vault.run(command)
      #expect([73, 74].contains(outcome.status), "\(command): \(outcome)")
      #expect(outcome.text.contains(vault.data) && outcome.text.contains("writable"), "\(command): \(outcome)")
    }
    #expect(chmod(vault.data, 0o700) == 0 && chmod(file, 0o600) == 0)
    try vault.mustRun(["add", "a task"])
    let list = try vault.mustRun(["list"])
    #expect(list.contains("the first") && list.contains("a task"), "\(list)")
    #expect(try vault.mustRun(["doctor"]).contains("All tasks are whole."))
  }

  @Test("a calendar directory that others may write to is used, and the doctor and the log say so")
  func sharedCalendar() throws {
    let vault = try OrdinaryVault(extra: ["VAULT_TASK_STORE": "icalendar"])
    let calendar = "\(vault.data)/calendar"
    try vault.mustRun(["add", "the first"])
    #expect(try !vault.mustRun(["doctor"]).contains("calendar directory"))
    for (mode, whose) in [(0o777, "Every user may write to \(calendar)"), (0o770, "The group of \(calendar)")] {
      #expect(chmod(calendar, mode_t(mode)) == 0)
      let doctor = try vault.mustRun(["doctor"])
      #expect(doctor.contains(whose) && doctor.contains("chmod go-w"), "\(doctor)")
    }
    try vault.stopAgent()
    #expect(try vault.mustRun(["list"]).contains("the first"))
    let log = try String(contentsOfFile: vault.log, encoding: .utf8)
    #expect(log.components(separatedBy: "the calendar directory is not yours alone").count == 2, "\(log)")
  }

  @Test("a calendar directory that can't be written fails writes with 74, lists go on, and it works afterwards")
  func readOnlyCalendar() throws {
    let vault = try OrdinaryVault(extra: ["VAULT_TASK_STORE": "icalendar"])
    let calendar = "\(vault.data)/calendar"
    try vault.mustRun(["add", "the first", "--subtask", "a step"])
    #expect(chmod(calendar, 0o500) == 0)
    for isRestarted in [false, true] {
      if isRestarted { try vault.stopAgent() }
      let outcome = try vault.run(["add", "a task"])
      #expect(outcome.status == 74 && outcome.text.contains(calendar), "\(outcome)")
      #expect(outcome.text.contains("writable"), "\(outcome)")
      let list = try vault.mustRun(["list"])
      #expect(list.contains("the first") && !list.contains("a task"), "\(list)")
    }
    #expect(try vault.mustRun(["history"]).split(separator: "\n").count == 1, "nothing of that was done")
    #expect(chmod(calendar, 0o700) == 0)
    try vault.mustRun(["add", "a task"])
    #expect(try vault.mustRun(["list"]).contains("a task"))
    #expect(try vault.mustRun(["doctor"]).contains("All tasks are whole."))
  }
}
