import AsyncHTTPClient
import Foundation
import NIOPosix
import ProcessTesting
import Testing

/// The built `vault-server`, run as people run it.
enum ServerProgram {
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "vault-server").path

  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs a command to its end.
  static func run(_ arguments: [String], input: String = "") async throws -> Outcome {
    try await NIOThreadPool.singleton.runIfActive {
      let child = try ChildProcess([path] + arguments, input: .text(input))
      let status = try child.exitStatus(within: 60)
      return Outcome(status: status, output: child.output.text, errors: child.errors.text)
    }
  }

  /// Starts `serve`, lends its URL, ends it with SIGTERM and hands over its exit code and how long that took.
  @discardableResult
  static func serve(
    _ arguments: [String], _ body: (String) async throws -> Void
  ) async throws -> (status: Int32, seconds: Double) {
    let server = try ChildProcess([path, "serve", "--listen", "127.0.0.1:0"] + arguments)
    let line = try await NIOThreadPool.singleton.runIfActive { try server.line() }
    let result: Result<Void, any Error>
    do {
      try #require(line.hasPrefix("listening on http"))
      result = .success(try await body(String(line.dropFirst("listening on ".count))))
    } catch { result = .failure(error) }
    let start = ContinuousClock.now
    server.send(SIGTERM)
    let status = try await NIOThreadPool.singleton.runIfActive { try server.exitStatus(within: 60) }
    try result.get()
    return (status, (ContinuousClock.now - start) / .seconds(1))
  }

  /// A private directory, removed afterwards.
  static func withDirectory(_ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "vault-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.path)
  }
}
