internal import FoundationEssentials
internal import ServerAPI

/// What a proposer is told of a decision.
extension SQLTransaction {
  /// The account that sent an item to this user alone, as a person, and will stay that; nil for none.
  func peer(ofItem sequence: Int64, of account: UUID) throws -> UUID? {
    try id("SELECT peer FROM inbox WHERE accountID = ? AND sequence = ?", [account, sequence])
  }

  /// Puts a notice of the decision that an item has just got into the inbox of whoever proposed it. Who is blocked by the one who decides
  /// is told nothing, now or later: for them the proposal waits on, as if nothing had happened.
  ///
  /// - Parameter makeNotice: makes the notice, a push from the one who decides to the one who proposed.
  /// - Returns: nil where nobody is to be told: of what no person proposed, and between those of whom one blocks the other.
  func tell(
    _ state: InboxState, ofItem sequence: Int64, of account: UUID, at date: Date,
    makeNotice: (DecidedProposal) throws -> StoredPush
  ) throws -> StoredNotice? {
    guard let proposal = try proposal(item: sequence, of: account, state, at: date) else { return nil }
    if try isBlocked(PersonalPush(sender: proposal.proposer, recipient: account)) {
      try withholdDecision(ofItem: sequence, of: account)
      return nil
    }
    // It would come to nobody, and a payload that nobody sees need not be kept.
    if try isBlocked(PersonalPush(sender: account, recipient: proposal.proposer)) { return nil }
    guard case .stored(let push, let numbers, _, _) = try append(try makeNotice(proposal)),
      let number = numbers[proposal.proposer]
    else { return nil }
    return StoredNotice(push: push, account: proposal.proposer, sequence: number)
  }

  /// What an item proposes, where one person sent it to another one.
  private func proposal(
    item sequence: Int64, of account: UUID, _ state: InboxState, at date: Date
  ) throws -> DecidedProposal? {
    try first(
      """
      SELECT id, payload, peer FROM inbox JOIN pushes ON pushes.number = push
      WHERE accountID = ? AND sequence = ? AND peer IS NOT NULL AND waitsUntil IS NOT NULL
      """,
      [account, sequence]
    ) { row in
      guard let push: UUID = row["id"], let proposer: UUID = row["peer"] else { return nil }
      return DecidedProposal(
        push: push, payload: row["payload"], proposer: proposer, isAccepted: state == .accepted, date: date)
    }
  }

  /// Keeps a decision from the sender: what is withheld stands for the item from then on.
  private func withholdDecision(ofItem sequence: Int64, of account: UUID) throws {
    try execute("UPDATE inbox SET isUntold = 1 WHERE accountID = ? AND sequence = ?", [account, sequence])
    try execute(
      """
      INSERT INTO withheld (push, accountID, peer, waitsUntil, collapseID)
      SELECT push, accountID, peer, waitsUntil, collapseID FROM inbox JOIN pushes ON pushes.number = push
      WHERE accountID = ? AND sequence = ? ON CONFLICT DO NOTHING
      """,
      [account, sequence])
  }
}
