internal import FoundationEssentials
internal import GRDB
internal import PictureFormat

extension SQLiteStorage {
  /// How many bytes of a picture are read at once.
  static let attachmentPartByteCount = 256 << 10

  func add(_ attachment: StoredAttachment, bytes: [UInt8], quota: Int) async throws -> StoredAttachment? {
    try await write { database in
      if let present = try database.refresh(attachment) { return present }
      let present = try Int.fetchOne(
        database, sql: "SELECT coalesce(sum(byteCount), 0) FROM attachments WHERE uploader = ?",
        arguments: [attachment.uploader.text])
      guard (present ?? 0) + bytes.count <= quota else { return nil }
      let number = try database.insert(attachment)
      for (part, start) in stride(from: 0, to: bytes.count, by: Self.attachmentPartByteCount).enumerated() {
        let end = min(start + Self.attachmentPartByteCount, bytes.count)
        try database.execute(
          sql: "INSERT INTO attachmentParts (attachment, part, bytes) VALUES (?, ?, ?)",
          arguments: [number, part, Data(bytes[start..<end])])
      }
      return attachment
    }
  }

  func attachment(_ id: UUID, readableBy reader: PushSender) async throws -> StoredAttachment? {
    try await read { database in
      try Row.fetchOne(
        database, sql: "SELECT * FROM attachments WHERE id = ? AND \(AttachmentReader.condition)",
        arguments: [id.uuidString] + AttachmentReader.arguments(reader)
      ).flatMap { StoredAttachment(row: $0, id: id) }
    }
  }

  func part(_ number: Int, ofAttachment id: UUID) async throws -> [UInt8]? {
    try await read { database in
      try Data.fetchOne(
        database,
        sql: """
          SELECT bytes FROM attachmentParts
          WHERE attachment = (SELECT number FROM attachments WHERE id = ?) AND part = ?
          """,
        arguments: [id.uuidString, number]
      ).map { [UInt8]($0) }
    }
  }
}

/// Who may read a picture, as a condition on a row of `attachments`.
private enum AttachmentReader {
  static let condition = """
    (uploader = ?
      OR (? IS NOT NULL AND EXISTS (SELECT 1 FROM channels WHERE picture = attachments.id))
      OR EXISTS (
        SELECT 1 FROM pushes JOIN inbox ON inbox.push = pushes.number
        WHERE pushes.attachment = attachments.number AND inbox.accountID = ? AND inbox.isRedacted = 0
          AND inbox.replacedAt IS NULL))
    """

  static func arguments(_ reader: PushSender) -> StatementArguments {
    [reader.text, reader.account?.uuidString, reader.account?.uuidString]
  }
}

extension PushSender {
  /// The user; nil for a program.
  var account: UUID? { if case .account(let id) = self { id } else { nil } }

  /// Reads what was stored.
  init?(text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else { return nil }
    switch parts[0] {
    case "account": self = .account(id)
    case "token": self = .token(id)
    default: return nil
    }
  }
}

extension Database {
  /// Links a stored push to the picture that it names, unless its sender may not read that picture: naming it must not open it.
  func link(push number: Int64, of sender: PushSender, to picture: UUID) throws {
    try execute(
      sql: """
        UPDATE pushes SET attachment = (SELECT number FROM attachments WHERE id = ? AND \(AttachmentReader.condition))
        WHERE number = ?
        """,
      arguments: [picture.uuidString] + AttachmentReader.arguments(sender) + [number])
  }

  /// The same picture of the same uploader, which is as young as this one from now on; nil where there is none.
  fileprivate func refresh(_ attachment: StoredAttachment) throws -> StoredAttachment? {
    let row = try Row.fetchOne(
      self,
      sql: """
        UPDATE attachments SET createdAt = max(createdAt, ?) WHERE number = (
          SELECT number FROM attachments WHERE uploader = ? AND byteCount = ? AND digest = ? ORDER BY number LIMIT 1)
        RETURNING *
        """,
      arguments: [
        attachment.createdAt.milliseconds, attachment.uploader.text, attachment.byteCount, Data(attachment.digest),
      ])
    guard let row, let id = UUID(uuidString: row["id"]) else { return nil }
    return StoredAttachment(row: row, id: id)
  }

  /// - Returns: the attachment's number.
  fileprivate func insert(_ attachment: StoredAttachment) throws -> Int64 {
    try execute(
      sql: """
        INSERT INTO attachments (id, uploader, type, byteCount, digest, createdAt) VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        attachment.id.uuidString, attachment.uploader.text, attachment.kind.rawValue, attachment.byteCount,
        Data(attachment.digest), attachment.createdAt.milliseconds,
      ])
    return lastInsertedRowID
  }
}

extension StoredAttachment {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row, id: UUID) {
    guard let uploader = PushSender(text: row["uploader"]), let kind = PictureKind(rawValue: row["type"]) else {
      return nil
    }
    self.init(
      id: id, uploader: uploader, kind: kind, byteCount: row["byteCount"], digest: [UInt8](row["digest"] as Data),
      createdAt: Date(milliseconds: row["createdAt"]))
  }
}
