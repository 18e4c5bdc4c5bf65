public import VaultModel

/// What a client asks the agent to do. Secrets are never part of a request: the agent asks for them with a ``Prompt``
/// and they travel in secret frames.
public enum Request: Equatable, Sendable {
  /// How the vault is: locked or not, logged in or not, which stores. Answered with ``Reply/status(_:)``.
  case status
  /// Sees to a valid session with the server. Asks for email and password only when there are no valid credentials.
  case login(LoginRequest)
  /// Ends the session; `forget` also removes the stored login.
  case logout(forget: Bool)
  /// The account that is logged in; logs in first when it is not.
  case whoami
  /// Adds an ordinary task.
  case add(TaskDraft)
  /// Adds a protected task; the agent asks for the text. With `hasSubtasks` the lines of the text that begin with `- ` are
  /// its subtasks.
  case addProtected(TaskDraft, hasSubtasks: Bool)
  /// Lists tasks, at most ``AgentProtocol/maximumPageCount`` of them.
  case list(TaskQuery)
  /// Changes tasks. Answered with ``Reply/changed(_:)``.
  case change(TaskCommand)
  /// The newest `limit` operations.
  case history(limit: Int)
  /// Leaves the newest operations as they are: undo passes over them from then on. Answered with ``Reply/history(_:)``, of these.
  case skipOperations(count: Int)
  /// The reminders to come, at most `limit`, and those that wait for an answer.
  case reminders(limit: Int)
  /// Writes tasks in another program's format: in parts, then ``Reply/done(message:)`` with what the format could not keep.
  case export(ExportRequest)
  /// Reads tasks from the file at the absolute path; with nil the agent asks for the file in parts
  /// (``Prompt/Kind/filePart``). `format` is found out where it is nil.
  case importTasks(path: String?, format: String?)
  /// Moves all tasks to the other kind of task store. Where that one can't keep everything, the agent asks first
  /// (``Prompt/Kind/agreement``), unless `isAgreed`.
  case migrateTasks(to: String, isAgreed: Bool)
  /// Shows one task, without protected text.
  case show(task: String)
  /// Sends a protected task's text in a secret frame, after verification; nil means all of them, one after the other.
  /// What a client is shown is confirmed if it says whether it asks for another one next (`isFollowed`), with the last of them in one
  /// write. One that says nothing of that does not know that a text may be unconfirmed.
  case reveal(task: String?, isFollowed: Bool? = nil)
  /// Verifies the owner; `everywhere` makes the ticket good for every terminal.
  case unlock(everywhere: Bool)
  /// Locks now.
  case lock
  /// Locks now, and drops the key that is kept for verification by the system.
  case lockAndForget
  /// The newest `limit` entries of the access log.
  case accessLog(limit: Int)
  /// Looks through the whole access log with the owner's key, after verification. Answered with ``Reply/logVerification(_:)``.
  case verifyLog
  /// Checks the surroundings and says what is wrong.
  case doctor
  /// Anything about the credential store.
  case store(StoreRequest)
  /// Anything about the PIN.
  case pin(PINRequest)
  /// Makes a new recovery code, in place of the older one.
  case createRecoveryCode
  /// Has later unlocks use `method`.
  case useVerification(method: VerificationMethod)
  /// Anything about the settings.
  case settings(SettingsRequest)
  /// Writes a backup to the absolute path, which must not exist.
  case backup(path: String)
  /// Restores a backup from the absolute path into an empty vault; with `textsOnly` gives the tasks of this vault back those
  /// of their protected texts that were lost, and takes nothing else.
  case restore(path: String, textsOnly: Bool)
  /// Locks, finishes what is under way and ends, so that a newer agent can take over.
  case stop
  /// Anything about the inbox, pushes and devices.
  case inbox(InboxRequest)
  /// Anything about channels.
  case channels(ChannelRequest)
  /// Keeps the connection open, with ``Event/changed`` at once and whenever what the client shows has changed, until the client
  /// leaves.
  case live(LiveRequest)
  /// Keeps the connection open for ``Event``s until the client leaves.
  case watch
  /// A request of a newer client; answered with ``Failure/Code/unsupported``.
  case unknown
}

/// What to write, and how.
public struct ExportRequest: Codable, Equatable, Sendable {
  /// `json`, `ics`, `taskwarrior` or `todotxt`.
  public var format: String
  /// Which tasks.
  public var filter: TaskFilter
  /// Whether protected texts are written, too, after a fresh verification.
  public var includesProtected: Bool

  /// Makes a request.
  public init(format: String, filter: TaskFilter, includesProtected: Bool) {
    self.format = format
    self.filter = filter
    self.includesProtected = includesProtected
  }
}

/// How to log in.
public struct LoginRequest: Codable, Equatable, Sendable {
  /// The account's email; nil asks for it when needed.
  public var email: String?
  /// The server's base URL; nil takes the recorded or configured one.
  public var server: String?

  /// Makes a request; nil fields take what is stored or ask.
  public init(email: String? = nil, server: String? = nil) {
    self.email = email
    self.server = server
  }
}

/// What to do with the credential store.
public enum StoreRequest: Equatable, Sendable {
  /// Which store, why, where.
  case status
  /// Reads and proves every record.
  case check
  /// Moves everything to the other kind of store.
  case migrate(to: StoreKind)
  /// Takes the store's present, older state as the true one, after a deliberate restore.
  case acceptRollback
  /// Something of a newer client; answered with ``Failure/Code/unsupported``.
  case unknown
}

/// The kinds of credential store.
public enum StoreKind: String, Codable, Equatable, Sendable, CaseIterable {
  /// The desktop's keyring, over the Secret Service.
  case secretService = "secret-service"
  /// The encrypted file.
  case file
  /// A kind that a newer peer knows.
  case unknown

  /// The kinds a person can choose from.
  public static let allCases: [StoreKind] = [.secretService, .file]

  /// Decodes a kind; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

/// What to do with the PIN.
public enum PINRequest: Equatable, Sendable {
  /// Sets the first PIN; makes a recovery code too unless `recovery` is false. With `confirmRecovery` the code is to
  /// be typed back.
  case set(recovery: Bool, confirmRecovery: Bool)
  /// Asks for the old and a new PIN.
  case change
  /// Removes the PIN; refused while it is the last slot.
  case remove
  /// Something of a newer client; answered with ``Failure/Code/unsupported``.
  case unknown
}

/// The ways to prove being the owner.
public enum VerificationMethod: String, Codable, Equatable, Sendable, CaseIterable {
  /// The vault's own PIN.
  case pin
  /// What the system asks: a fingerprint, the login password.
  case pam
  /// A way that a newer peer knows.
  case unknown

  /// The ways a person can choose from.
  public static let allCases: [VerificationMethod] = [.pin, .pam]

  /// Decodes a way; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}
