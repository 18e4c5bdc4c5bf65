internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// The notice that tells a person what somebody has decided about their proposal: a hint, of which the server is asked for the rest.
enum DecisionNotice {
  private struct Payload: Encodable {
    struct APS: Encodable { let alert: String }
    let aps: APS
    let kind = "decision"
    let proposal: UUID
  }

  /// - Parameter account: who has decided.
  /// - Throws: what encoding throws.
  static func push(of account: Account, about decided: DecidedProposal) throws -> StoredPush {
    let did = "\(account.shortName) \(decided.isAccepted ? "accepted" : "declined")"
    let alert = PayloadTitle.text(in: decided.payload).map { "\(did): \($0)" } ?? "\(did) your proposal"
    let sender = Sender.account(account, isAdministrator: false)
    return StoredPush(
      id: UUID(), sender: sender.pushSender, recipient: .alias(decided.proposer), idempotencyKey: nil,
      payload: try Response.jsonText(Payload(aps: .init(alert: alert), proposal: decided.push)),
      createdAt: Date(milliseconds: decided.date.milliseconds), expiresAt: nil, picture: nil,
      signature: sender.signature, personal: sender.personal(to: .alias(decided.proposer), as: .decisionNotice))
  }
}
