internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// A row that a statement gave. Columns are counted from 0, or found by their names, without regard to case.
protocol SQLRow {
  func value(at column: Int) -> SQLValue
  func value(of column: String) -> SQLValue
}

extension SQLRow {
  /// A value of the type that the column has: another one is a mistake of the program, which ends there.
  subscript<Value: SQLReadable>(_ column: String) -> Value {
    guard let value = Value(value(of: column)) else { preconditionFailure("\(column) is no \(Value.self)") }
    return value
  }

  /// The same, by the column's number.
  subscript<Value: SQLReadable>(_ column: Int) -> Value {
    guard let value = Value(value(at: column)) else { preconditionFailure("column \(column) is no \(Value.self)") }
    return value
  }

  /// An id; nil for no value, and for a text that no version of the server has written, which no type of a column keeps away.
  subscript(_ column: String) -> UUID? { UUID(value(of: column)) }

  /// The same, by the column's number.
  subscript(_ column: Int) -> UUID? { UUID(value(at: column)) }
}

/// A row has a number that no version of the server has written.
struct ImpossibleNumberError: Error {}

extension SQLRow {
  /// A number of a sequence, or how many there are of something.
  ///
  /// - Throws: ``ImpossibleNumberError`` for one that no client takes: whoever asks is told that the server failed, and not of it.
  func number(_ column: String) throws -> Int64 { try (self[column] as Int64).number(from: 0) }

  /// The same, by the column's number.
  func number(_ column: Int) throws -> Int64 { try (self[column] as Int64).number(from: 0) }

  /// The place of something in a sequence, from 1.
  ///
  /// - Throws: ``ImpossibleNumberError`` for one that no client takes.
  func sequence(_ column: String) throws -> Int64 { try (self[column] as Int64).number(from: 1) }

  /// The same, by the column's number.
  func sequence(_ column: Int) throws -> Int64 { try (self[column] as Int64).number(from: 1) }
}

extension Int64 {
  fileprivate func number(from least: Int64) throws -> Int64 {
    guard (least...SequenceNumber.greatest).contains(self) else { throw ImpossibleNumberError() }
    return self
  }
}

extension UUID {
  fileprivate init?(_ value: SQLValue) {
    switch value {
    case .id(let id): self = id
    case .text(let text): self.init(text: text)
    default: return nil
    }
  }
}
