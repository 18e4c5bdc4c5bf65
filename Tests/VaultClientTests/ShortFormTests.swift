import AgentAPI
import Foundation
import Testing
import VaultClient
import VaultModel
import VaultTesting

@Suite("Short forms of dates, rules and filters")
struct ShortFormTests {
  @Test("the basic form of ISO 8601 is a date, and what it can't be is told")
  func basicDate() throws {
    let when = try When("20261224", now: saturday, zone: berlin)
    #expect(try when == When("2026-12-24", now: saturday, zone: berlin))
    #expect(
      try When("20261224 18:00", now: saturday, zone: berlin) == When("2026-12-24 18:00", now: saturday, zone: berlin))
    for text in ["20261324", "20260230", "202612245"] {
      #expect(throws: Failure.self, "\(text)") { try When(text, now: saturday, zone: berlin) }
    }
  }

  @Test("quarterly and biweekly are intervals")
  func intervals() throws {
    for (text, rule) in [
      ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("biweekly", "FREQ=WEEKLY;INTERVAL=2"),
      ("fortnightly", "FREQ=WEEKLY;INTERVAL=2"),
    ] {
      #expect(try RepeatRule(text, now: saturday, zone: berlin).rule.text == rule)
    }
  }

  @Test("due:none finds what has no due date, and excludes every range")
  func undated() throws {
    let filter = try FilterWords(["due:none"], now: saturday, zone: berlin).filter
    #expect(filter.matches(TodoTask(id: UUID(), name: "x", createdAt: saturday)))
    #expect(!filter.matches(TodoTask(id: UUID(), name: "x", dueDate: saturday, createdAt: saturday)))
    #expect(throws: Failure.self) { try FilterWords(["due:none", "due:today"], now: saturday, zone: berlin) }
  }
}
