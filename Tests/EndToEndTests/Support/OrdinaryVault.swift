import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting

/// A vault of a user whom permissions bind: the one who runs the tests, or `nobody` when that is root.
final class OrdinaryVault {
  /// What a command did.
  struct Outcome {
    let status: Int32
    let text: String
  }

  private static let nobody: UInt32 = 65534
  private let root: String
  private let environment: [String: String]
  private let isRoot = getuid() == 0
  private let lockableByteCount: Int?
  private let isClosed: Bool
  private let mount: String?

  /// As scripts/install-product does: a program that its user can run and not read.
  static var closedMode: UInt32 { getuid() == 0 ? 0o711 : 0o111 }

  /// The program that asks.
  var program: String {
    isRoot || isClosed ? "\(root)/vault" : TestVault.programs.appendingPathComponent("vault").path
  }

  /// The data directory.
  var data: String { "\(root)/data" }
  /// The log of an agent that `vault` started.
  var log: String { "\(root)/state/agent.log" }

  /// - Parameters:
  ///   - extra: more of the environment.
  ///   - lockableByteCount: how much memory the vault's programs may lock; nil leaves the limit as it is.
  ///   - isClosed: whether the programs can be run and not read, as they are installed.
  ///   - mounting: arguments of `mount` for what the vault's programs alone see; root's tests only.
  init(
    extra: [String: String] = [:], lockableByteCount: Int? = nil, isClosed: Bool = false, mounting: String? = nil
  ) throws {
    self.lockableByteCount = lockableByteCount
    self.isClosed = isClosed
    mount = mounting
    root = "/tmp/vault-\(UUID().uuidString.prefix(8))"
    guard mkdir(root, 0o700) == 0, !isRoot || chown(root, Self.nobody, Self.nobody) == 0 else {
      throw ChildProcess.Failure("\(root) can't be made")
    }
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": root, "LANG": "C.UTF-8", "VAULT_DATA_DIR": "\(root)/data",
      "VAULT_CONFIG_DIR": "\(root)/config", "VAULT_STATE_DIR": "\(root)/state", "VAULT_RUNTIME_DIR": "\(root)/run",
      "VAULT_CREDENTIAL_STORE": "file",
    ]
    self.environment = environment.merging(extra) { $1 }
    if isRoot || isClosed { try copyPrograms() }
  }

  deinit {
    // Best effort: an agent and a directory left behind fail no test.
    try? stopAgent()
    try? FileManager.default.removeItem(atPath: root)
  }

  /// What was built may lie where only root can go.
  private func copyPrograms() throws {
    for name in ["vault", "vault-agent"] {
      let copy = "\(root)/\(name)"
      try FileManager.default.copyItem(atPath: TestVault.programs.appendingPathComponent(name).path, toPath: copy)
      guard chmod(copy, isClosed ? Self.closedMode : 0o755) == 0 else {
        throw ChildProcess.Failure("\(copy) can't be made executable")
      }
    }
  }

  func run(_ arguments: [String], input: String = "") throws -> Outcome {
    let limit = lockableByteCount.map { ["prlimit", "--memlock=\($0):\($0)"] } ?? []
    let mounted =
      mount.map { ["unshare", "--mount", "/bin/sh", "-c", "mount \($0) && exec \"$@\"", "sh"] } ?? []
    // The exec in between takes root's capabilities away, which setpriv keeps: they could read a closed file.
    let drop = [
      "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "/usr/bin/env",
    ]
    let user = isRoot ? mounted + drop : []
    let child = try ChildProcess(
      limit + user + [program] + arguments, environment: environment, input: .text(input))
    return Outcome(status: try child.exitStatus(), text: child.text)
  }

  @discardableResult
  func mustRun(_ arguments: [String], input: String = "") throws -> String {
    let outcome = try run(arguments, input: input)
    guard outcome.status == 0 else { throw ChildProcess.Failure("vault \(arguments): \(outcome)") }
    return outcome.text
  }

  func stopAgent() throws { try mustRun(["agent", "stop"]) }
}
