public import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// Has the agent's program erase a vault whose agent has ended, or ends.
public struct AgentEraser: Sendable {
  private let paths: VaultPaths
  private let environment: [String: String]
  /// How long it may take, in seconds: the keyring may ask the person first.
  private static let patienceSeconds = 600.0

  /// Prepares it.
  ///
  /// - Parameter environment: the client's whole environment.
  public init(paths: VaultPaths, environment: [String: String]) {
    (self.paths, self.environment) = (paths, environment)
  }

  /// Whether somebody has begun to erase the vault, and it is not finished.
  public var hasBegun: Bool { access(paths.erasureMark, F_OK) == 0 }

  /// Whether there is a vault.
  public var hasVault: Bool {
    hasBegun || ["tasks.db", "tasks.db.copy"].contains { access("\(paths.data)/\($0)", F_OK) == 0 }
  }

  /// Removes the data directory where nothing is in it: the last that is left of a vault, where the eraser was ended just before.
  public func removeEmptyDirectory() { rmdir(paths.data) }

  /// Erases it. What an earlier try has left is tried again.
  ///
  /// - Throws: ``Failure`` where nothing could be done.
  public func finish() throws(Failure) -> ErasureReport {
    let (status, output) = try run(AgentProgram.find(environment: environment))
    guard let output else { throw Self.unfinished("it did not end in time, or was ended") }
    let outcome: ErasureOutcome
    do throws(ChannelError) { outcome = try WireJSON.decode(ErasureOutcome.self, from: output) } catch {
      throw Self.unfinished("it ended with \(status.map { "status \($0)" } ?? "a signal")")
    }
    if let failure = outcome.failure { throw failure }
    guard let report = outcome.report else { throw Self.unfinished("it said nothing") }
    return report
  }

  private func run(_ program: String) throws(Failure) -> (status: Int32?, output: [UInt8]?) {
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    do throws(SystemError) {
      return try AnsweringProcess(
        program, [AgentProtocol.erasingArgument], environment: AgentLauncher.environment(environment), input: input
      ).finish(atMost: AgentProtocol.maximumMessageByteCount, until: .after(seconds: Self.patienceSeconds))
    } catch { throw Self.unfinished("\(error)") }
  }

  private static func unfinished(_ reason: String) -> Failure {
    Failure(
      .unavailable, "vault-agent has not finished to erase the vault: \(reason).",
      hint: "Run vault erase --everything again.")
  }
}
