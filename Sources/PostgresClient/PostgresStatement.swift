#if Postgres
/// A statement with a name, under which each session prepares it once. Values are never part of its text: it is written in the program.
///
///     static let rename = PostgresStatement(
///       "rename", "UPDATE names SET name = $2 WHERE id = $1 RETURNING number", taking: UUID.self, String.self, giving: Int64.self)
///
///     let numbers = try await lanes.run(rename(id, "new name"))
public struct PostgresStatement<Row: Sendable, each Input: PostgresColumn>: Sendable {
  /// The name, different for each statement of the program.
  public let name: String
  private let text: StatementText
  private let columns: [PostgresType]
  private let decode: @Sendable (_ result: QueryResult, _ row: Int32) throws(PostgresError) -> Row

  /// Describes a statement.
  ///
  /// - Parameters:
  ///   - name: at most 63 bytes.
  ///   - sql: one statement, with `$1`, `$2` and so on for the values.
  ///   - effect: what it does to what is stored.
  ///   - input: the types of the values.
  ///   - output: the types of the columns that it gives.
  public init<each Column: PostgresColumn>(
    _ name: StaticString, _ sql: StaticString, _ effect: StatementEffect = .once,
    taking input: repeat (each Input).Type,
    giving output: repeat (each Column).Type
  ) where Row == (repeat each Column) {
    self.name = "\(name)"
    var types: [UInt32] = []
    for type in repeat each input { types.append(type.postgresType.oid) }
    var columns: [PostgresType] = []
    for type in repeat each output { columns.append(type.postgresType) }
    text = StatementText(name: self.name, sql: "\(sql)", types: types, effect: effect)
    self.columns = columns
    decode = { (result, row) throws(PostgresError) in
      var column: Int32 = -1
      func next<Value: PostgresColumn>(_ type: Value.Type) throws(PostgresError) -> Value {
        column += 1
        return try result.value(row, column)
      }
      return (repeat try next((each Column).self))
    }
  }

  /// The statement with its values.
  public func callAsFunction(_ input: repeat each Input) -> PostgresCall<Row> {
    var parameters = EncodedParameters()
    for value in repeat each input { parameters.append(value) }
    return PostgresCall(
      request: EncodedRequest(text: text, parameters: parameters), columns: columns, decode: decode)
  }
}

/// A statement with its values, ready to be sent.
public struct PostgresCall<Row: Sendable>: Sendable {
  let request: EncodedRequest
  private let columns: [PostgresType]
  private let decode: @Sendable (_ result: QueryResult, _ row: Int32) throws(PostgresError) -> Row

  init(
    request: EncodedRequest, columns: [PostgresType],
    decode: @escaping @Sendable (_ result: QueryResult, _ row: Int32) throws(PostgresError) -> Row
  ) {
    self.request = request
    self.columns = columns
    self.decode = decode
  }

  /// The rows of a result.
  ///
  /// - Throws: ``PostgresError/Kind/programming`` when it has other columns.
  func rows(of result: QueryResult) throws(PostgresError) -> [Row] {
    let name = request.text.name
    guard result.has(columns) else {
      throw PostgresError(.programming, statement: name, explanation: "the columns are not those of the statement")
    }
    var rows: [Row] = []
    rows.reserveCapacity(Int(result.rowCount))
    for row in 0..<result.rowCount {
      do throws(PostgresError) { rows.append(try decode(result, row)) } catch { throw error.of(name) }
    }
    return rows
  }
}

/// What a statement does to what is stored, and so what becomes of it when nobody knows whether it was committed.
public enum StatementEffect: Sendable {
  /// Nothing: it is never in doubt.
  case reads
  /// What it does, it does once: it finds its own earlier work, and gives the same answer. Lanes ask again.
  case idempotent
  /// What it does, it does each time. Whoever asked has to find out.
  case once

  /// An error of a statement like this.
  func error(_ error: PostgresError) -> PostgresError {
    guard self == .reads, error.kind == .inDoubt else { return error }
    return PostgresError(.unavailable, state: error.state, statement: error.statement, explanation: error.explanation)
  }
}

/// What is the same in every call of a statement.
final class StatementText: Sendable {
  let name: String
  let sql: String
  /// The numbers of the parameters' types.
  let types: [UInt32]
  let effect: StatementEffect

  init(name: String, sql: String, types: [UInt32], effect: StatementEffect) {
    self.name = name
    self.sql = sql
    self.types = types
    self.effect = effect
  }
}

/// Values one after the other.
struct EncodedParameters: Sendable {
  /// The values begin after one byte that is none of theirs, so that even an empty one has an address.
  private(set) var bytes: [UInt8] = [0]
  /// How long each is; -1 for `NULL`.
  private(set) var lengths: [Int32] = []

  mutating func append(_ value: some PostgresColumn) {
    let start = bytes.count
    lengths.append(value.encodeColumn(into: &bytes) ? Int32(clamping: bytes.count - start) : -1)
  }
}

/// A call without the type of its rows.
struct EncodedRequest: Sendable {
  let text: StatementText
  let parameters: EncodedParameters
}
#endif
