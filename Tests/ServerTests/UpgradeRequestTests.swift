import Testing

@testable import VaultServer

@Suite("Requests that ask for another protocol")
struct UpgradeRequestTests {
  @Test("are answered as others are, and their connection closes", arguments: ["h2c", "websocket"])
  func answered(name: String) async throws {
    try await RunningServer.run { server async throws in
      let request = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: \(name)\r\n\r\n"
      // Returns when the server closes.
      let answer = try await RawConnection.exchange(server.port, request)
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.lowercased().contains("\r\nconnection: close\r\n"))
    }
  }
}
