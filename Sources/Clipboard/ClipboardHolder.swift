internal import AgentAPI
internal import ErasingHeap
internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// The process that offers a text to other programs: it gets it from `vault`, answers, and keeps it until its time is up, the vault locks,
/// the agent ends, or another program has something for the clipboard.
public enum ClipboardHolder {
  /// The socket shared with `vault`, and the connection to the agent, on which it tells of locks.
  private static let sockets: (client: Int32, agent: Int32) = (0, 3)
  /// How long a display may take to answer, in seconds: after that the kernel ends the process, and with it the offer.
  private static let patienceSeconds: UInt32 = 5

  /// Does it all.
  ///
  /// - Returns: the exit status, after `sysexits.h`.
  public static func run() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let client = FrameChannel(descriptor: sockets.client)
    do throws(ClipboardError) {
      let (selection, deadline) = try open(client)
      let agent = FrameChannel(descriptor: sockets.agent)
      do throws(ChannelError) { try client.send(ClipboardAnswer(), deadline: .after(seconds: 3)) } catch { return 74 }
      client.shutDown()
      if try hold(selection, agent, until: deadline) {
        alarm(patienceSeconds)
        try selection.clear()
      }
      return 0
    } catch {
      // Nobody reads it once it was answered.
      do throws(ChannelError) {
        try client.send(ClipboardAnswer(problem: error.reason), deadline: .after(seconds: 1))
      } catch { return 74 }
      return 69
    }
  }

  private static func open(_ client: FrameChannel) throws(ClipboardError) -> (any Selection, Deadline) {
    guard erasingHeapIsInForce() else { throw .unavailable("freed memory would not be erased") }
    do throws(SystemError) { try ProcessHardening.forbidDumps() } catch {
      throw .unavailable("this process can't be protected: \(error)")
    }
    let (seconds, text): (Int, SharedSecret)
    do throws(ChannelError) {
      seconds = try client.receive(ClipboardTask.self, deadline: .after(seconds: 5)).seconds
      text = SharedSecret(try client.receiveSecret(deadline: .after(seconds: 5)))
    } catch { throw .unavailable("vault did not send a text") }
    guard ClipboardTask.secondsRange.contains(seconds) else { throw .unavailable("that is too short or too long") }
    // The time runs before the text can be had: a process that is stopped in between gives it no longer.
    let deadline = Deadline.after(seconds: Double(seconds))
    alarm(patienceSeconds)
    let selection = try display(offering: text)
    alarm(0)
    do throws(SystemError) { try ProcessConfinement.onlyServe() } catch {
      throw .unavailable("this process can't confine itself: \(error)")
    }
    return (selection, deadline)
  }

  /// The clipboard of the desktop: Wayland's, else X11's, which compositors keep equal to their own.
  private static func display(offering text: SharedSecret) throws(ClipboardError) -> any Selection {
    let environment = ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DISPLAY"].reduce(into: [String: String]()) {
      if let value = getenv($1) { $0[$1] = String(cString: value) }
    }
    var reasons: [String] = []
    if environment["WAYLAND_DISPLAY"]?.isEmpty == false {
      do throws(ClipboardError) {
        return try WaylandSelection(offering: text, over: WaylandConnection(environment: environment))
      } catch { reasons.append(error.reason) }
    }
    if environment["DISPLAY"]?.isEmpty == false {
      do throws(ClipboardError) { return try X11Selection(offering: text) } catch { reasons.append(error.reason) }
    }
    throw .unavailable(reasons.isEmpty ? "there is no display" : reasons.joined(separator: ", and "))
  }

  /// Answers other programs until it is over.
  ///
  /// - Returns: whether the clipboard is still this process's.
  static func hold(
    _ selection: any Selection, _ agent: FrameChannel, until deadline: Deadline
  ) throws(ClipboardError) -> Bool {
    while true {
      // First: a process that was stopped meanwhile gives nothing to who asked after that.
      if deadline.hasPassed || mustEnd(agent) { return true }
      // Whatever the display does, a lock is not kept waiting longer.
      alarm(patienceSeconds)
      let turn = try selection.handleEvent()
      alarm(0)
      if turn == .lost { return false }
      // However much is asked, the end is looked for before each answer.
      if turn == .handled { continue }
      var waits = [selection.descriptor, agent.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&waits, 2, deadline.pollTimeout)
    }
  }

  /// Whether the vault was locked, or its agent has ended.
  private static func mustEnd(_ agent: FrameChannel) -> Bool {
    while agent.isReadable {
      do throws(ChannelError) {
        if case .event(.locked) = try agent.receive(AgentMessage.self, deadline: .after(seconds: 1)) { return true }
      } catch { return true }
    }
    return false
  }
}
