import Foundation
import ProcessTesting
import Testing

@testable import TaskStore

@Suite("Tasks of a newer version")
struct TaskTroubleVersionTests {
  /// Raises the version where both forms of a store have it: SQLite's own number, and the summary.
  private static let raise = """
    import sqlite3, sys
    database = sqlite3.connect(sys.argv[1])
    database.execute("PRAGMA user_version = 99")
    database.execute("UPDATE summary SET content = ?", (bytes.fromhex(sys.argv[2]),))
    database.commit()
    database.close()
    """
  private static let read = """
    import sqlite3, sys
    print(sqlite3.connect(sys.argv[1]).execute("SELECT hex(content) FROM summary").fetchone()[0])
    """

  private func python(_ arguments: String...) throws -> String {
    try ChildProcess.run(["/usr/bin/python3", "-c"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  private func raiseVersion(_ file: String) throws {
    let text = try python(Self.read, file).trimmingCharacters(in: .whitespacesAndNewlines)
    let bytes = stride(from: 0, to: text.count, by: 2).compactMap { offset in
      UInt8(text.dropFirst(offset).prefix(2), radix: 16)
    }
    var summary = try #require(Summary(bytes))
    summary.format = 99
    _ = try python(Self.raise, file, summary.encoded.map { String(format: "%02x", $0) }.joined())
  }

  private func contents(_ vault: TestVault, _ files: [String]) throws -> [Data] {
    try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(vault.data)/\($0)")) }
  }

  @Test(
    "are refused with 65 and the next step, and no file is touched",
    arguments: [("sqlite", "tasks.db"), ("icalendar", "operations.db")])
  func newer(store: String, name: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    try vault.mustRun("add", "Water the plants", "--subtask", "Fill the can")
    try vault.mustRun("agent", "stop")
    let files = [name, "\(name).copy"]
    for file in files { try raiseVersion("\(vault.data)/\(file)") }
    let before = try contents(vault, files)
    for arguments in [["list"], ["add", "another"], ["undo"], ["doctor"]] {
      let outcome = try vault.run("vault", arguments)
      #expect(outcome.status == 65, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains("newer") && outcome.errors.contains("\(vault.data)/\(name)"), "\(outcome.errors)")
      #expect(outcome.errors.contains("Install"), "\(outcome.errors)")
    }
    #expect(try contents(vault, files) == before)
    let all = try FileManager.default.contentsOfDirectory(atPath: vault.data)
    #expect(!all.contains { $0.contains("set-aside") || $0.contains("rebuilding") }, "\(all)")
  }
}
