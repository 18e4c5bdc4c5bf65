public import VaultModel

/// Writes tasks in another program's format: in parts, then what the format could not keep.
public struct ExportTasks: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "export"

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

/// Which file of this machine is meant, whatever has its name by now.
public struct FileIdentity: Codable, Equatable, Sendable {
  /// The number of its file system.
  public var device: UInt64
  /// Its number there.
  public var inode: UInt64

  /// Makes one.
  public init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
}

/// Reads tasks from a file.
public struct ImportTasks: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "importTasks"
  public static let traits: RequestTraits = .isLarge

  /// The absolute path; with nil the agent asks for the file in parts (``Prompt/Kind/filePart``).
  public var path: String?
  /// As ``ExportTasks/format``; found out where it is nil.
  public var format: String?
  /// The file that a person has agreed to: any other one at the path, and a link, is refused. Nil for whatever is there.
  public var file: FileIdentity?

  /// Makes a request.
  public init(path: String?, format: String?, file: FileIdentity? = nil) {
    self.path = path
    self.format = format
    self.file = file
  }
}

/// Moves all tasks to the other kind of task store. Where that one can't keep everything, the agent asks first
/// (``Prompt/Kind/agreement``).
public struct MigrateTasks: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "migrateTasks"
  public static let traits: RequestTraits = .endsAgent

  /// The kind.
  public var to: String
  /// Whether the agent need not ask.
  public var isAgreed: Bool

  /// Makes a request.
  public init(to: String, isAgreed: Bool) {
    self.to = to
    self.isAgreed = isAgreed
  }
}
