import Foundation
import LinuxSystem
import ProcessTesting

/// A vault of its own for one test: private directories, the programs as they were built, and an agent that ends with it.
final class TestVault: Sendable {
  /// What a command did.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// A PIN that the policy accepts.
  static let pin = "a long enough pin"

  let root: URL
  let environment: [String: String]

  /// - Parameters:
  ///   - store: what `VAULT_CREDENTIAL_STORE` says; nil leaves it unset.
  ///   - extra: more of the environment, for instance a bus address.
  init(store: String? = "file", extra: [String: String] = [:]) throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var environment = [
      "PATH": "/usr/bin:/bin", "HOME": root.path, "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "VAULT_DATA_DIR": "\(root.path)/data", "VAULT_CONFIG_DIR": "\(root.path)/config",
      "VAULT_STATE_DIR": "\(root.path)/state",
      "VAULT_CACHE_DIR": "\(root.path)/cache", "VAULT_RUNTIME_DIR": "\(root.path)/run",
    ]
    environment["VAULT_CREDENTIAL_STORE"] = store
    // The runner's word on what slots cost; what is about their cost says "0".
    environment["VAULT_TEST_CHEAP_SLOTS"] = ProcessInfo.processInfo.environment["VAULT_TEST_CHEAP_SLOTS"]
    self.environment = environment.merging(extra) { $1 }
  }

  deinit {
    killAgent()
    try? FileManager.default.removeItem(at: root)  // a directory left behind fails no test
  }

  /// Where the built programs are: beside the tests.
  static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// Runs `vault` to its end, with `input` as its standard input.
  @discardableResult
  func vault(_ arguments: String..., input: String = "") throws -> Outcome {
    try run("vault", arguments, input: input)
  }

  /// Runs `vault`, which must succeed, and gives back what it printed.
  @discardableResult
  func mustRun(_ arguments: String..., input: String = "") throws -> String {
    let outcome = try run("vault", arguments, input: input)
    guard outcome.status == 0 else {
      throw ChildProcess.Failure("vault \(arguments) exited with \(outcome.status): \(outcome.errors)")
    }
    return outcome.output
  }

  /// Runs `vault` to its end in a session of its own without a terminal: there is nobody to ask.
  func withoutTerminal(_ arguments: String..., input: String = "") throws -> Outcome {
    let program = Self.programs.appendingPathComponent("vault").path
    let child = try ChildProcess(
      ["setsid", "--wait", program] + arguments, environment: environment, input: .text(input))
    let status = try child.exitStatus(within: 120)
    return Outcome(status: status, output: child.output.text, errors: child.errors.text)
  }

  /// Runs a built program to its end.
  func run(_ program: String, _ arguments: [String], input: String = "", seconds: Double = 120) throws -> Outcome {
    let child = try ChildProcess(
      [Self.programs.appendingPathComponent(program).path] + arguments, environment: environment, input: .text(input))
    let status = try child.exitStatus(within: seconds)
    return Outcome(status: status, output: child.output.text, errors: child.errors.text)
  }

  /// Sets the PIN, without a recovery code.
  func setPIN(_ pin: String = TestVault.pin) throws {
    try mustRun("pin", "set", "--pin-stdin", "--no-recovery", input: pin + "\n")
  }

  /// Adds a protected task and gives back its short id.
  func addProtected(_ text: String, label: String = "Label") throws -> String {
    let added = try mustRun("add", "--protected", "--label", label, "-", input: text)
    guard let id = added.split(separator: " ").dropFirst().first?.dropLast() else {
      throw ChildProcess.Failure("no id in \(added)")
    }
    return String(id)
  }

  /// Reveals a task with a PIN.
  func reveal(_ id: String, pin: String = TestVault.pin) throws -> Outcome {
    try vault("reveal", id, "--plain", "--pin-stdin", input: pin + "\n")
  }

  /// Whether this process's terminal session would be asked for the PIN.
  var isLocked: Bool {
    get throws {
      struct Status: Decodable { let isUnlocked: Bool }
      return try !JSONDecoder().decode(Status.self, from: Data(mustRun("status", "--json").utf8)).isUnlocked
    }
  }

  // MARK: The agent

  /// The running agent's process id, as the kernel knows it; nil when none runs.
  var agentPID: Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("\(root.path)/run/agent.sock".utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { return nil }
    do { return try SocketPeer(ofSocket: descriptor).pid } catch { return nil }
  }

  /// Ends the agent at once, as a crash would.
  func killAgent() {
    guard let pid = agentPID else { return }
    kill(pid, SIGKILL)
    do { try waitUntil("the agent is gone") { kill(pid, 0) != 0 || Self.isZombie(pid) } } catch { return }
  }

  /// A killed agent may wait for its parent to notice.
  private static func isZombie(_ pid: Int32) -> Bool {
    guard let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
    return line.contains(") Z ")
  }

  /// All files of this vault that hold something.
  func files() throws -> [URL] {
    let manager = FileManager.default
    var found: [URL] = []
    for directory in ["data", "config", "state"] {
      let place = root.appendingPathComponent(directory)
      found += try manager.contentsOfDirectory(at: place, includingPropertiesForKeys: [.fileSizeKey])
        .filter { (try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) > 0 }
    }
    return found.sorted { $0.path < $1.path }
  }
}
