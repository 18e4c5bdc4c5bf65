import FoundationEssentials
import Glibc
import Testing
import VaultModel

@testable import TaskStore

@Suite("A directory of calendar files is shared with other programs")
struct ICalendarDirectoryTests {
  private let place: CalendarPlace

  init() throws { place = try CalendarPlace() }

  @Test("what others may do in the directory is told, and it is used all the same")
  func exposures() async throws {
    let store = try place.store()
    for (mode, count) in [(0o700, 0), (0o755, 0), (0o777, 1), (0o1777, 1), (0o770, 1), (0o700, 0)] {
      #expect(chmod(place.directory, mode_t(mode)) == 0)
      #expect(try await store.knownHealth().exposures.count == count, "\(String(mode, radix: 8))")
      #expect(try await store.health().exposures.count == count)
    }
    guard geteuid() == 0 else { return try await store.close() }
    #expect(chown(place.directory, 65534, 65534) == 0)
    let exposures = try await store.knownHealth().exposures
    #expect(exposures.count == 1 && exposures[0].contains("belongs to another user (uid 65534)"), "\(exposures)")
    try await store.close()
  }

  @Test("what another program adds, changes and removes is told to observers, what the store writes is told once")
  func watching() async throws {
    let store = try place.store()
    var snapshots = await store.observe(TaskQuery(TaskFilter(state: .any), order: .name)).makeAsyncIterator()
    #expect(try await snapshots.next()?.tasks == [])
    try place.put("a.ics", place.todo("a", "SUMMARY:one"))
    #expect(try await snapshots.next()?.tasks.map(\.name) == ["one"])
    try place.put("a.ics", place.todo("a", "SUMMARY:two"))
    #expect(try await snapshots.next()?.tasks.map(\.name) == ["two"])
    let task = TodoTask(id: UUID(), name: "ours", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    try await store.create(task)
    #expect(try await snapshots.next()?.tasks.map(\.name) == ["ours", "two"])
    unlink(place.directory + "/a.ics")
    #expect(try await snapshots.next()?.tasks == [task])
    #expect(try await store.all() == [task])
  }

  @Test("hidden and temporary files are not looked at, broken ones are named and left alone")
  func broken() async throws {
    try place.put("good.ics", place.todo("good", "SUMMARY:good"))
    try place.put("broken.ics", place.todo("broken", "DUE:tomorrow"))
    try place.put("twice.ics", place.todo("good", "SUMMARY:again"))
    try place.put("event.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:e\nEND:VEVENT\nEND:VCALENDAR")
    try place.put("new.ics.tmp", "nothing")
    try place.put(".hidden.ics", "nothing")
    symlink("/etc/passwd", place.directory + "/link.ics")
    mkfifo(place.directory + "/pipe.ics", 0o600)
    let before = try place.lines("broken.ics")
    let store = try place.store()
    #expect(try await store.all().map(\.name) == ["good"])
    let health = try await store.health()
    #expect(!health.isWhole)
    let names = health.brokenFiles.map { $0.split(separator: ":")[0] }
    #expect(names == ["broken.ics", "link.ics", "pipe.ics", "twice.ics"])
    #expect(health.brokenFiles[0] == "broken.ics: The property DUE of a to-do can't be read.")
    #expect(try place.lines("broken.ics") == before)
    try place.put("broken.ics", place.todo("broken", "SUMMARY:mended"))
    #expect(try await store.health().brokenFiles.count == 3)
    #expect(try await store.count() == 2)
  }

  @Test("a change to a task of another program keeps its file's name and all the rest of it")
  func keeping() async throws {
    try place.put(
      "server-7.ics",
      place.todo("seven", "SUMMARY:one", "X-SERVER;A=b:kept", "DTSTAMP:20260101T000000Z", "GEO:1;2", "PRIORITY:3"))
    let store = try place.store()
    var task = try #require(try await store.all().first)
    let before = task
    task.name = "two"
    task.subtasks = [TodoSubtask(id: UUID(), name: "step")]
    task.modifiedAt += 60
    try await store.apply([TaskChange(before: before, after: task)], as: "edit", at: .now, rewriting: nil)
    #expect(try place.names().contains("server-7.ics"))
    let lines = try place.lines("server-7.ics")
    for line in ["UID:seven", "SUMMARY:two", "X-SERVER;A=b:kept", "GEO:1;2", "PRIORITY:3"] {
      #expect(lines.contains(line))
    }
    #expect(try place.allLines().contains("RELATED-TO:seven"))
    #expect(try await store.task(task.id) == task)
  }

  @Test("a file that changed while nobody looked is read again before it is written")
  func racing() async throws {
    let store = try place.store()
    let task = TodoTask(id: UUID(), name: "mine", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    try await store.create(task)
    let name = task.id.uuidString.lowercased()
    try place.put("\(name).ics", place.todo(name, "SUMMARY:theirs", "LAST-MODIFIED:20260101T000000Z"))
    var mine = task
    mine.name = "changed"
    let change = TaskChange(before: task, after: mine)
    await #expect(throws: TaskStoreError(.conflict)) {
      try await store.apply([change], as: "edit", at: .now, rewriting: nil)
    }
    #expect(try await store.task(task.id)?.name == "theirs")
  }

  @Test("several to-dos in one file are changed and removed each by itself")
  func together() async throws {
    let one = place.todo("one", "SUMMARY:1")
    try place.put("both.ics", one.replacing("END:VTODO", with: "END:VTODO\nBEGIN:VTODO\nUID:two\nSUMMARY:2\nEND:VTODO"))
    let store = try place.store()
    let tasks = try await store.all().sorted { ($0.name ?? "") < ($1.name ?? "") }
    try #require(tasks.count == 2)
    #expect(try await store.delete(tasks[0].id))
    #expect(try place.lines("both.ics").contains("SUMMARY:2"))
    #expect(try await store.all() == [tasks[1]])
    #expect(try await store.delete(tasks[1].id))
    #expect(try place.names().isEmpty)
  }

  @Test("a directory that may not be written to is a clear error, and nothing is changed", .enabled(if: geteuid() != 0))
  func readOnly() async throws {
    let store = try place.store()
    let task = TodoTask(id: UUID(), name: "kept", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    try await store.create(task)
    chmod(place.directory, 0o500)
    defer { chmod(place.directory, 0o700) }
    await #expect(throws: TaskStoreError(.readOnly)) { try await store.delete(task.id) }
    await #expect(throws: TaskStoreError(.readOnly)) {
      try await store.apply([TaskChange(before: task, after: nil)], as: "delete", at: .now, rewriting: nil)
    }
    #expect(try await store.all() == [task])
    #expect(try await store.history(9).isEmpty)
  }

  @Test("a directory that can't be made, and one that is a file, is a clear error")
  func unusable() throws {
    let path = place.scratch.directory
    #expect(throws: TaskStoreError(.readOnly)) {
      try ICalendarTaskStore(directory: path + "/none/none", logPath: place.logPath)
    }
    try Data().write(to: URL(fileURLWithPath: path + "/file"))
    #expect(throws: TaskStoreError(.readOnly)) {
      try ICalendarTaskStore(directory: path + "/file", logPath: place.logPath)
    }
  }
}
