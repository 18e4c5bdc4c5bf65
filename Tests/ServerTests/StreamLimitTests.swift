import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

@Suite("How many streams an account has", .timeLimit(.minutes(5)))
struct StreamLimitTests {
  @Test("of all kinds together there are so many; the next one waits until one has ended, and others wait for nothing")
  func bound() async throws {
    let three: (inout ServerConfiguration) -> Void = { $0.streamsPerAccount = 3 }
    try await RunningServer.run(configure: three) { server async throws in
      let ada = try await server.addAccount()
      try await server.addAccount("bob@example.org")
      let (token, other) = (try await server.token(), try await server.token())
      let channel = try await server.addChannel()
      _ = try await server.storage.enrol(ada.id, in: channel, at: server.clock.now)
      try await server.register(device: "laptop-laptop-laptop", token: token)
      let path = "/v1/channels/\(channel)/events?device=laptop-laptop-laptop"
      var streams = [try await EventClient(server, token: token), try await EventClient(server, token: other)]
      streams.append(try await EventClient(server, path, token: token))
      #expect(streams.map(\.status) == [200, 200, 200])
      for path in ["/v1/events", path] {
        let refused = try await server.send(.GET, path, token: other)
        #expect(refused.status == 429 && refused.code == .tooManyRequests)
        #expect(refused.headers.first(name: "Retry-After") == "10")
        #expect(try await server.send(.HEAD, path, token: other).status == 200)
      }
      #expect(try await EventClient(server, token: try await server.token("bob@example.org")).status == 200)
      #expect(try await server.send(.DELETE, "/v1/sessions/current", token: other).status == 204)
      try await until { try await EventClient(server, token: token).status == 200 }
      _ = try await server.push(token: token)
      #expect(try await streams[0].next(1).map(\.name) == ["push"])
    }
  }
}
