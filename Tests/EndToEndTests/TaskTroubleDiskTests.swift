import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("Tasks when the disk is full, or nothing may be written")
struct TaskTroubleDiskTests {
  private static let stores = ["sqlite", "icalendar"]
  private static let long = String(repeating: "long notes ", count: 3000)

  /// Adds tasks until one can't be written.
  ///
  /// - Returns: the names of those that were acknowledged, and what the one that failed said.
  private func fill(
    _ what: String = "task", run: ([String]) throws -> TestVault.Outcome
  ) throws -> (names: [String], failure: TestVault.Outcome) {
    var names: [String] = []
    for number in 0..<500 {
      let name = "\(what) \(number) of many"
      let outcome = try run(["add", name, "--notes", Self.long])
      guard outcome.status == 0 else { return (names, outcome) }
      names.append(name)
    }
    throw ChildProcess.Failure("the disk is never full")
  }

  private func expectNames(_ names: [String], _ run: ([String]) throws -> TestVault.Outcome) throws {
    struct Listing: Decodable {
      struct Row: Decodable { let name: String? }
      let tasks: [Row]
    }
    let outcome = try run(["list", "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    guard outcome.status == 0 else { return }
    let listed = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8)).tasks.compactMap(\.name)
    #expect(listed.sorted() == names.sorted())
  }

  @Test("beyond the size that files may have, a write fails with 74, and works once they may", arguments: stores)
  func sizeLimit(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let run = { (arguments: [String]) in try vault.run("vault", arguments) }
    try vault.mustRun("add", "the first")
    try limitFiles(of: vault, to: "300000")
    var (names, failure) = try fill(run: run)
    names.append("the first")
    #expect(failure.status == 74, "\(failure)")
    #expect(failure.errors.contains(vault.data), "the place is named: \(failure.errors)")
    #expect(failure.errors.contains("full") || failure.errors.contains("space"), "and why: \(failure.errors)")
    #expect(try run(["add", "again", "--notes", Self.long]).status == 74)
    try expectNames(names, run)
    try limitFiles(of: vault, to: "unlimited")
    try vault.mustRun("add", "again", "--notes", Self.long)
    try expectNames(names + ["again"], run)
    vault.killAgent()
    try expectNames(names + ["again"], run)
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
    var (names, failure) = try fill(run: disk.run)
    #expect(!names.isEmpty && failure.status == 74, "\(names.count) tasks, \(failure)")
    #expect(failure.errors.contains(vault.data) && failure.errors.contains("space"), "\(failure.errors)")
    try expectNames(names, disk.run)
    vault.killAgent()
    // What a crash leaves in the write-ahead log may make room for a little more.
    let afterCrash = try fill("late task", run: disk.run)
    names += afterCrash.names
    failure = afterCrash.failure
    #expect(failure.status == 74 && failure.errors.contains(vault.data), "\(failure)")
    try disk.free()
    let again = try disk.run(["add", "again", "--notes", Self.long])
    #expect(again.status == 0, "\(again)")
    try expectNames(names + ["again"], disk.run)
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

/// A file system of a few mebibytes as a vault's data directory, in a mount namespace that ends with it.
final class SmallDisk {
  private let vault: TestVault
  private let holder: ChildProcess

  private static var unshare: [String] {
    ["unshare"] + (getuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"])
  }

  /// Whether this user may mount in a namespace of their own.
  static let isPossible: Bool = {
    do {
      let probe = try ChildProcess(unshare + ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"])
      return try probe.exitStatus() == 0
    } catch { return false }
  }()

  init(under vault: TestVault, mebibytes: Int) throws {
    self.vault = vault
    try FileManager.default.createDirectory(
      atPath: vault.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let script = "mount -t tmpfs -o size=\(mebibytes)m,mode=700 tmpfs \"$1\" && echo mounted && exec cat"
    holder = try ChildProcess(Self.unshare + ["sh", "-c", script, "sh", vault.data], input: .silent)
    _ = try holder.line()
  }

  deinit { vault.killAgent() }

  /// Runs a program inside.
  private func enter(_ program: [String]) throws -> ChildProcess {
    let user = getuid() == 0 ? [] : ["--user", "--preserve-credentials"]
    return try ChildProcess(
      ["nsenter", "--target", "\(holder.pid)", "--mount"] + user + program, environment: vault.environment)
  }

  /// Runs `vault` inside.
  func run(_ arguments: [String]) throws -> TestVault.Outcome {
    let child = try enter([TestVault.programs.appendingPathComponent("vault").path] + arguments)
    let status = try child.exitStatus(within: 40)
    return TestVault.Outcome(status: status, output: child.output.text, errors: child.errors.text)
  }

  /// Takes space away.
  func occupy(mebibytes: Int) throws { try shell("head -c \(mebibytes)M /dev/zero > \"$1/ballast\"") }

  /// Gives the space back.
  func free() throws { try shell("rm \"$1/ballast\"") }

  private func shell(_ script: String) throws {
    let child = try enter(["sh", "-c", script, "sh", vault.data])
    guard try child.exitStatus() == 0 else { throw ChildProcess.Failure(child.text) }
  }
}
