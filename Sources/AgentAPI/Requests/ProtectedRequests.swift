public import VaultModel

/// Sends a protected task's text in a secret frame, after verification. What a client is shown is confirmed.
public struct RevealTexts: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "reveal"
  public static let traits: RequestTraits = .needsCredentials

  /// The task; nil means all of them, one after the other.
  public var task: String?
  /// Whether the client asks for another one next: then the texts are confirmed with the last of them, in one write.
  public var isFollowed: Bool

  /// Makes a request.
  public init(task: String?, isFollowed: Bool = false) {
    self.task = task
    self.isFollowed = isFollowed
  }
}

/// Sends a protected task's text in a secret frame, after verification, for the clipboard: nobody is shown it, so it is not confirmed.
public struct CopyText: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "copy"
  public static let traits: RequestTraits = .needsCredentials

  /// The task.
  public var task: String

  /// Makes a request.
  public init(_ task: String) { self.task = task }
}

/// Sends the one-time code of a protected text in a secret frame, after verification. The text itself is not sent, and not confirmed.
public struct ShowCode: AgentRequest {
  public typealias Reply = CodeValidity
  public static let name = "code"
  public static let traits: RequestTraits = .needsCredentials

  /// The task.
  public var task: String

  /// Makes a request.
  public init(_ task: String) { self.task = task }
}

/// For how long a code is good.
public struct CodeValidity: Codable, Equatable, Sendable {
  /// In seconds; nil for one that is good until it was used.
  public var seconds: Int?

  /// Says it.
  public init(seconds: Int?) { self.seconds = seconds }
}

/// Asks for a new text of a protected task.
public struct EditText: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "editText"

  /// The task.
  public var task: String
  /// Whether the lines of the text that begin with `- ` are its subtasks.
  public var hasSubtasks: Bool

  /// Makes a request.
  public init(task: String, hasSubtasks: Bool) {
    self.task = task
    self.hasSubtasks = hasSubtasks
  }
}

/// Seals the texts, and removes every trace of them from the task store.
public struct ProtectTasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "protect"

  /// The tasks.
  public var tasks: [String]
  /// What stands for them in lists; nil for the standard label.
  public var label: String?
  /// Whether they ask for verification at every reveal.
  public var alwaysVerify: Bool
  /// When the texts are destroyed; nil for never.
  public var destruction: Destruction?

  /// Makes a request.
  public init(tasks: [String], label: String?, alwaysVerify: Bool, destruction: Destruction?) {
    self.tasks = tasks
    self.label = label
    self.alwaysVerify = alwaysVerify
    self.destruction = destruction
  }
}

/// Sets whether protected texts ask for verification at every reveal: they are sealed anew.
public struct SetAlwaysVerify: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "setAlwaysVerify"

  /// The tasks.
  public var tasks: [String]
  /// Whether they do.
  public var isOn: Bool

  /// Makes a request.
  public init(tasks: [String], isOn: Bool) {
    self.tasks = tasks
    self.isOn = isOn
  }
}

/// Opens the seals, after verification, and keeps the texts in the task store from then on.
public struct UnprotectTasks: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "unprotect"

  /// The tasks.
  public var tasks: [String]

  /// Makes a request.
  public init(_ tasks: [String]) {
    self.tasks = tasks
  }
}
