internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// The notice that tells a person that somebody has commented on something, or likes it: a hint, of which the server is asked for the rest. It
/// has no text of either, so that nothing of them is anywhere else.
enum FeedbackNotice {
  private struct Payload: Encodable {
    struct APS: Encodable { let alert: String }
    let aps: APS
    let kind: String
    let subject: FeedbackSubject
  }

  /// - Throws: what encoding throws.
  static func push(of author: Account, _ hint: FeedbackHint) throws -> StoredPush {
    let did = hint.isLike ? "likes" : "commented on"
    let payload = Payload(
      aps: .init(alert: "\(author.shortName) \(did) \(words(hint))"), kind: hint.isLike ? "like" : "comment",
      subject: hint.subject)
    let sender = Sender.account(author, isAdministrator: false)
    let recipient = Recipient.alias(hint.recipient)
    return StoredPush(
      id: UUID(), sender: sender.pushSender, recipient: recipient, idempotencyKey: nil,
      payload: try Response.jsonText(payload), createdAt: Date(milliseconds: hint.date.milliseconds), expiresAt: nil,
      picture: nil, signature: sender.signature, personal: sender.personal(to: recipient, as: .feedbackHint))
  }

  private static func words(_ hint: FeedbackHint) -> String {
    switch (hint.subject, hint.isAboutOwn) {
    case (.push, true): "what they sent you"
    case (.push, false): "what you sent"
    case (.message, true): "a message to you"
    case (.message, false): "your message"
    }
  }
}
