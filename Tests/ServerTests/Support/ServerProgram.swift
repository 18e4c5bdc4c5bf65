import AsyncHTTPClient
import Foundation
import NIOPosix
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
      let process = Process()
      let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      process.standardInput = stdin
      process.standardOutput = stdout
      process.standardError = stderr
      try process.run()
      try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try stdin.fileHandleForWriting.close()
      let output = stdout.fileHandleForReading.readDataToEndOfFile()
      let errors = stderr.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Outcome(
        status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
        errors: String(decoding: errors, as: UTF8.self))
    }
  }

  /// Starts `serve`, lends its URL, ends it with SIGTERM and hands over its exit code and how long that took.
  @discardableResult
  static func serve(
    _ arguments: [String], _ body: (String) async throws -> Void
  ) async throws -> (status: Int32, seconds: Double) {
    let process = Process()
    let stdout = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = ["serve", "--listen", "127.0.0.1:0"] + arguments
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = try await NIOThreadPool.singleton.runIfActive {
      String(decoding: stdout.fileHandleForReading.availableData, as: UTF8.self)
    }
    let result: Result<Void, any Error>
    do {
      try #require(line.hasPrefix("listening on http") && line.hasSuffix("\n"))
      result = .success(try await body(String(line.dropFirst("listening on ".count).dropLast())))
    } catch { result = .failure(error) }
    let start = ContinuousClock.now
    process.terminate()
    try await NIOThreadPool.singleton.runIfActive { process.waitUntilExit() }
    try result.get()
    return (process.terminationStatus, (ContinuousClock.now - start) / .seconds(1))
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
