internal import FoundationEssentials

/// What a person sends to another one: whether it arrives is for the recipient to say.
struct PersonalPush: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Arrives only from somebody whom the recipient follows.
    case proposal
    /// Tells that its sender follows the recipient, and arrives from everybody.
    case followNotice
    /// Tells what its sender has decided about a proposal of the recipient's, and arrives from everybody. The server alone sends it.
    case decisionNotice
    /// Tells that there is a comment or a like of its sender's, and arrives from everybody. The server alone sends it.
    case feedbackHint
  }

  var sender: UUID
  var recipient: UUID
  var kind = Kind.proposal
}
