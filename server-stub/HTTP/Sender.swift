internal import FoundationEssentials
internal import ServerAPI

/// Who makes a request, and what they may send.
enum Sender: Equatable, Sendable {
  /// A user, to themselves, to the channels they are enrolled in and to users who follow them; an administrator, to everybody.
  case account(Account, isAdministrator: Bool)
  /// A program with a token, within its scopes.
  case token(StoredSenderToken)

  /// As a push remembers it.
  var pushSender: PushSender {
    switch self {
    case .account(let account, _): .account(account.id)
    case .token(let token): .token(token.id)
    }
  }

  /// As those who receive a push see it.
  var signature: ItemSender {
    switch self {
    case .account(let account, let isAdministrator):
      ItemSender(kind: isAdministrator ? .administrator : .person, name: account.shortName, id: account.id)
    case .token(let token): ItemSender(kind: .program, name: token.name)
    }
  }

  /// Whom a push goes to that names nobody: the user's own devices; nil for a token.
  var ownAlias: Recipient? {
    switch self {
    case .account(let account, _): .alias(account.id)
    case .token: nil
    }
  }

  /// What a push to a recipient is where a person sends it to another one; nil for all else.
  func personal(to recipient: Recipient, as kind: PersonalPush.Kind = .proposal) -> PersonalPush? {
    guard case .account(let account, isAdministrator: false) = self, case .alias(let user) = recipient,
      user != account.id
    else { return nil }
    return PersonalPush(sender: account.id, recipient: user, kind: kind)
  }

  /// Whether it may send anything at all.
  var maySend: Bool {
    switch self {
    case .account: true
    case .token(let token): token.scopes.contains { $0 != .metrics }
    }
  }

  /// Whether it may read `/metrics`.
  var mayReadMetrics: Bool {
    switch self {
    case .account(_, let isAdministrator): isAdministrator
    case .token(let token): token.scopes.contains(.metrics)
    }
  }
}
