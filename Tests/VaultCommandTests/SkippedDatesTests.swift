import AgentAPI
import CivilTime
import Foundation
import Localization
import Testing
import VaultClient
import VaultModel
import VaultTesting

@testable import vault

@Suite("A task that repeats from a day that not every month, or year, has")
struct SkippedDatesTests {
  private func row(_ day: String, _ rule: String) throws -> TaskRow {
    let id = try #require(UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"))
    let due = try When(day, now: Date(timeIntervalSince1970: 1_800_000_000), zone: .utc).date
    var task = TodoTask(id: id, name: "Pay rent", dueDate: due, createdAt: due)
    task.recurrence = RecurrenceRule(rule)
    return TaskRow(shortID: "4f2a", task: task)
  }

  @Test("is told, with the command that says the last day, which means the same rule but for that")
  func told() throws {
    for (rule, words) in [
      ("FREQ=MONTHLY", "every month on the last day"), ("FREQ=MONTHLY;INTERVAL=2", "every 2 months on the last day"),
      ("FREQ=MONTHLY;COUNT=5", "every month on the last day, 5 times"),
    ] {
      let lines = try #require(SkippedDates(row("2027-01-31", rule), zone: .utc)?.lines)
      #expect(lines[0].contains("without a day 31") && lines[1] == "  vault edit 4f2a --repeat \"\(words)\"")
      let last = try RepeatRule(words, now: Date(timeIntervalSince1970: 1_800_000_000), zone: .utc).rule.text
      #expect(
        last.contains("BYMONTHDAY=-1") && Set(rule.split(separator: ";")).isSubset(of: last.split(separator: ";")))
    }
    for day in ["2027-01-29", "2027-01-30"] { #expect(try SkippedDates(row(day, "FREQ=MONTHLY"), zone: .utc) != nil) }
  }

  @Test("is told of a year without its day, too, with the command for the day before")
  func leapYears() throws {
    let lines = try #require(SkippedDates(row("2028-02-29", "FREQ=YEARLY"), zone: .utc)?.lines)
    #expect(lines[0].contains("without a 29 February") && lines[1] == "  vault edit 4f2a --due \"28 feb\"")
  }

  @Test("is not told where every month has the day, or another rule says which")
  func untold() throws {
    for (day, rule) in [
      ("2028-02-28", "FREQ=YEARLY"), ("2027-01-28", "FREQ=MONTHLY"),
      ("2027-01-31", "FREQ=WEEKLY"), ("2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("2027-01-29", "FREQ=MONTHLY;BYDAY=-1FR"), ("2027-01-31", "FREQ=MONTHLY;BYMONTH=1,3;BYSETPOS=1"),
    ] {
      #expect(try SkippedDates(row(day, rule), zone: .utc) == nil, "\(day) \(rule)")
    }
  }

  @Test("add tells it, and edit where the date or the rule is new, once for several tasks")
  func program() throws {
    let row = try row("2027-01-31", "FREQ=MONTHLY")
    let agent = try ScriptedAgent { talk in
      if try talk.request().decoded(as: AddTask.self) != nil { return try talk.reply(row) }
      try talk.reply(TaskChangeReport([.init("edit", row), .init("edit", row)]))
    }
    let count = { (words: [String]) in
      try Program.run(words, agent: agent).errors.components(separatedBy: "on the last day").count - 1
    }
    #expect(try count(["add", "Pay rent", "--due", "2099-01-31", "--repeat", "monthly"]) == 1)
    #expect(try count(["edit", "4f2a", "4f2b", "--repeat", "monthly"]) == 1)
    #expect(try count(["edit", "4f2a", "--due", "2099-01-31"]) == 1 && count(["edit", "4f2a", "--tag", "x"]) == 0)
  }
}
