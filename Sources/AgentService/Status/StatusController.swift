internal import AgentAPI
internal import FoundationEssentials
internal import Localization
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

  /// How it stands for a client. What the answer consists of is asked for at the same time: each part waits for another file.
  func status(_ conversation: any Conversation) async throws(Failure) -> VaultStatus {
    async let counting = Result.of { () async throws(Failure) in try await tasks.counts() }
    async let noticing = Result.of { () async throws(Failure) in try await notices() }
    async let unread = (count: inbox.unreadCount(), channels: inbox.unreadChannels())
    async let standing = account.status()
    let header = try await owner.storedHeader()
    let until = await owner.ticket(of: conversation)
    let store = try stores.kind().map { StoreKind($0) }
    let counts = try await counting.get()
    let method = header.map { VerificationMethod($0.method) } ?? .pin
    return VaultStatus(
      isUnlocked: until != nil, unlockedUntil: until, hasPIN: header?.slot(.pin) != nil,
      hasRecoveryCode: header?.slot(.recovery) != nil, verification: method, account: await standing, store: store,
      openTaskCount: counts.open, overdueTaskCount: counts.overdue, todayTaskCount: counts.today,
      protectedTaskCount: counts.protected, unreadCount: await unread.count, unreadChannels: await unread.channels,
      notices: try await noticing.get())
  }

  /// What the owner should know without asking. The sources are asked at the same time, and heard in their order.
  private func notices() async throws(Failure) -> [LocalizedText] {
    let answers = await withTaskGroup(of: (Int, Result<[LocalizedText], Failure>).self) { group in
      for (number, source) in sources.enumerated() {
        group.addTask { (number, await .of { () async throws(Failure) in try await source.notices() }) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var notices: [LocalizedText] = []
    for (_, answer) in answers.sorted(by: { $0.0 < $1.0 }) { notices += try answer.get() }
    return notices
  }
}

extension Result where Failure == AgentAPI.Failure, Success: Sendable {
  /// What becomes of a body: `async let` knows no typed errors.
  fileprivate static func of(_ body: () async throws(Failure) -> Success) async -> Self {
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to status: StatusController) {
    on(ShowStatus.self) { (_, conversation) throws(Failure) in try await status.status(conversation) }
  }
}
