import CivilTime
import Foundation
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Due dates in words")
struct RelativeTimeTests {
  private func text(_ typed: String, now: Date = saturday) throws -> String {
    let when = try When(typed, now: now, zone: berlin)
    return RelativeTime.text(when.date, isAllDay: when.isAllDay, now: saturday, zone: berlin)
  }

  @Test(
    "times are told by how near they are",
    arguments: [
      ("in 25 min", "in 25 min"), ("in 30s", "now"), ("in 59 min", "in 59 min"), ("18:00", "today 18:00"),
      ("tomorrow 9:00", "tomorrow 9:00"), ("fri 18:00", "Fri 18:00"), ("sat 18:00", "28 Nov 18:00"),
      ("24 dec 18:00", "24 Dec 18:00"), ("24 dec 2027 18:00", "24 Dec 2027 18:00"), ("today 9:00", "overdue by 1 h"),
      ("today 10:00", "overdue by 15 min"), ("2026-11-19 9:00", "overdue by 2 d"), ("midnight", "tomorrow 0:00"),
      ("24.10.2026 9:00", "overdue since 24 Oct"),
    ])
  func times(_ typed: String, _ expected: String) throws { #expect(try text(typed) == expected) }

  @Test(
    "days are told without a time",
    arguments: [
      ("today", "today"), ("tomorrow", "tomorrow"), ("fri", "Fri"), ("next sat", "28 Nov"), ("24 dec", "24 Dec"),
      ("24 dec 2027", "24 Dec 2027"), ("yesterday", "overdue by 1 d"), ("19.11.2026", "overdue by 2 d"),
      ("25.10.2026", "overdue by 27 d"), ("24.10.2026", "overdue since 24 Oct"),
      ("2020-01-02", "overdue since 2 Jan 2020"),
    ])
  func days(_ typed: String, _ expected: String) throws { #expect(try text(typed) == expected) }

  @Test("what came is told by how long ago, and beyond a day by its day")
  func past() {
    let cases: [(seconds: Double, words: String)] = [
      (-30, "just now"), (59, "just now"), (60, "1 min ago"), (10_801, "3 h ago"), (86_400, "20 Nov 10:15"),
      (31_536_000, "21 Nov 2025 10:15"),
    ]
    for (seconds, words) in cases {
      let date = saturday.addingTimeInterval(-seconds)
      #expect(RelativeTime.text(since: date, now: saturday, zone: berlin) == words)
    }
  }

  @Test("a date that only a damaged record has is no trap", arguments: [1e300, -1e300, .infinity, -.infinity, .nan])
  func damaged(_ seconds: Double) {
    for isAllDay in [true, false] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(!RelativeTime.text(date, isAllDay: isAllDay, now: saturday, zone: berlin).isEmpty)
      #expect(!RelativeTime.text(since: date, now: saturday, zone: berlin).isEmpty)
    }
  }
}
