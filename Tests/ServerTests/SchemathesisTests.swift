import Foundation
import NIOPosix
import ProcessTesting
import Testing

/// Requests that are made up from the description, valid ones and others. Installs schemathesis (PyPI) in an environment of its own,
/// and fails where that can't be done.
@Suite("Made-up requests", .timeLimit(.minutes(10)))
struct SchemathesisTests {
  /// What else than success a valid request may be answered with, and what else than 400 an invalid one.
  private static let settings = """
    [checks.positive_data_acceptance]
    expected-statuses = ["2xx", 304, 401, 403, 404, 409, 415, 422, 429]
    [checks.negative_data_rejection]
    expected-statuses = [400, 401, 403, 404, 405, 406, 409, 411, 413, 415, 422, 426, 429, 431]
    # Of an operation with several headers it takes those for all that there may be; HTTP has others ignored.
    [[operations]]
    include-operation-id = "sendPush"
    generation.allow-extra-parameters = false
    """

  @Test("no made-up request meets an answer that the description does not have, or a failure of the server")
  func requests() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let checker = try await install(in: directory)
      let settings = directory + "/schemathesis.toml"
      try Self.settings.write(toFile: settings, atomically: true, encoding: .utf8)
      try await RunningServer.run { server async throws in
        try await server.addAccount()
        _ = try await server.addChannel()
        let token = try await server.token()
        let description = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .deletingLastPathComponent().appending(path: "docs/openapi.yaml").path
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
