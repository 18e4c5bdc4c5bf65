import CivilTime
import FoundationEssentials
import GRDB
import Synchronization
import Testing
import VaultModel

@testable import TaskStore

@Suite("A task that is due on a day")
struct DueDayTests {
  /// Central European and New York time in 2026; clocks that go back from midnight; a zone that skips 2011-12-30.
  private static let berlin = LocalZone { (1_774_746_000..<1_792_890_000).contains($0) ? 7200 : 3600 }
  private static let newYork = LocalZone { (1_772_953_200..<1_793_512_800).contains($0) ? -14_400 : -18_000 }
  private static let backAtMidnight = LocalZone { $0 < 1_792_879_200 ? 7200 : 3600 }
  private static let apia = LocalZone { $0 < 1_325_239_200 ? -36_000 : 50_400 }
  private static let zones = [
    berlin, newYork, backAtMidnight, apia, .utc, LocalZone(secondsEast: 20_700), LocalZone(secondsEast: -43_200),
  ]

  private static func days() throws -> [CivilDate] {
    let fields: [(year: Int, month: Month, day: Int)] = [
      (2026, .march, 28), (2026, .march, 29), (2026, .march, 8), (2026, .october, 24), (2026, .october, 25),
      (2026, .november, 1), (2026, .december, 24), (2024, .february, 29), (1969, .december, 31), (2999, .july, 1),
    ]
    return try fields.map { try #require(CivilDate(year: $0.year, month: $0.month, day: $0.day)) }
  }

  private func task(due dueDate: Date?, isAllDay: Bool = true) -> TodoTask {
    var task = TodoTask(id: UUID(), name: "Birthday", dueDate: dueDate, createdAt: Date(timeIntervalSince1970: 0.25))
    task.isAllDay = isAllDay
    task.subtasks = [TodoSubtask(id: UUID(), name: "Cake", dueDate: dueDate, isAllDay: isAllDay)]
    return task
  }

  private func read(_ task: TodoTask, from old: LocalZone, in new: LocalZone) throws -> TodoTask {
    try #require(TodoTask(id: task.id, task.cells(in: old), in: new))
  }

  @Test("is due on the same day in every zone, also where the clock is changed on it")
  func sameDay() throws {
    for day in try Self.days() {
      for old in Self.zones {
        for new in Self.zones {
          let read = try read(task(due: old.end(of: day)), from: old, in: new)
          #expect(read.dueDate == new.end(of: day) && read.subtasks[0].dueDate == new.end(of: day), "\(day)")
        }
      }
    }
  }

  @Test("is read in its own zone exactly as it was written, whatever its moment is")
  func sameMoment() throws {
    var generator = SeededGenerator(seed: 7)
    var moments = try Self.days().flatMap { day in Self.zones.map { $0.end(of: day) } }
    moments += (0..<300).map { _ in Date(timeIntervalSinceReferenceDate: .random(in: -1e9...4e9, using: &generator)) }
    moments += moments.map { $0 + 0.5 } + [Date(timeIntervalSinceReferenceDate: 2.5e11), .distantFuture, .distantPast]
    for moment in moments {
      for zone in Self.zones {
        for isAllDay in [true, false] {
          let task = task(due: moment, isAllDay: isAllDay)
          #expect(try read(task, from: zone, in: zone) == task)
        }
      }
    }
  }

  @Test("keeps its moment where that is none that ends a day, or has a time, or was written before days were")
  func moments() throws {
    let day = try #require(CivilDate(year: 2026, month: .december, day: 24))
    let end = Self.berlin.end(of: day)
    for task in [task(due: end - 1), task(due: end, isAllDay: false), task(due: nil)] {
      #expect(try read(task, from: Self.berlin, in: Self.newYork) == task)
    }
    var older = task(due: end)
    older.subtasks = []
    #expect(TodoTask(id: older.id, Array(older.cells(in: Self.berlin).prefix(20)), in: Self.newYork) == older)
  }

  @Test("is on its day in the operations log, too")
  func operations() throws {
    let system = LocalZone.system()
    let day = try #require(CivilDate(year: 2026, month: .december, day: 24))
    let old = system.secondsEast(at: 0) == 0 ? Self.newYork : LocalZone.utc
    let task = task(due: old.end(of: day))
    let read = try #require(TodoTask(encoded: task.encoded(task.cells(in: old))))
    #expect(read.dueDate == system.end(of: day) && read.subtasks[0].dueDate == system.end(of: day))
  }
}

@Suite("A zone as it was at one moment")
struct ZoneSnapshotTests {
  private static let now = 1_780_000_000
  private static let berlin = LocalZone { (1_774_746_000..<1_792_890_000).contains($0) ? 7200 : 3600 }

  @Test("says what the zone says, to the second of every change of the clock")
  func same() {
    for zone in [LocalZone.system(), Self.berlin, .utc] {
      let snapshot = ZoneSnapshot(of: zone, now: Self.now).zone
      let changes = [1_774_746_000, 1_792_890_000].flatMap { [$0 - 1, $0, $0 + 1] }
      for moment in changes + Array(stride(from: 700_000_000, to: 2_800_000_000, by: 4_999_999)) {
        #expect(snapshot.secondsEast(at: moment) == zone.secondsEast(at: moment), "\(moment)")
      }
    }
  }

  @Test("is told from others, by its fingerprint and by a look at the months around")
  func others() {
    let snapshot = ZoneSnapshot(of: Self.berlin, now: Self.now)
    #expect(snapshot.fits(Self.berlin) && !snapshot.fits(.utc) && !snapshot.fits(LocalZone(secondsEast: 3600)))
    #expect(snapshot.fingerprint == ZoneSnapshot(of: Self.berlin, now: 0).fingerprint)
    for other in [LocalZone.utc, LocalZone(secondsEast: 3600), LocalZone { $0 < 1_792_890_000 ? 7200 : 3600 }] {
      #expect(snapshot.fingerprint != ZoneSnapshot(of: other, now: Self.now).fingerprint)
    }
  }
}

@Suite("The index of the tasks, when the zone changes")
struct IndexZoneTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  private static let shift = """
    UPDATE listing SET due = due + 3600; UPDATE taskReminder SET date = date + 3600;
    UPDATE indexStamp SET form = form + 1;
    """

  @Test("is built anew at the next start")
  func restart() async throws {
    let tasks = Sample.tasks(40)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    let end = Date(timeIntervalSinceReferenceDate: 1e9)
    let reminders = try await store.reminders(until: end)
    try await store.close()
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { try $0.execute(sql: Self.shift) }
    try queue.close()
    let again = try SQLiteTaskStore(path: place.path)
    #expect(try await again.reminders(until: end) == reminders && !reminders.isEmpty)
    #expect(try await again.health() == StoreHealth())
    try await again.close()
  }

  @Test("is built anew with the next question to a store that is open")
  func open() throws {
    let form = ChangingIndex.Form(1)
    var schema = TaskSchema.schema
    schema.index = ChangingIndex(current: form)
    let database = try MirroredDatabase(path: place.path, schema: schema)
    let tasks = Sample.tasks(20)
    try database.write { _, _ in tasks.map { .put(TaskSchema.name($0.id), $0.cells) } }
    let dates = { try database.read { try Double.fetchAll($0, sql: "SELECT date FROM taskReminder ORDER BY 1") } }
    let before = try dates()
    try database.file.write { try $0.execute(sql: "UPDATE taskReminder SET date = date + 3600") }
    #expect(try dates() != before)
    form.number.withLock { $0 = 2 }
    #expect(try dates() == before)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT form FROM indexStamp") } == 2)
    try database.write { _, _ in [.remove(TaskSchema.name(tasks[0].id))] }
    #expect(try database.file.read { try $0.fits(form: 2) })
    try database.close()
  }
}
