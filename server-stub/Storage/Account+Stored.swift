internal import ServerAPI

extension Account {
  /// What others may know of an account that is stored.
  init(_ account: StoredAccount) { self.init(id: account.id, email: account.email.display) }

  /// What people call the account: what stands before the `@` of its email.
  var shortName: String { String(email.prefix { $0 != "@" }) }
}
