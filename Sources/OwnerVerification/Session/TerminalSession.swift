internal import LinuxSystem

/// A terminal's session, distinguished from a later one with the same numbers, as sudo's tickets do.
public struct TerminalSession: Hashable, Sendable {
  /// The session id: the process id of its leader.
  public let sessionID: Int32
  /// The controlling terminal's device number.
  public let terminal: Int32
  /// When the leader started, in clock ticks since boot.
  public let leaderStartTime: UInt64

  /// Names a session.
  public init(sessionID: Int32, terminal: Int32, leaderStartTime: UInt64) {
    self.sessionID = sessionID
    self.terminal = terminal
    self.leaderStartTime = leaderStartTime
  }

  /// The terminal session of a running process; nil when it has ended, or has none.
  ///
  /// A process without a terminal has none: all that a desktop starts shares one session, and a ticket would be everybody's.
  /// Nor has one whose session's leader has ended, or is out of sight in another PID namespace: that session can't be distinguished
  /// from an earlier or later one of its number.
  ///
  /// - Parameter startTime: when the process that is meant started, in clock ticks since boot; a process of the same
  ///   number that started otherwise is another. Nil takes whichever has the number now.
  public init?(ofProcess pid: Int32, startedAt startTime: UInt64? = nil) {
    guard let process = ProcessStatistics(pid: pid), startTime.map({ $0 == process.startTime }) ?? true,
      process.terminal != 0, let leader = ProcessStatistics(pid: process.session), leader.session == process.session
    else { return nil }
    self.init(sessionID: process.session, terminal: process.terminal, leaderStartTime: leader.startTime)
  }
}
