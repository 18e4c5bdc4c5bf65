import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("A task in the words of a list")
struct TaskSummaryTests {
  private static let zone = LocalZone(secondsEast: 0)
  /// Friday, 15 January 2027, 4:00.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000 - 7_200 * 2)

  private func details(_ day: CivilDate, hour: Int?, isDone: Bool = true) -> String {
    var task = TodoTask(id: UUID(), name: "Pay rent", createdAt: Self.now)
    let end = Self.zone.end(of: day)
    // The last second of a day is 23:59:59.
    task.dueDate = hour.map { end.addingTimeInterval(Double($0) * 3600 + 1 - 86_400) } ?? end
    task.isAllDay = hour == nil
    task.isDone = isDone
    return TaskSummary(TaskRow(shortID: "4f2a", task: task), now: Self.now, zone: Self.zone).details
  }

  private static func day(_ text: String) throws -> CivilDate {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    let month = try #require(Month(rawValue: parts[1]))
    return try #require(CivilDate(year: parts[0], month: month, day: parts[2]))
  }

  @Test(
    "what is done says when it was due as what is open does, and is never overdue",
    arguments: [
      ("2027-01-15", nil, "today"), ("2027-01-16", nil, "tomorrow"), ("2027-01-18", nil, "Mon"),
      ("2027-12-24", nil, "24 Dec"), ("2027-01-16", 18, "tomorrow 18:00"), ("2027-01-15", 2, "today 2:00"),
      ("2027-01-14", nil, "14 Jan"), ("2027-01-14", 9, "14 Jan 9:00"), ("2026-12-03", nil, "3 Dec 2026"),
    ])
  func done(day: String, hour: Int?, words: String) throws {
    #expect(details(try Self.day(day), hour: hour) == words)
  }

  @Test("what is open is overdue")
  func open() throws {
    #expect(details(try Self.day("2027-01-14"), hour: nil, isDone: false) == "overdue by 1 d")
  }
}
