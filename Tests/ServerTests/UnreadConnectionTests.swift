import Foundation
import NIOCore
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

@Suite("A client that never reads", .timeLimit(.minutes(2)))
struct UnreadConnectionTests {
  /// Asks for something and never reads the answer, which is longer than what the kernel takes.
  private func askUnread(_ path: String, _ headers: String = "", of server: RunningServer, token: String) async throws {
    let request = "GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\(headers)\r\n"
    let port = try await RawConnection.resetUnread(server.port, request)
    let kept = try ChildProcess.run(["ss", "-Htan", "sport = :\(server.port) and dport = :\(port)"])
    #expect(kept.isEmpty, "the kernel still keeps \(kept)")
  }

  @Test("is dropped with all that was written to it: a picture")
  func picture() async throws {
    let configure: (inout ServerConfiguration) -> Void = { $0.bodyTimeout = .milliseconds(300) }
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      let answer = try await server.upload(SamplePicture.png(byteCount: 5 << 20), token: token)
      let path = try answer.decoded(SamplePicture.Answer.self).path
      try await askUnread(path, of: server, token: token)
    }
  }

  @Test("is dropped with all that was written to it: a stream")
  func stream() async throws {
    try await RunningServer.run(configure: RunningServer.beatingFast) { server async throws in
      let account = try await server.accountID()
      let text = String(repeating: "x", count: 4000)
      for _ in 1...2000 {
        _ = try await server.storage.append(
          StoredPush(
            id: UUID(), sender: .account(account), recipient: .alias(account), idempotencyKey: nil,
            payload: #"{"text":"\#(text)"}"#, createdAt: server.clock.now, expiresAt: nil))
      }
      let token = try await server.token()
      try await askUnread("/v1/events", "Last-Event-ID: 0-0\r\n", of: server, token: token)
    }
  }
}
