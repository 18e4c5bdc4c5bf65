#if Postgres
internal import Foundation
internal import PostgresClient
internal import PostgresTesting

/// The pushes that a node stores, without a node: each caller has one stored after the other, for an account of its own, by the statement and in as many lanes as the server has.
///
/// Prints one JSON object: `{"perSecond":4000.0,"statementsOfACommit":12.5}`.
enum AppendBench {
  /// The server's lanes that write.
  private static let lanes = 4
  private static let payload = #"{"aps":{"alert":"\#(String(repeating: "x", count: 120))"},"kind":"notice"}"#

  private static let append = PostgresStatement(
    "vault_append_push",
    "SELECT outcome, account, place FROM vault.append_push($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    .idempotent, taking: UUID.self, String.self, String.self, UUID?.self, String?.self, String?.self, String.self,
    Int64.self, Int64?.self, String?.self, String?.self, UUID?.self, Int64.self, UUID?.self,
    giving: Int64.self, UUID?.self, Int64?.self)

  /// - Throws: where an append is refused, or the database does.
  static func run(seconds: Int) async throws {
    guard let place = readLine() else { throw Refusal() }
    var accounts: [UUID] = []
    while let line = readLine() { if let account = UUID(uuidString: line) { accounts.append(account) } }
    let lanes = try PostgresLanes(try PrivateCluster.address(place).using(schema: "vault"), count: lanes)
    try await store(in: lanes, for: accounts, until: .now + .seconds(1))
    let (before, start) = (lanes.statistics, ContinuousClock.now)
    let count = try await store(in: lanes, for: accounts, until: start + .seconds(seconds))
    let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    let after = lanes.statistics
    await lanes.close()
    let statements = Double(after.statements - before.statements) / Double(max(1, after.commits - before.commits))
    print(#"{"perSecond":\#(rate),"statementsOfACommit":\#(statements)}"#)
  }

  /// - Returns: how many are stored.
  @discardableResult
  private static func store(
    in lanes: PostgresLanes, for accounts: [UUID], until end: ContinuousClock.Instant
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for account in accounts {
        group.addTask {
          var count = 0
          while ContinuousClock.now < end {
            let call = append(
              UUID(), "token:bench", "alias:\(account.uuidString)", account, nil, nil, payload,
              Int64(Date().timeIntervalSince1970 * 1000), nil, "program", "bench", nil, 10, nil)
            guard try await lanes.run(call, of: account).first?.0 == 0 else { throw Refusal() }
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// A push that was not stored, or nobody to whom it could be.
  struct Refusal: Error {}
}
#endif
