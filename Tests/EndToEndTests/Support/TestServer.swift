import Foundation
import PrivateDesktop
import ProcessTesting
import Synchronization

/// The bundled server on a free loopback port, with one account.
final class TestServer: Sendable {
  static let email = "ada@example.org"
  static let password = "correct horse battery staple"

  let address: String
  let data: URL
  private let options: [String]
  private let environment: [String: String]
  private let process: Mutex<ChildProcess>

  /// - Parameters:
  ///   - options: more of `serve`.
  ///   - environment: more of it.
  init(_ options: [String] = [], environment: [String: String] = [:]) throws {
    (self.options, self.environment) = (options, environment)
    data = FileManager.default.temporaryDirectory.appendingPathComponent("vault-server-\(UUID().uuidString.prefix(8))")
    try Self.run(["account", "add", Self.email, "--password-stdin"], data, input: Self.password + "\n")
    let (process, address) = try Self.serve(on: "127.0.0.1:0", data, options, environment)
    self.process = Mutex(process)
    self.address = address
  }

  private static let program = TestVault.programs.appendingPathComponent("vault-server").path

  @discardableResult
  static func run(_ arguments: [String], _ data: URL, input: String = "") throws -> String {
    try ChildProcess.run(
      [program] + arguments + ["--data", data.path], environment: ["PATH": "/usr/bin:/bin", "HOME": data.path],
      input: input)
  }

  private static func serve(
    on listen: String, _ data: URL, _ options: [String], _ environment: [String: String]
  ) throws -> (ChildProcess, address: String) {
    let process = try ChildProcess(
      [program, "serve", "--listen", listen, "--data", data.path] + options,
      environment: ["PATH": "/usr/bin:/bin", "HOME": data.path].merging(environment) { $1 })
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

  /// How many sessions there are.
  func sessionCount() throws -> Int {
    struct List: Decodable {
      struct Account: Decodable { var sessions: Int }
      var accounts: [Account]
    }
    let text = try Self.run(["account", "list", "--json"], data)
    return try JSONDecoder().decode(List.self, from: Data(text.utf8)).accounts.map(\.sessions).reduce(0, +)
  }

  /// Opens a session of the account that it began with, as another program would.
  func sessionToken() throws -> String {
    struct Session: Decodable { let token: String }
    let body = #"{"email":"\#(Self.email)","password":"\#(Self.password)"}"#
    let answer = try Self.ask("\(address)/v1/sessions", ["--json", body])
    return try JSONDecoder().decode(Session.self, from: Data(answer.utf8)).token
  }

  /// The number of the first item that the server still has.
  func firstItem(_ token: String) throws -> Int {
    struct Sequences: Decodable {
      struct Bounds: Decodable { let first: Int }
      let inbox: Bounds
    }
    let answer = try Self.ask("\(address)/v1/sequences", ["--header", "Authorization: Bearer \(token)"])
    return try JSONDecoder().decode(Sequences.self, from: Data(answer.utf8)).inbox.first
  }

  /// How many devices the user of a session has.
  func deviceCount(_ token: String) throws -> Int {
    struct Devices: Decodable {
      struct Device: Decodable { let token: String }
      let devices: [Device]
    }
    let answer = try Self.ask("\(address)/v1/devices", ["--header", "Authorization: Bearer \(token)"])
    return try JSONDecoder().decode(Devices.self, from: Data(answer.utf8)).devices.count
  }

  static func ask(_ url: String, _ options: [String]) throws -> String {
    try ChildProcess.run(["curl", "--silent", "--show-error", "--fail", "--max-time", "10"] + options + [url])
  }

  /// Adds a channel.
  ///
  /// - Returns: its id.
  func addChannel(_ title: String, _ description: String = "", picture: UUID? = nil) throws -> String {
    let options = picture.map { ["--picture", $0.uuidString] } ?? []
    return try Self.run(["channel", "create", "--title", title, "--description", description] + options, data)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Removes a channel.
  func removeChannel(_ id: String) throws { try Self.run(["channel", "remove", id], data) }

  /// The id of the account that it began with.
  func accountID(of email: String = TestServer.email) throws -> UUID {
    struct Listing: Decodable {
      struct Account: Decodable {
        let id: UUID
        let email: String
      }
      let accounts: [Account]
    }
    let listing = try JSONDecoder().decode(
      Listing.self, from: Data(Self.run(["account", "list", "--json"], data).utf8))
    guard let account = listing.accounts.first(where: { $0.email == email }) else {
      throw ChildProcess.Failure("no account \(email)")
    }
    return account.id
  }

  /// Makes a token for a program.
  func senderToken(_ scope: String) throws -> String {
    try Self.run(["token", "create", "--name", "test", "--scope", scope], data)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The port it listens on.
  var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Its process number.
  var pid: Int32 { process.withLock { $0.pid } }

  /// Sends it a signal.
  func send(_ signal: Int32) { process.withLock { $0.send(signal) } }

  /// Starts it again, after ``kill()``, at the same address.
  func start() throws {
    let next = try Self.serve(on: String(address.dropFirst("http://".count)), data, options, environment).0
    process.withLock { $0 = next }
  }

  /// Ends it at once, and starts it again.
  func restart() throws {
    kill()
    try start()
  }

  /// Ends it at once.
  func kill() { process.withLock { $0.end() } }
}
