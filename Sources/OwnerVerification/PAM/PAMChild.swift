internal import ErasingHeap
internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// The short-lived process in which PAM's modules run: they are other people's code, may hang, and must not stand beside the keys.
///
/// The agent starts its own program again with ``flag``; the program's `main` hands over here before it does anything else.
public enum PAMChild {
  /// The hidden argument that makes the agent's program a PAM child.
  public static let flag = "--pam-child"
  /// The descriptor of the channel to the agent.
  static let channelDescriptor: Int32 = 3
  /// How long the child waits for an answer, in milliseconds; the agent's own deadline is shorter and kills.
  private static let answerDeadline: Int32 = 600_000

  /// Whether the program was started as a PAM child.
  public static func isRequested(_ arguments: [String] = CommandLine.arguments) -> Bool {
    arguments.count > 1 && arguments[1] == flag
  }

  /// Verifies the user this process runs as, reports the outcome to the agent, and ends the process.
  ///
  /// The exit status is 0 once the outcome is reported, 64 when not started by an agent, 71 when the process can't protect itself.
  public static func run(arguments: [String] = CommandLine.arguments) -> Never {
    guard arguments.count > 2, isSocket(channelDescriptor) else {
      let words = Array("vault-agent \(flag) is started by the agent only\n".utf8)
      _ = write(STDERR_FILENO, words, words.count)
      _exit(64)
    }
    guard protect() else { _exit(71) }
    setlocale(LC_ALL, "")
    let channel = PAMChannel(adopting: channelDescriptor)
    let outcome = verify(service: arguments[2], directory: serviceDirectory(arguments), channel: channel)
    // The library's memory goes with the process; no handler or destructor runs beside it.
    _exit(outcome ? 0 : 71)
  }

  /// No core, no ptrace, no life without the agent, no descriptor for helper programs, freed memory overwritten. It does
  /// not set `no_new_privs`: pam_unix asks a set-group-ID helper, which would then refuse the right password.
  private static func protect() -> Bool {
    do {
      try ProcessHardening.endWithParent(signal: SIGKILL)
      try ProcessHardening.forbidDumps()
      // The agent may have ended before the line above took effect.
      guard try SocketPeer(ofSocket: channelDescriptor).pid == getppid() else { return false }
    } catch { return false }
    umask(0o077)
    return erasingHeapIsInForce()
      && fcntl(channelDescriptor, F_SETFD, FD_CLOEXEC) == 0 && getuid() == geteuid()
  }

  private static func verify(service: String, directory: String?, channel: consuming PAMChannel) -> Bool {
    guard PAMServiceFile.isUsable(service: service, directory: directory ?? "/etc/pam.d") else {
      return channel.send(PAMFrame.packet(PAMOutcome(stage: .service, status: PAMStatus.systemError)))
    }
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else {
      return channel.send(PAMFrame.packet(PAMOutcome(stage: .start, status: PAMStatus.userUnknown)))
    }
    let relay = PAMRelay(channel: channel, answerDeadline: answerDeadline)
    let outcome = PAMTransaction.run(
      service: service, user: String(cString: name), directory: directory, conversing: relay)
    return relay.finish(outcome)
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var kind: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == Int32(SOCK_SEQPACKET.rawValue)
  }

  /// Where the service files are: the system's place. Only debug builds, which tests use, take another one.
  private static func serviceDirectory(_ arguments: [String]) -> String? {
    #if DEBUG
    return arguments.count > 3 ? arguments[3] : nil
    #else
    return nil
    #endif
  }
}

/// Relays the modules' messages to the agent.
private final class PAMRelay: PAMConversing {
  private let channel: PAMChannel
  private let answerDeadline: Int32

  init(channel: consuming PAMChannel, answerDeadline: Int32) {
    self.channel = channel
    self.answerDeadline = answerDeadline
  }

  func ask(_ text: [UInt8], isHidden: Bool) -> SecretBytes? {
    guard channel.send(PAMFrame.packet(isHidden ? .hidden : .visible, text: text)) else { return nil }
    return channel.receiveAnswer(deadlineMilliseconds: answerDeadline)
  }

  func show(_ text: [UInt8], isError: Bool) -> Bool {
    channel.send(PAMFrame.packet(isError ? .error : .information, text: text))
  }

  func finish(_ outcome: PAMOutcome) -> Bool { channel.send(PAMFrame.packet(outcome)) }
}
