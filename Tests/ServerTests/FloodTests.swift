import NIOCore
import NIOHTTP1
import Testing

@testable import VaultServer

@Suite("Floods")
struct FloodTests {
  @Test("of 200 logins at once two hash, 32 wait, the rest is told to come back, and others are served meanwhile")
  func logins() async throws {
    let generous = RateLimit(burst: 1000, interval: .seconds(1))
    let configure: (inout ServerConfiguration) -> Void = {
      $0.throttleLimits.account = generous
      $0.throttleLimits.address = generous
    }
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      server.hasher.closeGate()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
        for _ in 0..<200 { tasks.addTask { try await server.login("ada@example.org", "wrong horse").status } }
        var statuses: [Int] = []
        for try await status in tasks {
          statuses.append(status)
          guard statuses.count == 166 else { continue }
          #expect(try await server.send(.GET, "/healthz").status == 200)
          #expect(try await server.login().headers.first(name: "Retry-After") != nil)
          server.hasher.openGate()
        }
        return statuses
      }
      #expect(statuses.count { $0 == 503 } == 166)
      #expect(statuses.count { $0 == 401 } == 34)
      #expect(server.hasher.total.mostAtOnce <= 2)
      #expect(try await server.login().status == 201)
    }
  }

  @Test("connections beyond the most take the places of those that are silent longest, and are served")
  func connections() async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.maximumConnections = 4
    }
    try await RunningServer.run(configure: configure) { server async throws in
      let silent = try SilentConnections(8, from: "127.0.0.1", to: server.port)
      defer { silent.close() }
      // Four have lost their places when the last has come.
      try await silent.waitForEnds(4)
      let answer = try await RawConnection.exchange(
        server.port, "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
    }
  }
}
