internal import Hummingbird
internal import ServerAPI

/// Knows who sends: a session's user, or a program with a sender token.
struct SenderService: Sendable {
  let sessions: SessionService
  let storage: any ServerStorage

  /// Who made a request.
  ///
  /// - Throws: ``APIFailure`` with 401 for a token that is neither.
  func sender(of request: Request, _ context: ServerContext) async throws -> Sender {
    if let known = context.sender { return known }
    let token = try BearerToken.read(request)
    // Before it is looked for among sessions, where it is not.
    if let known = sessions.caches?.programs.value(of: token.hash) { return .token(known) }
    if let account = try await sessions.storedAccount(of: token) {
      return .account(Account(account), isAdministrator: account.isAdministrator)
    }
    guard let stored = try await program(tokenHash: token.hash) else { throw APIFailure.unknownToken }
    return .token(stored)
  }

  private func program(tokenHash: [UInt8]) async throws -> StoredSenderToken? {
    guard let caches = sessions.caches else { return try await storage.senderToken(hash: tokenHash) }
    return try await caches.programs.value(of: tokenHash) { try await storage.senderToken(hash: tokenHash) }
  }

  /// Whether a sender may send there. Looks up nothing that would reveal to somebody who may not whether the recipient exists. Whether one
  /// person may send to another is decided as the push is stored: see ``PushStorage/append(_:)``.
  func may(_ sender: Sender, sendTo recipient: Recipient) async throws -> Bool {
    if sender.personal(to: recipient) != nil { return true }
    switch sender {
    case .account(_, isAdministrator: true): return true
    case .account(let account, isAdministrator: false):
      if case .channel(let id) = recipient { return try await storage.isEnrolled(account.id, in: id) }
      return try await covers(.alias(account.id), recipient)
    case .token(let token):
      for scope in token.scopes where try await covers(scope, recipient) { return true }
      return false
    }
  }

  private func covers(_ scope: SenderScope, _ recipient: Recipient) async throws -> Bool {
    switch (scope, recipient) {
    case (.everywhere, _): true
    case (.alias(let own), .alias(let id)): own == id
    case (.alias(let own), .device(let token)): try await storage.hasDevice(token, of: own)
    case (.channel(let own), .channel(let id)): own == id
    case (.alias, _), (.channel, _), (.metrics, _): false
    }
  }
}
