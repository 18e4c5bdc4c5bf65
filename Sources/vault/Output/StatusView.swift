internal import AgentAPI
internal import FoundationEssentials
internal import VaultClient

/// The account as `--json` prints it.
struct AccountView: Encodable {
  private let state: String
  private let email: String?
  private let server: String?
  private let wasSilent: Bool
  private let problem: String?
  private let disconnectedSince: Date?

  init(_ account: AccountStatus) {
    state = account.state.rawValue
    email = account.email
    server = account.server
    wasSilent = account.wasSilent
    problem = account.problem
    disconnectedSince = account.disconnectedSince
  }
}

/// The status as `--json` prints it.
struct StatusView: Encodable {
  private let isUnlocked: Bool
  private let unlockedUntil: Date?
  private let hasPIN: Bool
  private let hasRecoveryCode: Bool
  private let verification: String
  private let account: AccountView
  private let store: String?
  private let openTaskCount: Int
  private let overdueTaskCount: Int
  private let todayTaskCount: Int
  private let protectedTaskCount: Int
  private let unreadCount: Int?
  private let unreadChannels: [UnreadChannelView]?
  private let notices: [String]

  init(_ status: VaultStatus) {
    isUnlocked = status.isUnlocked
    unlockedUntil = status.unlockedUntil
    hasPIN = status.hasPIN
    hasRecoveryCode = status.hasRecoveryCode
    verification = status.verification.rawValue
    account = AccountView(status.account)
    store = status.store?.rawValue
    openTaskCount = status.openTaskCount
    overdueTaskCount = status.overdueTaskCount
    todayTaskCount = status.todayTaskCount
    protectedTaskCount = status.protectedTaskCount
    unreadCount = status.unreadCount
    unreadChannels = status.unreadChannels?.map(UnreadChannelView.init)
    notices = status.notices
  }
}

/// A channel with something unread as `--json` prints it.
struct UnreadChannelView: Encodable {
  private let id: String
  private let title: String
  private let unread: Int
  private let isConversation: Bool

  init(_ channel: UnreadChannel) {
    id = channel.id.uuidString.lowercased()
    title = channel.title
    unread = channel.unreadCount
    isConversation = channel.isConversation ?? false
  }
}
