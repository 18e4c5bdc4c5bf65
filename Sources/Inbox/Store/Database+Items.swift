internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension Database {
  /// The entries where `condition` (SQL after the table's name) says so.
  func entries(_ condition: String, _ arguments: StatementArguments) throws -> [InboxEntry] {
    let statement = try cachedStatement(sql: "SELECT \(ItemColumn.sql) FROM items \(condition)")
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
    typealias Column = ItemColumn
    guard let createdAt = try row.date(Column.createdAt) else { throw InboxStoreError(.damaged, "an item is damaged") }
    let wish = try (row.optionalValue(Column.wish) as Int64?).flatMap(InboxState.init(number:))
    let state = try row.state(Column.state)
    self.init(
      sequence: try row.value(Column.sequence), push: try row.id(Column.push), createdAt: createdAt,
      expiresAt: try row.date(Column.expiresAt), device: try row.text(Column.device), state: wish ?? state,
      stateSince: try row.date(wish == nil ? Column.stateSince : Column.wishedAt),
      stateDevice: wish == nil ? try row.text(Column.stateDevice) : nil, isUnsynced: wish != nil,
      isSilent: try row.flag(Column.isSilent), displayedAt: try row.date(Column.displayedAt),
      payload: try row.text(Column.payload).map { PushPayload($0) }, isOver: try row.flag(Column.isOver),
      isRedacted: try row.flag(Column.isRedacted),
      sender: try row.sender(kind: Column.senderKind, name: Column.senderName, id: Column.senderID),
      isDecidedByNotification: try row.flag(Column.isByNotification), isCleared: try row.flag(Column.isCleared),
      isReplaced: try row.flag(Column.isReplaced),
      priority: try (row.optionalValue(Column.priority) as Int?).flatMap(PushPriority.init) ?? .usual,
      wasProposal: try row.flag(Column.isTask), isBroadcast: try row.flag(Column.isBroadcast))
  }
}
