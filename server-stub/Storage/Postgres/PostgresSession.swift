#if Postgres
internal import FoundationEssentials
internal import PostgresClient

/// A transaction of PostgreSQL, or a moment that is read, as the storage's statements see it. After a statement that failed it is lost, whatever
/// becomes of the error.
final class PostgresSession: SQLTransaction {
  private let transaction: PostgresTransaction
  private let effect: StatementEffect
  /// Why the transaction is lost.
  private var failure: PostgresError?
  /// Whether a row was changed.
  private(set) var hasWritten = false
  /// Whether a row was changed or locked, so that the commit is written to the log.
  private var isLogged = false

  init(_ transaction: PostgresTransaction, _ effect: StatementEffect) {
    self.transaction = transaction
    self.effect = effect
  }

  var dialect: SQLDialect { .postgres }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [any SQLRow] {
    try run(sql, arguments).rows.map(PostgresSQLRow.init)
  }

  func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int { try run(sql, arguments).changedCount }

  func recordTraces() throws {}

  /// A statement of the storage's.
  func call(_ sql: String, _ arguments: SQLArguments) -> DynamicCall {
    var call = DynamicCall(PostgresPlaceholders.rewritten(sql), effect)
    for value in arguments.values { call.bind(value) }
    return call
  }

  /// Notes that rows are locked.
  func noteLocks() { isLogged = true }

  // MARK: The whole

  /// Does what there is to do.
  ///
  /// - Throws: ``PostgresError``; ``PostgresError/Kind/cancelled`` for an error of `body`'s own, which `foreign` has then.
  func run<Value>(
    _ body: (any SQLTransaction) throws -> Value, _ foreign: ForeignError
  ) throws(PostgresError) -> Value {
    let result = Result { try body(self) }
    if let failure { throw failure }
    do { return try result.get() } catch let error as PostgresError { throw error } catch {
      foreign.keep(error)
      throw PostgresError(.cancelled)
    }
  }

  private static let barrier = PostgresStatement(
    "vault_found", "SELECT pg_logical_emit_message(true, 'vault', '') IS NULL", giving: Bool.self)

  /// Has the commit wait for the standby though nothing was written: what was found may be committed here and on no standby, by a commit that
  /// gave up waiting or one before a crash. Who asks again after a doubt would be told that it is stored, and could lose it.
  func waitForStandby() throws(PostgresError) {
    if !isLogged { _ = try transaction.run(Self.barrier()) }
  }

  private func run(_ sql: String, _ arguments: SQLArguments) throws -> DynamicResult {
    let result = try run(call(sql, arguments))
    if result.changedCount > 0 { (hasWritten, isLogged) = (true, true) }
    return result
  }

  /// Runs a statement that is PostgreSQL's alone.
  func run(_ call: DynamicCall) throws -> DynamicResult {
    if let failure { throw failure.told }
    do throws(PostgresError) { return try transaction.run(call) } catch {
      failure = error
      throw error.told
    }
  }
}

/// A row of PostgreSQL's. What the program asks for and can't read is its mistake, which ends it.
private struct PostgresSQLRow: SQLRow {
  let row: PostgresRow

  func value(at column: Int) -> SQLValue {
    do throws(PostgresError) { return SQLValue(try row.field(column)) } catch {
      preconditionFailure("column \(column): \(error)")
    }
  }

  func value(of column: String) -> SQLValue {
    guard let place = row.column(column) else { preconditionFailure("there is no column \(column)") }
    return value(at: place)
  }
}

extension SQLValue {
  fileprivate init(_ field: PostgresField) {
    self =
      switch field {
      case .null: .null(.integer)
      case .bool(let flag): .integer(flag ? 1 : 0)
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .bytes(let bytes): .bytes(bytes)
      case .uuid(let id): .id(id)
      }
  }
}

extension DynamicCall {
  fileprivate mutating func bind(_ value: SQLValue) {
    switch value {
    case .null(.integer): bind(Int64?.none)
    case .null(.text): bind(String?.none)
    case .null(.bytes): bind([UInt8]?.none)
    case .null(.id): bind(UUID?.none)
    case .integer(let number): bind(number)
    case .text(let text): bind(text)
    case .bytes(let bytes): bind(bytes)
    case .id(let id): bind(id)
    }
  }
}

extension SQLDialect {
  /// Numbers are an array, which a parameter has as text: `{1,2,3}`.
  static let postgres = SQLDialect(
    numbers: { "(SELECT unnest(CAST(\($0) AS bigint[])))" },
    list: { .text("{" + $0.map(String.init).joined(separator: ",") + "}") },
    indexedBy: { _ in "" }, noLimit: "ALL")
}
#endif
