import AgentAPI
import CivilTime
import Foundation
import Testing
import VaultClient
import VaultModel
import VaultTesting

@testable import vault

@Suite("A task that is due on a day that its rule does not have")
struct FirstDateTests {
  private func row(_ day: String, _ rule: String) throws -> TaskRow {
    let id = try #require(UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"))
    let due = try When(day, now: Date(timeIntervalSince1970: 1_800_000_000), zone: .utc).date
    var task = TodoTask(id: id, name: "Water", dueDate: due, createdAt: due)
    task.recurrence = RecurrenceRule(rule)
    return TaskRow(shortID: "4f2a", task: task)
  }

  @Test(
    "is told, with that day as the first",
    arguments: [
      ("2027-02-02", "FREQ=WEEKLY;BYDAY=MO,WE"), ("2027-02-02", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("2027-02-19", "FREQ=MONTHLY;BYDAY=-1FR"), ("2027-02-27", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("2027-02-28", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=28"),
    ])
  func told(day: String, rule: String) throws {
    let line = try #require(FirstDate(row(day, rule), zone: .utc)?.line)
    #expect(line.contains("Feb 2027 is none of") && line.contains("it is the first date all the same"))
  }

  @Test(
    "is not told where the rule has the day, or names none",
    arguments: [
      ("2027-02-01", "FREQ=WEEKLY;BYDAY=MO,WE"), ("2027-02-26", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("2027-02-28", "FREQ=MONTHLY;BYMONTHDAY=-1"), ("2027-02-02", "FREQ=WEEKLY"),
      ("2027-02-02", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=1"),
    ])
  func untold(day: String, rule: String) throws {
    #expect(try FirstDate(row(day, rule), zone: .utc) == nil)
  }

  @Test("add tells it on standard error")
  func program() throws {
    let row = try row("2027-02-02", "FREQ=WEEKLY;BYDAY=MO,WE")
    let agent = try ScriptedAgent { talk in
      _ = try talk.request()
      try talk.reply(row)
    }
    let outcome = try Program.run(["add", "Water", "--due", "2099-02-03", "--repeat", "mon,wed"], agent: agent)
    #expect(outcome.errors.contains("Tue 2 Feb 2027 is none of") && !outcome.output.contains("none of"))
  }
}
