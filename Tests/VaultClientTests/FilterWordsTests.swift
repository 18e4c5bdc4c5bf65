import AgentAPI
import CivilTime
import Foundation
import Testing
import VaultModel
import VaultTesting

@testable import VaultClient

@Suite("The words of a filter")
struct FilterWordsTests {
  private func filter(_ words: String...) throws -> TaskFilter {
    try FilterWords(words, now: saturday, zone: berlin).filter
  }

  /// A moment of Berlin's winter.
  private func winter(_ text: String) throws -> Date {
    try When(text + "+01:00", now: saturday, zone: berlin).date
  }

  @Test("no words mean all open tasks, and plain words are searched for")
  func search() throws {
    #expect(try filter() == TaskFilter())
    let filter = try filter("milk", "12:30", "R2-D2", "text:a:b", "text:-x")
    #expect(filter.words == ["milk", "12:30", "R2-D2", "a:b", "-x"])
    #expect(try self.filter("--", "+home", "is:done", "foo:bar").words == ["+home", "is:done", "foo:bar"])
  }

  @Test("tags are wanted with a plus and unwanted with a minus")
  func tags() throws {
    let filter = try filter("+home", "-work", "tag:garden", "tag:-later")
    #expect(filter.tags == ["home", "garden"] && filter.excludedTags == ["work", "later"])
  }

  @Test("projects, priorities and qualities are named by their keys")
  func keys() throws {
    let filter = try filter(
      "project:home.garden", "PRIORITY:H", "is:any", "is:protected", "is:notifying", "is:recurring")
    #expect(filter.project == "home.garden" && filter.priority == .high && filter.state == .any)
    #expect(filter.isProtected == true && filter.isNotifying == true && filter.isRecurring == true)
    #expect(try self.filter("priority:medium").priority == .medium && self.filter("priority:l").priority == .low)
    #expect(try self.filter("is:done").state == .done)
  }

  @Test("due: makes moments of days: from the start of a day to the start of the next")
  func due() throws {
    let expected: [(String, String?, String?)] = [
      ("today", "2026-11-21T00:00", "2026-11-22T00:00"), ("tomorrow", "2026-11-22T00:00", "2026-11-23T00:00"),
      ("week", "2026-11-21T00:00", "2026-11-29T00:00"), ("before:fri", nil, "2026-11-27T00:00"),
      ("after:fri", "2026-11-28T00:00", nil), ("2026-12-24", "2026-12-24T00:00", "2026-12-25T00:00"),
      ("24dec", "2026-12-24T00:00", "2026-12-25T00:00"), ("before:fri 18:00", nil, "2026-11-27T18:00"),
      ("after:18:00", "2026-11-21T18:00:01", nil), ("fri 18:00", "2026-11-27T18:00", "2026-11-27T18:01"),
      ("+3d", "2026-11-24T00:00", "2026-11-25T00:00"),
    ]
    for (text, from, before) in expected {
      let filter = try filter("due:" + text)
      #expect(try filter.dueFrom == from.map(winter), "\(text)")
      #expect(try filter.dueBefore == before.map(winter), "\(text)")
    }
    let overdue = try filter("due:overdue")
    #expect(overdue.dueFrom == nil && overdue.dueBefore == saturday)
  }

  @Test("a day with a change of the clocks has its own length")
  func changingDay() throws {
    let filter = try filter("due:28.3.2027")
    let (from, before) = (try #require(filter.dueFrom), try #require(filter.dueBefore))
    #expect(before.timeIntervalSince(from) == 23 * 3600)
  }

  @Test("a task due today is found today, one of yesterday is overdue, one without a date is neither")
  func matching() throws {
    let due = { (text: String) in
      try TodoTask(id: UUID(), name: "x", dueDate: When(text, now: saturday, zone: berlin).date, createdAt: saturday)
    }
    #expect(try filter("due:today").matches(due("today")) && !filter("due:today").matches(due("tomorrow")))
    #expect(try !filter("due:overdue").matches(due("today")) && filter("due:overdue").matches(due("yesterday")))
    #expect(try filter("due:week").matches(due("sat")) && !filter("due:week").matches(due("next sun")))
    let never = TodoTask(id: UUID(), name: "x", createdAt: saturday)
    #expect(try !filter("due:today").matches(never) && !filter("due:overdue").matches(never))
  }

  @Test("several ranges hold together")
  func ranges() throws {
    let filter = try filter("due:after:today", "due:before:fri", "due:before:thu")
    #expect(try filter.dueFrom == winter("2026-11-22T00:00") && filter.dueBefore == winter("2026-11-26T00:00"))
  }

  @Test("what is overdue is asked for by either key, and by open tasks alone")
  func overdue() throws {
    #expect(try filter("is:overdue") == filter("due:overdue"))
    #expect(try filter("IS:Overdue", "is:recurring").isRecurring == true)
    #expect(try filter("is:overdue").state == .open)
    let failure = try #require(throws: Failure.self) {
      try FilterWords(["is:overdue", "due:none"], now: saturday, zone: berlin)
    }
    #expect(failure.message.contains("both has and lacks"))
  }

  @Test(
    "what is not understood is refused, with the closest word",
    arguments: [
      (["foo:bar"], "\"foo:\" is not a key of a filter."), (["duo:today"], "did you mean \"due:\"?"),
      (["projct:x"], "did you mean \"project:\"?"), (["http://x"], "\"http:\" is not a key"),
      (["due:tody"], "did you mean \"today\"?"), (["due:overdo"], "did you mean \"due:overdue\"?"),
      (["due:"], "There is nothing behind \"due:\"."), (["due:none", "due:week"], "both has and lacks"),
      (["due:before:"], "There is no date or time."), (["due:3/4"], "may be 3 Apr or 4 Mar"),
      (["due:today", "due:tomorrow"], "No date is in all"), (["is:dnoe"], "did you mean \"done\"?"),
      (["is:overdu"], "did you mean \"overdue\"?"),
      (["is:"], "is nothing that \"is:\" knows"), (["is:done", "is:open"], "said twice"),
      (["priority:hgih"], "did you mean \"high\"?"), (["priority:"], "is nothing that \"priority:\" knows"),
      (["priority:h", "priority:l"], "said twice"), (["project:a", "project:b"], "said twice"),
      (["project:"], "no project"),
      (["+"], "no tag"), (["-"], "no tag"), (["+a", "-a"], "both has and lacks"), (["!!"], "no letter or digit"),
    ])
  func refused(_ words: [String], _ reason: String) throws {
    let failure = try #require(throws: Failure.self) { try FilterWords(words, now: saturday, zone: berlin) }
    #expect(failure.message.contains(reason), "\(failure.message)")
    #expect(failure.exitStatus == 64 && !failure.hint.isEmpty)
  }
}
