import FoundationEssentials
import StoreTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("The access log")
struct AccessLogTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  private func log(_ kind: RecordKind, maximumCount: Int) throws -> any AccessLog {
    switch kind {
    case .memory: InMemoryAccessLog(maximumCount: maximumCount)
    case .sqlite: try SQLiteAccessLog(path: place.path, maximumCount: maximumCount)
    }
  }

  private func record(_ number: Int) -> AccessRecord {
    AccessRecord(
      date: Date(timeIntervalSinceReferenceDate: Double(number)), task: number % 2 == 0 ? UUID() : nil,
      action: "reveal",
      program: "/usr/bin/vault", pid: Int32(number), terminal: number % 3 == 0 ? nil : "/dev/pts/1",
      granted: number % 2 == 0, reason: number % 2 == 0 ? "" : "wrong PIN")
  }

  @Test("the newest entries come first, and no more than the bound are kept", arguments: RecordKind.allCases)
  func bounded(kind: RecordKind) async throws {
    let log = try log(kind, maximumCount: 20)
    let records = (1...50).map(record)
    for record in records { try await log.append(record) }
    #expect(try await log.newest(5) == Array(records.suffix(5).reversed()))
    #expect(try await log.newest(1000) == Array(records.suffix(20).reversed()))
    #expect(try await log.newest(0).isEmpty)
  }

  @Test("over-long texts are cut, not refused", arguments: RecordKind.allCases)
  func cut(kind: RecordKind) async throws {
    let log = try log(kind, maximumCount: 5)
    var record = record(1)
    record.program = String(repeating: "é", count: 4000)
    try await log.append(record)
    #expect(try await log.newest(1)[0].program == String(repeating: "é", count: 2048))
  }

  @Test("entries are there after closing and opening again")
  func durable() async throws {
    let log = try SQLiteAccessLog(path: place.path)
    let first = record(1)
    try await log.append(first)
    try await log.close()
    let again = try SQLiteAccessLog(path: place.path)
    try await again.append(record(2))
    #expect(try await again.newest(2).last == first)
    #expect(try await again.health() == StoreHealth())
  }

  @Test("a log of the first format opens, keeps its entries and takes new ones")
  func firstFormat() async throws {
    let columns = Array(AccessColumn.names.prefix(AccessColumn.chapter.rawValue))
    let table = Table(index: 1, name: "access", columns: columns)
    let old = Schema(tables: [Schema.lostTable, table], migrations: [AccessSchema.schema.migrations[0]])
    let database = try MirroredDatabase(path: place.path, schema: old)
    let first = record(1)
    try database.write { _, _ in [.put(RowName(table: table, key: AccessSchema.name(1).key), first.cells)] }
    try database.close()
    let log = try SQLiteAccessLog(path: place.path)
    try await log.append(record(2))
    #expect(try await log.newest(10).last == first)
    #expect(try await log.newest(10).count == 2)
    #expect(try await log.health() == StoreHealth())
  }

  @Test("an entry that is not wanted any more when it is its turn is not written")
  func unwanted() async throws {
    let log = try SQLiteAccessLog(path: place.path)
    #expect(try await log.append(record(1)) { true })
    #expect(try await !log.append(record(2)) { false })
    #expect(try await log.newest(10).map(\.pid) == [1])
  }

  @Test("a bound made smaller drops the oldest at the next entry")
  func shrunk() async throws {
    let log = try SQLiteAccessLog(path: place.path)
    for number in 1...10 { try await log.append(record(number)) }
    try await log.close()
    let smaller = try SQLiteAccessLog(path: place.path, maximumCount: 3)
    try await smaller.append(record(11))
    #expect(try await smaller.newest(100).map(\.pid) == [11, 10, 9])
  }
}
