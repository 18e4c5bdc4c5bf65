import Foundation
import Testing

extension TestVault {
  /// A vault that is logged in as one of the server's accounts.
  static func loggedIn(
    to server: TestServer, as email: String = TestServer.email, extra: [String: String] = [:]
  ) throws -> TestVault {
    let vault = try TestVault(extra: extra.merging(["VAULT_SERVER_URL": server.address]) { $1 })
    try vault.mustRun("login", "--email", email, "--password-stdin", input: TestServer.password + "\n")
    return vault
  }

  /// The id of the user who is logged in, as others follow it.
  func userID() throws -> String {
    let profile = try Self.object(mustRun("profile", "--json"))["profile"] as? [String: Any]
    return try #require(profile?["user"] as? String)
  }

  /// Sends a payload.
  func push(_ payload: String, _ options: String...) throws -> Outcome {
    try run("vault", ["push", "send", "-"] + options, input: payload)
  }

  /// The items of the inbox, once they are as they should be.
  func inboxItems(until isRight: ([[String: Any]]) -> Bool) throws -> [[String: Any]] {
    var last: [[String: Any]] = []
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      let outcome = try vault("inbox", "--all", "--json")
      if outcome.status == 0 {
        last = try Self.object(outcome.output)["items"] as? [[String: Any]] ?? []
        if isRight(last) { return last }
      }
    }
    Issue.record("the inbox did not become so: \(last)")
    return last
  }

  /// What a command prints with `--json`.
  static func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}
