#if Postgres
import Foundation
import LinuxSystem
import NIOPosix
import PostgresClient
import PostgresTesting
import ProcessTesting
import Testing

@testable import VaultServer

/// A move of 10,000 items that is killed somewhere and run again. What the program and the database say to each other is held back after so many
/// bytes, so that it is known where it was killed.
@Suite("A killed move", .timeLimit(.minutes(15)))
struct MoveKillTests {
  private static let itemCount = 10_000

  /// Where it is killed: after a share of what one side says, or so many bytes before its end.
  private struct Point: CustomStringConvertible {
    let side: CuttingProxy.Side
    let share: Double
    let before: Int

    func bytes(of whole: [CuttingProxy.Side: Int]) -> Int {
      max(1, Int(Double(whole[side] ?? 0) * share) - before)
    }

    var description: String { "\(side) \(share) -\(before)" }

    private static func among(_ count: Int, of side: CuttingProxy.Side) -> [Point] {
      (0..<count).map { Point(side: side, share: (Double($0) + 0.5) / Double(count), before: 0) }
    }

    private static func atEnd(of side: CuttingProxy.Side, _ bytes: [Int]) -> [Point] {
      bytes.map { Point(side: side, share: 1, before: $0) }
    }

    /// Twenty: most while rows are sent by one side, the others while it is asked, compared, committed and marked. `make test` takes every third.
    static func chosen(rowsFrom side: CuttingProxy.Side) -> [Point] {
      let other: CuttingProxy.Side = side == .client ? .server : .client
      let all =
        among(9, of: side) + atEnd(of: side, [1, 10, 200]) + among(4, of: other) + atEnd(of: other, [1, 10, 60, 200])
      return stride(from: 0, to: all.count, by: step).map { all[$0] }
    }

    private static let step = Int(ProcessInfo.processInfo.environment["VAULT_TEST_KILL_STEP"] ?? "") ?? 3
  }

  /// Runs a command through the proxy, and kills it where it is held back.
  ///
  /// - Returns: whether it was killed: else it had ended before.
  private func kill(_ arguments: [String], at point: Point, _ whole: [CuttingProxy.Side: Int], _ proxy: CuttingProxy)
    throws -> Bool
  {
    let bytes = point.bytes(of: whole)
    proxy.stall(after: bytes, from: point.side)
    let child = try ChildProcess([ServerProgram.path] + arguments)
    try waitUntil("\(point) is reached", 120) { proxy.passed(from: point.side) >= bytes || !child.isRunning }
    let wasRunning = child.isRunning
    child.end()
    proxy.cutAll()
    proxy.stall(after: nil, from: point.side)
    return wasRunning
  }

  /// Runs a command to its end, and says how much both sides said.
  private func measure(_ arguments: [String], _ proxy: CuttingProxy) throws -> [CuttingProxy.Side: Int] {
    proxy.stall(after: nil, from: .client)
    let child = try ChildProcess([ServerProgram.path] + arguments)
    try #require(try child.exitStatus(within: 120) == 0, "\(child.text)")
    return [.client: proxy.passed(from: .client), .server: proxy.passed(from: .server)]
  }

  private func copy(_ directory: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: directory, toPath: other)
  }

  @Test("into a database ends right, and at no moment both could be served")
  func there() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: Self.itemCount)
      let expected = try MovePlace.contents(ofFile: place.file)
      let proxy = try CuttingProxy(to: MovePlace.cluster)
      defer { proxy.close() }
      @Sendable func next(_ name: String) throws -> (place: MovePlace, database: String, way: String) {
        let next = MovePlace(directory: place.directory, data: place.directory + "/" + name)
        try copy(place.data, to: next.data)
        let database = try MovePlace.makeDatabase()
        return (next, database, try next.connectionFile(try proxy.address(as: MovePlace.owner, database: database)))
      }
      try await NIOThreadPool.singleton.runIfActive {
        let first = try next("first")
        let whole = try measure(["migrate", "--data", first.place.data, "--database", first.way], proxy)
        #expect(try MovePlace.contents(of: first.database) == expected)
        var killed = 0
        let points = Point.chosen(rowsFrom: .client)
        for (number, point) in points.enumerated() {
          let (place, database, way) = try next("\(number)")
          let arguments = ["migrate", "--data", place.data, "--database", way]
          if try kill(arguments, at: point, whole, proxy) { killed += 1 }
          if try PostgresSchema.arrival(MovePlace.connect(database)) != nil {
            #expect(try MovePlace.mark(ofFile: place.file) != nil, "\(point)")
          }
          try ChildProcess.run([ServerProgram.path] + arguments)
          #expect(try MovePlace.contents(of: database) == expected, "\(point)")
          #expect(try MovePlace.mark(ofFile: place.file)?.stage == .moved, "\(point)")
          try FileManager.default.removeItem(atPath: place.data)
          try MovePlace.cluster.execute("DROP DATABASE \(database) WITH (FORCE)")
        }
        #expect(killed >= points.count - 2)
      }
    }
  }

  @Test("into a directory does, too")
  func back() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: Self.itemCount)
      let expected = try MovePlace.contents(ofFile: place.file)
      let full = try MovePlace.makeDatabase()
      #expect(try await place.migrate(try place.way(to: full)).status == 0)
      let proxy = try CuttingProxy(to: MovePlace.cluster)
      defer { proxy.close() }
      @Sendable func next(_ name: String) throws -> (place: MovePlace, database: String, way: String) {
        let next = MovePlace(directory: place.directory, data: place.directory + "/" + name)
        let database = try MovePlace.makeDatabase(from: full)
        return (next, database, try next.connectionFile(try proxy.address(as: MovePlace.owner, database: database)))
      }
      try await NIOThreadPool.singleton.runIfActive {
        let first = try next("first")
        let whole = try measure(["migrate", "--back", "--data", first.place.data, "--database", first.way], proxy)
        #expect(try MovePlace.contents(ofFile: first.place.file) == expected)
        var killed = 0
        let points = Point.chosen(rowsFrom: .server)
        for (number, point) in points.enumerated() {
          let (place, database, way) = try next("\(number)")
          let arguments = ["migrate", "--back", "--data", place.data, "--database", way]
          if try kill(arguments, at: point, whole, proxy) { killed += 1 }
          if FileManager.default.fileExists(atPath: place.file) {
            #expect(try departure(database) != nil, "\(point)")
          }
          try ChildProcess.run([ServerProgram.path] + arguments)
          #expect(try MovePlace.contents(ofFile: place.file) == expected, "\(point)")
          #expect(try departure(database)?.stage == .moved, "\(point)")
          #expect(try !FileManager.default.contentsOfDirectory(atPath: place.data).contains { $0.contains("part") })
          try FileManager.default.removeItem(atPath: place.data)
          try MovePlace.cluster.execute("DROP DATABASE \(database) WITH (FORCE)")
        }
        #expect(killed >= points.count - 2)
      }
    }
  }

  private func departure(_ database: String) throws -> MoveMark? {
    try PostgresSchema.departure(MovePlace.connect(database))
  }

  @Test("is taken back by --cancel, and served as before; once everything was moved it is not")
  func cancel() async throws {
    try await MovePlace.with { place async throws in
      try place.fill(items: 1000)
      let expected = try MovePlace.contents(ofFile: place.file)
      let database = try MovePlace.makeDatabase()
      let way = try place.way(to: database)
      let proxy = try CuttingProxy(to: MovePlace.cluster)
      defer { proxy.close() }
      let slow = try place.connectionFile(try proxy.address(as: MovePlace.owner, database: database))
      let other = try place.way(to: try MovePlace.makeDatabase())
      func stop(_ data: String, _ words: String...) async throws {
        try await NIOThreadPool.singleton.runIfActive {
          let point = Point(side: .client, share: 1, before: 0)
          let arguments = ["migrate", "--data", data, "--database", slow] + words
          _ = try kill(arguments, at: point, [.client: words.isEmpty ? 40_000 : 6_000], proxy)
        }
      }
      try await stop(place.data)
      let refused = try await ServerProgram.run(["serve", "--listen", "127.0.0.1:0", "--data", place.data])
      #expect(refused.status == 78 && refused.errors.contains("is not finished"), "\(refused)")
      // Into another database nothing of it goes, and from there nothing is taken back.
      for words in [[], ["--cancel"]] {
        let foreign = try await ServerProgram.run(["migrate", "--data", place.data, "--database", other] + words)
        #expect(foreign.status == 78 && foreign.errors.contains("this is another database"), "\(foreign)")
      }
      #expect(try await place.migrate(way, "--cancel").status == 0)
      #expect(try await ServerProgram.serve(["--data", place.data]) { _ async throws in }.status == 0)
      #expect(try await place.migrate(way).status == 0)
      #expect(try await place.migrate(way, "--cancel").status == 65)

      let back = MovePlace(directory: place.directory, data: place.directory + "/back")
      try await stop(back.data, "--back")
      if try departure(database) != nil {
        #expect(try await back.migrate(way, "--back", "--cancel").status == 0)
      }
      let node = try place.way(to: database, as: PrivateDatabases.node)
      #expect(try await ServerProgram.serve(["--database", node]) { _ async throws in }.status == 0)
      #expect(try await back.migrate(way, "--back").status == 0)
      #expect(try MovePlace.contents(ofFile: back.file).keys == expected.keys)
      #expect(try await back.migrate(way, "--back", "--cancel").status == 65)

      // As if it had been killed before it told the database; whoever serves the file may have another numbering by now.
      let end = Deadline.after(seconds: 60)
      try MovePlace.connect(database).execute(
        "UPDATE vault.versions SET title = replace(title, ' moved ', ' moving ')", until: end)
      #expect(try departure(database)?.stage == .moving)
      #expect(try await ServerProgram.run(["database", "new-epoch", "--data", back.data]).status == 0)
      let taken = try await back.migrate(way, "--back", "--cancel")
      #expect(taken.status == 65 && taken.errors.contains("may have everything"), "\(taken)")
      #expect(try await ServerProgram.run(["account", "list", "--database", node]).status == 78)
    }
  }
}
#endif
