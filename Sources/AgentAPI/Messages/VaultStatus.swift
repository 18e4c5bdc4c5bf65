public import FoundationEssentials

/// How the vault is.
public struct VaultStatus: Codable, Equatable, Sendable {
  /// Whether the asking terminal may see protected text without a new verification.
  public var isUnlocked: Bool
  /// When the unlock ends if nothing is revealed until then.
  public var unlockedUntil: Date?
  /// Whether a PIN has been set.
  public var hasPIN: Bool
  /// Whether a recovery code exists.
  public var hasRecoveryCode: Bool
  /// How the owner proves who they are.
  public var verification: VerificationMethod
  /// The account and its session.
  public var account: AccountStatus
  /// The credential store; nil until the first write chose one.
  public var store: StoreKind?
  /// The number of tasks not done.
  public var openTaskCount: Int
  /// How many of them are overdue.
  public var overdueTaskCount: Int
  /// How many of them are due today, and not yet over.
  public var todayTaskCount: Int
  /// The number of protected tasks.
  public var protectedTaskCount: Int
  /// How many items of the inbox nobody has looked at; nil while nobody is logged in.
  public var unreadCount: Int?
  /// The channels with something unread, the newest first; nil while nobody is logged in.
  public var unreadChannels: [UnreadChannel]?
  /// Things the owner should know, each a sentence.
  public var notices: [String]

  /// Makes a status.
  public init(
    isUnlocked: Bool, unlockedUntil: Date?, hasPIN: Bool, hasRecoveryCode: Bool, verification: VerificationMethod,
    account: AccountStatus, store: StoreKind?, openTaskCount: Int, overdueTaskCount: Int = 0, todayTaskCount: Int = 0,
    protectedTaskCount: Int, unreadCount: Int? = nil, unreadChannels: [UnreadChannel]? = nil, notices: [String]
  ) {
    self.isUnlocked = isUnlocked
    self.unlockedUntil = unlockedUntil
    self.hasPIN = hasPIN
    self.hasRecoveryCode = hasRecoveryCode
    self.verification = verification
    self.account = account
    self.store = store
    self.openTaskCount = openTaskCount
    self.overdueTaskCount = overdueTaskCount
    self.todayTaskCount = todayTaskCount
    self.protectedTaskCount = protectedTaskCount
    self.unreadCount = unreadCount
    self.unreadChannels = unreadChannels
    self.notices = notices
  }
}
