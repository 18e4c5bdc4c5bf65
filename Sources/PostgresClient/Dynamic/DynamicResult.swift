#if Postgres
public import Foundation

/// What the server answered to a ``DynamicCall``. It stays on the thread that asked.
public struct DynamicResult {
  private let result: QueryResult
  private let names: ColumnNames

  init(_ result: QueryResult) {
    self.result = result
    names = ColumnNames(result)
  }

  /// Its rows, in their order.
  public var rows: [PostgresRow] { (0..<result.rowCount).map { PostgresRow(result, $0, names) } }

  /// How many rows it has inserted, updated or deleted itself, not counting what triggers and keys did; 0 for one that only reads.
  public var changedCount: Int { result.changedCount }
}

/// A row whose columns the program did not describe. Its values are read when they are asked for.
public struct PostgresRow {
  private let result: QueryResult
  private let row: Int32
  private let names: ColumnNames

  init(_ result: QueryResult, _ row: Int32, _ names: ColumnNames) {
    self.result = result
    self.row = row
    self.names = names
  }

  /// The place of a column, counted from 0; nil where there is none of that name, without regard to the case of its letters.
  public func column(_ name: String) -> Int? { names.place(of: name) }

  /// A value.
  ///
  /// - Parameter column: counted from 0.
  /// - Throws: ``PostgresError/Kind/programming`` when there is no such column, or none of the types of ``PostgresField``.
  public func field(_ column: Int) throws(PostgresError) -> PostgresField {
    guard names.count > column, column >= 0 else {
      throw PostgresError(.programming, explanation: "there is no column \(column)")
    }
    let place = Int32(column)
    guard !result.isNull(row, place) else { return .null }
    let type = result.type(of: place)
    if PostgresType.int8.reads(type) { return .integer(try result.value(row, place)) }
    if PostgresType.text.reads(type) { return .text(try result.value(row, place)) }
    if PostgresType.uuid.reads(type) { return .uuid(try result.value(row, place)) }
    if PostgresType.bytea.reads(type) { return .bytes(try result.value(row, place)) }
    if PostgresType.bool.reads(type) { return .bool(try result.value(row, place)) }
    if PostgresType.int4.reads(type) { return .integer(Int64(try result.value(row, place) as Int32)) }
    if PostgresType.int2.reads(type) { return .integer(Int64(try result.value(row, place) as Int16)) }
    throw PostgresError(.programming, explanation: "column \(column) has the type \(type), which nothing here reads")
  }
}

/// A value of a ``PostgresRow``, by the kind of its type.
public enum PostgresField: Equatable, Sendable {
  /// `NULL`.
  case null
  /// `boolean`.
  case bool(Bool)
  /// `smallint`, `integer` and `bigint`.
  case integer(Int64)
  /// `text` and its like.
  case text(String)
  /// `bytea`.
  case bytes([UInt8])
  /// `uuid`.
  case uuid(UUID)
}

/// The names of a result's columns, looked up once for all rows.
final class ColumnNames {
  let count: Int
  private let result: QueryResult
  private lazy var places: [String: Int] = {
    let names = (0..<count).map { (result.name(of: Int32($0)).lowercased(), $0) }
    return Dictionary(names) { first, _ in first }
  }()
  /// Names as they were asked for: the program asks for the same ones in each row.
  private var asked: [String: Int] = [:]

  init(_ result: QueryResult) {
    self.result = result
    count = result.columnCount
  }

  func place(of name: String) -> Int? {
    if let place = asked[name] { return place }
    guard let place = places[name.lowercased()] else { return nil }
    asked[name] = place
    return place
  }
}
#endif
