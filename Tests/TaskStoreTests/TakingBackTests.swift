import Foundation
import Testing
import VaultModel

@testable import TaskStore

@Suite("Taking a change back from what a task has become")
struct TakingBackTests {
  private static let moment = Date(timeIntervalSinceReferenceDate: 900_000_000)

  private static func task(_ names: String...) -> TodoTask {
    var task = TodoTask(id: UUID(), name: "Trip", createdAt: Date(timeIntervalSinceReferenceDate: 800_000_000))
    task.subtasks = names.map { TodoSubtask(id: UUID(), name: $0) }
    return task
  }

  private static func changed(_ task: TodoTask, _ body: (inout TodoTask) -> Void) -> TodoTask {
    var task = task
    body(&task)
    return task
  }

  private func reverted(_ before: TodoTask, _ after: TodoTask, from current: TodoTask) -> TodoTask? {
    TaskChange(before: before, after: after).reverted(from: current, at: Self.moment)?.inverse.after
  }

  @Test("where nobody has changed it since, it is whole what it was", arguments: 0..<50 as Range<UInt64>)
  func untouched(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let before = Sample.task(1, using: &generator)
    var after = Sample.task(2, using: &generator)
    after.id = before.id
    #expect(reverted(before, after, from: after) == before)
  }

  @Test("where somebody changed everything else, that stays, and is dated now", arguments: 0..<50 as Range<UInt64>)
  func everythingElse(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var current = Sample.task(1, using: &generator)
    current.priority = .high
    let before = Self.changed(Self.task()) { ($0.id, $0.priority) = (current.id, .low) }
    let after = Self.changed(before) { $0.priority = .high }
    let expected = Self.changed(current) { ($0.priority, $0.modifiedAt) = (.low, Self.moment) }
    #expect(reverted(before, after, from: current) == (current == after ? before : expected))
  }

  @Test("what somebody else changed in the very same place stays, and nothing is taken back")
  func samePlace() {
    let before = Self.task("Pack")
    let after = Self.changed(before) { $0.name = "Journey" }
    #expect(reverted(before, after, from: Self.changed(after) { $0.name = "Voyage" }) == nil)
    let step = Self.changed(before) { $0.subtasks[0].isDone = true }
    #expect(reverted(before, step, from: Self.changed(step) { $0.subtasks = [] })?.subtasks == [])
  }

  @Test("a task that somebody else has changed is not removed by taking back that it was made")
  func made() {
    let task = Self.task("Pack")
    let change = TaskChange(before: nil, after: task)
    #expect(change.reverted(from: task, at: Self.moment) == change)
    #expect(change.reverted(from: Self.changed(task) { $0.notes = "theirs" }, at: Self.moment) == nil)
  }

  @Test(
    "an opened text is sealed again beside what somebody else has changed, but not over it, nor beside an open step")
  func sealedAgain() {
    let seal = SealReference(version: 1, digest: [1])
    let open = Self.task("Pack")
    let sealed = Self.changed(open) {
      ($0.name, $0.label, $0.seal) = (nil, "Label", seal)
      ($0.subtasks[0].name, $0.subtasks[0].seal) = (nil, seal)
    }
    let later = Self.changed(open) { ($0.priority, $0.modifiedAt) = (.high, Self.moment) }
    let target = reverted(sealed, open, from: later)
    #expect(target == Self.changed(sealed) { ($0.priority, $0.modifiedAt) = (.high, Self.moment) })
    #expect(reverted(sealed, open, from: Self.changed(open) { $0.name = "Voyage" }) == nil)
    #expect(
      reverted(sealed, open, from: Self.changed(open) { $0.subtasks.append(.init(id: UUID(), name: "secret")) }) == nil
    )
  }

  @Test("somebody else's steps stay where they are, among those that come and go")
  func steps() throws {
    let before = Self.task("Pack", "Book", "Leave")
    let theirs = TodoSubtask(id: UUID(), name: "Theirs")
    let edited = Self.changed(before) { $0.priority = .high }
    let current = Self.changed(edited) { $0.subtasks.insert(theirs, at: 1) }
    #expect(reverted(before, edited, from: current)?.subtasks.map(\.name) == ["Pack", "Theirs", "Book", "Leave"])
    let removed = Self.changed(before) { $0.subtasks.remove(at: 1) }
    let second = Self.changed(removed) { $0.subtasks.append(theirs) }
    #expect(reverted(before, removed, from: second)?.subtasks.map(\.name) == ["Pack", "Book", "Leave", "Theirs"])
    let moved = Self.changed(before) { $0.subtasks.reverse() }
    let third = Self.changed(moved) { $0.subtasks.insert(theirs, at: 1) }
    #expect(reverted(before, moved, from: third)?.subtasks.map(\.name) == ["Pack", "Book", "Leave", "Theirs"])
    let added = Self.changed(before) { $0.subtasks.append(TodoSubtask(id: UUID(), name: "Added")) }
    let fourth = Self.changed(added) { $0.subtasks.append(theirs) }
    #expect(reverted(before, added, from: fourth)?.subtasks.map(\.name) == ["Pack", "Book", "Leave", "Theirs"])
    #expect(reverted(before, added, from: Self.changed(added) { $0.subtasks[3].name = "Theirs" }) == nil)
  }
}
