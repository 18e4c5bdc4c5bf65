public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// A push whose text was redacted.
public struct InboxRedaction: Hashable, Sendable {
  /// Whose inbox it is in.
  public var owner: InboxOwner
  /// The push.
  public var push: UUID
}

/// What is known of a text that was redacted here.
public enum RedactionStatus: Int, Sendable {
  /// It is gone from the server.
  case erased
  /// The server hides it from the user; other recipients have it.
  case keptByOthers
  /// The server has not answered yet.
  case unconfirmed
}

/// Redacting the texts of items. Their numbers and states stay, and no task is touched.
extension InboxStore {
  /// Empties the items that these tasks were made of, in whosever inbox they are. The server is to redact them, too.
  ///
  /// - Parameter asksAgain: whether the server is asked again for those that were empty here already: it may have a text for others.
  /// - Returns: the items that had something to redact.
  public func redact(
    itemsOf tasks: Set<UUID>, asksAgain: Bool = false
  ) throws(InboxStoreError) -> [InboxRedaction] {
    guard !tasks.isEmpty else { return [] }
    var all: [InboxRedaction] = []
    for owner in try owners() {
      let found = try read(owner) { try Self.items(of: tasks, $0, $1) }
      guard !found.isEmpty else { continue }
      let redacted = try change(owner) { database, number in
        try found.filter { item in
          if let sequence = item.sequence {
            if try database.redact(sequence, number, isSynced: false) { return true }
            if asksAgain { try database.markUnsynced(item.push, number) }
            return false
          }
          try database.redact(pruned: item.push, number, isSynced: false)
          return true
        }
      }
      all += redacted.map { InboxRedaction(owner: owner, push: $0.push) }
    }
    return all
  }

  /// Empties items. The server is to redact them, too.
  ///
  /// - Returns: the items that had something to redact.
  public func redact(_ numbers: Set<Int64>, for owner: InboxOwner) throws(InboxStoreError) -> [InboxRedaction] {
    let entries = try read(owner) { database, number in try numbers.sorted().map { try database.entry($0, number) } }
    let redacted = try change(owner) { database, number in
      try entries.filter { try database.redact($0.sequence, number, isSynced: false) }
    }
    return redacted.map { InboxRedaction(owner: owner, push: $0.push) }
  }

  /// The proposals that tasks were made of; those without a number have gone here, and have a text perhaps on the server.
  private static func items(
    of tasks: Set<UUID>, _ database: Database, _ owner: Int64
  ) throws -> [(sequence: Int64?, push: UUID)] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT sequence, push FROM items WHERE owner = ?1 AND isTask = 1
        UNION ALL SELECT NULL, push FROM formerItems WHERE owner = ?1
        """, arguments: [owner])
    var found: [(Int64?, UUID)] = []
    while let row = try rows.next() {
      let push = try row.id("push")
      if tasks.contains(AcceptedTask.id(ofPush: push)) { found.append((try row.optionalValue("sequence"), push)) }
    }
    return found
  }
}

/// Redactions that the server is to make.
extension InboxStore {
  /// The pushes that the server is to redact: those that it has not confirmed, or all that were ever redacted here.
  public func redactions(unsyncedOnly: Bool, for owner: InboxOwner) throws(InboxStoreError) -> [UUID] {
    try read(owner) { database, number in
      let condition = unsyncedOnly ? "AND isTold = 0" : ""
      let statement = try database.cachedStatement(
        sql: "SELECT push FROM redactions WHERE owner = ? \(condition) ORDER BY push")
      return try Row.fetchCursor(statement, arguments: [number]).map { try $0.id("push") }.collected()
    }
  }

  /// Applies the server's answer.
  public func recordOutcomes(of redactions: [Redaction], for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: "UPDATE redactions SET isTold = 1, isKept = ? WHERE owner = ? AND push = ?")
      for redaction in redactions {
        try statement.execute(arguments: [redaction.outcome == .hidden, number, Data(redaction.push.bytes)])
      }
    }
  }

  /// What is known of a redaction; nil for none.
  public func status(of redaction: InboxRedaction) throws(InboxStoreError) -> RedactionStatus? {
    try read(redaction.owner) { database, number in
      let row = try Row.fetchOne(
        database, sql: "SELECT isTold, isKept FROM redactions WHERE owner = ? AND push = ?",
        arguments: [number, Data(redaction.push.bytes)])
      return try row.map { row in
        guard try row.flag("isTold") else { return .unconfirmed }
        return try row.flag("isKept") ? .keptByOthers : .erased
      }
    }
  }

  /// The servers that have not confirmed redactions yet, with how many.
  public func unsyncedRedactions() throws(InboxStoreError) -> [(server: String, count: Int)] {
    try file.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT server, count(*) AS count FROM redactions JOIN owners ON owners.number = owner WHERE isTold = 0
          GROUP BY server ORDER BY server
          """
      ).map { (try $0.value("server"), try $0.value("count")) }
    }
  }
}

/// What has to go besides the item.
extension InboxStore {
  /// The pictures of redacted items whose files are still to be removed.
  public func redactedPictures() throws(InboxStoreError) -> [(redaction: InboxRedaction, picture: String)] {
    try file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT server, user, push, picture FROM redactions JOIN owners ON owners.number = owner
          WHERE picture IS NOT NULL
          """)
      return try rows.map { row in
        let owner = InboxOwner(server: try row.value("server"), user: try row.id("user"))
        return (InboxRedaction(owner: owner, push: try row.id("push")), try row.presentText("picture"))
      }
    }
  }

  /// Records that the files of a picture are gone. An item whose place another took was not redacted, and is not remembered as such.
  public func recordPictureRemoval(of redaction: InboxRedaction) throws(InboxStoreError) {
    try file.write { database in
      try database.execute(
        sql: """
          DELETE FROM redactions WHERE owner = ?1 AND push = ?2 AND EXISTS (
            SELECT 1 FROM items WHERE owner = ?1 AND push = ?2 AND isReplaced = 1 AND isRedacted = 0)
          """,
        arguments: [try database.number(of: redaction.owner), Data(redaction.push.bytes)])
      try database.execute(
        sql: "UPDATE redactions SET picture = NULL WHERE owner = ? AND push = ?",
        arguments: [try database.number(of: redaction.owner), Data(redaction.push.bytes)])
    }
  }

  /// Sees to it that neither free pages nor the write-ahead log hold anything of what was redacted. Costs nothing where that is so.
  ///
  /// - Throws: ``InboxStoreError/Code/busy`` while another program has the file open; it is to be tried again.
  public func eraseRedacted() throws(InboxStoreError) {
    let isDue = try file.read {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM redactions WHERE isErased = 0)") ?? false
    }
    guard isDue else { return }
    try file.eraseTraces()
    try file.write { try $0.execute(sql: "UPDATE redactions SET isErased = 1 WHERE isErased = 0") }
  }
}
