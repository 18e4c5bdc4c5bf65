internal import FoundationEssentials
internal import GRDB
internal import VaultModel

@testable internal import TaskStore

/// The two files of a task database, with which somebody does what the input says while it is closed.
struct SampleTaskDatabase {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let key = VaultStateKey("sample")
  static let tasks: [TodoTask] = {
    var tasks = (UInt8(1)...3).map { TodoTask(id: id($0), name: "task \($0)", dueDate: now, createdAt: now) }
    tasks[0].subtasks = [TodoSubtask(id: id(9), name: "step", dueDate: now, notify: true)]
    tasks[1].tags = ["tag"]
    tasks[1].project = "project"
    return tasks
  }()

  private static let names = ["tasks.db", "tasks.db.copy"]

  private let directory: String
  /// Which of the files were changed.
  private var changed: Set<Int> = []
  /// Whether anything was made that fits its checksum.
  private var isForged = false

  var path: String { "\(directory)/\(Self.names[0])" }
  /// Whether what the store wrote is in one of the files, and nothing in the other that passes for it.
  var isRescuable: Bool { changed.count < 2 && !isForged }

  static func id(_ last: UInt8) -> UUID { UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, last)) }

  // MARK: As the store writes it

  /// The files with all changes, and those before the last one.
  private static let written: (files: SampleFiles, former: SampleFiles) = {
    var written: (files: SampleFiles, former: SampleFiles)?
    ScratchDirectory.with { directory in
      let path = "\(directory)/\(names[0])"
      make(at: path) { store in
        let changes = tasks.prefix(2).map { TaskChange(before: nil, after: $0) }
        try await store.apply(changes, as: "add", at: now, rewriting: nil)
        try await store.setState([1, 2, 3], for: key)
        try await store.setReminderState(ReminderState(task: tasks[0].id, subtask: id(9), delivered: now))
      }
      let former = SampleFiles(names, in: directory)
      make(at: path) { store in
        try await store.apply([TaskChange(before: nil, after: tasks[2])], as: "add", at: now, rewriting: nil)
      }
      written = (SampleFiles(names, in: directory), former)
    }
    guard let written else { fatalError("no sample was made") }
    return written
  }()

  private static func make(at path: String, _ body: @escaping @Sendable (SQLiteTaskStore) async throws -> Void) {
    WaitingExecutor.wait {
      do {
        let store = try SQLiteTaskStore(path: path)
        try await body(store)
        try await store.close()
      } catch { fatalError("\(error)") }
    }
  }

  // MARK: As somebody leaves it

  /// Puts the files into a directory, and changes them.
  init(in directory: String, _ reader: inout InputReader) {
    self.directory = directory
    Self.written.files.put(into: directory)
    for _ in 0..<DatabaseDamage.maximumCount where !reader.isAtEnd {
      let step = reader.byte()
      change(Int(step >> 7), step % 8, &reader)
    }
  }

  private mutating func change(_ file: Int, _ kind: UInt8, _ reader: inout InputReader) {
    changed.insert(file)
    let path = "\(directory)/\(Self.names[file])"
    // Old files and changed bytes fit no checksum that they have to.
    isForged = isForged || kind > 3
    switch kind {
    case 0: Self.written.former.put(into: directory, only: [Self.names[file]])
    case 1...3: DatabaseDamage.changeBytes(of: path, &reader)
    case 4: DatabaseDamage.change(path) { try DatabaseDamage.changeTables($0, &reader) }
    case 5, 6: DatabaseDamage.change(path) { try Self.forgeRow(in: $0, &reader) }
    default: DatabaseDamage.change(path) { try Self.forgeSummary(in: $0, &reader) }
    }
  }

  /// A row whose checksum is right.
  private static func forgeRow(in db: Database, _ reader: inout InputReader) throws {
    let tables = TaskSchema.schema.tables
    let table = tables[Int(reader.byte()) % tables.count]
    let which = reader.byte()
    let key = which < 16 ? id(which).bytes : reader.run(Int(which % 40))
    let cells = table.columns.map { _ in reader.cell(depth: 3) }
    try db.insert(StoredRow(name: RowName(table: table, key: key), cells: cells, revision: Int64(reader.byte()) << 56))
  }

  /// What the file says of itself, of the rows that are there or of others.
  private static func forgeSummary(in db: Database, _ reader: inout InputReader) throws {
    guard var summary = try db.summary() else { return }
    let flags = reader.byte()
    summary.tallies = TaskSchema.schema.tables.map { (try? db.tally(of: $0)) ?? Tally() }
    summary.revision &+= 1
    if flags & 1 != 0 { summary.revision = Int64(bitPattern: reader.number()) }
    if flags & 2 != 0 { summary.storeID = [UInt8](repeating: reader.byte(), count: 16) }
    if flags & 4 != 0 { summary.format = UInt32(reader.byte()) }
    if flags & 8 != 0 {
      let count = Int(reader.byte() % 65)
      summary.tallies = Array((summary.tallies + [Tally](repeating: Tally(), count: 64)).prefix(count))
    }
    if flags & 16 != 0, !summary.tallies.isEmpty {
      summary.tallies[Int(reader.byte()) % summary.tallies.count].count = reader.number()
    }
    try db.save(summary)
    if flags & 32 != 0 { try db.execute(sql: "PRAGMA user_version = \(summary.format)") }
  }
}

extension InputReader {
  /// A value of a row. Lists are of others.
  fileprivate mutating func cell(depth: Int) -> Cell {
    switch byte() % 8 {
    case 0, 1: .null
    case 2: .integer(Int64(byte()))
    case 3: .integer(Int64(bitPattern: number()))
    case 4: .real(Double(bitPattern: number()))
    case 5 where depth > 0: .list((0..<byte() % 12).map { _ in cell(depth: depth - 1) })
    case 6: .id(SampleTaskDatabase.id(byte()))
    default: .blob(run(Int(byte() % 32)))
    }
  }
}
