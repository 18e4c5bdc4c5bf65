import FoundationEssentials
import Glibc
import StoreTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("Undo brings back what other programs wrote into a task's file")
struct ICalendarUndoTests {
  private let place: CalendarPlace

  init() throws { place = try CalendarPlace() }

  /// A to-do as other programs write it, with much that the vault does not know.
  private func putForeign(
    _ name: String = "shop.ics", uid: String = "not-a-uuid@example.org", state: String = "NEEDS-ACTION"
  )
    throws
  {
    try place.put(
      name,
      place.todo(
        uid, "DTSTAMP:20260101T000000Z", "SUMMARY:Buy secret milk", "DESCRIPTION:secret notes",
        "DUE;TZID=Europe/Berlin:20260301T180000", "LOCATION:secret shop", "GEO:52.5;13.4", "X-ALT-DESC:<b>secret</b>",
        "ATTENDEE;CN=Ann:mailto:ann@example.org", "PRIORITY:3", "STATUS:\(state)", "PERCENT-COMPLETE:40",
        "BEGIN:VALARM",
        "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:secret alarm", "END:VALARM"
      ).replacing(
        "BEGIN:VTODO",
        with: "X-WR-CALNAME:Mine\nBEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19701025T030000\n"
          + "TZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VTODO"))
  }

  private func bytes(_ name: String) throws -> Data {
    try #require(FileManager.default.contents(atPath: "\(place.directory)/\(name)"))
  }

  private func only(_ store: any TaskStore) async throws -> TodoTask {
    try #require(try await store.all().first)
  }

  private func undo(_ store: any TaskStore, erasing: Bool = false) async throws {
    let newest = try #require(try await store.history(1).first)
    guard case .open(let changes) = newest.record else {
      Issue.record("it is sealed")
      return
    }
    var fitted: [TaskChange] = []
    for change in changes {
      let present = try await store.task(try #require(change.id))
      fitted.append(try #require(change.reverted(from: present, at: .now)))
    }
    try await store.undo(newest.id, fitted, erasing: erasing)
  }

  private func change(
    _ store: any TaskStore, rewriting: OperationRewriting? = nil, _ edit: (inout TodoTask) -> Void
  ) async throws {
    let before = try await only(store)
    var after = before
    edit(&after)
    after.modifiedAt = before.modifiedAt + 60
    try await store.apply([TaskChange(before: before, after: after)], as: "x", at: .now, rewriting: rewriting)
  }

  private static func seal(_ task: inout TodoTask) {
    task.removeText()
    task.label = "Errand"
    task.seal = SealReference(version: 1, digest: [1])
  }

  @Test("a deleted task comes back as the very same file, also after the store was opened again")
  func deleted() async throws {
    try putForeign(state: "IN-PROCESS")
    let before = try bytes("shop.ics")
    var store = try place.store()
    let task = try await only(store)
    try await store.apply([TaskChange(before: task, after: nil)], as: "delete", at: .now, rewriting: nil)
    #expect(try place.names().isEmpty)
    try await store.close()
    store = try place.store()
    try await undo(store)
    #expect(try bytes("shop.ics") == before)
    #expect(try await store.all() == [task])
  }

  @Test("a task that is done, silenced, moved or changed is the very same file again", arguments: 0..<5)
  func changed(kind: Int) async throws {
    try putForeign(state: "IN-PROCESS")
    let before = try bytes("shop.ics")
    let store = try place.store()
    let task = try await only(store)
    try await change(store) { task in
      switch kind {
      case 0: (task.isDone, task.completedAt) = (true, task.modifiedAt)
      case 1: task.notify = false
      case 2: (task.dueDate, task.notify) = (nil, false)
      case 3: task.priority = .low
      default: (task.name, task.notes) = ("Other", nil)
      }
    }
    #expect(try bytes("shop.ics") != before)
    try await undo(store)
    #expect(try await store.all() == [task])
    #expect(try bytes("shop.ics") == before)
  }

  @Test("what another program wrote meanwhile stays, and what was taken away comes back beside it")
  func changedMeanwhile() async throws {
    try putForeign()
    let store = try place.store()
    try await change(store) { $0.notify = false }
    let text = try place.lines("shop.ics").joined(separator: "\n").replacing(
      "LOCATION:secret shop", with: "LOCATION:market")
    try place.put("shop.ics", text)
    _ = try await store.health()
    try await undo(store)
    let lines = try place.lines("shop.ics")
    #expect(lines.contains("LOCATION:market") && lines.contains("TRIGGER:-PT15M"), "\(lines)")
    #expect(try await only(store).notify)
  }

  @Test("a deleted step comes back with its UID; the other to-dos of its file stay as they are")
  func step() async throws {
    try putForeign()
    let step = "BEGIN:VTODO\nUID:step@x\nRELATED-TO:not-a-uuid@example.org\nSUMMARY:bag\nLOCATION:home\nEND:VTODO\n"
    let other = "BEGIN:VTODO\nUID:other@x\nSUMMARY:other\nEND:VTODO\nEND:VCALENDAR"
    let text = try place.lines("shop.ics").joined(separator: "\n").replacing("END:VCALENDAR", with: step + other)
    try place.put("shop.ics", text)
    let store = try place.store()
    let task = try #require(try await store.all().first { !$0.subtasks.isEmpty })
    var after = task
    after.subtasks = []
    after.modifiedAt += 60
    try await store.apply([TaskChange(before: task, after: after)], as: "subtask delete", at: .now, rewriting: nil)
    #expect(try !place.lines("shop.ics").contains("UID:step@x"))
    try await undo(store)
    let lines = try place.lines("shop.ics")
    #expect(lines.contains("UID:step@x") && lines.contains("LOCATION:home") && lines.contains("SUMMARY:other"))
    #expect(try await store.task(task.id) == task)
    #expect(try await store.count() == 2)
  }

  @Test("protecting leaves nothing of the text in the file or the log, and its undo brings everything back")
  func protected() async throws {
    try putForeign()
    let before = try bytes("shop.ics")
    let store = try place.store()
    let task = try await only(store)
    try await change(store) { $0.notify = false }
    try await undo(store)
    try await change(store) { $0.priority = .low }
    let sealed = Sealed()
    try await change(store, rewriting: sealed.rewriting, Self.seal)
    for directory in [place.directory, place.scratch.directory] {
      for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
        let content = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
        #expect(content.firstRange(of: Data("secret".utf8)) == nil, "\(name)")
      }
    }
    // The owner's MAC comes without an operation.
    var marked = try await only(store)
    marked.seal?.mark = [7]
    try await store.update(marked)
    for _ in 0..<2 {
      let newest = try #require(try await store.history(1).first)
      try await store.undo(newest.id, try #require(sealed.changes[newest.id]), erasing: false)
    }
    #expect(try await store.all() == [task])
    #expect(try bytes("not-a-uuid@example.org.ics") == before)
  }

  @Test("undoing unprotect leaves nothing of the text, also where another program copied it meanwhile")
  func protectedAgain() async throws {
    try putForeign()
    let store = try place.store()
    try await change(store, rewriting: Sealed().rewriting, Self.seal)
    try await change(store) { task in
      (task.name, task.label, task.seal) = ("secret", nil, nil)
    }
    let name = "not-a-uuid@example.org.ics"
    let theirs = "LAST-MODIFIED:20300101T000000Z\nPRIORITY:1\nX-ALT-DESC:secret\nEND:VTODO"
    let lines = try place.lines(name).filter { !$0.contains("LAST-MODIFIED") && !$0.hasPrefix("PRIORITY") }
    try place.put(name, lines.joined(separator: "\n").replacing("END:VTODO", with: theirs))
    _ = try await store.health()
    try await undo(store, erasing: true)
    let sealed = try await only(store)
    #expect(sealed.isProtected && sealed.priority == .high)
    #expect(try !place.lines(name).contains { $0.contains("secret") })
  }
}

/// Takes operations out of the log as the agent does when it seals them, and keeps them aside.
private final class Sealed: @unchecked Sendable {
  // Only one store uses it, which waits for each call.
  private(set) var changes: [Int64: [TaskChange]] = [:]

  var rewriting: OperationRewriting {
    { [self] operation throws(TaskStoreError) in
      guard case .open(let open) = operation.record else { return operation }
      changes[operation.id] = open
      var sealed = operation
      sealed.record = .sealed([1])
      return sealed
    }
  }
}

@Suite("What a move out of a calendar would lose")
struct ICalendarLossTests {
  private let place: CalendarPlace

  init() throws { place = try CalendarPlace() }

  @Test("is named task by task; what the vault wrote itself is no loss")
  func named() async throws {
    try place.put(
      "a.ics",
      place.todo(
        "a", "SUMMARY:one", "X-THEIRS:shop", "GEO:1;2", "STATUS:IN-PROCESS", "DUE:20260301T180000Z", "BEGIN:VALARM",
        "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"))
    try place.put("b.ics", place.todo("b", "SUMMARY:step", "RELATED-TO:a", "DESCRIPTION:more", "X-MINE:1"))
    let store = try place.store()
    for task in CalendarPlace.tasks(30) { try await store.create(task) }
    let losses = try await store.losses()
    #expect(losses.count == 1)
    #expect(
      losses.first?.parts == [
        "X-THEIRS", "GEO", "STATUS IN-PROCESS", "an alarm at another time than the due time", "X-MINE",
        "a subtask's DESCRIPTION",
      ])
  }

  @Test("is nothing in the vault's own stores", arguments: Kind.allCases)
  func none(_ kind: Kind) throws {
    #expect(try kind.store(in: place.scratch) is any ForeignTaskStore == (kind == .icalendar))
  }
}
