import AgentAPI
import Foundation
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request to move tasks to the other store")
struct MigrationControllerTests {
  /// The registered stores in a directory of their own, the tasks in one of them.
  private final class Stores: TaskStoreSelecting {
    let kind: TaskStoreKind
    let configuredKind: TaskStoreKind?
    let database: SQLiteTaskStore
    private let registry: TaskStoreRegistry
    private let opened: [TaskStoreKind: any TaskStore]
    var calendar: any TaskStore { store(of: .icalendar) }
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID().uuidString)")

    /// - Parameter file: the lines of a to-do that another program has written.
    init(in kind: TaskStoreKind, configured: TaskStoreKind? = nil, file: [String]? = nil) throws {
      (self.kind, configuredKind) = (kind, configured)
      try FileManager.default.createDirectory(
        at: directory.appendingPathComponent("calendar"), withIntermediateDirectories: true)
      if let file { try Self.write(file, in: directory) }
      database = try SQLiteTaskStore(path: directory.path + "/tasks.db")
      let paths = VaultPaths(data: directory.path, config: "/c", state: "/s", runtime: "/r")
      let registry = TaskStoreRegistry(database: database, settings: .defaults, paths: paths)
      self.registry = registry
      opened = try Dictionary(uniqueKeysWithValues: TaskStoreKind.allCases.map { ($0, try registry[$0].open()) })
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func store(of kind: TaskStoreKind) -> any TaskStore { opened[kind] ?? database }

    func files(of kind: TaskStoreKind) -> ForeignFiles? { registry[kind].files }

    func select(_ kind: TaskStoreKind) async throws(TaskStoreError) {
      try await database.setState(Array(kind.rawValue.utf8), for: .taskStore)
    }

    var selected: String? {
      get async throws { try await database.state(.taskStore).map { String(decoding: $0, as: UTF8.self) } }
    }

    private static func write(_ lines: [String], in directory: URL) throws {
      let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "UID:shop"] + lines
      let text = (all + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
      try Data(text.utf8).write(to: directory.appendingPathComponent("calendar/shop.ics"))
    }
  }

  private func migrate(_ stores: Stores, to kind: String, isAgreed: Bool = false) async throws -> String {
    try await MigrationController(stores: stores, reminders: reminders)
      .migrate(to: kind, isAgreed: isAgreed, SilentConversation())
  }

  /// Whether reminders are held.
  private actor Reminders: ReminderHolding {
    private(set) var isHeld = false

    func hold() { isHeld = true }
    func release() { isHeld = false }
  }

  private let reminders = Reminders()

  @Test(
    "moves every task with all it has, and has the next start open the other store", arguments: TaskStoreKind.allCases)
  func moves(from kind: TaskStoreKind) async throws {
    let stores = try Stores(in: kind, configured: kind)
    let other = try #require(TaskStoreKind.allCases.first { $0 != kind })
    let (source, target) = (stores.store(of: kind), stores.store(of: other))
    var tea = TodoTask(id: UUID(), name: "Tea", dueDate: .sample + 100, createdAt: .sample)
    tea.notes = "green"
    let tasks = [tea, TodoTask(id: UUID(), name: "Milk", createdAt: .sample + 1)]
    for task in tasks { try await source.create(task) }
    let answer = try await migrate(stores, to: other.rawValue)
    #expect(answer.hasPrefix("2 tasks are in \(other.rawValue) now."))
    #expect(answer.contains("Set task-store (VAULT_TASK_STORE) to \(other.rawValue)"), "the settings name the old one")
    #expect(try await target.all() == tasks)
    #expect(try await source.all().isEmpty)
    #expect(try await source.history(9).isEmpty)
    #expect(try await stores.selected == other.rawValue)
    #expect(await reminders.isHeld, "tasks that moved are none that were removed")
  }

  @Test("moves nothing that the other store can't keep, and names it")
  func refusal() async throws {
    let stores = try Stores(in: .sqlite)
    let odd = TodoTask(id: UUID(), name: "a bell\u{7}", createdAt: .sample)
    for task in [odd, TodoTask(id: UUID(), name: "Milk", createdAt: .sample)] { try await stores.database.create(task) }
    let failure = await #expect(throws: Failure.self) { try await migrate(stores, to: "icalendar") }
    #expect(failure?.message.contains("nothing was moved") == true, "\(String(describing: failure))")
    #expect(failure?.message.contains(odd.id.hexDigits.prefix(4)) == true)
    #expect(try await stores.database.all().count == 2)
    #expect(try await stores.calendar.all().isEmpty)
    #expect(try await stores.selected == nil)
  }

  @Test("asks before what only the files keep is lost, and moves when that is agreed to")
  func losses() async throws {
    let stores = try Stores(
      in: .icalendar, file: ["SUMMARY:Go shopping", "X-THEIRS:Ann", "DTSTAMP:20260101T000000Z"])
    let failure = await #expect(throws: Failure.self) { try await migrate(stores, to: "sqlite") }
    #expect(failure?.message.contains("Go shopping: X-THEIRS") == true && failure?.hint.contains("--yes") == true)
    #expect(failure?.hint.hasPrefix("Copy \(stores.directory.path)/calendar first") == true)
    #expect(await !reminders.isHeld, "nothing was moved")
    #expect(try await stores.database.all().isEmpty)
    _ = try await migrate(stores, to: "sqlite", isAgreed: true)
    #expect(try await stores.database.all().map(\.name) == ["Go shopping"])
    #expect(try await stores.calendar.all().isEmpty)
  }

  @Test("brings what a stopped move left behind to the store that is in use, and names files that can't be read")
  func stopped() async throws {
    let stores = try Stores(in: .sqlite, file: ["SUMMARY:Left", "DTSTAMP:20260101T000000Z"])
    try Data("no calendar".utf8).write(to: stores.directory.appendingPathComponent("calendar/bad.ics"))
    _ = try await stores.calendar.health()
    let answer = try await migrate(stores, to: "sqlite", isAgreed: true)
    #expect(answer.hasPrefix("1 task is in sqlite now."))
    #expect(answer.contains("Warning: 1 calendar file is not read whole;") && answer.contains("\n  bad.ics: "))
    #expect(try await stores.database.all().map(\.name) == ["Left"])
    #expect(try await stores.calendar.all().isEmpty)
  }

  @Test("knows the registered stores alone")
  func unknown() async throws {
    let failure = await #expect(throws: Failure.self) { try await migrate(try Stores(in: .sqlite), to: "redis") }
    #expect(failure?.code == .usage && failure?.hint.hasPrefix("There are: sqlite, icalendar") == true)
  }
}
