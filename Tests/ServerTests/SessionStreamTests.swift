import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Streams and their sessions")
struct SessionStreamTests {
  /// Reads until the server ends the stream.
  private func waitForEnd(_ stream: inout EventClient) async {
    await #expect(throws: (any Error).self) { while true { _ = try await stream.nextBlock() } }
  }

  @Test("a stream ends with its session at once, and no other stream of the user does")
  func logout() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let (token, other) = (try await server.token(), try await server.token())
      _ = try await server.push(token: token)
      var ending = try await EventClient(server, token: token, after: "0-0")
      var staying = try await EventClient(server, token: other, after: "0-0")
      #expect(try await ending.next(1).map(\.id) == ["1-0"])
      #expect(try await server.send(.DELETE, "/v1/sessions/current", token: token).status == 204)
      await waitForEnd(&ending)
      _ = try await server.push(token: other)
      #expect(try await staying.next(2).map(\.id) == ["1-0", "2-0"])
    }
  }

  @Test("a stream says that no request may follow it on its connection")
  func connectionClose() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let stream = try await EventClient(server, token: try await server.token())
      #expect(stream.headers["Connection"] == ["close"])
    }
  }

  @Test("a stream ends when its account gets another password, is removed, or its session expires")
  func ended() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.heartbeat = .milliseconds(20) }
    try await RunningServer.run(configure: configure) { server async throws in
      let ada = try await server.addAccount()
      let device = "laptop-laptop-laptop"
      let channel = try await server.addChannel()
      _ = try await server.storage.enrol(ada.id, in: channel, at: server.clock.now)
      let hash = try #require(try await server.storage.account(email: ada.email)?.passwordHash)
      let endings: [() async throws -> Void] = [
        { _ = try await server.storage.setPasswordHash(email: ada.email, to: hash) },
        { server.clock.advance(by: .seconds(31 * 86_400)) },
        { _ = try await server.storage.removeAccount(email: ada.email) },
      ]
      for end in endings {
        let token = try await server.token()
        try await server.register(device: device, token: token)
        var inbox = try await EventClient(server, token: token)
        var open = try await EventClient(server, "/v1/channels/\(channel)/events?device=\(device)", token: token)
        // A heartbeat, so that both have begun.
        #expect(try await inbox.nextBlock() == nil)
        #expect(try await open.nextBlock() == nil)
        try await end()
        await waitForEnd(&inbox)
        await waitForEnd(&open)
      }
    }
  }
}
