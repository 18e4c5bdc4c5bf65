import Foundation
import ProcessTesting
import Testing

@Suite("What files of other programs leave unsaid, or say so that nobody can read it")
struct UnsaidTests {
  private func write(_ vault: TestVault, _ text: String, _ name: String) throws -> String {
    let file = vault.root.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  @Test(
    "a file that does not say when a task was changed never overwrites the task that is here",
    arguments: ["sqlite", "icalendar"])
  func undated(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    let calendar = { (fields: String) in
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VTODO\r\nUID:a-to-do\r\nSUMMARY:theirs\r\n\(fields)"
        + "END:VTODO\r\nEND:VCALENDAR\r\n"
    }
    let file = try write(vault, calendar(""), "undated-\(store).ics")
    #expect(try vault.mustRun("import", file).contains("Imported 1 task."))
    let id = try #require(try vault.mustRun("list").split(separator: " ").first)
    try vault.mustRun("edit", String(id), "--name", "ours")
    for fields in ["", "CREATED:20400101T000000Z\r\n", "LAST-MODIFIED:20200101T000000Z\r\n"] {
      let again = try write(vault, calendar(fields), "again-\(store).ics")
      #expect(try vault.mustRun("import", again).contains("1 was here already"), "\(fields)")
    }
    #expect(try vault.mustRun("list").contains("ours"))
    let newer = try write(vault, calendar("LAST-MODIFIED:20400101T000000Z\r\n"), "newer-\(store).ics")
    #expect(try vault.mustRun("import", newer).contains("1 was older here and is brought up to date."))
    #expect(try vault.mustRun("list").contains("theirs"))
  }

  @Test("calendar files that can't be read are named by a move, with the reason, and stay where they are")
  func unreadable() throws {
    let vault = try TestVault()
    for name in ["one", "two", "three"] { try vault.mustRun("add", name) }
    try vault.mustRun("tasks", "migrate", "--to", "icalendar")
    let bad = "\(vault.data)/calendar/bad.ics"
    try "no calendar".write(toFile: bad, atomically: true, encoding: .utf8)
    let told = try vault.mustRun("tasks", "migrate", "--to", "sqlite")
    #expect(told.contains("3 tasks are in sqlite now.") && told.contains("can't be taken back"), "\(told)")
    #expect(told.contains("Warning: 1 calendar file") && told.contains("  bad.ics: ") && told.contains("stays where"))
    #expect(!told.contains("VAULT_TASK_STORE"))
    #expect(try String(contentsOfFile: bad, encoding: .utf8) == "no calendar")
    #expect(try vault.mustRun("list").split(separator: "\n").count == 3)
  }
}
