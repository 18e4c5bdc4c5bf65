public import Localization

/// What a client sends besides requests, see ``RequestMessage``; each is one JSON frame.
public enum ClientMessage: Equatable, Sendable {
  /// The first message on a connection.
  case hello(Hello)
  /// Answers the prompt of this number: the text itself follows in a secret frame. The answer to another prompt than the
  /// open one, whose time was up, is dropped.
  case answer(prompt: UInt64)
  /// Answers the prompt of this number with "no": the person dismissed it, or nobody is there to ask.
  case decline(prompt: UInt64)
  /// A message of a newer client.
  case unknown
}

/// What the agent sends besides replies, see ``ReplyMessage``; each is one JSON frame.
public enum AgentMessage: Equatable, Sendable {
  /// The answer to a hello that fits.
  case welcome(Welcome)
  /// Asks the person something; answered with ``ClientMessage/answer`` or ``ClientMessage/decline``.
  case prompt(Prompt)
  /// Announces the secret frame that follows.
  case secret(SecretNotice)
  /// How far a long request is.
  case progress(Progress)
  /// The next part of a document that the request asked for.
  case part(String)
  /// The request, or the hello, failed.
  case failure(Failure)
  /// Something happened; may come at any time after the hello, between any two other messages.
  case event(Event)
  /// A message of a newer agent.
  case unknown
}

/// Who a client is and which vault it means.
public struct Hello: Codable, Equatable, Sendable {
  /// The protocol number, ``AgentProtocol/version``.
  public var protocolVersion: Int
  /// The client's build.
  public var build: String
  /// The data directory the client means.
  public var vault: VaultIdentity
  /// The `VAULT_*` settings in the client's environment, by key; an agent that runs with others refuses.
  public var settings: [String: String]
  /// Whether a person can be prompted at this client.
  public var isInteractive: Bool
  /// What the client says of itself; nil from one that does not tell.
  public var caller: Caller?
  /// Whether it does nothing but lock the vault or end the agent: then it is heard whatever vault and settings it means. Nil is false.
  public var onlyLocks: Bool?
  /// The name of the language in which it wants to be answered, such as `uk`; nil for English, and from a command line, which has one
  /// language. Of a catalogue that is not installed with the agent, or where it is no such name, it is English as well.
  public var language: String?

  /// Makes a hello.
  public init(
    protocolVersion: Int, build: String, vault: VaultIdentity, settings: [String: String], isInteractive: Bool,
    caller: Caller? = nil, onlyLocks: Bool = false, language: String? = nil
  ) {
    self.caller = caller
    self.language = language
    self.onlyLocks = onlyLocks ? true : nil
    self.protocolVersion = protocolVersion
    self.build = build
    self.vault = vault
    self.settings = settings
    self.isInteractive = isInteractive
  }
}

/// The agent's answer to a ``Hello`` it accepts.
public struct Welcome: Codable, Equatable, Sendable {
  /// The agent's protocol number.
  public var protocolVersion: Int
  /// The agent's build.
  public var build: String
  /// The agent's process id.
  public var pid: Int32
  /// Notices for the person, each shown once, for instance which store `auto` chose.
  @SaidAll public var notices: [String]
  /// What the agent was started with; nil from one that does not tell.
  public var surroundings: LaunchEnvironment?
  /// Whether another program has taken the place of the agent's, as an upgrade puts it there: the client has this agent end, and is
  /// served by the next one. Nil is false.
  public var isReplaced: Bool?

  /// Makes a welcome.
  public init(
    protocolVersion: Int, build: String, pid: Int32, notices: [LocalizedText], surroundings: LaunchEnvironment? = nil,
    isReplaced: Bool = false
  ) {
    self.surroundings = surroundings
    self.isReplaced = isReplaced ? true : nil
    self.protocolVersion = protocolVersion
    self.build = build
    self.pid = pid
    _notices = SaidAll(notices)
  }
}

/// A data directory, told apart from others even when it was moved or replaced.
public struct VaultIdentity: Codable, Equatable, Sendable {
  /// The absolute path.
  public var path: String
  /// The device number of the directory.
  public var device: UInt64
  /// The inode number of the directory.
  public var inode: UInt64

  /// Names a directory.
  public init(path: String, device: UInt64, inode: UInt64) {
    self.path = path
    self.device = device
    self.inode = inode
  }

  /// Two identities are one vault when device and inode agree; the path is only for people.
  public func isSameVault(as other: VaultIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// A question to the person at the client.
public struct Prompt: Codable, Equatable, Sendable {
  /// What is asked for; decides which `--…-stdin` option may answer it.
  public enum Kind: String, OpenVocabulary, Equatable, Sendable {
    /// An account's email; not secret, but travels like the others.
    case email
    /// The login password.
    case password
    /// The PIN in force.
    case pin
    /// A PIN to be set; the client asks twice at a terminal and answers once.
    case newPIN
    /// The recovery code, to prove being the owner.
    case recoveryCode
    /// The recovery code just shown, typed back.
    case recoveryCodeConfirmation
    /// The PIN or the recovery code, whichever the person has.
    case pinOrRecoveryCode
    /// The text of a protected task, up to 64 KiB, any bytes.
    case protectedText
    /// The next part of a file to import, up to 64 KiB, any bytes; an empty one ends it.
    case filePart
    /// A passphrase of the encrypted file.
    case passphrase
    /// Yes or no; what begins with `y` is a yes.
    case agreement
    /// A PAM module's question with a hidden answer.
    case pamHidden
    /// A PAM module's question with a visible answer.
    case pamVisible
    /// A message to show; answered at once with an empty answer.
    case information
    /// An error to show; answered at once with an empty answer.
    case error
    /// A kind of a newer agent; declined.
    case unknown

    /// A kind of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// What is asked for.
  public var kind: Kind
  /// The question in words, without a colon.
  @Said public var text: String
  /// The seconds the agent waits for the answer.
  public var deadlineSeconds: Int
  /// Which prompt of its connection it is, counted from 1; the answer repeats it.
  public var number: UInt64
  /// What stands in the answer already, to be edited; nil for nothing. Never a secret.
  public var draft: String?

  /// Makes a prompt; the connection it leaves on gives it its number.
  public init(
    _ kind: Kind, text: LocalizedText, deadlineSeconds: Int = 120, number: UInt64 = 0, draft: String? = nil
  ) {
    self.kind = kind
    _text = Said(text)
    self.deadlineSeconds = deadlineSeconds
    self.number = number
    self.draft = draft
  }
}

/// What the secret frame that follows holds.
public struct SecretNotice: Codable, Equatable, Sendable {
  /// What it is.
  public enum Kind: String, OpenVocabulary, Equatable, Sendable {
    /// The text of a protected task.
    case protectedText
    /// A recovery code to show once.
    case recoveryCode
    /// A one-time code of a protected task, in ASCII digits.
    case oneTimeCode
    /// Something of a newer agent: read and dropped.
    case unknown

    /// A kind of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// What it is.
  public var kind: Kind
  /// The task it belongs to, where it does.
  public var task: TaskRow?
  /// How many more secrets follow in this request.
  public var remaining: Int

  /// Announces a secret.
  public init(kind: Kind, task: TaskRow? = nil, remaining: Int = 0) {
    self.kind = kind
    self.task = task
    self.remaining = remaining
  }
}

/// How far a long request is.
public struct Progress: Codable, Equatable, Sendable {
  /// What is being done, for instance `Copying credentials`.
  @Said public var activity: String
  /// How many are done.
  public var completed: Int
  /// How many there are in all; nil when not known.
  public var total: Int?

  /// Makes a progress report.
  public init(activity: LocalizedText, completed: Int, total: Int?) {
    _activity = Said(activity)
    self.completed = completed
    self.total = total
  }
}

/// Something that happened in the agent.
public enum Event: Equatable, Sendable {
  /// The vault was locked: whatever protected text is on a screen must go now.
  case locked(reason: String)
  /// What a live view shows has changed: see ``ShowLive``.
  case changed
  /// What a query finds now, or the next page of it: see ``ObserveTasks`` and ``StreamTasks``.
  case tasks(TaskPage)
  /// The agent is about to end.
  case stopping
  /// An event of a newer agent.
  case unknown
}
