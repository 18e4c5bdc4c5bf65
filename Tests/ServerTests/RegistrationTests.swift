import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Registration")
struct RegistrationTests {
  @Test("it is closed unless it was opened")
  func closed() async throws {
    try await RunningServer.run { server async throws in
      let body = RunningServer.credentials("ada@example.org", "correct horse")
      let answer = try await server.send(.POST, "/v1/accounts", body: body)
      #expect(answer.status == 403 && answer.code == .forbidden)
      #expect(server.hasher.total.hashes == 0)
    }
  }

  @Test("an account is made once, and logs in")
  func open() async throws {
    try await RunningServer.run(configure: RunningServer.openRegistration) { server async throws in
      let body = RunningServer.credentials("Ada@example.org", "correct horse")
      let made = try await server.send(.POST, "/v1/accounts", body: body)
      #expect(made.status == 201)
      #expect(try made.decoded(Account.self).email == "Ada@example.org")
      #expect(try await server.send(.POST, "/v1/accounts", body: body).code == .conflict)
      #expect(try await server.login("ada@example.org").status == 201)
    }
  }

  @Test(
    "bad emails and passwords are named",
    arguments: [
      ("nobody", "correct horse"), ("ada@example.org", "short"),
      ("ada@example.org", String(repeating: "x", count: 1025)),
    ])
  func invalid(_ email: String, _ password: String) async throws {
    try await RunningServer.run(configure: RunningServer.openRegistration) { server async throws in
      let answer = try await server.send(.POST, "/v1/accounts", body: RunningServer.credentials(email, password))
      #expect(answer.status == 422 && answer.code == .invalidField)
    }
  }

  @Test("registrations are throttled by address")
  func throttled() async throws {
    try await RunningServer.run(configure: RunningServer.openRegistration) { server async throws in
      for number in 0..<30 {
        let body = RunningServer.credentials("user\(number)@example.org", "correct horse")
        let made = try await server.send(.POST, "/v1/accounts", body: body)
        #expect(made.status == 201)
      }
      let body = RunningServer.credentials("one-more@example.org", "correct horse")
      let refused = try await server.send(.POST, "/v1/accounts", body: body)
      #expect(refused.code == .tooManyRequests)
    }
  }
}
