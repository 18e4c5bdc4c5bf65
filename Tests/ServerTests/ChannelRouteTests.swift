import Foundation
import SecretMemory
import ServerAPI
import ServerClient
import Testing

@testable import VaultServer

@Suite("The client's calls about channels", .timeLimit(.minutes(5)))
struct ChannelRouteTests {
  private func withAPI(
    _ body: (RunningServer, VaultServerAPI, ServerOrigin, SharedSecret) async throws -> Void
  ) async throws {
    try await RunningServer.run { server in
      try await server.addAccount()
      let token = SharedSecret(try SecretBytes(Array(try await server.token().utf8)))
      let api = VaultServerAPI()
      let result: Result<Void, any Error>
      do {
        result = .success(try await body(server, api, try ServerOrigin("http://127.0.0.1:\(server.port)"), token))
      } catch { result = .failure(error) }
      try await api.shutdown()
      try result.get()
    }
  }

  @Test("a catalogue is not sent again while it is the same")
  func catalogue() async throws {
    try await withAPI { server, api, origin, token in
      let id = try await server.addChannel()
      guard case .changed(let first, let tag?) = try await api.catalogue(unlessTagged: nil, at: origin, token: token)
      else {
        Issue.record("there is a catalogue")
        return
      }
      #expect(first.channels.map(\.id) == [id] && first.channels.map(\.isEnrolled) == [false])
      #expect(try await api.catalogue(unlessTagged: tag, at: origin, token: token) == .same)
      #expect(try await api.enrol(in: id, at: origin, token: token).isEnrolled)
      guard case .changed(let second, _) = try await api.catalogue(unlessTagged: tag, at: origin, token: token) else {
        Issue.record("it has changed")
        return
      }
      #expect(second.channels.map(\.isEnrolled) == [true])
      // A tag that can't be one is not sent.
      #expect(try await api.catalogue(unlessTagged: "a\r\nb", at: origin, token: token) != .same)
    }
  }

  @Test("a message sent twice is one, and pages come in order")
  func messages() async throws {
    try await withAPI { server, api, origin, token in
      let id = try await server.addChannel()
      _ = try await api.enrol(in: id, at: origin, token: token)
      let text = String(repeating: "\u{1}", count: ServerLimits.messageByteCount)
      let request = ChannelMessageRequest(id: UUID(), text: text)
      let sent = try await api.send(request, to: id, at: origin, token: token)
      #expect(try await api.send(request, to: id, at: origin, token: token) == sent && sent.sequence == 1)
      for number in 2...5 {
        _ = try await api.send(
          ChannelMessageRequest(id: UUID(), text: "n\(number)"), to: id, at: origin, token: token)
      }
      let page = try await api.messages(of: id, after: 0, limit: 2, at: origin, token: token)
      #expect(page.messages.map(\.text) == [text, "n2"] && page.bounds == SequenceBounds(first: 1, highest: 5))
      #expect(try await api.messages(of: id, after: 3, at: origin, token: token).messages.map(\.sequence) == [4, 5])
      let other = ChannelMessageRequest(id: request.id, text: "another")
      await #expect(throws: ServerClientError(.conflict)) {
        try await api.send(other, to: id, at: origin, token: token)
      }
      try await api.leave(channel: id, at: origin, token: token)
      await #expect(throws: ServerClientError(.forbidden)) {
        try await api.messages(of: id, after: 0, at: origin, token: token)
      }
      await #expect(throws: ServerClientError(.notFound)) { try await api.enrol(in: UUID(), at: origin, token: token) }
    }
  }
}
