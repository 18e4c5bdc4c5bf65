import Foundation
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Runs what `docs/server.md` shows, in a home of its own.
@Suite("The examples of docs/server.md", .timeLimit(.minutes(2)))
struct GuideTests {
  /// Where the examples run.
  private struct Home {
    let directory: String
    var data: String { directory + "/vault-server" }

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Starts an example.
    func start(_ arguments: [String]) throws -> ChildProcess {
      let programs = URL(filePath: ServerProgram.path).deletingLastPathComponent().path
      return try ChildProcess(
        arguments, environment: ["HOME": directory, "PATH": "\(programs):/usr/bin:/bin"], directory: directory)
    }

    /// Runs an example to its end.
    func run(_ block: String) async throws {
      try await NIOThreadPool.singleton.runIfActive {
        let child = try start(["sh", "-e", "-c", block])
        #expect(try child.exitStatus(within: 60) == 0, "\(block)\n\(child.text)")
      }
    }
  }

  /// The first example with these words in it, for a server at an address.
  private func block(_ language: String, with words: String, at url: String = "") throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(
      contentsOf: folder.deletingLastPathComponent().appending(path: "docs/server.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
    let found = try #require(blocks.first { $0.contains(words) }, "\(words)")
    return found.replacing("127.0.0.1:8480", with: url.replacing("http://", with: ""))
  }

  private func withServer(_ body: (Home, String) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let home = Home(directory: directory)
      try "correct horse".write(toFile: home.path("password"), atomically: true, encoding: .utf8)
      let added = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin", "--data", home.data], input: "correct horse\n")
      #expect(added.status == 0)
      try await ServerProgram.serve(["--data", home.data]) { url async throws in
        try await home.run(block("sh", with: "/v1/sessions", at: url))
        try await body(home, url)
      }
    }
  }

  private func push(_ text: String, _ home: Home, _ url: String) async throws {
    try await home.run(
      """
      curl -sf -H @session -H "Content-Type: application/json" \(url)/v1/pushes -d '{"payload": {"aps": {"alert": "\(text)"}}}'
      """)
  }

  @Test("curl reads the event stream")
  func events() async throws {
    try await withServer { home, url async throws in
      let curl = try home.start(["sh", "-c", "exec " + block("sh", with: "/v1/events", at: url)])
      // Until the stream is open nothing is told on it.
      while !curl.output.text.contains("event: push"), curl.isRunning {
        try await push("The tea is ready", home, url)
      }
      #expect(curl.output.text.contains("The tea is ready"), "\(curl.text)")
      curl.end()
    }
  }

  @Test("a Python program reads a channel over a WebSocket")
  func socket() async throws {
    try await withServer { home, url async throws in
      let made = try await ServerProgram.run(["channel", "create", "--title", "News", "--data", home.data])
      let channel = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
      let request = "curl -sf -H @session -H 'Content-Type: application/json' \(url)/v1"
      try await home.run("\(request)/channels/\(channel)/enrolment -X PUT")
      let registration = #"{"platform": "linux", "name": "laptop"}"#
      try await home.run("\(request)/devices/laptop-laptop-laptop -X PUT -d '\(registration)'")
      try block("python", with: "websockets", at: url)
        .write(toFile: home.path("listen.py"), atomically: true, encoding: .utf8)
      let client = try home.start(["python3", "listen.py", channel, "laptop-laptop-laptop"])
      while !client.output.text.contains("On my way"), client.isRunning {
        try await home.run(
          "\(request)/channels/\(channel)/messages -d '{\"id\": \"\(UUID())\", \"text\": \"On my way\"}'")
      }
      #expect(client.output.text.contains(#""event":"message""#), "\(client.text)")
      client.end()
    }
  }

  @Test("a backup that was put back has what there was when it was made")
  func restoring() async throws {
    var before = ""
    try await ServerProgram.withDirectory { directory async throws in
      let home = Home(directory: directory)
      func accounts() async throws -> String {
        try await ServerProgram.run(["account", "list", "--data", home.data]).output
      }
      func add(_ email: String) async throws {
        _ = try await ServerProgram.run(
          ["account", "add", email, "--password-stdin", "--data", home.data], input: "correct horse\n")
      }
      try await add("ada@example.org")
      try await ServerProgram.serve(["--data", home.data]) { _ async throws in
        try await home.run(block("sh", with: "vault-server backup"))
        before = try await accounts()
        try await add("bob@example.org")
      }
      #expect(try await accounts() != before)
      try await home.run(block("sh", with: "install -m 600"))
      #expect(try await accounts() == before && before.contains("ada@example.org"))
      #expect(try await ServerProgram.serve(["--data", home.data]) { _ in }.status == 0)
    }
  }
}
