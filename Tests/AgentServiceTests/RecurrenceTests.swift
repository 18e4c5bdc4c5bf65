import Foundation
import Glibc
import Testing
import VaultModel

@testable import AgentService

@Suite("A repeating task goes on", .serialized)
struct RecurrenceTests {
  /// Runs `body` where clocks went from 2:00 to 3:00 on 14 March 2027.
  private func inNewYork(_ body: () throws -> Void) rethrows {
    let former = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", "America/New_York", 1)
    tzset()
    defer {
      if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
      tzset()
    }
    try body()
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private func task(_ rule: String, due: Date) -> TodoTask {
    var task = TodoTask(id: UUID(), name: "Water", dueDate: due, createdAt: due)
    task.recurrence = RecurrenceRule(rule)
    return task
  }

  /// The task completed again and again, each time when it is due.
  private func course(_ first: TodoTask) throws -> [Occurrence] {
    var task = first
    var course: [Occurrence] = []
    while course.count < 4, let next = Recurrence.next(of: task, after: try #require(task.dueDate)) {
      course.append(next)
      task = task.moved(to: next, at: next.date)
    }
    return course
  }

  @Test("a time that a clock change leaves out is an hour later once, and the rule reads as before again")
  func gap() throws {
    try inNewYork {
      let course = try course(task("FREQ=DAILY", due: date("2027-03-13T02:30:00-05:00")))
      let dates = ["2027-03-14T03:30:00-04:00", "2027-03-15T02:30:00-04:00", "2027-03-16T02:30:00-04:00"]
      #expect(try course.prefix(3).map(\.date) == dates.map(date))
      #expect(course.dropFirst().allSatisfy { $0.rule.text == "FREQ=DAILY" })
    }
  }

  @Test("a repetition that is counted comes as often with such a time in it as without")
  func count() throws {
    try inNewYork {
      let course = try course(task("FREQ=DAILY;COUNT=4", due: date("2027-03-13T02:30:00-05:00")))
      #expect(course.map { $0.rule.text.contains("BYHOUR") } == [true, false, false])
      #expect(
        course.compactMap { $0.rule.text.split(separator: ";").first { $0.hasPrefix("COUNT") } } == [
          "COUNT=3", "COUNT=2", "COUNT=1",
        ])
    }
  }

  @Test("one that nobody did on the day of the change gives way to the newest at its own time")
  func passedOver() throws {
    try inNewYork {
      let task = try task("FREQ=WEEKLY", due: date("2027-03-07T02:30:00-05:00"))
      let moved = try #require(Recurrence.current(of: task, at: date("2027-03-15T12:00:00-04:00")))
      #expect(try moved.date == date("2027-03-14T03:30:00-04:00"))
      let next = try #require(
        Recurrence.current(of: task.moved(to: moved, at: moved.date), at: date("2027-03-30T12:00:00-04:00")))
      #expect(
        try next == Occurrence(date("2027-03-28T02:30:00-04:00"), rule: try #require(RecurrenceRule("FREQ=WEEKLY"))))
    }
  }
}
