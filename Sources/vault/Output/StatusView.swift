internal import AgentAPI
internal import FoundationEssentials
internal import VaultClient

/// The account as `--json` prints it.
struct AccountView: Encodable {
  private let state: String
  private let email: Nullable<String>
  private let server: Nullable<String>
  private let wasSilent: Bool
  private let problem: Nullable<String>
  private let disconnectedSince: Nullable<String>

  init(_ account: AccountStatus) {
    state = account.state.rawValue
    email = Nullable(account.email)
    server = Nullable(account.server)
    wasSilent = account.wasSilent
    problem = Nullable(account.problem)
    disconnectedSince = Nullable(account.disconnectedSince.map { DateText($0).iso })
  }
}

/// The status as `--json` prints it.
struct StatusView: Encodable {
  private let isUnlocked: Bool
  private let unlockedUntil: Nullable<String>
  private let hasPIN: Bool
  private let hasRecoveryCode: Bool
  private let verification: String
  private let account: AccountView
  private let store: Nullable<String>
  private let openTaskCount: Int
  private let overdueTaskCount: Int
  private let todayTaskCount: Int
  private let protectedTaskCount: Int
  private let unreadCount: Nullable<Int>
  private let unreadChannels: Nullable<[UnreadChannelView]>
  private let notices: [String]

  init(_ status: VaultStatus) {
    isUnlocked = status.isUnlocked
    unlockedUntil = Nullable(status.unlockedUntil.map { DateText($0).iso })
    hasPIN = status.hasPIN
    hasRecoveryCode = status.hasRecoveryCode
    verification = status.verification.rawValue
    account = AccountView(status.account)
    store = Nullable(status.store?.rawValue)
    openTaskCount = status.openTaskCount
    overdueTaskCount = status.overdueTaskCount
    todayTaskCount = status.todayTaskCount
    protectedTaskCount = status.protectedTaskCount
    unreadCount = Nullable(status.unreadCount)
    unreadChannels = Nullable(status.unreadChannels?.map(UnreadChannelView.init))
    notices = status.notices
  }
}

/// A channel with something unread as `--json` prints it.
struct UnreadChannelView: Encodable {
  private let id: String
  private let title: String
  private let unread: Int

  init(_ channel: UnreadChannel) {
    id = channel.id.uuidString.lowercased()
    title = channel.title
    unread = channel.unreadCount
  }
}
