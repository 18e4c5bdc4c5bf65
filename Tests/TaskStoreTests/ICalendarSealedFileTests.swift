import Foundation
import Testing
import VaultModel

@testable import TaskStore

@Suite("The file of a task that is sealed")
struct ICalendarSealedFileTests {
  private let place: CalendarPlace

  init() throws { place = try CalendarPlace() }

  private func seal(_ task: inout TodoTask) {
    (task.name, task.notes, task.label) = (nil, nil, "Label")
    task.seal = SealReference(version: 1, digest: [1])
    for index in task.subtasks.indices {
      task.subtasks[index].name = nil
      task.subtasks[index].seal = SealReference(version: 1, digest: [UInt8(index)])
    }
  }

  private func protect(_ task: TodoTask, in store: any TaskStore) async throws -> TaskOperation {
    var after = task
    seal(&after)
    after.modifiedAt = task.modifiedAt + 60
    return try await store.apply([TaskChange(before: task, after: after)], as: "protect", at: .now, rewriting: nil)
  }

  private func undo(_ operation: TaskOperation, in store: any TaskStore) async throws {
    guard case .open(let changes) = operation.record else { return }
    try await store.undo(operation.id, changes, erasing: false)
  }

  @Test("says nothing of the text: in no parameter, no property of whatever name, not of the calendar, not as its name")
  func nothingLeft() async throws {
    try place.put(
      "Buy milk.ics",
      place.todo(
        "a@b", "DTSTAMP:20260101T000000Z", "SUMMARY:Buy milk", "DUE;X-TITLE=\"Buy; milk\";VALUE=DATE:20260301",
        "STATUS;X-NOTE=Buy milk:NEEDS-ACTION", "X-VAULT-MINE:Buy milk", "CATEGORIES;LANGUAGE=en:shop"
      ).replacing("BEGIN:VTODO", with: "X-WR-CALNAME:Buy milk\nNAME:Buy milk\nCALSCALE:GREGORIAN\nBEGIN:VTODO"))
    let before = try place.lines("Buy milk.ics")
    let store = try place.store()
    let task = try #require(try await store.all().first)
    let operation = try await protect(task, in: store)
    #expect(try place.names() == ["a@b.ics"])
    let lines = try place.lines("a@b.ics")
    #expect(!lines.contains { $0.contains("milk") }, "\(lines)")
    for line in ["DUE;VALUE=DATE:20260301", "STATUS:NEEDS-ACTION", "CATEGORIES:shop", "CALSCALE:GREGORIAN"] {
      #expect(lines.contains(line), "\(line)")
    }
    try await undo(operation, in: store)
    #expect(try await store.all() == [task])
    #expect(try place.names() == ["a@b.ics"], "the name that says less stays")
    #expect(try place.lines("a@b.ics") == before)
  }

  @Test("keeps a name that is its UID's, and one of a list that holds other things too")
  func keptNames() async throws {
    try place.put("a@b.ics", place.todo("a@b", "SUMMARY:one", "DTSTAMP:20260101T000000Z"))
    let two = place.todo("c", "SUMMARY:two", "DTSTAMP:20260101T000000Z")
      .replacing(
        "END:VCALENDAR", with: "BEGIN:VTODO\nUID:d\nSUMMARY:three\nDTSTAMP:20260101T000000Z\nEND:VTODO\nEND:VCALENDAR")
    try place.put("list.ics", two)
    let store = try place.store()
    for task in try await store.all() where task.name != "three" { _ = try await protect(task, in: store) }
    #expect(try place.names() == ["a@b.ics", "list.ics"])
  }

  @Test("with its steps in it gets one name for all; one whose UID can't be a name gets that of its id")
  func family() async throws {
    try place.put(
      "Move house.ics",
      place.todo("../x", "SUMMARY:Move house", "DTSTAMP:20260101T000000Z").replacing(
        "END:VCALENDAR",
        with: "BEGIN:VTODO\nUID:step\nRELATED-TO:../x\nSUMMARY:Pack\nDTSTAMP:20260101T000000Z\nEND:VTODO\nEND:VCALENDAR"
      ))
    let store = try place.store()
    let task = try #require(try await store.all().first)
    let operation = try await protect(task, in: store)
    #expect(try place.names() == [task.id.text + ".ics"])
    #expect(try await store.all().map(\.subtasks.count) == [1])
    try await undo(operation, in: store)
    #expect(try await store.all() == [task])
    try await store.close()
    #expect(try await place.store().all() == [task])
  }
}
