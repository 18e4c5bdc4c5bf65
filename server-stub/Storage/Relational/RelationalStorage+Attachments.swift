internal import FoundationEssentials
internal import PictureFormat

extension RelationalStorage {
  func add(_ attachment: StoredAttachment, bytes: [UInt8], quota: Int) async throws -> StoredAttachment? {
    try await write { transaction in
      // Or else two would find room where there is room for one.
      try transaction.lock(name: attachment.uploader.text)
      if let present = try transaction.refresh(attachment) { return present }
      let present: Int? = try transaction.value(
        "SELECT CAST(coalesce(sum(byteCount), 0) AS BIGINT) FROM attachments WHERE uploader = ?",
        [attachment.uploader.text])
      guard (present ?? 0) + bytes.count <= quota, let number = try transaction.insert(attachment) else { return nil }
      for (part, start) in stride(from: 0, to: bytes.count, by: AttachmentPart.byteCount).enumerated() {
        let end = min(start + AttachmentPart.byteCount, bytes.count)
        try transaction.execute(
          "INSERT INTO attachmentParts (attachment, part, bytes) VALUES (?, ?, ?)",
          [number, part, Array(bytes[start..<end])])
      }
      return attachment
    }
  }

  func attachment(_ id: UUID, readableBy reader: PushSender) async throws -> StoredAttachment? {
    try await read { transaction in
      try transaction.first(
        "SELECT \(AttachmentColumns.sql) FROM attachments WHERE id = ? AND \(AttachmentReader.condition)",
        [id] + AttachmentReader.arguments(reader), StoredAttachment.init(row:))
    }
  }

  func part(_ number: Int, ofAttachment id: UUID) async throws -> [UInt8]? {
    try await read { transaction in
      try transaction.value(
        """
        SELECT bytes FROM attachmentParts
        WHERE attachment = (SELECT number FROM attachments WHERE id = ?) AND part = ?
        """,
        [id, number])
    }
  }
}

private enum AttachmentPart {
  /// How many bytes of a picture are read at once.
  static let byteCount = 256 << 10
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

  static func arguments(_ reader: PushSender) -> SQLArguments { [reader.text, reader.account, reader.account] }
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

extension SQLTransaction {
  /// Links a stored push to the picture that it names, unless its sender may not read that picture: naming it must not open it.
  func link(push number: Int64, of sender: PushSender, to picture: UUID) throws {
    try execute(
      """
      UPDATE pushes SET attachment = (SELECT number FROM attachments WHERE id = ? AND \(AttachmentReader.condition))
      WHERE number = ?
      """,
      [picture] + AttachmentReader.arguments(sender) + [number])
  }

  /// The same picture of the same uploader, which is as young as this one from now on; nil where there is none.
  fileprivate func refresh(_ attachment: StoredAttachment) throws -> StoredAttachment? {
    try row(
      """
      UPDATE attachments SET createdAt = CASE WHEN createdAt < ?1 THEN ?1 ELSE createdAt END WHERE number = (
        SELECT number FROM attachments WHERE uploader = ?2 AND byteCount = ?3 AND digest = ?4 ORDER BY number LIMIT 1)
      RETURNING \(AttachmentColumns.sql)
      """,
      [attachment.createdAt.milliseconds, attachment.uploader.text, attachment.byteCount, attachment.digest]
    ).flatMap(StoredAttachment.init(row:))
  }

  /// - Returns: the attachment's number.
  fileprivate func insert(_ attachment: StoredAttachment) throws -> Int64? {
    try row(
      """
      INSERT INTO attachments (id, uploader, type, byteCount, digest, createdAt) VALUES (?, ?, ?, ?, ?, ?)
      RETURNING number
      """,
      [
        attachment.id, attachment.uploader.text, attachment.kind.rawValue, attachment.byteCount, attachment.digest,
        attachment.createdAt.milliseconds,
      ])?[0]
  }
}

private enum AttachmentColumns {
  static let sql = "id, uploader, type, byteCount, digest, createdAt"
}

extension StoredAttachment {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow) {
    guard let id: UUID = row["id"], let uploader = PushSender(text: row["uploader"]),
      let kind = PictureKind(rawValue: row["type"])
    else { return nil }
    self.init(
      id: id, uploader: uploader, kind: kind, byteCount: row["byteCount"], digest: row["digest"],
      createdAt: Date(milliseconds: row["createdAt"]))
  }
}
