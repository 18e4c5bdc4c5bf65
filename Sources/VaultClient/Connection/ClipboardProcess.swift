public import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization
public import SecretMemory

/// Starts `vault-clipboard`, which offers a text to other programs after this one has ended.
public enum ClipboardProcess {
  /// What it needs to find the display.
  private static let variables = ["DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "HOME"]
  /// How long it may take to have the clipboard, in seconds.
  private static let patienceSeconds = 10.0

  /// Whether there is a desktop, as far as the environment says.
  public static func hasDisplay(_ environment: [String: String]) -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  /// Whether its program is where it is looked for.
  public static var isInstalled: Bool { AgentProgram.helper("vault-clipboard") != nil }

  /// Has a text offered.
  ///
  /// - Parameters:
  ///   - seconds: for how long, of ``ClipboardTask/secondsRange``.
  ///   - client: what the text came from. The other program shares the connection from here on: by it, it hears of locks, and of the agent's
  ///     end.
  ///   - environment: of this process, which the other one gets those variables of that name the display.
  /// - Throws: ``Failure`` where there is no clipboard that can be had.
  public static func offer(
    _ text: borrowing SecretBytes, seconds: Int, sharing client: AgentClient, environment: [String: String]
  ) throws(Failure) {
    guard let program = AgentProgram.helper("vault-clipboard", environment: environment) else {
      throw Failure(
        .configuration, "The program vault-clipboard was not found.", hint: "Install it where vault-agent is.")
    }
    let deadline = Deadline.after(seconds: patienceSeconds)
    let answer: ClipboardAnswer
    do throws(SystemError) {
      let (own, other) = try UnixSocket.pair()
      let channel = FrameChannel(descriptor: own)
      defer { close(other) }
      let pid = try BackgroundProcess.start(
        program, environment: AgentLauncher.environment(environment.filter { variables.contains($0.key) }), log: nil,
        sockets: (other, client.channel.descriptor))
      defer { BackgroundProcess.leave(pid) }
      do throws(ChannelError) {
        try channel.send(ClipboardTask(seconds: seconds), secret: text, deadline: deadline)
        answer = try channel.receive(ClipboardAnswer.self, deadline: deadline)
      } catch {
        kill(pid, SIGKILL)
        throw SystemError("vault-clipboard", code: error == .timedOut ? ETIMEDOUT : ECONNRESET)
      }
    } catch { throw unavailable("\(error)") }
    if let problem = answer.problem { throw unavailable(problem) }
  }

  private static func unavailable(_ reason: String) -> Failure {
    Failure(
      .unavailable, "The clipboard can't be had: \(reason).",
      hint:
        "Show it with vault reveal. (With --plain another program can copy it, but then histories of the clipboard keep it.)"
    )
  }
}
