import Foundation
import ProcessTesting
import Testing

@Suite(
  "A former text that a full disk keeps from being erased",
  .enabled(if: SmallDisk.isPossible, "neither root nor a user namespace may mount here"))
struct TaskTroubleErasingTests {
  private static let word = "qxwombat"

  /// A disk with many tasks, whose logs are cut, and hardly any space for more.
  private func disk(_ vault: TestVault) throws -> (SmallDisk, id: String) {
    let disk = try SmallDisk(under: vault, mebibytes: 12)
    #expect(try disk.run(["pin", "set", "--pin-stdin", "--no-recovery"], input: TestVault.pin + "\n").status == 0)
    for number in 0..<30 { _ = try disk.run(["add", "task \(number)", "--notes", DiskFilling.longNotes]) }
    let first = try id(of: disk.run(["add", "the first"]))
    let other = try id(of: disk.run(["add", "the \(Self.word)"]))
    #expect(try disk.run(["protect", first]).status == 0)
    try disk.fill(leaving: 400)
    return (disk, other)
  }

  private func id(of added: TestVault.Outcome) throws -> String {
    String(try #require(added.output.split(separator: " ").dropFirst().first?.dropLast(), "\(added)"))
  }

  @Test("is told by the command, the status and the doctor until it is", arguments: ["sqlite", "icalendar"])
  func fullDisk(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let (disk, id) = try disk(vault)
    let outcome = try disk.run(["protect", id, "--label", "Code"])
    #expect(outcome.status == 74 && outcome.output.contains("Protected"), "\(outcome)")
    #expect(outcome.errors.contains("The text is protected, but") && outcome.errors.contains("space"), "\(outcome)")
    for _ in 0..<2 {
      #expect(try disk.run(["list", "is:protected"]).output.contains("Code"), "the change is made")
      #expect(try disk.holds(Self.word))
      #expect(try disk.run(["status"]).output.contains("could not be erased"))
      let doctor = try disk.run(["doctor"])
      #expect(doctor.status == 69 && doctor.output.contains("former texts"), "\(doctor)")
      vault.killAgent()
    }
    try disk.free()
    #expect(try disk.run(["add", "again"]).status == 0)
    #expect(try !disk.run(["status"]).output.contains("could not be erased"))
    #expect(try !disk.holds(Self.word))
    let doctor = try disk.run(["doctor"])
    #expect(doctor.status == 0 && doctor.output.contains("All tasks are whole."), "\(doctor)")
  }

  @Test("is erased by the agent that ends, once there is space", arguments: ["sqlite", "icalendar"])
  func stopping(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let (disk, id) = try disk(vault)
    #expect(try disk.run(["protect", id, "--label", "Code"]).status == 74)
    try disk.free()
    #expect(try disk.run(["agent", "stop"]).status == 0)
    try waitUntil("the agent has ended") { vault.agentPID == nil }
    try waitUntil("the text is nowhere") { try !disk.holds(Self.word) }
  }
}
