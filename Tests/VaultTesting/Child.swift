internal import Foundation
internal import LinuxSystem
internal import ProcessTesting

/// A program under test, in a session of its own, at a pseudo-terminal or without any terminal.
public final class Child: @unchecked Sendable {
  // Proof for @unchecked: only the one test thread calls it.

  /// How it ended.
  public struct Ended: Error, Equatable {
    /// The exit status; nil after a signal.
    public let status: Int32?
    /// The signal that ended it.
    public let signal: Int32?
    /// What it wrote, where it had no terminal for that.
    public let output: String
    /// What it wrote as errors.
    public let errors: String
  }

  /// Its process id.
  public let pid: Int32
  private let directory: TemporaryDirectory

  /// Starts `program`. Standard input is `input`; output and errors go to the terminal, or to files without one.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String], terminal: PseudoTerminal? = nil,
    input: String? = nil, outputToFile: Bool = false
  ) throws {
    directory = try TemporaryDirectory()
    let inputPath = directory.path + "/in"
    try Data((input ?? "").utf8).write(to: URL(fileURLWithPath: inputPath))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let files = (directory.path + "/out", directory.path + "/err")
    if let terminal {
      // The first terminal that a session leader opens becomes its own.
      posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      if input != nil { posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0) }
      if outputToFile { posix_spawn_file_actions_addopen(&actions, 1, files.0, O_WRONLY | O_CREAT, 0o600) }
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, files.0, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, files.1, O_WRONLY | O_CREAT, 0o600)
    }
    pid = try SpawnRequest.start([program] + arguments, environment: environment, newSession: true, actions: &actions)
  }

  /// Sends a signal to the process.
  public func send(_ signal: Int32) { kill(pid, signal) }

  /// Waits until it stops (`SIGTSTP`) or ends.
  ///
  /// - Returns: whether it stopped.
  public func waitForStop(within seconds: Double = 60) throws -> Bool {
    try waitForChange(Int32(WUNTRACED), seconds) & 0xFF == 0x7F
  }

  /// Waits for the end, and ends it by force when that does not come.
  public func waitForEnd(within seconds: Double = 60) throws -> Ended {
    let status = try waitForChange(0, seconds)
    let signal = status & 0x7F
    return Ended(
      status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal, output: contents("/out"),
      errors: contents("/err"))
  }

  private func waitForChange(_ options: Int32, _ seconds: Double) throws -> Int32 {
    let deadline = Deadline.after(seconds: seconds)
    var status: Int32 = 0
    while true {
      if waitpid(pid, &status, options | Int32(WNOHANG)) == pid { return status }
      guard !deadline.hasPassed else {
        kill(pid, SIGKILL)
        waitpid(pid, &status, 0)
        throw PseudoTerminal.NotSeen(
          description: "the program did not end; output: \(contents("/out")) errors: \(contents("/err"))")
      }
      poll(nil, 0, 5)
    }
  }

  private func contents(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: directory.path + name) ?? Data(), as: UTF8.self)
  }
}
