import FoundationEssentials
import GRDB
import Testing
import VaultModel

@testable import TaskStore

@Suite("The index of the tasks")
struct TaskIndexTests {
  private let place: ScratchPlace
  private let anything = TaskQuery(TaskFilter(state: .any), order: .name)

  init() throws { place = try ScratchPlace() }

  @Test("codes are equal, and one begins another, exactly when the texts do", arguments: 1...4 as ClosedRange<UInt64>)
  func codes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let texts = (0..<250).map { _ in Words.word(using: &generator) }
    let codes = texts.map(CharacterCode.of)
    for code in codes { #expect(code.utf8.allSatisfy { $0 == 0x5F || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }) }
    for (text, code) in zip(texts, codes) {
      for (other, otherCode) in zip(texts, codes) {
        #expect((text == other) == (code == otherCode), "\(Array(text.unicodeScalars)) \(Array(other.unicodeScalars))")
        #expect(text.hasPrefix(other) == code.utf8.starts(with: otherCode.utf8), "\(text) \(other)")
      }
    }
  }

  @Test("a page of any order and state needs neither sorting nor a look at everything")
  func plans() throws {
    let database = try MirroredDatabase(path: place.path, schema: TaskSchema.schema)
    for order in TaskQuery.Order.allCases {
      for state in [TaskFilter.State.open, .done, .any] {
        let query = TaskQuery(TaskFilter(state: state), order: order, limit: 50)
        try database.extendIndex { try TaskIndex.make(order, in: $0) }
        let plan = try database.read { connection in
          let statement = try IndexQuery(query).pageStatement(connection)
          return try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN \(statement.sql)", arguments: [50, 0])
            .map { $0["detail"] as String }.joined(separator: "; ")
        }
        #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN"), "\(order) \(state): \(plan)")
        #expect(plan.contains("COVERING INDEX \(order.indexName)"), "\(plan)")
      }
    }
    try database.close()
  }

  @Test("the SQL index of an order is made when a list asks for it, and after a large change when one asks again")
  func orders() async throws {
    func present() throws -> Set<TaskQuery.Order> {
      let queue = try DatabaseQueue(path: place.path)
      let names = try queue.read { try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type = 'index'") }
      return Set(TaskQuery.Order.allCases.filter { names.contains($0.indexName) })
    }
    let store = try SQLiteTaskStore(path: place.path)
    var tasks = Sample.tasks(30)
    for task in tasks { try await store.create(task) }
    #expect(try present() == [.urgency])
    let query = TaskQuery(TaskFilter(state: .any), order: .name)
    #expect(try await store.tasks(query) == query.result(in: tasks))
    #expect(try present() == [.urgency, .name])

    let more = (0..<1500).map {
      TodoTask(id: UUID(), name: "Task \($0 % 40)", createdAt: Date(timeIntervalSince1970: Double($0)))
    }
    try await store.apply(more.map { TaskChange(before: nil, after: $0) }, as: "import", at: Date(), rewriting: nil)
    tasks += more
    #expect(try present() == [.urgency])
    for query in [query, TaskQuery(TaskFilter(state: .any)), TaskQuery(TaskFilter(), order: .created, limit: 7)] {
      #expect(try await store.snapshot(of: query).tasks == query.result(in: tasks))
    }
    #expect(try present() == [.urgency, .name, .created])
    try await store.close()
  }

  @Test("a list in an order that has no SQL index yet is answered while another program writes")
  func busy() async throws {
    let store = try SQLiteTaskStore(path: place.path, busyTimeout: 0.05)
    let tasks = Sample.tasks(30)
    for task in tasks { try await store.create(task) }
    let query = TaskQuery(TaskFilter(state: .any), order: .name)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: place.path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    #expect(try await store.tasks(query) == query.result(in: tasks))
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
    #expect(try await store.tasks(query) == query.result(in: tasks))
    try await store.close()
  }

  /// Changes the first file behind the store's back.
  private func sabotage(_ sql: String) throws {
    let queue = try DatabaseQueue(path: place.path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test(
    "an id in the index that is none has it built anew, also where only ids are asked for", arguments: [false, true])
  func strangeID(isShort: Bool) async throws {
    let tasks = Sample.tasks(30)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    try sabotage(
      "INSERT INTO listing SELECT 999, X'01', isDone, due, priority, created, modified, completed, name, project, "
        + "projectCode, isProtected, isNotifying, isRecurring FROM listing LIMIT 1")
    let query = TaskQuery(TaskFilter(state: .any), order: .name)
    if isShort {
      #expect(try await store.shortIDs(of: tasks.map(\.id)) == ShortIDs.shortest(for: tasks.map(\.id)))
    } else {
      #expect(try await store.ids(query) == query.result(in: tasks).map(\.id))
    }
    try await store.close()
  }

  @Test(
    "an index that says something else than the tasks is built anew, and the answer is right",
    arguments: [
      "DELETE FROM task WHERE key IN (SELECT key FROM task LIMIT 3)", "UPDATE task SET isDone = 1 - isDone",
      "DELETE FROM listing WHERE number = 5", "UPDATE listing SET name = X'00' WHERE number = 5",
      "UPDATE listing SET isDone = 1 - isDone",
      "INSERT INTO listing SELECT 999, X'01', isDone, due, priority, created, modified, completed, name, project, "
        + "projectCode, isProtected, isNotifying, isRecurring FROM listing LIMIT 1",
    ])
  func sabotaged(sql: String) async throws {
    let tasks = Sample.tasks(30)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    try sabotage(sql)
    for state in [TaskFilter.State.open, .any] {
      let query = TaskQuery(TaskFilter(state: state), order: .name)
      #expect(try await store.tasks(query) == query.result(in: tasks))
    }
    try await store.close()
  }

  @Test(
    "a check finds an index that lacks something, and builds it anew",
    arguments: [
      "DELETE FROM listing WHERE number = 3", "DELETE FROM taskTag", "DELETE FROM taskReminder",
      "UPDATE listingCount SET count = 7", "DELETE FROM taskWords WHERE rowid < 20", "DROP TABLE taskTag",
      "DELETE FROM taskWords_data WHERE id > 10", "UPDATE taskWords_config SET v = 99", "DROP INDEX listing_urgency",
      "UPDATE indexStamp SET revision = 1",
    ])
  func checked(sql: String) async throws {
    let tasks = Sample.tasks(60)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    try await store.close()
    try sabotage(sql)
    let again = try SQLiteTaskStore(path: place.path)
    #expect(try await again.health().isWhole)
    #expect(try await again.tasks(anything) == anything.result(in: tasks))
    var filter = TaskFilter(state: .any)
    for words in [["long"], ["buy", "milk"]] {
      filter.words = words
      #expect(try await again.count(filter) == tasks.filter(filter.matches).count)
    }
    #expect(try await again.count(TaskFilter()) == tasks.filter(TaskFilter().matches).count)
    let date = Date(timeIntervalSinceReferenceDate: 1e9)
    #expect(try await again.reminders(until: date).count == tasks.flatMap(\.reminders).count)
    #expect(try await again.delete(tasks[0].id))
    try await again.close()
    let third = try SQLiteTaskStore(path: place.path)
    #expect(try await third.health().repairs.isEmpty)
    try await third.close()
  }

  @Test("a first file that is the copy of the other one gets its index, and the copy has none")
  func copied() async throws {
    let tasks = Sample.tasks(20)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    try await store.close()
    let (one, other) = (place.files[0], place.files[1])
    try FileManager.default.moveItem(atPath: one, toPath: one + ".away")
    try FileManager.default.moveItem(atPath: other, toPath: one)
    try FileManager.default.moveItem(atPath: one + ".away", toPath: other)
    let again = try SQLiteTaskStore(path: place.path)
    #expect(try await again.tasks(anything) == anything.result(in: tasks))
    #expect(try await again.health() == StoreHealth())
    try await again.close()
    let copy = try DatabaseQueue(path: other)
    #expect(try await copy.read { try !$0.tableExists("listing") && !$0.tableExists("taskWords") })
  }

  @Test("words that nearly every task has, and words that no index takes, are found all the same")
  func words() async throws {
    let made = Date(timeIntervalSinceReferenceDate: 0)
    let count = IndexQuery.fewCount + 50
    var tasks = (0..<count).map { TodoTask(id: UUID(), name: "common w\($0 % 7)", createdAt: made + Double($0 % 50)) }
    tasks[7].name = String(repeating: "x", count: 40_000) + "y"
    let store = try SQLiteTaskStore(path: place.path)
    try await store.apply(tasks.map { TaskChange(before: nil, after: $0) }, as: "add", at: made, rewriting: nil)
    var filter = TaskFilter(state: .any)
    for words in [["common"], ["comm", "w3"], ["common zzz"], [String(repeating: "x", count: 40_000) + "z"]] {
      filter.words = words
      let found = tasks.filter(filter.matches)
      for (offset, limit) in [(3, 20), (0, nil)] as [(Int, Int?)] {
        let plain = TaskQuery(TaskFilter(state: .any), order: .created, offset: offset, limit: limit)
        var query = plain
        query.filter = filter
        #expect(try await store.tasks(query) == plain.result(in: found), "\(words[0].prefix(20))")
      }
      #expect(try await store.count(filter) == found.count)
    }
    filter.words = ["common"]
    filter.excludedTags = (0..<300).map(String.init)
    #expect(try await store.count(filter) == count - 1)
  }
}
