internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension Database {
  /// The number that stands for an owner in the other tables.
  func number(of owner: InboxOwner) throws -> Int64 {
    let statement = try cachedStatement(sql: "SELECT number FROM owners WHERE server = ? AND user = ?")
    guard let number = try Int64.fetchOne(statement, arguments: [owner.server, Data(owner.user.bytes)]) else {
      throw InboxStoreError(.unknownOwner)
    }
    return number
  }

  /// How far an owner's inbox has come.
  func position(of owner: Int64) throws -> SequencePosition {
    let statement = try cachedStatement(sql: "SELECT highest, changes, lost FROM owners WHERE number = ?")
    guard let row = try Row.fetchOne(statement, arguments: [owner]) else { throw InboxStoreError(.unknownOwner) }
    return SequencePosition(sequence: try row.number(0), change: try row.number(1), lost: try row.number(2))
  }

  /// Writes how far an owner's inbox has come.
  func save(_ position: SequencePosition, of owner: Int64) throws {
    try cachedStatement(sql: "UPDATE owners SET highest = ?, changes = ?, lost = ? WHERE number = ?")
      .execute(arguments: [position.sequence, position.change, position.lost, owner])
  }
}

extension Row {
  /// A column, by its index from 0. GRDB's subscripts end the program when a damaged file holds something else.
  func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value: Value = try optionalValue(index) else { throw InboxStoreError(.damaged, "a value is missing") }
    return value
  }

  /// A column that may be empty.
  func optionalValue<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? {
    let stored: DatabaseValue = self[index]
    guard !stored.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(stored) else {
      throw InboxStoreError(.damaged, "a value is of another kind")
    }
    return value
  }

  /// A number of a sequence; a damaged file's may leave nothing to count on to.
  func number(_ index: Int) throws -> Int64 {
    let number: Int64 = try value(index)
    guard (0...SequenceNumber.greatest).contains(number) else {
      throw InboxStoreError(.damaged, "a number is out of bounds")
    }
    return number
  }

  /// A date, in seconds since 2001; nil for one that nothing can be counted with, such as infinity.
  func date(_ index: Int) throws -> Date? {
    guard let seconds: Double = try optionalValue(index), abs(seconds) <= 2.6e11 else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// A text, in UTF-8.
  func text(_ index: Int) throws -> String? {
    try (optionalValue(index) as Data?).map { String(decoding: $0, as: UTF8.self) }
  }
}
