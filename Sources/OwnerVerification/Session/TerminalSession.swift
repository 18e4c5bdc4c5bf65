internal import Glibc

/// A terminal's session, told apart from a later one with the same numbers: as sudo's tickets do.
public struct TerminalSession: Hashable, Sendable {
  /// The session id: the process id of its leader.
  public let sessionID: Int32
  /// The controlling terminal's device number; 0 without a terminal.
  public let terminal: UInt64
  /// When the leader started, in clock ticks since boot.
  public let leaderStartTime: UInt64

  /// Names a session.
  public init(sessionID: Int32, terminal: UInt64, leaderStartTime: UInt64) {
    self.sessionID = sessionID
    self.terminal = terminal
    self.leaderStartTime = leaderStartTime
  }

  /// The session of a running process; nil when it or its session's leader has ended, so that no ticket can be its.
  ///
  /// - Parameter startTime: when the process that is meant started, in clock ticks since boot; a process of the same
  ///   number that started otherwise is another. Nil takes whichever has the number now.
  public init?(ofProcess pid: Int32, startedAt startTime: UInt64? = nil) {
    guard let process = ProcessStatus(pid: pid), startTime.map({ $0 == process.startTime }) ?? true,
      let leader = ProcessStatus(pid: process.sessionID),
      leader.sessionID == process.sessionID
    else { return nil }
    self.init(sessionID: process.sessionID, terminal: process.terminal, leaderStartTime: leader.startTime)
  }
}

/// What `/proc/PID/stat` tells (proc(5)).
struct ProcessStatus: Equatable {
  let sessionID: Int32
  let terminal: UInt64
  let startTime: UInt64

  /// Reads the file; nil when there is no such process.
  init?(pid: Int32) {
    let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    self.init(line: String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  /// Parses the line. The second field is the program's name in parentheses, which may hold spaces and parentheses, so
  /// fields are counted after the last one.
  init?(line: String) {
    guard let end = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: end)...].split(whereSeparator: \.isWhitespace)
    guard fields.count >= 20, let session = Int32(fields[3]), let terminal = Int64(fields[4]),
      let start = UInt64(fields[19])
    else { return nil }
    sessionID = session
    self.terminal = UInt64(bitPattern: terminal)
    startTime = start
  }
}
