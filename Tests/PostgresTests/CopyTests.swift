#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Copying")
struct CopyTests {
  struct Stop: Error {}

  private let soon = Deadline.after(seconds: 120)
  private let cluster: PrivateCluster

  init() throws {
    cluster = try PrivateCluster.shared.get()
    try cluster.execute(
      "DROP TABLE IF EXISTS copied; CREATE TABLE copied (id uuid PRIMARY KEY, number int8 NOT NULL, text text, bytes bytea, texts text[])"
    )
  }

  @Test("What is written comes back, row by row")
  func comesBack() throws {
    let connection = try cluster.connect()
    var (random, again) = (SplitMix(seed: 1), SplitMix(seed: 1))
    func row(_ random: inout SplitMix, _ number: Int) -> (UUID, Int64, String?, [UInt8], [String]) {
      (random.uuid(), Int64(number), random.bool() ? random.text() : nil, random.bytes(), random.array { $0.text() })
    }
    let count = 20_000
    var written = 0
    let sent = try connection.copy(
      into: "copied (id, number, text, bytes, texts)", columns: UUID.self, Int64.self, String?.self, [UInt8].self,
      [String].self,
      until: soon
    ) {
      written += 1
      return written <= count ? row(&random, written) : nil
    }
    #expect(sent == count)
    var read = 0
    let came = try connection.copy(
      from: "SELECT id, number, text, bytes, texts FROM copied ORDER BY number", columns: UUID.self, Int64.self,
      String?.self,
      [UInt8].self, [String].self, until: soon
    ) { id, number, text, bytes, texts in
      read += 1
      guard (id, number, text, bytes, texts) == row(&again, read) else { throw Stop() }
    }
    #expect(came == count)
    #expect(try number(connection) == Int64(count))
  }

  @Test("Nothing and one large value can be copied")
  func extremes() throws {
    let connection = try cluster.connect()
    #expect(try copy([], connection) == 0)
    let large = [UInt8](repeating: 7, count: 20 << 20)
    var next: [(UUID, Int64, [UInt8])] = [(UUID(), 1, large)]
    try connection.copy(into: "copied (id, number, bytes)", columns: UUID.self, Int64.self, [UInt8].self, until: soon) {
      next.popLast()
    }
    try connection.copy(from: "SELECT bytes FROM copied", columns: [UInt8].self, until: soon) { #expect($0 == large) }
    #expect(try connection.copy(from: "SELECT 1::int8 WHERE false", columns: Int64.self, until: soon) { _ in } == 0)
  }

  @Test("A row that can't be written, and a source that fails, leave nothing and harm no connection")
  func failures() throws {
    let connection = try cluster.connect()
    let id = UUID()
    let twice = #expect(throws: PostgresError.self) { try copy([id, UUID(), id], connection) }
    #expect(twice?.kind == .unique(constraint: "copied_pkey"))
    #expect(throws: Stop.self) {
      var left = 1_000
      try connection.copy(into: "copied (id, number)", columns: UUID.self, Int64.self, until: soon) {
        left -= 1
        guard left > 0 else { throw Stop() }
        return (UUID(), 1)
      }
    }
    let narrow = #expect(throws: PostgresError.self) {
      var rows: [(UUID, Int32)] = [(UUID(), 1)]
      try connection.copy(into: "copied (id, number)", columns: UUID.self, Int32.self, until: soon) { rows.popLast() }
    }
    #expect(narrow?.kind == .programming)
    let missing = #expect(throws: PostgresError.self) {
      try connection.copy(from: "SELECT 1 FROM nowhere", columns: Int32.self, until: soon) { _ in }
    }
    #expect(missing?.state == "42P01")
    #expect(try number(connection) == 0)
    #expect(try copy([id], connection) == 1)
  }

  @Test("A reader that has enough, and columns of other types, break the connection off")
  func brokenOff() throws {
    _ = try copy((0..<100).map { _ in UUID() }, cluster.connect())
    let enough = try cluster.connect()
    #expect(throws: Stop.self) {
      try enough.copy(from: "SELECT id FROM copied", columns: UUID.self, until: soon) { _ in throw Stop() }
    }
    #expect(throws: PostgresError(.unavailable)) { try number(enough) }
    let others = try cluster.connect()
    #expect(throws: PostgresError(.programming)) {
      try others.copy(from: "SELECT id FROM copied", columns: Int64.self, until: soon) { _ in }
    }
    let fewer = try cluster.connect()
    #expect(throws: PostgresError(.programming)) {
      try fewer.copy(from: "SELECT id, number FROM copied", columns: UUID.self, until: soon) { _ in }
    }
  }

  @Test("A copy is part of a transaction, if there is one")
  func transaction() throws {
    let connection = try cluster.connect()
    #expect(throws: PostgresError(.tooBusy)) {
      try connection.transaction(until: soon) { (connection) throws(PostgresError) in
        do { _ = try copy([UUID(), UUID()], connection) } catch { throw PostgresError(.programming) }
        throw PostgresError(.tooBusy)
      }
    }
    #expect(try number(connection) == 0)
  }

  @Test("Cut anywhere, a copy is not done, or in doubt, or done")
  func cut() throws {
    let proxy = try CuttingProxy(to: cluster)
    let ids = (0..<2_000).map { _ in UUID() }
    let whole = try connect(proxy)
    proxy.cut(after: nil, from: .client)
    _ = try copy(ids, whole)
    let all = proxy.passed(from: .client)
    #expect(try number(whole) == 2_000)
    for part in [0, 1, 50, all / 3, all / 2, all - 20, all - 10, all - 1] {
      try cluster.execute("TRUNCATE copied")
      let connection = try connect(proxy)
      proxy.cut(after: part, from: .client)
      let error = #expect(throws: PostgresError.self) { try copy(ids, connection) }
      proxy.cut(after: nil, from: .client)
      #expect(error?.kind == .unavailable || error?.kind == .inDoubt)
      if error?.kind == .unavailable { #expect(try number(cluster.connect()) == 0) }
    }
  }

  private func connect(_ proxy: CuttingProxy) throws -> PostgresConnection {
    try PostgresConnection.open(PrivateCluster.address(proxy.address()), until: soon)
  }

  private func copy(_ ids: [UUID], _ connection: PostgresConnection) throws -> Int {
    var next = ids.makeIterator()
    return try connection.copy(into: "copied (id, number)", columns: UUID.self, Int64.self, until: soon) {
      guard let id = next.next() else { return nil }
      return (id, 1)
    }
  }

  private func number(_ connection: PostgresConnection) throws -> Int64 {
    let count = PostgresStatement("count_copied", "SELECT count(*) FROM copied", giving: Int64.self)
    return try connection.run(count(), until: soon).first ?? -1
  }
}
#endif
