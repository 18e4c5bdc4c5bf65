import Foundation
import Glibc
import ProcessTesting
import Testing

@Suite("Calendar files that other programs share with the running agent")
struct TaskTroubleCalendarTests {
  private let vault: TestVault
  private var calendar: String { "\(vault.data)/calendar" }

  init() throws { vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar", "TZ": "UTC"]) }

  /// The file of the task with this name, and what is in it.
  private func file(of name: String) throws -> (path: String, text: String) {
    for file in try FileManager.default.contentsOfDirectory(atPath: calendar) {
      let path = "\(calendar)/\(file)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      if text.contains("SUMMARY:\(name)\r\n") { return (path, text) }
    }
    throw ChildProcess.Failure("no file of \(name)")
  }

  @Test("a file that another program changes, adds or removes is in the next list", .timeLimit(.minutes(5)))
  func changesFromOutside() throws {
    try vault.mustRun("add", "Water the plants", "--notes", "all of them")
    let (path, text) = try file(of: "Water the plants")
    let edited = text.replacingOccurrences(of: "Water the plants", with: "Water the roses")
    // As editors do, and as careful programs do.
    try edited.write(toFile: path, atomically: false, encoding: .utf8)
    try waitUntil("the list shows it") { try vault.mustRun("list").contains("Water the roses") }
    let other = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//other//EN\r\nBEGIN:VTODO\r\nUID:from-elsewhere\r
      DTSTAMP:20300101T000000Z\r\nSUMMARY:From elsewhere\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
      """
    try other.write(toFile: "\(calendar)/elsewhere.ics", atomically: true, encoding: .utf8)
    try waitUntil("the list shows the other") { try vault.mustRun("list").contains("From elsewhere") }
    #expect(unlink("\(calendar)/elsewhere.ics") == 0)
    try waitUntil("the list shows it no more") { try !vault.mustRun("list").contains("From elsewhere") }
    let json = try vault.mustRun("list", "--json")
    #expect(json.contains("Water the roses") && !json.contains("Water the plants"))
  }

  @Test("broken files are named by the doctor with the reason, never changed, and keep nothing else from working")
  func brokenFiles() throws {
    try vault.mustRun("add", "Water the plants")
    let broken: [String: Data] = [
      "garbage.ics": Data("this is no calendar\n".utf8),
      "cut.ics": Data("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:x".utf8),
      "latin.ics": Data([0x42, 0x45, 0x47, 0x49, 0x4E, 0xE4, 0xFF]), "red\u{1B}[31m.ics": Data("no".utf8),
    ]
    for (name, bytes) in broken { try bytes.write(to: URL(fileURLWithPath: "\(calendar)/\(name)")) }
    let outcome = try vault.vault("doctor")
    #expect(outcome.status == 69, "\(outcome)")
    for name in ["garbage.ics", "cut.ics", "latin.ics", "[31m.ics"] {
      let line = outcome.output.split(separator: "\n").first { $0.contains(name) }
      #expect(line?.contains("problem") == true && line?.contains("It is") == true, "\(name): \(outcome.output)")
    }
    #expect(!outcome.output.contains("\u{1B}[31m"), "what a file is called can't colour the terminal")
    try vault.mustRun("add", "Feed the cat")
    let id = try vault.mustRun("list", "--json").components(separatedBy: "\"id\"")[1].split(separator: "\"")[1]
    try vault.mustRun("done", String(id))
    try vault.mustRun("undo")
    vault.killAgent()
    #expect(try vault.mustRun("list").contains("Feed the cat") && vault.mustRun("list").contains("Water the plants"))
    for (name, bytes) in broken {
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(calendar)/\(name)")) == bytes, "\(name) is as it was")
      #expect(unlink("\(calendar)/\(name)") == 0)
    }
    #expect(try vault.mustRun("doctor").contains("All tasks are whole."))
  }

  @Test("todoman lists what the vault added, and what it completes is done for the vault")
  func todoman() throws {
    try vault.mustRun("add", "Paint the fence", "--due", "2040-05-06T10:00:00Z", "--subtask", "Buy paint")
    let listed = try todoman("--porcelain", "list")
    #expect(listed.contains("Paint the fence") && listed.contains("Buy paint"), "\(listed)")
    let rows = try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]] ?? []
    let number = rows.first { $0["summary"] as? String == "Paint the fence" }?["id"] as? Int
    _ = try todoman("done", String(try #require(number)))
    try waitUntil("the list shows it no more") { try !vault.mustRun("list").contains("Paint the fence") }
    #expect(try vault.mustRun("list", "--all").contains("[done] Paint the fence"))
    #expect(try vault.mustRun("doctor").contains("All tasks are whole."))
  }

  private func todoman(_ arguments: String...) throws -> String {
    let configuration = """
      path = "\(calendar)"
      cache_path = "\(vault.root.path)/todoman.sqlite3"
      default_list = "calendar"
      date_format = "%Y-%m-%d"
      time_format = "%H:%M"
      """
    let file = "\(vault.root.path)/todoman.py"
    try configuration.write(toFile: file, atomically: false, encoding: .utf8)
    let environment = [
      "TODOMAN_CONFIG": file, "LC_ALL": "C.UTF-8", "HOME": vault.root.path, "PATH": "/usr/bin:/bin", "TZ": "UTC",
    ]
    return try ChildProcess.run(["todoman"] + arguments, environment: environment)
  }
}
