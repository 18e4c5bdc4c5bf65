import Foundation
import PrivateDesktop
import ProcessTesting
import Synchronization

/// The bundled server on a free loopback port, with one account.
final class TestServer: Sendable {
  static let email = "ada@example.org"
  static let password = "correct horse battery staple"

  let address: String
  private let data: URL
  private let process: Mutex<ChildProcess>

  init() throws {
    data = FileManager.default.temporaryDirectory.appendingPathComponent("vault-server-\(UUID().uuidString.prefix(8))")
    try Self.run(["account", "add", Self.email, "--password-stdin"], data, input: Self.password + "\n")
    let (process, address) = try Self.serve(on: "127.0.0.1:0", data)
    self.process = Mutex(process)
    self.address = address
  }

  private static let program = TestVault.programs.appendingPathComponent("vault-server").path

  @discardableResult
  private static func run(_ arguments: [String], _ data: URL, input: String = "") throws -> String {
    try ChildProcess.run(
      [program] + arguments + ["--data", data.path], environment: ["PATH": "/usr/bin:/bin", "HOME": data.path],
      input: input)
  }

  private static func serve(on listen: String, _ data: URL) throws -> (ChildProcess, address: String) {
    let process = try ChildProcess(
      [program, "serve", "--listen", listen, "--data", data.path],
      environment: ["PATH": "/usr/bin:/bin", "HOME": data.path])
    var address = ""
    try waitUntil("the server listens") {
      let lines = process.output.text.split(separator: "\n")
      address = lines.first { $0.hasPrefix("listening on ") }.map { String($0.dropFirst("listening on ".count)) } ?? ""
      return !address.isEmpty
    }
    return (process, address)
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: data)  // a directory left behind fails no test
  }

  /// Changes the account's password, which ends its sessions.
  func setPassword(_ password: String) throws {
    try Self.run(["account", "password", Self.email, "--password-stdin"], data, input: password + "\n")
  }

  /// Adds another account with the same password.
  func addAccount(_ email: String) throws {
    try Self.run(["account", "add", email, "--password-stdin"], data, input: Self.password + "\n")
  }

  /// Adds a channel.
  ///
  /// - Returns: its id.
  func addChannel(_ title: String, _ description: String = "") throws -> String {
    try Self.run(["channel", "create", "--title", title, "--description", description], data)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Starts it again, after ``kill()``, at the same address.
  func start() throws {
    let next = try Self.serve(on: String(address.dropFirst("http://".count)), data).0
    process.withLock { $0 = next }
  }

  /// Ends it at once.
  func kill() { process.withLock { $0.end() } }
}
