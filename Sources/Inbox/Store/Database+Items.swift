internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension Database {
  private static let columns = """
    sequence, push, createdAt, expiresAt, device, state, wish, stateSince, wishedAt, stateDevice, isSilent, displayedAt,
    payload, isOver, isRedacted
    """

  /// The entries where `condition` (SQL after the table's name) says so.
  func entries(_ condition: String, _ arguments: StatementArguments) throws -> [InboxEntry] {
    let statement = try cachedStatement(sql: "SELECT \(Self.columns) FROM items \(condition)")
    return try Row.fetchCursor(statement, arguments: arguments).map { try InboxEntry($0) }.collected()
  }

  /// The entry of that number.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound``.
  func entry(_ sequence: Int64, _ owner: Int64) throws -> InboxEntry {
    guard let entry = try entries("WHERE owner = ? AND sequence = ?", [owner, sequence]).first else {
      throw InboxStoreError(.notFound, "item \(sequence)")
    }
    return entry
  }
}

extension Cursor {
  /// All elements.
  func collected() throws -> [Element] {
    var elements: [Element] = []
    while let element = try next() { elements.append(element) }
    return elements
  }
}

extension InboxEntry {
  fileprivate init(_ row: Row) throws {
    guard let push = UUID(bytes: Array(try row.value(1) as Data)), let created = try row.date(2),
      let state = InboxState(number: try row.value(5))
    else { throw InboxStoreError(.damaged, "an item is damaged") }
    let wish = try (row.optionalValue(6) as Int64?).flatMap(InboxState.init(number:))
    self.init(
      sequence: try row.value(0), push: push, createdAt: created, expiresAt: try row.date(3),
      device: try row.text(4), state: wish ?? state, stateSince: try row.date(wish == nil ? 7 : 8),
      stateDevice: wish == nil ? try row.text(9) : nil, isUntold: wish != nil,
      isSilent: try row.value(10) as Int64 != 0,
      displayedAt: try row.date(11), payload: try row.text(12).map { PushPayload($0) },
      isOver: try row.value(13) as Int64 != 0,
      isRedacted: try row.value(14) as Int64 != 0)
  }
}
