import Foundation
import ProcessTesting
import Testing

@Suite("Settings and what becomes of them")
struct SettingsTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func configure(_ json: String) throws {
    let directory = vault.root.appendingPathComponent("config")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try json.write(to: directory.appendingPathComponent("config.json"), atomically: true, encoding: .utf8)
  }

  /// Runs `vault` with another task store in its environment, and without any when `store` is nil.
  private func run(_ arguments: String..., store: String? = nil, calendar: String? = nil) throws -> TestVault.Outcome {
    var environment = vault.environment
    environment["VAULT_TASK_STORE"] = store
    environment["VAULT_CALENDAR_DIR"] = calendar
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path] + arguments, environment: environment)
    return TestVault.Outcome(
      status: try child.exitStatus(), output: child.output.text, errors: child.errors.text)
  }

  @Test(
    "a key that means nothing is told once at each start of the agent, and by doctor, with the one that may be meant")
  func unknownKey() throws {
    try configure(#"{"unlock-timeuot": 60, "colour": {"dark": true}}"#)
    for _ in 0..<2 {
      let first = try vault.vault("list")
      #expect(first.status == 0 && first.errors.contains("\u{201C}unlock-timeout\u{201D} meant"), "\(first)")
      #expect(first.errors.contains("\u{201C}colour\u{201D}"), "\(first)")
      #expect(try !vault.vault("list").errors.contains("means nothing"))
      let doctor = try vault.mustRun("doctor")
      #expect(doctor.contains("unlock-timeuot") && doctor.contains("config.json"), "\(doctor)")
      try vault.mustRun("agent", "stop")
    }
    try configure(#"{"unlock-timeout": 60}"#)
    #expect(try !vault.vault("list").errors.contains("means nothing"))
  }

  @Test("an agent that is set otherwise can be ended, and a move that was refused does not end it")
  func ending() throws {
    try vault.mustRun("add", "one")
    #expect(try vault.vault("tasks", "migrate", "--to", "sqlite").status == 0)
    #expect(try run("list", store: "icalendar").status == 78)
    #expect(try run("agent", "stop", store: "icalendar").status == 0)
    #expect(try run("list").output.contains("one"))
  }

  @Test("a task store that only a variable named stays the one when the variable is gone")
  func rememberedStore() throws {
    #expect(try run("add", "in the calendar", store: "icalendar").status == 0)
    #expect(try run("agent", "stop").status == 0)
    let list = try run("list")
    #expect(list.output.contains("in the calendar"), "\(list)")
    #expect(try run("agent", "stop").status == 0)
    let refused = try run("list", store: "sqlite")
    #expect(refused.status == 78 && refused.errors.contains("icalendar"), "\(refused)")
    #expect(refused.errors.contains("vault tasks migrate --to sqlite"), "\(refused)")
    #expect(try run("tasks", "migrate", "--to", "sqlite").status == 0)
    #expect(try run("list", store: "sqlite").output.contains("in the calendar"))
  }

  @Test("a variable that names the store without the tasks is refused, and migrate moves them")
  func otherStore() throws {
    #expect(try run("add", "in the database").status == 0)
    #expect(try run("agent", "stop").status == 0)
    let refused = try run("list", store: "icalendar")
    #expect(refused.status == 78 && refused.errors.contains("The tasks are in sqlite"), "\(refused)")
    #expect(refused.errors.contains("vault tasks migrate --to icalendar"), "\(refused)")
    #expect(try run("tasks", "migrate", "--to", "icalendar").status == 0)
    #expect(try run("list", store: "icalendar").output.contains("in the database"))
  }

  @Test("a calendar directory that can't be made, or holds lists and no files, is told with what to do")
  func wrongDirectory() throws {
    let lists = vault.root.path + "/lists"
    let refused = try run("list", store: "icalendar", calendar: lists + "/tasks")
    #expect(refused.status == 78 && refused.errors.contains("mkdir -p"), "\(refused)")
    #expect(refused.errors.contains("there is no \(lists) to make it in"), "\(refused)")
    try FileManager.default.createDirectory(atPath: lists + "/home", withIntermediateDirectories: true)
    let todo = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:x\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    try todo.write(toFile: lists + "/home/a.ics", atomically: true, encoding: .utf8)
    let told = try run("list", store: "icalendar", calendar: lists)
    #expect(told.status == 0 && told.errors.contains("for instance \(lists)/home"), "\(told)")
    #expect(try run("agent", "stop").status == 0)
  }

  @Test("another calendar directory is told once")
  func otherDirectory() throws {
    #expect(try run("add", "here", store: "icalendar").status == 0)
    #expect(try run("agent", "stop").status == 0)
    let other = vault.root.path + "/other"
    let list = try run("list", calendar: other)
    #expect(list.errors.contains("\(vault.data)/calendar") && list.errors.contains("calendar-dir"), "\(list)")
    #expect(try run("agent", "stop").status == 0)
    #expect(try !run("list", calendar: other).errors.contains("calendar-dir"))
    #expect(try run("agent", "stop").status == 0)
    #expect(try run("list").output.contains("here"))
  }
}
