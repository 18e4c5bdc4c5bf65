internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification

/// Tells how the lock stands, without waiting for the credential store.
protocol LockStatusReading: Sendable {
  /// A header in the files, unchecked; nil before the first PIN.
  func storedHeader() async throws(Failure) -> OwnerHeader?

  /// Whether a client may see protected text without being verified again, and until when.
  func ticket(of conversation: any Conversation) async -> Date?
}

extension OwnerService: LockStatusReading {}

/// The request to show how the vault stands; asks and contacts nobody.
struct StatusController: Sendable {
  let owner: any LockStatusReading
  let tasks: TaskCounter
  let stores: any CredentialStoreSelecting
  let account: any AccountStatusReading
  let inbox: any UnreadCounting
  /// In the order in which their notices are shown.
  let sources: [any NoticeSource]

  /// How it stands for a client.
  func status(_ conversation: any Conversation) async throws(Failure) -> VaultStatus {
    let header = try await owner.storedHeader()
    let counts = try await tasks.counts()
    let until = await owner.ticket(of: conversation)
    let method = header.map { VerificationMethod($0.method) } ?? .pin
    return VaultStatus(
      isUnlocked: until != nil, unlockedUntil: until, hasPIN: header?.slot(.pin) != nil,
      hasRecoveryCode: header?.slot(.recovery) != nil, verification: method, account: await account.status(),
      store: try stores.kind().map { StoreKind($0) }, openTaskCount: counts.open, overdueTaskCount: counts.overdue,
      todayTaskCount: counts.today, protectedTaskCount: counts.protected, unreadCount: await inbox.unreadCount(),
      unreadChannels: await inbox.unreadChannels(), notices: try await notices())
  }

  /// What the owner should know without asking.
  private func notices() async throws(Failure) -> [String] {
    var notices: [String] = []
    for source in sources { notices += try await source.notices() }
    return notices
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to status: StatusController) {
    on(ShowStatus.self) { (_, conversation) throws(Failure) in try await status.status(conversation) }
  }
}
