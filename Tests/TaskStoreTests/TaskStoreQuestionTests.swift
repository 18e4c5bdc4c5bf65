import FoundationEssentials
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
    for _ in 0..<300 {
      let query = TaskQuery.random(using: &generator)
      #expect(try await store.tasks(query) == query.result(in: tasks), "\(query)")
      #expect(try await store.count(query.filter) == tasks.filter(query.filter.matches).count, "\(query.filter)")
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
    let stream = try await store.observe(query)
    for step in 0..<40 {
      let changes = RandomChanges.make(in: try await store.all(), step, kind, using: &generator)
      try await store.apply(changes, as: "step", at: Date(timeIntervalSinceReferenceDate: 0), rewriting: nil)
    }
    let expected = try await store.tasks(query)
    var list: [TodoTask] = []
    for await update in stream {
      update.apply(to: &list)
      if list == expected { break }
    }
    #expect(list == expected)
  }

  @Test("closing the store ends what observes it")
  func closing() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    let stream = await store.observe(TaskQuery())
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.steps.isEmpty == true)
    try await store.close()
    #expect(await iterator.next() == nil)
  }
}
