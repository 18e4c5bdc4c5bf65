import CredentialStore
import FoundationEssentials
import SecretMemory
import ServerAPI
import StoreTesting
import Testing

@testable import ServerClient

extension AuthClientTests {
  @Test("a logout ends the session, and is remembered until the owner logs in again")
  func logout() async throws {
    try await withClient(
      Responder { _, request in request.line.hasPrefix("POST") ? Answer.session() : Answer.noContent }
    ) {
      client, server, origin in
      _ = await client.logInSilently()
      let problem = try await client.logOut(forget: false)
      #expect(problem == nil)
      #expect(server.requests.map { $0.line.prefix(6) } == ["POST /", "DELETE"])
      #expect(await client.logInSilently() == .needsCredentials(.loggedOut))
      let restarted = self.client(client.api, origin)
      #expect(await restarted.logInSilently() == .needsCredentials(.loggedOut))
      await #expect(throws: ServerClientError(.needsCredentials)) { try await restarted.me() }
      guard case .loggedIn(_, wasSilent: true) = await restarted.logInSilently(resuming: true) else {
        Issue.record("\(await restarted.phase)")
        return
      }
      #expect(!memory.isLoggedOut())
    }
  }

  @Test("a process that ends takes its session along, and does not wait for a server that says nothing")
  func ending() async throws {
    try await withClient(
      Responder { _, request in request.line.hasPrefix("POST") ? Answer.session() : .silence }
    ) { client, server, origin in
      await client.endSession(within: 0.2)
      _ = await client.logInSilently()
      let start = ContinuousClock.now
      await client.endSession(within: 0.2)
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(server.requests.map { $0.line.prefix(6) } == ["POST /", "DELETE"])
      let next = self.client(client.api, origin)
      guard case .loggedIn = await next.logInSilently() else {
        Issue.record("\(await next.phase)")
        return
      }
    }
  }

  @Test("forgetting removes the login, also when the server is away")
  func forget() async throws {
    let responder = Responder { _, request in request.line.hasPrefix("POST") ? Answer.session() : .close }
    try await withClient(responder) { client, _, origin in
      _ = await client.logInSilently()
      let problem = try await client.logOut(forget: true)
      #expect(problem?.code == .unreachable)
      let names = try await store.names()
      #expect(names.isEmpty)
      #expect(await self.client(client.api, origin).logInSilently(resuming: true) == .needsCredentials(.noItem))
    }
  }

  @Test("if it can't be read whether the owner logged out, nothing is sent")
  func memoryFails() async throws {
    struct Broken: LogoutStateStore {
      struct Failure: Error {}
      func isLoggedOut() async throws -> Bool { throw Failure() }
      func setLoggedOut(_ loggedOut: Bool) async throws { throw Failure() }
    }
    try await withClient(Responder { _, _ in Answer.session() }) { client, server, origin in
      let broken = AuthClient(api: client.api, origin: origin, store: store, itemName: name, memory: Broken())
      guard case .unreachable(let error, _) = await broken.logInSilently() else {
        Issue.record("sent all the same")
        return
      }
      #expect(error.code == .stateUnavailable)
      #expect(server.requests.isEmpty)
    }
  }
}
