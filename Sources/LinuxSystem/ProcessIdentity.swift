internal import Glibc

/// Who a process is, as `/proc` says: for the log, for the terminal session that an unlock belongs to, and to decide whether
/// a person sits at this machine. A process of the same user can pretend much of it: a hint, not a proof.
public struct ProcessIdentity: Equatable, Sendable {
  /// The process.
  public let pid: Int32
  /// Its effective user.
  public let uid: UInt32
  /// When it started, in clock ticks since boot; with ``pid`` it names one process of this boot.
  public let startTime: UInt64
  /// The path of its program, ` (deleted)` behind it where it was replaced; empty where the kernel does not say.
  public private(set) var executable: String
  /// The process id of its session's leader.
  public let sessionID: Int32
  /// Its controlling terminal as `ps` names it, for instance `pts/3`; nil without one.
  public let terminal: String?
  /// When the session's leader started, in clock ticks since boot; 0 when the leader has ended. Then the session can't be distinguished
  /// from an earlier or later one of the same number.
  public let leaderStartTime: UInt64
  private let hasRemoteAncestor: Bool
  /// Whether its environment names a connection; nil until it says so itself. To read its environment could wait for as long as it likes, in
  /// the middle of an exec.
  private var namesConnection: Bool?

  /// Whether it was started over SSH: an ancestor is an SSH server, or its environment names a connection. True also
  /// where that is not known. A terminal multiplexer that was started at the machine and is used over SSH is
  /// not recognised.
  public var isRemote: Bool { hasRemoteAncestor || namesConnection ?? true }

  /// The variables that SSH's server gives to those it lets in.
  public static let remoteVariables = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"]

  /// Looks at the process `pid`.
  ///
  /// - Throws: `SystemError` with `ESRCH` when there is no such process, or another one took its number meanwhile.
  public init(pid: Int32) throws(SystemError) { try self.init(pid: pid, files: ProcessFiles(root: "/proc")) }

  init(pid: Int32, files: ProcessFiles) throws(SystemError) {
    guard let before = files.statistics(pid), let uid = files.effectiveUser(pid) else { throw Self.gone }
    self.pid = pid
    self.uid = uid
    startTime = before.startTime
    executable = files.executable(pid)
    sessionID = before.session
    terminal = Self.terminalName(before.terminal)
    leaderStartTime = files.statistics(before.session)?.startTime ?? 0
    hasRemoteAncestor = files.hasRemoteAncestor(pid)
    // Everything above is about one process only if it still is the same one now. Its start shows it: the rest may change
    // while it lives, as by an exec or by the end of its parent.
    guard files.statistics(pid)?.startTime == before.startTime else { throw Self.gone }
  }

  /// Believes the process about what the kernel keeps from other processes of its user, as it does for one that forbids
  /// dumps; what the kernel does say stands, and so does what the process said first.
  ///
  /// - Parameters:
  ///   - executable: the path of its program.
  ///   - namesConnection: whether its environment holds one of ``remoteVariables``.
  public mutating func complete(executable: String, namesConnection: Bool) {
    if self.executable.isEmpty { self.executable = executable }
    if self.namesConnection == nil { self.namesConnection = namesConnection }
  }

  private static let gone = SystemError("/proc", code: ESRCH)

  /// The name of a terminal's device number (`proc(5)`, field `tty_nr`).
  static func terminalName(_ number: Int32) -> String? {
    guard number != 0 else { return nil }
    let bits = UInt32(bitPattern: number)
    let major = (bits >> 8) & 0xFFF
    let minor = (bits & 0xFF) | ((bits >> 12) & 0xFFF00)
    switch major {
    case 136...143: return "pts/\((major - 136) * 256 + minor)"
    case 4 where minor < 64: return "tty\(minor)"
    case 4: return "ttyS\(minor - 64)"
    default: return "tty \(major):\(minor)"
    }
  }
}
