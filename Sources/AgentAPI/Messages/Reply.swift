public import FoundationEssentials

/// The agent's last word on a request that succeeded.
public enum Reply: Equatable, Sendable {
  /// Done; there is nothing to tell but `message`, where it is not empty.
  case done(message: String)
  /// To ``Request/status``.
  case status(VaultStatus)
  /// To `login` and `whoami`.
  case account(AccountStatus)
  /// To `add`, `addProtected` and `show`.
  case task(TaskRow)
  /// To `list`.
  case tasks(TaskPage)
  /// To `change`.
  case changed(TaskChangeReport)
  /// To `history`, newest first.
  case history([OperationRow])
  /// To `reminders`, the next first.
  case reminders([ReminderRow])
  /// To `accessLog`, newest first.
  case accessLog([AccessLogEntry])
  /// To `verifyLog`.
  case logVerification(LogVerification)
  /// To `doctor`.
  case doctor([DoctorFinding])
  /// To `store status` and `store check`.
  case store(StoreStatus)
  /// To `settings status`.
  case settings([SettingRow])
  /// To `inbox list`, newest first.
  case inbox(InboxListing)
  /// To `inbox show`, `accept` and `reject`.
  case inboxItem(InboxRow)
  /// To `inbox messages`, newest first.
  case messages([MessageRow])
  /// To `inbox message`.
  case message(MessageRow)
  /// To `inbox profile`.
  case profile(ProfileRow)
  /// To `inbox push`.
  case pushed(PushReport)
  /// To `inbox picture`, after its parts.
  case picture(PictureRow)
  /// To `inbox devices`.
  case devices([DeviceRow])
  /// To `channels list`.
  case channels(ChannelListing)
  /// To `channels join` and `leave`.
  case channel(ChannelRow)
  /// To `channels history`.
  case channelHistory(ChannelHistory)
  /// To `channels send`.
  case channelMessage(ChannelMessageRow)
  /// A reply of a newer agent.
  case unknown
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

/// The server session.
public struct AccountStatus: Codable, Equatable, Sendable {
  /// Where the session stands.
  public enum State: String, Codable, Equatable, Sendable {
    /// A session is open.
    case loggedIn
    /// A login is under way.
    case loggingIn
    /// There are no credentials, or the server refused them: a login will ask.
    case needsCredentials
    /// The owner logged out; nothing happens until the next `vault login`.
    case loggedOut
    /// The server or the credential store can't be reached for now; it is tried again.
    case unreachable
    /// A state of a newer agent.
    case unknown

    /// Decodes a state; one this version does not know becomes ``unknown``.
    public init(from decoder: any Decoder) throws {
      self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }
  }

  /// Where the session stands.
  public var state: State
  /// The account's email, where it is known.
  public var email: String?
  /// The server's origin, for instance `https://vault.example.org`.
  public var server: String?
  /// Whether this request opened the session without asking anything.
  public var wasSilent: Bool
  /// Why the server can't be reached, or the login is of no use; nil otherwise.
  public var problem: String?
  /// Since when there is a session and no connection, as far as the agent knows; nil otherwise. ``problem`` says why.
  public var disconnectedSince: Date?

  /// Makes an account status.
  public init(
    state: State, email: String? = nil, server: String? = nil, wasSilent: Bool = false, problem: String? = nil,
    disconnectedSince: Date? = nil
  ) {
    self.state = state
    self.email = email
    self.server = server
    self.wasSilent = wasSilent
    self.problem = problem
    self.disconnectedSince = disconnectedSince
  }
}

/// One line of the access log.
public struct AccessLogEntry: Codable, Equatable, Sendable {
  /// When it was asked for.
  public var date: Date
  /// The task's UUID; nil for an unlock that named none.
  public var task: UUID?
  /// What was asked, for instance `reveal` or `unlock`.
  public var action: String
  /// The program that asked, as the system named it when it connected: a hint, not a proof.
  public var program: String
  /// The process id of that program.
  public var pid: Int32
  /// The terminal it ran on, where there was one.
  public var terminal: String?
  /// Whether it was granted.
  public var granted: Bool
  /// Why not; empty when granted.
  public var reason: String

  /// Makes an entry.
  public init(
    date: Date, task: UUID?, action: String, program: String, pid: Int32, terminal: String?, granted: Bool,
    reason: String
  ) {
    self.date = date
    self.task = task
    self.action = action
    self.program = program
    self.pid = pid
    self.terminal = terminal
    self.granted = granted
    self.reason = reason
  }
}

/// One thing `vault doctor` looked at.
public struct DoctorFinding: Codable, Equatable, Sendable {
  /// How bad it is.
  public enum Severity: String, Codable, Equatable, Sendable {
    /// As it should be.
    case ok
    /// Works, with less protection or comfort than it could.
    case warning
    /// Does not work.
    case problem

    /// Decodes a severity; one this version does not know becomes ``warning``.
    public init(from decoder: any Decoder) throws {
      self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .warning
    }
  }
  /// How bad it is.
  public var severity: Severity
  /// What was looked at, for instance `memory lock`.
  public var subject: String
  /// What was found.
  public var finding: String
  /// What to do about it; empty when nothing.
  public var remedy: String

  /// Makes a finding.
  public init(_ severity: Severity, _ subject: String, _ finding: String, remedy: String = "") {
    self.severity = severity
    self.subject = subject
    self.finding = finding
    self.remedy = remedy
  }
}

/// The credential store and its health.
public struct StoreStatus: Codable, Equatable, Sendable {
  /// Which store is used; nil until the first write chose one.
  public var kind: StoreKind?
  /// Why this one: configured, chosen by `auto`, or migrated.
  public var reason: String
  /// The file, or the bus and collection.
  public var location: String
  /// How many credentials there are; nil when it can't be told without unlocking.
  public var count: Int?
  /// The ids of records that fail their check.
  public var damaged: [String]
  /// Whether a complete check was part of this answer.
  public var wasChecked: Bool

  /// Makes a status.
  public init(kind: StoreKind?, reason: String, location: String, count: Int?, damaged: [String], wasChecked: Bool) {
    self.kind = kind
    self.reason = reason
    self.location = location
    self.count = count
    self.damaged = damaged
    self.wasChecked = wasChecked
  }
}
