internal import FoundationEssentials
internal import Sealing

/// An account as it is stored.
struct StoredAccount: Equatable, Sendable {
  var id: UUID
  var email: EmailAddress
  /// A ``PasswordHash`` in its string form.
  var passwordHash: String
  var createdAt: Date
  /// Whether it may send to everybody, and manage accounts and channels.
  var isAdministrator = false
}

/// An account as lists show it.
struct AccountSummary: Equatable, Sendable {
  var id: UUID
  var email: EmailAddress
  var createdAt: Date
  /// The sessions that have not expired.
  var sessionCount: Int
  /// Whether it may send to everybody, and manage accounts and channels.
  var isAdministrator: Bool
}

/// Which accounts a list has.
struct AccountQuery: Equatable, Sendable {
  /// This one alone; nil for all.
  var id: UUID?
  /// How their emails begin, compared without regard to case.
  var prefix = ""
  /// The list begins after this email.
  var after = ""
  /// The most of them.
  var limit = Int.max
}

/// Why an account could not be stored.
enum AccountStorageError: Error, Equatable {
  /// Another account has the email.
  case emailTaken
}

/// Stores accounts.
protocol AccountStorage: Sendable {
  /// Adds an account.
  ///
  /// - Throws: ``AccountStorageError/emailTaken``.
  func add(_ account: StoredAccount) async throws
  /// The account of an email, compared without regard to case.
  func account(email: EmailAddress) async throws -> StoredAccount?
  /// The accounts of a query, by email.
  func accounts(_ query: AccountQuery, now: Date) async throws -> [AccountSummary]
  /// Removes an account and its sessions.
  ///
  /// - Returns: whether there was one.
  func removeAccount(email: EmailAddress) async throws -> Bool
  /// Makes an account an administrator, or an ordinary one again.
  ///
  /// - Returns: whether there was one.
  func setAdministrator(email: EmailAddress, to isAdministrator: Bool) async throws -> Bool
  /// Gives an account another password, which ends its sessions and its invitations to follow, and forgets the devices that logged in before.
  ///
  /// - Returns: whether there was one.
  func setPasswordHash(email: EmailAddress, to hash: String) async throws -> Bool
  /// What the stored hashes cost, each once.
  func passwordCosts() async throws -> [Argon2id.Parameters]
  /// Replaces the hash of the same password by a stronger one, unless the password was changed meanwhile; sessions stay.
  ///
  /// - Returns: whether it was replaced.
  func replaceHash(of account: UUID, from old: String, to new: String) async throws -> Bool
}

extension AccountStorage {
  /// All accounts, by email.
  func accounts(now: Date) async throws -> [AccountSummary] { try await accounts(AccountQuery(), now: now) }

  /// Whether somebody is called so: by the whole of an email or what stands before its `@`, without regard to case.
  func hasPerson(named name: String, now: Date) async throws -> Bool {
    let found = try await accounts(AccountQuery(prefix: name.contains("@") ? name : name + "@", limit: 1), now: now)
    return found.contains { name.lowercased() == $0.email.key || !name.contains("@") }
  }
}
