#if Postgres
internal import Foundation
internal import PostgresClient
internal import PostgresTesting
internal import Synchronization

/// usage: postgres-bench SECONDS
///        postgres-bench appends SECONDS < a connection string, and the accounts of the callers, one a line
///
/// The second form is described at ``AppendBench``. The first one:
///
/// Measures durable inserts, each acknowledged to whoever asked for it, by 1, 16 and 64 callers: through two lanes, and by pgbench with a
/// connection for each caller. The two take turns, on a server of their own. Prints one JSON object a turn:
/// `{"callers":64,"lanes":9000.0,"pgbench":6000.0,"statementsOfACommit":30.1}`, inserts a second.
@main
enum PostgresBench {
  private static let turns = 3

  static func main() async throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "appends",
      let seconds = Int(CommandLine.arguments[2])
    {
      return try await AppendBench.run(seconds: seconds)
    }
    guard CommandLine.arguments.count == 2, let seconds = Int(CommandLine.arguments[1]), seconds > 0 else {
      print("usage: postgres-bench SECONDS | appends SECONDS")
      exit(EX_USAGE)
    }
    let cluster = try PrivateCluster()
    try cluster.execute("CREATE TABLE rows (id uuid PRIMARY KEY, number int8 NOT NULL, text text NOT NULL)")
    try cluster.write("insert.sql", "INSERT INTO rows VALUES (gen_random_uuid(), 1, repeat('x', 200));\n")
    for callers in [1, 16, 64] {
      for _ in 0..<turns {
        let (lanes, statements) = try await rateOfLanes(cluster, callers, seconds)
        let pgbench = try rateOfPgbench(cluster, callers, seconds)
        print(
          #"{"callers":\#(callers),"lanes":\#(lanes),"pgbench":\#(pgbench),"statementsOfACommit":\#(statements)}"#)
        fflush(nil)
      }
    }
  }

  private static let insert = PostgresStatement(
    "insert", "INSERT INTO rows VALUES ($1, $2, $3)", taking: UUID.self, Int64.self, String.self)

  private static func rateOfLanes(
    _ cluster: PrivateCluster, _ callers: Int, _ seconds: Int
  ) async throws -> (rate: Double, statements: Double) {
    let lanes = try PostgresLanes(cluster.address())
    let text = String(repeating: "x", count: 200)
    _ = try await lanes.run(insert(UUID(), 0, text))
    let before = lanes.statistics
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<callers {
        group.addTask {
          var count = 0
          while ContinuousClock.now < end {
            _ = try await lanes.run(insert(UUID(), 1, text))
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    let after = lanes.statistics
    await lanes.close()
    return (rate, Double(after.statements - before.statements) / Double(max(1, after.commits - before.commits)))
  }

  /// The rate that pgbench prints, without the time that its connections took to begin.
  private static func rateOfPgbench(_ cluster: PrivateCluster, _ callers: Int, _ seconds: Int) throws -> Double {
    let text = try cluster.run(
      "pgbench", "--no-vacuum", "--protocol=prepared", "--client=\(callers)", "--jobs=1", "--time=\(seconds)",
      "--file=\(cluster.directory)/insert.sql", "--host=\(cluster.directory)", "--port=\(cluster.port)",
      "--username=owner",
      "postgres")
    let line = text.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    return line.flatMap { Double($0.split(separator: " ")[2]) } ?? 0
  }
}
#else
internal import Glibc

/// Stands in the place of the program where the package was built without PostgreSQL's client library.
@main
enum PostgresBench {
  static func main() { exit(EX_UNAVAILABLE) }
}
#endif
