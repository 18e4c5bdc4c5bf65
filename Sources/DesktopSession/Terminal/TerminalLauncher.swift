internal import Glibc
public import LinuxSystem

/// Why no terminal was opened.
public enum TerminalLaunchError: Error, Sendable, Equatable {
  /// Neither `WAYLAND_DISPLAY` nor `DISPLAY` is set, and no service manager knows of a display.
  case noDisplay
  /// Neither `$TERMINAL` nor `x-terminal-emulator` nor `xdg-terminal-exec` is there.
  case noTerminal
  /// The terminal can't be started.
  case failed(SystemError)
  /// The service manager did not start it; its tool ended with this status.
  case refused(status: Int32)
}

/// Opens a terminal in which a command runs, for a person who has chosen that in a notification.
///
/// `$TERMINAL` (a program with arguments separated by blanks), `x-terminal-emulator` or `xdg-terminal-exec`, in a
/// session of its own, with none of this process's descriptors, in the person's home directory. Started from a service of
/// systemd (`INVOCATION_ID` is set) it becomes a unit of its own, so that it outlives the service.
public struct TerminalLauncher: Sendable {
  /// How long the service manager may take to say no; one that takes longer is taken to have started it.
  private static let deadline = Duration.seconds(2)

  private let environment: [String: String]

  /// A launcher whose terminals get this environment, except for what only concerns this process.
  public init(environment: [String: String]) { self.environment = environment }

  /// Opens a terminal that runs `command`, a program with arguments.
  ///
  /// - Parameter activationToken: as ``DesktopNotificationEvent/action(id:key:activationToken:)`` brings it, so that the
  ///   terminal may take the focus.
  public func open(_ command: [String], activationToken: String? = nil) async throws(TerminalLaunchError) {
    let variables = TerminalEnvironment.make(from: environment, activationToken: activationToken)
    let systemdRun = environment["INVOCATION_ID"] == nil ? nil : path(of: "systemd-run")
    // A service that is started at login is there before the desktop, which tells systemd of the display later.
    guard systemdRun != nil || TerminalEnvironment.hasDisplay(variables) else { throw .noDisplay }
    let words = TerminalCommand.words(running: command, preferred: variables["TERMINAL"], find: path(of:))
    guard let words else { throw .noTerminal }
    if let systemdRun {
      let tool = try start(TerminalCommand.words(words, startedBy: systemdRun, variables), variables)
      if let status = await tool.status(within: Self.deadline), status != 0 { throw .refused(status: status) }
    } else {
      _ = try start(words, variables)
    }
  }

  private func start(_ words: [String], _ variables: [String: String]) throws(TerminalLaunchError) -> StartedProcess {
    let home = variables["HOME"].flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "/"
    do {
      let pid = try BackgroundProcess.start(
        words[0], arguments: Array(words.dropFirst()), environment: variables, directory: home, log: nil)
      return StartedProcess(pid)
    } catch { throw .failed(error) }
  }

  /// The path of an executable: `name` itself if it is one, or else in an absolute directory of `PATH`.
  private func path(of name: String) -> String? {
    let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let candidates =
      name.contains("/") ? [name] : directories.map { "\($0)/\(name)" }
    return candidates.first { $0.hasPrefix("/") && isExecutable($0) }
  }

  private func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
