import FoundationEssentials
import StoreTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("What every task store answers")
struct TaskStoreQuestionTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  private func filled(_ kind: Kind, _ tasks: [TodoTask]) async throws -> any TaskStore {
    let store = try kind.store(in: place)
    let changes = tasks.map { TaskChange(before: nil, after: $0) }
    try await store.apply(changes, as: "add", at: Date(timeIntervalSinceReferenceDate: 0), rewriting: nil)
    return store
  }

  @Test("every order of every state, page by page, is the query's own result", arguments: Kind.allCases)
  func orders(kind: Kind) async throws {
    let tasks = kind.tasks(150)
    let store = try await filled(kind, tasks)
    for order in TaskQuery.Order.allCases {
      for state in [TaskFilter.State.open, .done, .any] {
        for (offset, limit) in [(0, nil), (0, 10), (7, 10), (140, 50), (500, 1), (-3, -1)] as [(Int, Int?)] {
          let query = TaskQuery(TaskFilter(state: state), order: order, offset: offset, limit: limit)
          #expect(try await store.tasks(query) == query.result(in: tasks), "\(query)")
          let snapshot = try await store.snapshot(of: query)
          #expect(snapshot.tasks == query.result(in: tasks), "\(query)")
          #expect(try await snapshot.total == store.count(query.filter))
          #expect(try await snapshot.shortIDs == store.shortIDs(of: snapshot.tasks.map(\.id)))
        }
        let filter = TaskFilter(state: state)
        #expect(try await store.count(filter) == tasks.filter(filter.matches).count)
      }
    }
  }

  @Test("random filters find exactly what they mean", arguments: Kind.allCases, 1...3 as ClosedRange<UInt64>)
  func filters(kind: Kind, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let tasks = kind.tasks(150, seed: seed)
    let store = try await filled(kind, tasks)
    var former = TaskFilter()
    for _ in 0..<300 {
      let query = TaskQuery.random(using: &generator)
      #expect(try await store.tasks(query) == query.result(in: tasks), "\(query)")
      let counts = try await store.counts([query.filter, former])
      #expect(counts == [query.filter, former].map { tasks.filter($0.matches).count }, "\(query.filter)")
      former = query.filter
    }
  }

  @Test(
    "tasks asked for together are those that each is alone, and what is not there is left out", arguments: Kind.allCases
  )
  func several(kind: Kind) async throws {
    let tasks = kind.tasks(40)
    let store = try await filled(kind, tasks)
    let asked = tasks.prefix(20).map(\.id)
    let found = try await store.tasks(asked + [UUID(), asked[3]])
    #expect(found == Dictionary(uniqueKeysWithValues: tasks.prefix(20).map { ($0.id, $0) }))
    #expect(try await store.tasks([]).isEmpty)
    #expect(try await store.owners(of: asked + [UUID()]) == Dictionary(uniqueKeysWithValues: asked.map { ($0, $0) }))
    let query = TaskQuery(TaskFilter(state: .any), order: .name)
    #expect(try await store.ids(query) == query.result(in: tasks).map(\.id))
  }

  @Test("short ids are as short as can be, also of ids that are not there", arguments: Kind.allCases)
  func shortIDs(kind: Kind) async throws {
    var generator = SeededGenerator(seed: 5)
    let tasks = (0..<300).map { number in
      var task = kind.task(number, using: &generator)
      task.id = UUID(bytes: [1, 2] + (2..<16).map { _ in UInt8.random(in: 0...3, using: &generator) })!
      return task
    }
    let store = try await filled(kind, tasks)
    let asked = tasks.prefix(20).map(\.id) + [UUID(bytes: [1, 2] + [UInt8](repeating: 1, count: 14))!, tasks[0].id]
    let all = ShortIDs.shortest(for: tasks.map(\.id) + asked)
    let short = try await store.shortIDs(of: asked)
    #expect(short == all.filter { asked.contains($0.key) })
    #expect(try await store.shortIDs(of: []).isEmpty)
  }

  @Test("reminders come by date, then by task and subtask", arguments: Kind.allCases)
  func reminders(kind: Kind) async throws {
    let tasks = kind.tasks(150)
    let store = try await filled(kind, tasks)
    let all = tasks.flatMap(\.reminders).sorted(by: Reminder.isBefore)
    try #require(all.count > 30)
    for date in [all[0].date.addingTimeInterval(-1), all[all.count / 2].date, all[all.count - 1].date] {
      #expect(try await store.reminders(until: date) == all.filter { $0.date <= date })
      #expect(try await store.nextReminder(after: date) == all.first { $0.date > date }?.date)
    }
  }

  @Test("an observed query tells what there is, and then every change", arguments: Kind.allCases)
  func observation(kind: Kind) async throws {
    var generator = SeededGenerator(seed: 3)
    let store = try kind.store(in: place)
    let query = TaskQuery(TaskFilter(), order: .name, limit: 8)
    try await store.create(kind.task(0, using: &generator))
    let snapshots = await store.observe(query)
    for step in 0..<40 {
      let changes = RandomChanges.make(in: try await store.all(), step, kind, using: &generator)
      try await store.apply(changes, as: "step", at: Date(timeIntervalSinceReferenceDate: 0), rewriting: nil)
    }
    let expected = try await store.tasks(query)
    for try await snapshot in snapshots where snapshot.tasks == expected {
      #expect(try await snapshot.total == store.count(query.filter))
      #expect(try await snapshot.shortIDs == store.shortIDs(of: expected.map(\.id)))
      break
    }
  }

  @Test("closing the store ends what observes it")
  func closing() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    var snapshots = await store.observe(TaskQuery()).makeAsyncIterator()
    #expect(try await snapshots.next() == TaskSnapshot(tasks: [], total: 0, shortIDs: [:]))
    try await store.close()
    #expect(try await snapshots.next() == nil)
  }

  @Test("whoever takes snapshots slowly misses those in between, not the last one; what changes nothing is not told")
  func slowly() async throws {
    let store = InMemoryTaskStore()
    var filter = TaskFilter()
    filter.tags = ["shop"]
    let query = TaskQuery(filter, limit: 1)
    var snapshots = await store.observe(query).makeAsyncIterator()
    #expect(try await snapshots.next()?.tasks == [])
    let start = Date(timeIntervalSinceReferenceDate: 0)
    for number in 0..<300 {
      var task = TodoTask(id: UUID(), name: "\(number)", createdAt: start + Double(number))
      task.tags = number == 299 ? [] : ["shop"]
      try await store.create(task)
    }
    let snapshot = try #require(try await snapshots.next())
    #expect(snapshot.tasks.map(\.name) == ["0"] && snapshot.total == 299)
    var other = TodoTask(id: UUID(), name: "other", createdAt: start)
    try await store.create(other)
    other.tags = ["shop"]
    try await store.update([other])
    #expect(try await snapshots.next()?.total == 300, "of the two changes the one that is seen")
  }
}
