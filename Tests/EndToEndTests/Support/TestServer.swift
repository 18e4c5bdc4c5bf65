import Foundation
import PrivateDesktop
import ProcessTesting

/// The bundled server on a free loopback port, with one account.
final class TestServer: Sendable {
  static let email = "ada@example.org"
  static let password = "correct horse battery staple"

  let address: String
  private let data: URL
  private let process: ChildProcess

  init() throws {
    data = FileManager.default.temporaryDirectory.appendingPathComponent("vault-server-\(UUID().uuidString.prefix(8))")
    let program = TestVault.programs.appendingPathComponent("vault-server").path
    let environment = ["PATH": "/usr/bin:/bin", "HOME": data.path]
    try ChildProcess.run(
      [program, "account", "add", Self.email, "--password-stdin", "--data", data.path], environment: environment,
      input: Self.password + "\n")
    process = try ChildProcess(
      [program, "serve", "--listen", "127.0.0.1:0", "--data", data.path], environment: environment)
    let process = process
    var address = ""
    try waitUntil("the server listens") {
      let lines = process.output.text.split(separator: "\n")
      address = lines.first { $0.hasPrefix("listening on ") }.map { String($0.dropFirst("listening on ".count)) } ?? ""
      return !address.isEmpty
    }
    self.address = address
  }

  deinit {
    process.end()
    try? FileManager.default.removeItem(at: data)  // a directory left behind fails no test
  }

  /// Changes the account's password, which ends its sessions.
  func setPassword(_ password: String) throws {
    try ChildProcess.run(
      [
        TestVault.programs.appendingPathComponent("vault-server").path, "account", "password", Self.email,
        "--password-stdin", "--data", data.path,
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": data.path], input: password + "\n")
  }

  /// Ends it at once.
  func kill() { process.end() }
}
