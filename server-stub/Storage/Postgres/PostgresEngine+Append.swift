#if Postgres
internal import FoundationEssentials
internal import PostgresClient
internal import ServerAPI

/// Pushes about which nobody has to decide anything: they are stored by one statement, and committed together with those of others.
extension PostgresEngine {
  /// As the function `append_push` of the schema has it.
  private static let append = PostgresStatement(
    "vault_append_push",
    "SELECT outcome, account, place FROM vault.append_push($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    .idempotent, taking: UUID.self, String.self, String.self, UUID?.self, String?.self, String?.self, String.self,
    Int64.self, Int64?.self, String?.self, String?.self, UUID?.self, Int64.self, UUID?.self,
    giving: Int64.self, UUID?.self, Int64?.self)

  func appendAtOnce(_ push: StoredPush) async throws -> PushOutcome? {
    guard push.isPlain else { return nil }
    var account: UUID?
    if case .alias(let id) = push.recipient { account = id }
    let call = Self.append(
      push.id, push.sender.text, push.recipient.text, account, push.recipient.device, push.idempotencyKey, push.payload,
      push.createdAt.milliseconds, push.expiresAt?.milliseconds, push.signature?.kind.rawValue, push.signature?.name,
      push.signature?.id, Int64(push.manner.priority.rawValue), push.addressee)
    let row = try await appendTogether(call, of: account)
    guard let (outcome, account, place) = row, outcome == 0, let account, let place else { return nil }
    return .stored(push, [account: place], count: 1)
  }
}

extension StoredPush {
  /// Whether it goes to one inbox, and nothing has to be known of what is there already.
  fileprivate var isPlain: Bool {
    guard personal == nil, picture == nil, manner.collapseID == nil else { return false }
    guard expiresAt.map({ $0 > createdAt }) ?? true else { return false }
    return switch recipient {
    case .alias, .device: true
    case .channel, .everyone: false
    }
  }
}
#endif
