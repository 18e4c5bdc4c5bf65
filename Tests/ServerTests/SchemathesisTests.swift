import Foundation
import NIOPosix
import ProcessTesting
import Testing

/// Requests that are made up from the description, valid ones and others. Installs schemathesis (PyPI) in an environment of its own,
/// and fails where that can't be done.
@Suite("Made-up requests", .timeLimit(.minutes(10)))
struct SchemathesisTests {
  @Test("no made-up request meets an answer that the description does not have, or a failure of the server")
  func requests() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let checker = try await install(in: directory)
      try await RunningServer.run { server async throws in
        try await server.addAccount()
        _ = try await server.addChannel()
        let token = try await server.token()
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let settings = tests.appending(path: "schemathesis.toml").path
        let description = tests.deletingLastPathComponent().appending(path: "docs/openapi.yaml").path
        let url = "http://127.0.0.1:\(server.port)"
        let (status, text) = try await run([
          // It leaves files where it runs.
          "env", "-C", directory, checker, "--config-file", settings, "run", description, "--url", url, "-H",
          "Authorization: Bearer \(token)",
          "--phases", "examples,coverage,fuzzing", "--max-examples", "10", "--request-timeout", "10",
          // Streams have no end, and the session is needed for the rest.
          "--exclude-path", "/v1/events", "--exclude-path-regex", "/v1/channels/.*/(events|socket)",
          "--exclude-operation-id", "deleteCurrentSession", "--no-color",
        ])
        #expect(status == 0, "\(text.suffix(6000))")
      }
    }
  }

  /// - Returns: the path of schemathesis.
  private func install(in directory: String) async throws -> String {
    let environment = directory + "/environment"
    for command in [
      ["/usr/bin/python3", "-m", "venv", environment],
      [environment + "/bin/pip", "install", "--quiet", "--disable-pip-version-check", "schemathesis>=4,<5"],
    ] {
      let (status, text) = try await run(command)
      try #require(status == 0, "schemathesis can't be installed: \(text.suffix(2000))")
    }
    return environment + "/bin/schemathesis"
  }

  private func run(_ command: [String]) async throws -> (Int32, String) {
    try await NIOThreadPool.singleton.runIfActive {
      let child = try ChildProcess(command)
      return (try child.exitStatus(within: 400), child.text)
    }
  }
}
