public import FoundationEssentials

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
