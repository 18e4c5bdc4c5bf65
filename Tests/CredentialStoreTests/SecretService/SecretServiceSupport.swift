import CredentialStore
import Foundation
import PrivateDesktop
import ProcessTesting
import SecretMemory
import Testing

/// One suite after the other: each test has a bus and a keyring of its own, and some measure time.
@Suite("The Secret Service", .serialized) enum SecretServiceSuites {}

/// Deadlines that fit a test.
let brief = SecretServiceDeadlines(probe: .seconds(2), call: .milliseconds(1500), prompt: .seconds(1))

extension PrivateBus {
  func store(
    _ namespace: String = "tests", deadlines: SecretServiceDeadlines = SecretServiceDeadlines(), mayPrompt: Bool = true
  ) -> SecretServiceStore {
    SecretServiceStore(namespace: namespace, busAddress: address, deadlines: deadlines, mayPrompt: mayPrompt)
  }

  /// What `secret-tool` finds under an attribute.
  func search(_ attribute: String, _ value: String) throws -> String {
    try run(["secret-tool", "search", "--all", "--unlock", attribute, value])
  }
}

/// The code of the error that `body` throws, and how long it took.
func failure(_ body: () async throws -> Void) async throws -> (code: CredentialStoreError.Code, took: Duration) {
  let clock = ContinuousClock()
  let start = clock.now
  do {
    try await body()
  } catch let error as CredentialStoreError {
    return (error.code, clock.now - start)
  }
  throw ChildProcess.Failure("no error was thrown")
}
