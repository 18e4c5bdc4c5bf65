internal import FoundationEssentials
internal import ServerAPI

/// What administrators do to accounts over the network.
struct AccountAdministration: Sendable {
  let storage: any ServerStorage
  let accounts: AccountService
  /// What tokens open; nil where this process does not hear of all that ends.
  let caches: TokenCaches?
  let clock: ServerClock

  static let noAccount = APIFailure(.notFound, "there is no such account")

  /// The accounts of a query.
  func list(_ query: AccountQuery) async throws -> ManagedAccountPage {
    var withOneMore = query
    withOneMore.limit = query.limit + 1
    let found = try await storage.accounts(withOneMore, now: clock.date())
    let page = found.prefix(query.limit)
    return ManagedAccountPage(
      accounts: page.map(ManagedAccount.init), next: found.count > page.count ? page.last?.email.display : nil)
  }

  /// Makes an account.
  ///
  /// - Throws: ``APIFailure``: 409, 422.
  func add(_ credentials: Credentials) async throws -> ManagedAccount {
    let account = try await accounts.add(credentials)
    return ManagedAccount(
      id: account.id, email: account.email.display, createdAt: account.createdAt, sessionCount: 0,
      isAdministrator: false)
  }

  /// Makes an account an administrator, or an ordinary one again.
  ///
  /// - Throws: ``APIFailure``: 404, 409 for one's own.
  func change(
    _ id: UUID, to change: ManagedAccountChange, by administrator: StoredAccount
  ) async throws -> ManagedAccount {
    try Self.refuseOwnAccount(id, administrator)
    var account = try await account(id)
    guard try await storage.setAdministrator(email: account.email, to: change.isAdministrator) else {
      throw Self.noAccount
    }
    caches?.removeAll()
    account.isAdministrator = change.isAdministrator
    return ManagedAccount(account)
  }

  /// Removes an account with its sessions, devices and inbox.
  ///
  /// - Throws: ``APIFailure``: 404, 409 for one's own.
  func remove(_ id: UUID, by administrator: StoredAccount) async throws {
    try Self.refuseOwnAccount(id, administrator)
    guard try await storage.removeAccount(email: try await account(id).email) else { throw Self.noAccount }
    caches?.removeAll()
  }

  /// The devices of an account.
  ///
  /// - Throws: ``APIFailure`` with 404.
  func devices(of id: UUID) async throws -> DeviceList {
    DeviceList(devices: try await storage.devices(of: try await account(id).id))
  }

  private func account(_ id: UUID) async throws -> AccountSummary {
    guard let account = try await storage.accounts(AccountQuery(id: id), now: clock.date()).first else {
      throw Self.noAccount
    }
    return account
  }

  /// So that there is always somebody who administers.
  private static func refuseOwnAccount(_ id: UUID, _ administrator: StoredAccount) throws(APIFailure) {
    guard id != administrator.id else {
      throw APIFailure(
        .conflict, "this is your own account; another administrator can do that, or vault-server account")
    }
  }
}

extension ManagedAccount {
  fileprivate init(_ account: AccountSummary) {
    self.init(
      id: account.id, email: account.email.display, createdAt: account.createdAt,
      sessionCount: account.sessionCount, isAdministrator: account.isAdministrator)
  }
}
