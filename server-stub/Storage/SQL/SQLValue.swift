internal import FoundationEssentials

/// A value of a column or of a parameter.
enum SQLValue: Equatable, Sendable {
  /// The types that there are. Moments are integers, in milliseconds since 1970; what is true or not is 0 or 1.
  enum Kind: Sendable { case integer, text, bytes, id }

  /// No value, of a column or parameter of a type: a database can't always tell the type of a parameter without a value.
  case null(Kind)
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  /// An id. Each database stores it as it likes, and in the order of its bytes.
  case id(UUID)
}

/// What can be a parameter.
protocol SQLExpressible: Sendable {
  static var sqlKind: SQLValue.Kind { get }
  var sqlValue: SQLValue { get }
}

/// What can be read from a column.
protocol SQLReadable {
  /// Nil for what is none of this type.
  init?(_ value: SQLValue)
}

extension Int64: SQLExpressible, SQLReadable {
  static var sqlKind: SQLValue.Kind { .integer }
  var sqlValue: SQLValue { .integer(self) }

  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: SQLExpressible, SQLReadable {
  static var sqlKind: SQLValue.Kind { .integer }
  var sqlValue: SQLValue { .integer(Int64(self)) }

  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: SQLExpressible, SQLReadable {
  static var sqlKind: SQLValue.Kind { .integer }
  var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number != 0
  }
}

extension String: SQLExpressible, SQLReadable {
  static var sqlKind: SQLValue.Kind { .text }
  var sqlValue: SQLValue { .text(self) }

  init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension [UInt8]: SQLExpressible, SQLReadable {
  static var sqlKind: SQLValue.Kind { .bytes }
  var sqlValue: SQLValue { .bytes(self) }

  init?(_ value: SQLValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }
}

extension UUID: SQLExpressible {
  static var sqlKind: SQLValue.Kind { .id }
  var sqlValue: SQLValue { .id(self) }
}

extension SQLValue: SQLExpressible {
  /// Only asked for where there is no value; a value that is one already says its type itself.
  static var sqlKind: Kind { .text }
  var sqlValue: SQLValue { self }
}

extension Optional: SQLExpressible where Wrapped: SQLExpressible {
  static var sqlKind: SQLValue.Kind { Wrapped.sqlKind }
  var sqlValue: SQLValue { self?.sqlValue ?? .null(Wrapped.sqlKind) }
}

extension Optional: SQLReadable where Wrapped: SQLReadable {
  init?(_ value: SQLValue) {
    if case .null = value {
      self = .none
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = wrapped
    }
  }
}

/// The parameters of a statement, in their order.
struct SQLArguments: ExpressibleByArrayLiteral, Sendable {
  var values: [SQLValue]

  init(arrayLiteral elements: any SQLExpressible...) { values = elements.map(\.sqlValue) }

  mutating func append(_ value: any SQLExpressible) { values.append(value.sqlValue) }

  static func + (left: SQLArguments, right: SQLArguments) -> SQLArguments {
    var both = left
    both.values += right.values
    return both
  }
}
