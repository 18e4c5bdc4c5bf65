internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

/// A column of a row: its name, or, where many rows are read, its place in the query.
protocol ColumnReference {
  func stored(in row: Row) -> DatabaseValue
}

extension String: ColumnReference {
  func stored(in row: Row) -> DatabaseValue { row[self] }
}

/// The columns of an item, in the order in which they are asked for.
enum ItemColumn: Int, CaseIterable, CodingKey, ColumnReference {
  case sequence, push, createdAt, expiresAt, device, state, wish, stateSince, wishedAt, stateDevice, isSilent
  case displayedAt, payload, isOver, isRedacted, senderKind, senderName, senderID, isByNotification
  case isCleared, isReplaced, priority, isTask, isBroadcast

  /// All of them, as SQL.
  static let sql = allCases.map(\.expression).joined(separator: ", ")

  private var expression: String {
    self == .isCleared ? "sequence <= (SELECT countedFrom FROM owners WHERE number = items.owner)" : stringValue
  }

  func stored(in row: Row) -> DatabaseValue { row[rawValue] }
}

extension Row {
  /// A value. GRDB's subscripts end the program when a damaged file holds something else.
  func value<Value: DatabaseValueConvertible>(_ column: some ColumnReference) throws -> Value {
    guard let value: Value = try optionalValue(column) else { throw InboxStoreError(.damaged, "a value is missing") }
    return value
  }

  /// A value that may be missing.
  func optionalValue<Value: DatabaseValueConvertible>(_ column: some ColumnReference) throws -> Value? {
    let stored = column.stored(in: self)
    guard !stored.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(stored) else {
      throw InboxStoreError(.damaged, "a value is of another kind")
    }
    return value
  }

  /// 0 or 1.
  func flag(_ column: some ColumnReference) throws -> Bool { try value(column) as Int64 != 0 }

  /// A number of a sequence; a damaged file's may leave nothing to count on to.
  func number(_ column: some ColumnReference) throws -> Int64 {
    let number: Int64 = try value(column)
    guard (0...SequenceNumber.greatest).contains(number) else {
      throw InboxStoreError(.damaged, "a number is out of bounds")
    }
    return number
  }

  /// A date, in seconds since 2001; nil for one that nothing can be counted with, such as infinity.
  func date(_ column: some ColumnReference) throws -> Date? {
    guard let seconds: Double = try optionalValue(column), abs(seconds) <= 2.6e11 else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// A text, in UTF-8.
  func text(_ column: some ColumnReference) throws -> String? {
    try (optionalValue(column) as Data?).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A text that can't be missing.
  func presentText(_ column: some ColumnReference) throws -> String {
    guard let text = try text(column) else { throw InboxStoreError(.damaged, "a text is missing") }
    return text
  }

  /// An id, of 16 bytes.
  func id(_ column: some ColumnReference) throws -> UUID {
    guard let id = try optionalID(column) else { throw InboxStoreError(.damaged, "an id is damaged") }
    return id
  }

  /// An id that may be missing.
  func optionalID(_ column: some ColumnReference) throws -> UUID? {
    guard let bytes: Data = try optionalValue(column) else { return nil }
    guard let id = UUID(bytes: Array(bytes)) else { throw InboxStoreError(.damaged, "an id is damaged") }
    return id
  }

  /// A sender; nil where none is known.
  func sender<Column: ColumnReference>(kind: Column, name: Column, id: Column) throws -> ItemSender? {
    guard let kind: String = try optionalValue(kind), let name = try text(name) else { return nil }
    return ItemSender(kind: .init(rawValue: kind) ?? .unknown, name: name, id: try optionalID(id))
  }

  /// A state of an item.
  func state(_ column: some ColumnReference) throws -> InboxState {
    guard let state = InboxState(number: try value(column)) else {
      throw InboxStoreError(.damaged, "a state is damaged")
    }
    return state
  }
}
