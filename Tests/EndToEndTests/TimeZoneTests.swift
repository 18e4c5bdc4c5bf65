import Foundation
import ProcessTesting
import Testing

@Suite("A task that is due on a day, in another time zone")
struct TimeZoneTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  /// Runs a command with an agent of its own, as after a journey.
  private func run(in zone: String, _ arguments: String...) throws -> String { try run(in: zone, arguments) }

  private func run(in zone: String, _ arguments: [String]) throws -> String {
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path] + arguments,
      environment: vault.environment.merging(["TZ": zone]) { $1 })
    guard try child.exitStatus(within: 40) == 0 else { throw ChildProcess.Failure("\(arguments): \(child.text)") }
    return child.output.text
  }

  private func travel() throws { try vault.mustRun("agent", "stop") }

  private func tasks(in zone: String, _ filter: String? = nil) throws -> [[String: Any]] {
    let json = try run(in: zone, ["list", "--json"] + (filter.map { [$0] } ?? []))
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(object?["tasks"] as? [[String: Any]])
  }

  private func dues(in zone: String, _ filter: String? = nil) throws -> [String?] {
    try tasks(in: zone, filter).map { $0["dueDate"] as? String }
  }

  private let home = "America/New_York"
  private let away = "Europe/Berlin"

  @Test("stays on that day in lists, filters, reminders and exports; one with a time stays at its moment")
  func everywhere() throws {
    _ = try run(in: home, "add", "Birthday", "--due", "2030-12-24", "--notify")
    _ = try run(in: home, "add", "Flight", "--due", "2030-12-24T23:00:00Z")
    #expect(try dues(in: home, "due:2030-12-24") == ["2030-12-24T23:00:00Z", "2030-12-25T04:59:59Z"])
    try travel()
    #expect(try run(in: away, "list", "Birthday").contains("24 Dec"))
    #expect(try dues(in: away, "due:2030-12-24") == ["2030-12-24T22:59:59Z"])
    #expect(try dues(in: away, "due:2030-12-25") == ["2030-12-24T23:00:00Z"])
    #expect(try tasks(in: away, "Birthday").first?["isAllDay"] as? Bool == true)
    #expect(try run(in: away, "reminders", "--json").contains("2030-12-24T08:00:00Z"))
    #expect(try run(in: away, "export", "--format", "todotxt").contains("due:2030-12-24"))
    #expect(!(try run(in: away, "export", "--format", "todotxt", "Birthday").contains("due:2030-12-25")))
    #expect(try run(in: away, "export", "--format", "taskwarrior", "Birthday").contains("20301224T225959Z"))
    #expect(try run(in: away, "export", "--format", "ics", "Birthday").contains("DUE;VALUE=DATE:20301224"))
    try travel()
    #expect(try dues(in: home, "Birthday") == ["2030-12-25T04:59:59Z"])
    #expect(try run(in: home, "reminders", "--json").contains("2030-12-24T14:00:00Z"))
    #expect(try run(in: home, "doctor").contains("All tasks are whole."))
  }

  @Test("is taken back to the same day, and repeats on days")
  func undo() throws {
    _ = try run(in: home, "add", "Birthday", "--due", "2030-12-24", "--repeat", "yearly", "--notify")
    let id = try #require(try tasks(in: home)[0]["shortId"] as? String)
    _ = try run(in: home, "edit", id, "--due", "2030-12-31")
    try travel()
    #expect(try dues(in: away) == ["2030-12-31T22:59:59Z"])
    _ = try run(in: away, "undo")
    #expect(try dues(in: away) == ["2030-12-24T22:59:59Z"])
    _ = try run(in: away, "done", id)
    #expect(try dues(in: away) == ["2031-12-24T22:59:59Z"])
    try travel()
    #expect(try dues(in: home) == ["2031-12-25T04:59:59Z"])
    _ = try run(in: home, "undo")
    #expect(try dues(in: home) == ["2030-12-25T04:59:59Z"])
    _ = try run(in: home, "undo")
    #expect(try tasks(in: home).isEmpty)
  }
}
