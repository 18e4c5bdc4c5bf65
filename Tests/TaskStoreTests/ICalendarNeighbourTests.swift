import FoundationEssentials
import Glibc
import Testing
import VaultModel

@testable import TaskStore

@Suite("What other programs put beside the vault's to-dos neither tells a text nor loses one")
struct ICalendarNeighbourTests {
  private let place: CalendarPlace
  private static let anything = TaskQuery(TaskFilter(state: .any), order: .name)

  init() throws { place = try CalendarPlace() }

  private func change(_ store: any TaskStore, _ before: TodoTask?, _ after: TodoTask?) async throws {
    try await store.apply([TaskChange(before: before, after: after)], as: "x", at: .now, rewriting: nil)
  }

  private func sealed(_ task: TodoTask) -> TodoTask {
    var task = task
    (task.name, task.notes, task.label) = (nil, nil, "Label")
    task.seal = SealReference(version: 1, digest: [1])
    for index in task.subtasks.indices {
      task.subtasks[index].name = nil
      task.subtasks[index].seal = SealReference(version: 1, digest: [2])
    }
    task.modifiedAt += 60
    return task
  }

  @Test("a to-do put below a protected task is a task of its own, and stays as it is whatever becomes of the other")
  func foreignChild() async throws {
    let store = try place.store()
    let plain = TodoTask(id: UUID(), name: "secret", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    try await store.create(plain)
    let task = sealed(plain)
    try await change(store, plain, task)
    try place.put("foreign.ics", place.todo("foreign", "SUMMARY:theirs", "RELATED-TO:\(task.id.text)"))
    _ = try await store.health()
    #expect(try await store.tasks(Self.anything).map { $0.name ?? $0.label } == ["Label", "theirs"])
    let lines = try place.lines("foreign.ics")
    var marked = task
    marked.seal?.mark = [7]
    try await store.update(marked)
    #expect(try await store.task(task.id) == marked)
    #expect(try place.lines("foreign.ics") == lines)
  }

  @Test("protecting a task removes its changed occurrences and journal entries, which hold the text as well")
  func occurrences() async throws {
    let others = [
      "BEGIN:VTODO", "UID:a", "RECURRENCE-ID:20260101T000000Z", "SUMMARY:secret", "DESCRIPTION:secret", "END:VTODO",
      "BEGIN:VJOURNAL", "UID:a", "SUMMARY:secret", "END:VJOURNAL", "BEGIN:VEVENT", "UID:b", "SUMMARY:party",
      "END:VEVENT",
    ].joined(separator: "\n")
    let text = place.todo("a", "SUMMARY:secret").replacing("END:VCALENDAR", with: others + "\nEND:VCALENDAR")
    try place.put("a.ics", text)
    let store = try place.store()
    let task = try #require(try await store.all().first)
    try await change(store, task, sealed(task))
    let lines = try place.lines("a.ics")
    #expect(!lines.contains { $0.contains("secret") } && lines.contains("SUMMARY:party"), "\(lines)")
  }

  @Test("a task whose to-do stands in another file as well is not protected, and the file is named")
  func twice() async throws {
    try place.put("a.ics", place.todo("a", "SUMMARY:secret"))
    try place.put("conflict.ics", place.todo("a", "SUMMARY:secret"))
    let store = try place.store()
    let task = try #require(try await store.all().first)
    do {
      try await change(store, task, sealed(task))
      Issue.record("it was protected")
    } catch let error as TaskStoreError {
      #expect(error.code == .invalid && "\(error)".contains("conflict.ics"), "\(error)")
    }
    unlink(place.directory + "/conflict.ics")
    _ = try await store.health()
    try await change(store, task, sealed(task))
    #expect(try place.allLines().allSatisfy { !$0.contains("secret") })
  }

  @Test("a task does not take over what is another's task or step")
  func takeover() async throws {
    let store = try place.store()
    var victim = TodoTask(id: UUID(), name: "mine", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    victim.subtasks = [TodoSubtask(id: UUID(), name: "step")]
    try await store.create(victim)
    for id in [victim.id, victim.subtasks[0].id] {
      var thief = TodoTask(id: UUID(), name: "thief", createdAt: Date(timeIntervalSinceReferenceDate: 0))
      thief.subtasks = [TodoSubtask(id: id, name: "taken")]
      await #expect(throws: TaskStoreError(.alreadyExists)) { try await change(store, nil, thief) }
      await #expect(throws: TaskStoreError(.alreadyExists)) { try await store.create(thief) }
    }
    let root = TodoTask(id: victim.subtasks[0].id, name: "thief", createdAt: victim.createdAt)
    await #expect(throws: TaskStoreError(.alreadyExists)) { try await change(store, nil, root) }
    #expect(try await store.all() == [victim])
    #expect(try await store.owners(of: [victim.subtasks[0].id]) == [victim.subtasks[0].id: victim.id])
  }

  @Test("a directory that is put in the place of another is read and watched", .timeLimit(.minutes(5)))
  func replaced() async throws {
    try place.put("a.ics", place.todo("a", "SUMMARY:one"))
    let store = try place.store()
    var snapshots = await store.observe(Self.anything).makeAsyncIterator()
    #expect(try await snapshots.next()?.tasks.count == 1)
    try #require(rename(place.directory, place.directory + "-old") == 0)
    try #require(mkdir(place.directory, 0o700) == 0)
    try place.put("b.ics", place.todo("b", "SUMMARY:two"))
    while try await store.tasks(Self.anything).map(\.name) != ["two"] { _ = try await snapshots.next() }
    try place.put("c.ics", place.todo("c", "SUMMARY:three"))
    while try await store.tasks(Self.anything).count < 2 { _ = try await snapshots.next() }
    #expect(try await store.tasks(Self.anything).map(\.name) == ["three", "two"])
  }
}
