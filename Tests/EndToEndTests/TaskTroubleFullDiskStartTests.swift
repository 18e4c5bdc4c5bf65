import Foundation
import ProcessTesting
import Testing

@Suite(
  "An agent that starts on a full disk",
  .enabled(if: SmallDisk.isPossible, "neither root nor a user namespace may mount here"))
struct TaskTroubleFullDiskStartTests {
  @Test(
    "shows the tasks, says why it takes no more, and takes more once there is space",
    arguments: ["sqlite", "icalendar"])
  func starts(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let disk = try SmallDisk(under: vault, mebibytes: 4)
    #expect(try disk.run(["add", "the first"]).status == 0)
    #expect(try disk.run(["agent", "stop"]).status == 0)
    try disk.fill()
    for _ in 0..<2 {
      try DiskFilling.expectNames(["the first"], disk.run)
      for command in [["search", "first"], ["status"], ["history"], ["reminders"], ["doctor"], ["export"]] {
        let outcome = try disk.run(command)
        #expect(outcome.status == 0, "\(command): \(outcome)")
      }
      let refused = try disk.run(["add", "a task", "--notes", DiskFilling.longNotes])
      #expect(refused.status == 74 && refused.errors.contains(vault.data), "\(refused)")
      #expect(refused.errors.contains("space") && refused.errors.contains("Free some space"), "\(refused)")
      #expect(try disk.run(["agent", "stop"]).status == 0)
    }
    #expect(try disk.run(["list"]).status == 0)
    try disk.free()
    #expect(try disk.run(["add", "a task"]).status == 0)
    try DiskFilling.expectNames(["the first", "a task"], disk.run)
    let doctor = try disk.run(["doctor"])
    #expect(doctor.output.contains("All tasks are whole.") && !doctor.output.contains("behind"), "\(doctor)")
  }

  @Test("shows the tasks, too, when writes had failed for want of space before it was stopped")
  func afterFailedWrites() throws {
    let vault = try TestVault()
    let disk = try SmallDisk(under: vault, mebibytes: 4)
    try disk.occupy(mebibytes: 2)
    let (names, _) = try DiskFilling.fill(run: disk.run)
    // What is smaller than those goes into the first file until the last page is taken.
    var small: [String] = []
    for number in 0..<40 where try disk.run(["add", "small \(number)"]).status == 0 { small.append("small \(number)") }
    try DiskFilling.expectNames(names + small, disk.run)
    for _ in 0..<2 {
      #expect(try disk.run(["agent", "stop"]).status == 0)
      try DiskFilling.expectNames(names + small, disk.run)
      #expect(try disk.run(["doctor"]).status == 0)
    }
    try disk.free()
    #expect(try disk.run(["add", "again"]).status == 0)
    try DiskFilling.expectNames(names + small + ["again"], disk.run)
    let doctor = try disk.run(["doctor"])
    #expect(doctor.output.contains("All tasks are whole.") && !doctor.output.contains("behind"), "\(doctor)")
  }

  @Test("says that the disk is full when even its log has no room for that")
  func fullLog() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "the first")
    try vault.mustRun("agent", "stop")
    let state = try SmallDisk(under: vault, directory: "\(vault.root.path)/state", mebibytes: 1)
    try state.fill()
    let list = try state.run(["list"])
    #expect(list.status == 74 && list.errors.contains("is full"), "\(list)")
    #expect(list.errors.contains("Free some space"), "\(list)")
  }

  @Test("has given back the space of an import that failed")
  func failedImport() throws {
    let vault = try TestVault()
    let disk = try SmallDisk(under: vault, mebibytes: 6)
    #expect(try disk.run(["add", "the first"]).status == 0)
    let file = vault.root.appendingPathComponent("many.txt")
    let lines = (0..<9000).map { "2030-01-01 task \($0) with a name of many letters that takes some room on a disk" }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let outcome = try disk.run(["import", file.path])
    #expect(outcome.status == 74 && outcome.errors.contains("space"), "\(outcome)")
    try waitUntil("the write-ahead logs are cut") {
      try disk.run(["list"]).status == 0 && disk.byteCount("tasks.db-wal") < 1 << 20
        && disk.byteCount("tasks.db.copy-wal") < 1 << 20
    }
    #expect(try disk.run(["add", "again"]).status == 0)
    try DiskFilling.expectNames(["the first", "again"], disk.run)
  }
}
