import Foundation
import ProcessTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("The access log can't be rewritten unnoticed")
struct AccessLogTests {
  private let vault: TestVault
  private let id: String

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
    id = try vault.addProtected("secret")
    // A chapter with a text shown and one refused, and a second chapter.
    _ = try vault.reveal(id)
    try vault.mustRun("lock")
    _ = try vault.vault("reveal", id, "--plain")
    _ = try vault.reveal(id)
  }

  private var state: URL { vault.root.appendingPathComponent("state") }

  /// What `vault log --verify --json` says.
  private func verification(_ status: Int32 = 0) throws -> [String: Any] {
    let outcome = try vault.vault("log", "--verify", "--json", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(outcome.status == status, "\(outcome)")
    return try TestVault.object(outcome.output)
  }

  private func kinds(_ verification: [String: Any]) -> [String] {
    (verification["findings"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
  }

  /// Changes the files of the log as somebody would who knows how they are checksummed.
  private func tamper(_ change: ([StoredRow]) -> [MirroredDatabase.Change]) throws {
    let database = try MirroredDatabase(path: state.path + "/access.db", schema: AccessSchema.schema)
    let rows = try database.rows(of: AccessSchema.access)
    try database.write { _, _ in change(rows) }
    try database.close()
  }

  private func copy(_ names: [String], from: URL, to: URL) throws {
    try FileManager.default.createDirectory(at: to, withIntermediateDirectories: true)
    for name in names {
      try? FileManager.default.removeItem(at: to.appendingPathComponent(name))
      let source = from.appendingPathComponent(name)
      if FileManager.default.fileExists(atPath: source.path) {
        try FileManager.default.copyItem(at: source, to: to.appendingPathComponent(name))
      }
    }
  }

  private static let databases = ["access.db", "access.db.copy"].flatMap { [$0, $0 + "-wal", $0 + "-shm"] }

  @Test("a log that nobody touched is complete, also after the agent ended and began again")
  func complete() throws {
    let first = try verification()
    #expect(first["verdict"] as? String == "complete" && first["chapters"] as? Int == 2)
    #expect(first["since"] is String && first["unvouched"] as? Int == 1 && first["letGo"] as? Int == 0)
    let entries = try #require(first["entries"] as? Int)
    try vault.mustRun("agent", "stop")
    let text = try vault.mustRun("log", "--verify", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(text.contains("The log is complete."), "\(text)")
    let second = try verification()
    #expect(second["verdict"] as? String == "complete" && second["chapters"] as? Int == 3)
    #expect(second["entries"] as? Int ?? 0 > entries)
    let log = try vault.mustRun("log", "--json")
    #expect(log.contains("log verify"), "who looked stands there, too")
  }

  @Test("it takes the PIN, and says so where there is none")
  func needsOwner() throws {
    try vault.mustRun("lock")
    #expect(try vault.vault("log", "--verify").status == 77)
    let other = try TestVault()
    let outcome = try other.vault("log", "--verify")
    #expect(outcome.status == 77 && outcome.errors.contains("No PIN has been set"), "\(outcome)")
    #expect(try other.vault("log").status == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: other.root.path + "/state")
    #expect(!files.contains("access.key"), "without a PIN the log is as it was: \(files)")
  }

  @Test("a changed entry is found", arguments: [true, false])
  func changed(isRunning: Bool) throws {
    if !isRunning { try vault.mustRun("agent", "stop") }
    try tamper { rows in
      guard let row = rows.first(where: { AccessRecord($0)?.action == "reveal" }) else { return [] }
      var cells = row.cells
      cells[3] = .text("/usr/bin/innocent")
      return [.put(row.name, cells)]
    }
    #expect(try vault.mustRun("log").contains("innocent"), "the attack worked")
    let found = try verification(65)
    #expect(found["verdict"] as? String == "changed" && kinds(found) == ["changed"], "\(found)")
    let text = try vault.vault("log", "--verify", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(text.status == 65 && text.output.contains("After unlock 1, 20"), "\(text)")
  }

  @Test("a removed entry is found, and removed last entries, while the agent runs and after it ended", arguments: 0..<3)
  func removed(how: Int) throws {
    if how == 2 { try vault.mustRun("agent", "stop") }
    try tamper { rows in
      let gone = how == 0 ? Array(rows.dropFirst().prefix(1)) : Array(rows.suffix(2))
      return gone.map { .remove($0.name) }
    }
    let found = try verification(65)
    #expect(Set(kinds(found)) == ["removed"], "\(found)")
  }

  @Test("an older log that is put back is found, with its key or without", arguments: [true, false])
  func olderFile(withKey: Bool) throws {
    try vault.mustRun("agent", "stop")
    let aside = vault.root.appendingPathComponent("aside")
    let names = Self.databases + (withKey ? ["access.key"] : [])
    try copy(names, from: state, to: aside)
    _ = try vault.reveal(id)
    try vault.mustRun("lock")
    _ = try vault.reveal(id)
    try vault.mustRun("agent", "stop")
    try copy(names, from: aside, to: state)
    let found = try verification(65)
    #expect(kinds(found) == ["chapterMissing"], "\(found)")
  }

  @Test(
    "an earlier chapter that is put back with its key is found, also when the number in the task database is lowered")
  func earlierChapter() async throws {
    try vault.mustRun("agent", "stop")
    let aside = vault.root.appendingPathComponent("aside")
    let names = Self.databases + ["access.key"]
    try copy(names, from: state, to: aside)
    _ = try vault.reveal(id)
    try vault.mustRun("agent", "stop")
    try copy(names, from: aside, to: state)
    try await vault.set(Array("2".utf8), VaultStateKey("access-chapter"))
    let found = try verification(65)
    #expect(found["verdict"] as? String == "changed" && kinds(found) == ["chapterMissing"], "\(found)")
  }

  @Test("the log of earlier in a chapter is found when it is put back and its key deleted")
  func earlierInTheChapter() throws {
    let aside = vault.root.appendingPathComponent("aside")
    try vault.mustRun("agent", "stop")
    try copy(Self.databases + ["access.key"], from: state, to: aside)
    // Refused while it is locked: it stands in the same chapter.
    _ = try vault.vault("reveal", id, "--plain")
    try vault.mustRun("agent", "stop")
    try copy(Self.databases, from: aside, to: state)
    try FileManager.default.removeItem(at: state.appendingPathComponent("access.key"))
    let found = try verification(65)
    #expect(found["verdict"] as? String == "changed" && kinds(found) == ["keyTaken"], "\(found)")
    let text = try vault.vault("log", "--verify", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(text.status == 65 && text.output.contains("was removed or replaced"), "\(text)")
  }

  @Test("an agent that was killed is told as a gap, and nothing worse")
  func killed() throws {
    vault.killAgent()
    _ = try vault.vault("reveal", id, "--plain")
    let found = try verification()
    #expect(found["verdict"] as? String == "gap" && kinds(found) == ["endedUnclosed"], "\(found)")
    let text = try vault.mustRun("log", "--verify", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(text.contains("ended here without closing the log") && text.contains("there are gaps"), "\(text)")
  }
}
