public import FoundationEssentials
internal import GRDB
internal import ServerAPI

/// An item among those that have a picture.
public struct PicturePosition: Equatable, Sendable {
  /// The item; nil where there is none.
  public var entry: InboxEntry?
  /// Its place, the newest being 1; nil where it has no picture.
  public var position: Int?
  /// How many items have a picture.
  public var count: Int
}

/// Items that have a picture.
extension InboxStore {
  /// Which one is meant.
  public enum PictureChoice: Equatable, Sendable {
    /// The one that the user opened last; where none of them was opened, the newest.
    case lastOpened
    /// The one of that number, with a picture or without.
    case item(Int64)
    /// The one that came before that number.
    case older(than: Int64)
    /// The one that came after that number.
    case newer(than: Int64)
  }

  /// Records that the user has opened an item, which counts as read from then on.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound``.
  public func open(_ sequence: Int64, at date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.mark(sequence, as: .read, at: date, byNotification: false, number)
      let greatest = "SELECT coalesce(max(opened), 0) FROM items WHERE owner = ?1 AND pictureOrigin IS NOT NULL"
      try database.cachedStatement(
        sql: """
          UPDATE items SET opened = (\(greatest)) + 1
          WHERE owner = ?1 AND sequence = ?2 AND pictureOrigin IS NOT NULL AND (opened IS NULL OR opened < (\(greatest)))
          """
      ).execute(arguments: [number, sequence])
    }
  }

  /// An item among those whose pictures are on certain servers.
  ///
  /// - Parameter isOn: whether pictures are shown that are there, as ``PushPicture/origin`` has it.
  /// - Throws: ``InboxStoreError/Code/notFound`` where an item is meant by its number, and is none.
  public func picture(
    _ choice: PictureChoice, isOn: @Sendable (String?) -> Bool, for owner: InboxOwner
  ) throws(InboxStoreError) -> PicturePosition {
    try read(owner) { database, number in
      let known = try String.fetchAll(
        database, sql: "SELECT DISTINCT pictureOrigin FROM items WHERE owner = ? AND pictureOrigin IS NOT NULL",
        arguments: [number])
      let pictured = Pictured(owner: number, origins: known.filter { isOn($0.isEmpty ? nil : $0) })
      let count = try pictured.count("", [], database)
      guard let entry = try pictured.entry(choice, database) else { return PicturePosition(count: count) }
      let position = try pictured.count("AND sequence >= ?", [entry.sequence], database)
      let isPictured = try pictured.count("AND sequence = ?", [entry.sequence], database) > 0
      return PicturePosition(entry: entry, position: isPictured ? position : nil, count: count)
    }
  }
}

/// The items of an owner whose pictures are on certain servers.
private struct Pictured {
  let owner: Int64
  let origins: [String]

  private var condition: String {
    // SQLite finds no use for the index where the list is empty.
    let places = Array(repeating: "?", count: origins.count) + ["NULL"]
    return """
      WHERE owner = ? AND pictureOrigin IS NOT NULL AND pictureOrigin IN (\(places.joined(separator: ", ")))
      AND isSilent = 0 AND isReplaced = 0
      """
  }

  private func arguments(_ more: StatementArguments) -> StatementArguments {
    [owner] + StatementArguments(origins) + more
  }

  func count(_ more: String, _ values: StatementArguments, _ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM items INDEXED BY itemsPictured \(condition) \(more)",
      arguments: arguments(values)) ?? 0
  }

  func entry(_ choice: InboxStore.PictureChoice, _ database: Database) throws -> InboxEntry? {
    switch choice {
    case .item(let sequence): try database.entry(sequence, owner)
    case .lastOpened: try first("ORDER BY opened DESC NULLS LAST, sequence DESC", [], database)
    case .older(let sequence): try first("AND sequence < ? ORDER BY sequence DESC", [sequence], database)
    case .newer(let sequence): try first("AND sequence > ? ORDER BY sequence", [sequence], database)
    }
  }

  private func first(_ more: String, _ values: StatementArguments, _ database: Database) throws -> InboxEntry? {
    try database.entries("INDEXED BY itemsPictured \(condition) \(more) LIMIT 1", arguments(values)).first
  }
}
