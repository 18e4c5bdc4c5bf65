public import FoundationEssentials
public import Localization

/// How the vault is: locked or not, logged in or not, which stores.
public struct ShowStatus: AgentRequest {
  public typealias Reply = VaultStatus
  public static let name = "status"
  public static let traits: RequestTraits = [.isSafe, .isAboutLogin]

  /// Makes a request.
  public init() {}
}

/// Checks the environment, and reports problems with remedies.
public struct RunDoctor: AgentRequest {
  public typealias Reply = [DoctorFinding]
  public static let name = "doctor"
  public static let traits: RequestTraits = .isAboutLogin

  /// Makes a request.
  public init() {}
}

/// Does what a finding of ``RunDoctor`` names as its ``DoctorFinding/fix``, while it is still found.
public struct ApplyRemedy: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "applyRemedy"
  public static let traits: RequestTraits = [.needsCredentials, .isAboutLogin]
  public var endsAgent: Bool { remedy == .confirmSettings }

  /// What is to be done.
  public var remedy: Remedy

  /// Makes a request.
  public init(_ remedy: Remedy) { self.remedy = remedy }
}

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
  @SaidAll public var notices: [String]

  /// Makes a status.
  public init(
    isUnlocked: Bool, unlockedUntil: Date?, hasPIN: Bool, hasRecoveryCode: Bool, verification: VerificationMethod,
    account: AccountStatus, store: StoreKind?, openTaskCount: Int, overdueTaskCount: Int = 0, todayTaskCount: Int = 0,
    protectedTaskCount: Int, unreadCount: Int? = nil, unreadChannels: [UnreadChannel]? = nil, notices: [LocalizedText]
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
    _notices = SaidAll(notices)
  }
}

/// A channel with something unread.
public struct UnreadChannel: Codable, Equatable, Sendable {
  /// The server's id; of a conversation, the other user's.
  public var id: UUID
  /// What it is called; empty where that is not known yet.
  public var title: String
  /// How many messages of others the user has not seen; at least one.
  public var unreadCount: Int
  /// True for a conversation of two; nil for none.
  public var isConversation: Bool?

  /// Makes one.
  public init(id: UUID, title: String, unreadCount: Int, isConversation: Bool? = nil) {
    self.isConversation = isConversation
    self.id = id
    self.title = title
    self.unreadCount = unreadCount
  }
}

/// One thing `vault doctor` looked at.
public struct DoctorFinding: Codable, Equatable, Sendable {
  /// How bad it is.
  public enum Severity: String, OpenVocabulary, Equatable, Sendable {
    /// As it should be.
    case ok
    /// Works, with less protection or comfort than it could.
    case warning
    /// Does not work.
    case problem

    /// Whatever it is, it is worth a look.
    public static let unrecognized = Self.warning
  }
  /// How bad it is.
  public var severity: Severity
  /// What was looked at, for instance `memory lock`: the same in every language.
  public var subject: String
  /// What was found.
  @Said public var finding: String
  /// What to do about it; empty when nothing.
  @Advice public var remedy: String
  /// What the agent itself can do about it, see ``ApplyRemedy``; nil where only the person can.
  public var fix: Remedy?

  /// Makes a finding.
  public init(
    _ severity: Severity, _ subject: String, _ finding: LocalizedText, remedy: LocalizedText = "",
    fix: Remedy? = nil
  ) {
    self.fix = fix
    self.severity = severity
    self.subject = subject
    _finding = Said(finding)
    _remedy = Advice(remedy)
  }
}
