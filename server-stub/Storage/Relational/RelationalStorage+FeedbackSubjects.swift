internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// Where what is commented on or liked stands for one of the two.
enum FeedbackPlace: Equatable, Sendable {
  /// A push, by its number.
  case push(Int64, id: UUID)
  /// A message of a side of a conversation.
  case message(side: UUID, partner: UUID, sequence: Int64)

  var push: Int64? { if case .push(let number, _) = self { number } else { nil } }
  var side: UUID? { if case .message(let side, _, _) = self { side } else { nil } }
  var sequence: Int64? { if case .message(_, _, let sequence) = self { sequence } else { nil } }

  var subject: FeedbackSubject {
    switch self {
    case .push(_, let id): .push(id)
    case .message(_, let partner, let sequence): .message(user: partner, sequence: sequence)
    }
  }
}

/// Something that one of two users sent to the other, as it stands for both.
struct ResolvedSubject {
  /// The other one of the two.
  var other: UUID
  /// Whether the other one sent it.
  var isOthers: Bool
  var own: FeedbackPlace
  /// Nil where the other one does not have it, or no longer.
  var others: FeedbackPlace?

  func personal(by author: UUID) -> PersonalPush {
    PersonalPush(sender: author, recipient: other, kind: .feedbackHint)
  }
}

extension SQLTransaction {
  /// Locks the two, and their conversation where a message is what is commented on or liked.
  func lockParties(of draft: FeedbackDraft) throws {
    switch draft.subject {
    case .push(let id):
      // Who sent a push and to whom never changes.
      let parties = try first("SELECT sender, addressee FROM pushes WHERE id = ? AND addressee IS NOT NULL", [id]) {
        [UUID(sender: $0[0]), $0[1] as UUID?].compactMap { $0 }
      }
      try lock(accounts: [draft.author] + (parties ?? []))
    case .message(let user, _):
      try lock(accounts: [draft.author, user])
      let sides = [try side(of: draft.author, with: user), try side(of: user, with: draft.author)]
      try lock(channels: sides.compactMap { $0?.id })
    }
  }

  /// What a user means, if it is theirs to see and both are there.
  func resolve(_ subject: FeedbackSubject, for account: UUID) throws -> ResolvedSubject? {
    let resolved =
      switch subject {
      case .push(let id): try resolve(push: id, for: account)
      case .message(let user, let sequence): try resolve(message: sequence, with: user, for: account)
      }
    guard let resolved, try hasAccount(resolved.other) else { return nil }
    return resolved
  }

  /// A push of one person to one other: its sender's until it is gone for them, its recipient's while it is in their inbox.
  private func resolve(push id: UUID, for account: UUID) throws -> ResolvedSubject? {
    let row = try row(
      "SELECT number, sender, addressee, \(PushColumns.isGone) FROM pushes WHERE id = ? AND addressee IS NOT NULL", [id]
    )
    guard let row, let addressee: UUID = row["addressee"] else { return nil }
    let number: Int64 = row["number"]
    let place = FeedbackPlace.push(number, id: id)
    if row["sender"] == PushSender.account(account).text {
      guard !(row["isGone"] as Bool) else { return nil }
      // What a block has kept from the recipient stays so after it.
      return ResolvedSubject(
        other: addressee, isOthers: false, own: place,
        others: try isVisible(push: number, to: addressee) ? place : nil)
    }
    guard addressee == account, try isVisible(push: number, to: account),
      let sender = UUID(sender: row["sender"])
    else { return nil }
    return ResolvedSubject(other: sender, isOthers: true, own: place, others: place)
  }

  private func isVisible(push number: Int64, to account: UUID) throws -> Bool {
    try hasRow(
      "SELECT 1 FROM inbox WHERE push = ? AND accountID = ? AND isRedacted = 0 AND replacedAt IS NULL",
      [number, account])
  }

  /// A message of a user's side of a conversation. The other one has it under another number, or, where it was withheld, not at all.
  private func resolve(message sequence: Int64, with user: UUID, for account: UUID) throws -> ResolvedSubject? {
    guard let own = try side(of: account, with: user),
      let row = try row(
        "SELECT sender, twin FROM messages WHERE channelID = ? AND sequence = ?", [own.id, sequence])
    else { return nil }
    var resolved = ResolvedSubject(
      other: user, isOthers: row["sender"] as UUID? == user,
      own: .message(side: own.id, partner: user, sequence: sequence))
    if let twin: Int64 = row["twin"], let side = try side(of: user, with: account),
      try hasRow("SELECT 1 FROM messages WHERE channelID = ? AND sequence = ?", [side.id, twin])
    {
      resolved.others = .message(side: side.id, partner: account, sequence: twin)
    }
    return resolved
  }
}

extension UUID {
  /// The user of a sender as it is stored (``PushSender/text``); nil for a program.
  fileprivate init?(sender text: String) {
    guard text.hasPrefix("account:") else { return nil }
    self.init(text: String(text.dropFirst("account:".count)))
  }
}
